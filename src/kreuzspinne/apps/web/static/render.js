// Puts the state on the page: cards, places, marks, numbers, sentences.

import { DEAL, ROW, fly, place, punctual } from "./animate.js";
import { PILE_SHOWN, board, fits, rebuild, reface, repaint, tidy, transfer } from "./board.js";
import { back } from "./cards.js";
import { celebrate, stopFeast } from "./celebrate.js";
import { fan, measure } from "./layout.js";
import { PLACES, UP, movesOf } from "./line.js";
import { isLarge } from "./look.js";
import { showScore } from "./schemes.js";
import { state } from "./state.js";
import { cardName, say } from "./text.js";

const byId = (id) => document.getElementById(id);
const table = byId("table");
const STOCK_SHOWN = 6; // rows of the stock that can be seen as such
const STOCK_STEP = 0.06; // card widths from one to the next

/** Where everything lies now: sizes, and the tops of each column's cards. */
export const where = { sizes: null, tops: [] };

/** Show a new state of the game; resolves when every card has arrived. */
export async function show(game) {
  stopFeast();
  const won = game.outcome.state === "won" && game.step.kind === "play" && state.game?.id === game.id; // and not on a reload
  frame(game);
  const moved = follow(game);
  const turned = reface(game);
  const flights = settle(moved);
  delete table.dataset.turn;
  await fly(flights, turned, moved ? punctual() : DEAL);
  tidy();
  table.dataset.turn = game.turn; // every card lies still
  if (won) celebrate(where.sizes);
}

/** Draw and lay everything out again, without motion: the window, the language or the look changed. */
export function redraw() {
  if (!state.game) return;
  frame(state.game);
  repaint(where.sizes.form);
  if (!fits(state.game)) rebuild(state.game, where.sizes.stock);
  reface(state.game).forEach(({ former }) => former.remove());
  settle([]);
}

/** Cards that were lifted and not played fly back. */
export function goBack() {
  return fly(settle([]), [], ROW);
}

/** Measure the table and draw its fixed places. */
function frame(game) {
  const { width, height } = table.getBoundingClientRect();
  const sizes = measure(width, height, game.columns.length, game.pile_places, isLarge());
  where.sizes = sizes;
  board.form = sizes.form;
  where.tops = game.columns.map(({ down, open }) => fan(sizes, down, open.length));
  table.style.setProperty("--w", `${sizes.w}px`);
  table.style.setProperty("--h", `${sizes.h}px`);
  stock(game, sizes);
  piles(game, sizes);
  columns(game, sizes);
}

/** Move elements as the step did, each in the order of its flight; null if the table had to be laid anew. */
function follow(game) {
  const { transfers, kind } = game.step;
  if (kind !== "new" && transfers.length && board.columns.length === game.columns.length) {
    const moved = transfers.flatMap((one) => transfer(one, where.sizes));
    if (fits(game)) return moved;
  }
  rebuild(game, where.sizes.stock);
  return null;
}

/** Place every element; return the flights of those that were elsewhere, the ones in `moved` first and on top. */
function settle(moved) {
  const flights = [];
  const put = (node, spot, depth) => {
    const from = node.spot;
    place(node, spot, depth);
    if (from.x !== spot.x || from.y !== spot.y) flights.push({ node, from, depth });
  };
  rows(board.columns, (node, column, index) => {
    const [top, next = top + where.sizes.h] = where.tops[column].slice(index);
    squeeze(node, next - top);
    put(node, { x: where.sizes.columns[column], y: top }, 1 + index);
  });
  rows(board.piles, (node, pile, index) => {
    const shown = index - board.piles[pile].length + PILE_SHOWN; // what lies deeper is about to go
    if (shown >= 0) squeeze(node, where.sizes.h);
    put(node, where.sizes.pile(pile), 1 + Math.max(0, shown) + (where.sizes.aside ? PILE_SHOWN * pile : 0));
  });
  document.querySelectorAll("#cards .leaving").forEach((node) => put(node, where.sizes.stock, 1));
  const order = new Map((moved ?? []).map((node, index) => [node, index]));
  return flights.sort((a, b) => (order.get(a.node) ?? -1) - (order.get(b.node) ?? -1));
}

/** Of a covered card, a strip of so many pixels can be seen: its index moves up into it, and shrinks if it must. */
function squeeze(node, strip) {
  const picture = node.firstChild;
  if (picture.squeezed === strip) return;
  picture.squeezed = strip;
  const { head, pad } = where.sizes.form;
  const up = Math.min(Math.max(0, head - strip), 1.6 * pad);
  const scale = Math.min(1, strip / (head - up));
  const transform = up ? `translateY(${-up / 2}px) scale(${scale})` : "";
  const corner = picture.querySelector(".corner");
  if (corner) corner.style.transform = transform;
}

/** Visit nested elements row by row, as cards are dealt. */
function rows(places, visit) {
  const tallest = Math.max(0, ...places.map((nodes) => nodes.length));
  for (let index = 0; index < tallest; index += 1) {
    places.forEach((nodes, at) => { if (nodes[index]) visit(nodes[index], at, index); });
  }
}

function stock(game, { stock: corner, form, aside }) {
  const button = byId("stock");
  const { rows, spoken: words } = game.stock;
  button.hidden = !game.has_stock;
  at(button, corner);
  button.classList.toggle("empty", rows === 0);
  button.dataset.rows = rows;
  button.setAttribute("aria-label", words);
  byId("stock-rows").textContent = rows || "";
  heap(Math.min(rows, STOCK_SHOWN), form, aside);
}

