// What the page knows: the server's last word on the game, and what the player is about to do.

import { PLACES, UP, longest, readMove } from "./line.js";

export const state = {
  /** The server's last state of the game, or null before the first. */
  game: null,
  /** Its legal moves in parts, the better ones first. */
  moves: [],
  /** Cards the player took hold of: {from, count}, or null. */
  picked: null,
  /** Where the keyboard stands: a column, and how many of its cards. */
  focus: { column: 0, count: 1 },
  /** A legal move that the player was warned of and has not confirmed. */
  warned: null,
  /** What to tell the player: {text, refused}. */
  message: { text: "", refused: false },
};

const watchers = [];

/** Call `watcher` after every change. */
export function watch(watcher) {
  watchers.push(watcher);
}

/** Change some parts of the state. */
export function change(parts) {
  if ("picked" in parts && !("message" in parts)) forget(parts);
  Object.assign(state, parts);
  for (const watcher of watchers) watcher(state);
}

/** What was refused is no longer the matter once the player does something else; a warning is, until it is confirmed. */
function forget(parts) {
  const { warned } = { ...state, ...parts };
  if (state.message.refused && !warned) parts.message = { text: state.game?.outcome.message ?? "", refused: false };
}

/** Take over a state of the game that the server sent. */
export function take(game, message = { text: game.message, refused: false }) {
  const moves = game.moves.map((text) => readMove(text, game.up));
  const column = Math.min(state.focus.column, game.columns.length - 1);
  const focus = { column, count: Math.min(game.columns[column].open.length, longest(moves, PLACES[column])) };
  const picked = stillThere(game) ? state.picked : null;
  change({ game, moves, picked, warned: null, focus, message });
}

/** Do the cards that the player took hold of while the server thought still lie on top where they lay? */
function stillThere(game) {
  if (!state.picked || state.game?.id !== game.id) return false;
  const { from, count } = state.picked;
  if (from.startsWith(UP)) return game.piles.some(({ card }) => UP + card === from);
  const top = ({ columns }) => columns[PLACES.indexOf(from)].open.slice(-count).join(" ");
  return top(game) === top(state.game);
}

/** How many cards lie in a column. */
export function height(column) {
  const { down, open } = state.game.columns[column];
  return down + open.length;
}
