// Moves as text and back. Which moves are legal the server says; here they are only found in its list.

export const PLACES = "abcdefghijklmno";
export const STOCK = "+";
export const UP = "^";

const MOVE = /^(?:([a-o])([a-o])(\d+)|([a-o])\^|(\^[A2-9TJQK][shdc])([a-o])|(\+))$/;

/** A legal move's text in parts; `up` is how many cards go to a foundation at once. */
export function readMove(text, up) {
  const m = MOVE.exec(text);
  if (m[1]) return { text, from: m[1], to: m[2], count: Number(m[3]) };
  if (m[4]) return { text, from: m[4], to: UP, count: up };
  if (m[5]) return { text, from: m[5], to: m[6], count: 1 };
  return { text, from: STOCK, to: STOCK, count: 0 };
}

/** How `picked` going to `to` is written, legal or not: the server will say. */
export function writeMove(picked, to) {
  if (picked.from.startsWith(UP) || to === UP) return picked.from + to;
  return `${picked.from}${to}${picked.count}`;
}

/** The legal moves of exactly the picked cards. */
export function movesOf(moves, picked) {
  return moves.filter((move) => move.from === picked.from && move.count === picked.count);
}

/** The most cards that any legal move takes from `place`; 1 if there is none. */
export function longest(moves, place) {
  const counts = moves.filter((move) => move.from === place && move.to !== UP).map((move) => move.count);
  return Math.max(1, ...counts);
}

/**
 * The best place for cards of a column, of which the player pointed at the `count`th from the open end:
 * the first legal move (the server lists the better ones first) of exactly these, else of the most cards below.
 */
export function bestMove(moves, place, count) {
  const from = moves.filter((move) => move.from === place && move.count <= count);
  const most = Math.max(0, ...from.map((move) => move.count));
  return from.find((move) => move.count === most);
}

/**
 * The text to send when the player sends `picked` to the place `to`: the move of exactly these cards, else
 * (`anyCount`: only the columns were named) the legal one with the most cards, else what was asked for.
 */
export function moveTo(moves, picked, to, anyCount = false) {
  const ways = moves.filter((move) => move.from === picked.from && move.to === to);
  const exact = ways.find((move) => move.count === picked.count);
  if (exact) return exact.text;
  if (anyCount && ways.length) return ways.reduce((a, b) => (b.count > a.count ? b : a)).text;
  return writeMove(picked, to);
}