let heaped = "";

/** Draw the stock as so many backs, one beside the other; on a low screen one below the other. */
function heap(count, form, aside) {
  const cards = byId("stock-cards");
  const now = [form.w, form.h, aside].join();
  if (now !== heaped) cards.replaceChildren();
  heaped = now;
  while (cards.children.length > count) cards.lastChild.remove();
  while (cards.children.length < count) {
    const picture = back(form);
    picture.setAttribute("class", "back");
    picture.style.transform = `translate${aside ? "Y" : "X"}(${Math.round(cards.children.length * form.w * STOCK_STEP)}px)`;
    cards.append(picture);
  }
}

function piles(game, sizes) {
  const list = byId("piles");
  list.classList.toggle("stacked", sizes.pileStep < sizes.h);
  list.style.setProperty("--pile-step", `${sizes.pileStep}px`);
  keep(list, game.pile_places, "pile");
  [...list.children].forEach((item, index) => {
    at(item, sizes.pile(index));
    const pile = game.piles[index];
    item.firstChild.setAttribute("aria-label", pile
      ? say(game.up > 1 ? "ui_pile_run" : "ui_pile", { card: cardName(pile.card), suit: pile.suit })
      : say("ui_pile_empty"));
  });
}

function columns(game, sizes) {
  const list = byId("columns");
  keep(list, game.columns.length, "column");
  [...list.children].forEach((item, column) => {
    at(item, { x: sizes.columns[column], y: sizes.below });
    item.style.height = `${sizes.bottom - sizes.below}px`;
    const { down, open, spoken: words } = game.columns[column];
    item.firstChild.setAttribute("aria-label", words);
    item.firstChild.classList.toggle("bare", down + open.length === 0); // else its cards show what is marked
  });
}

function at(element, { x, y }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}

/** Make a list hold `count` items with a button each, reached by arrow keys from one tab stop. */
function keep(list, count, name) {
  while (list.children.length > count) list.lastChild.remove();
  while (list.children.length < count) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = name;
    button.dataset.index = list.children.length;
    button.tabIndex = list.children.length ? -1 : 0;
    item.append(button);
    list.append(item);
  }
}

/** Marks, numbers and sentences for the state as it is; the cards stay where they are. */
export function mark() {
  const { game } = state;
  if (!game) return;
  marks();
  numbers(game);
  speak(game);
  byId("anyway").hidden = !state.warned;
  table.classList.toggle("won", game.outcome.state === "won");
}

let spoken = null;

/** A new message is a new element, so that a screen reader speaks it even if it says the same again. */
function speak(game) {
  if (spoken === state.message) return;
  spoken = state.message;
  const line = document.createElement("span");
  line.textContent = spoken.text;
  const message = byId("message");
  message.replaceChildren(line);
  message.classList.toggle("refused", spoken.refused);
  message.classList.toggle("over", game.outcome.state !== "open" && !spoken.refused);
}

function marks() {
  document.querySelectorAll("#cards .picked, #cards .ring, #cards .lit").forEach(
    (node) => node.classList.remove("picked", "ring", "lit"));
  const { picked, focus } = state;
  const held = picked && nodesOf(picked);
  held?.forEach((node) => node.classList.add("picked"));
  const targets = new Set(picked ? movesOf(state.moves, picked).map((move) => move.to) : []);
  buttons("#columns", (button, column) => {
    button.classList.toggle("lit", targets.has(PLACES[column]));
    button.tabIndex = column === focus.column ? 0 : -1;
    if (targets.has(PLACES[column])) board.columns[column].at(-1)?.classList.add("lit");
  });
  buttons("#piles", (button) => button.classList.toggle("lit", targets.has(UP)));
  board.columns[focus.column]?.slice(-focus.count).forEach((node) => node.classList.add("ring"));
}

function buttons(list, visit) {
  document.querySelectorAll(`${list} button`).forEach((button, index) => visit(button, index));
}

/** Elements of the cards a player took hold of. */
export function nodesOf({ from, count }) {
  if (!from.startsWith(UP)) return board.columns[PLACES.indexOf(from)].slice(-count);
  const index = state.game.piles.findIndex((pile) => UP + pile.card === from);
  return board.piles[index]?.slice(-1) ?? [];
}

function numbers(game) {
  document.title = `${game.title} – Kreuzspinne`;
  byId("variant").textContent = game.title;
  byId("number").textContent = game.deal;
  byId("copy").hidden = !game.deal;
  showScore();
  byId("moves").textContent = game.ply;
  byId("moves").title = say("ui_possible", { count: game.moves.length });
  byId("cheats").textContent = game.cheats;
  byId("undo").disabled = !game.can_undo;
  byId("redo").disabled = !game.can_redo;
  byId("restart").disabled = game.ply === 0;
  byId("row").hidden = !game.has_stock;
  byId("row").classList.toggle("faint", !state.moves.some((move) => move.from === "+"));
  byId("up").hidden = !game.takes_up;
  byId("up").classList.toggle("faint", !state.moves.some((move) => move.to === UP));
  byId("up-name").textContent = say(game.up > 1 ? "ui_take_run" : "ui_up");
}
