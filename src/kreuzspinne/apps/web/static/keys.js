// The keyboard, and whatever presses the table's buttons for a screen reader.

import { dealRow, goUp, play, redo, undo } from "./actions.js";
import { hint } from "./hint.js";
import { PLACES, UP, longest, moveTo } from "./line.js";
import { change, state } from "./state.js";
import { cardName, say } from "./text.js";

const table = document.getElementById("table");
const whisper = document.getElementById("whisper");
const columnButton = (column) => document.querySelectorAll("#columns button")[column];

export function listen(dialogs) {
  const keys = { n: dialogs.start, ":": dialogs.type, "?": dialogs.help, u: undo, r: redo, "+": dealRow, H: hint, p: dialogs.playOn, t: up, "^": up, Escape: letGo };
  document.addEventListener("keydown", (event) => press(event, keys));
  document.addEventListener("pointerdown", () => table.classList.remove("by-keys"));
  table.addEventListener("focusin", ({ target }) => arrive(target));
  // A click without a pointer is Enter, the space bar, or a screen reader; the pointer's own go through input.js.
  table.addEventListener("click", (event) => { if (event.detail === 0) activate(event.target.closest("button")); });
}

function press(event, keys) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !state.game) return;
  if (target.closest("dialog, input, select, [popover]")) return;
  if (key === "Escape" && document.querySelector(":popover-open")) return; // the browser closes it
  table.classList.add("by-keys");
  const action = arrow(key, target) ?? keys[key] ?? letter(key);
  if (!action) return;
  event.preventDefault();
  action();
}

function arrow(key, target) {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const along = { ArrowUp: 1, ArrowDown: -1 }[key];
  if (across && target.classList.contains("pile")) return () => rove(target, across);
  if (across) return () => go(state.focus.column + across);
  if (along) return () => lengthen(along);
  return key === "Home" ? () => go(0) : key === "End" ? () => go(state.game.columns.length - 1) : null;
}

function rove(target, across) {
  const buttons = [...document.querySelectorAll("#piles button")];
  buttons[(Number(target.dataset.index) + across + buttons.length) % buttons.length].focus();
}

/** Stand on a column, on the most cards that can leave it. */
function go(column) {
  const count = state.game.columns.length;
  const there = (column + count) % count;
  if (document.activeElement === columnButton(there)) arrive(columnButton(there));
  else columnButton(there).focus();
}

function arrive(button) {
  if (!button.classList.contains("column")) return;
  const column = Number(button.dataset.index);
  const { open } = state.game.columns[column];
  const count = state.picked ? 1 : Math.min(open.length, longest(state.moves, PLACES[column]));
  if (column !== state.focus.column || count !== state.focus.count) change({ focus: { column, count } });
}

/** One card more, or one fewer; said aloud. */
function lengthen(by) {
  const { column } = state.focus;
  const { open } = state.game.columns[column];
  if (!open.length) return;
  const count = Math.max(1, Math.min(open.length, state.focus.count + by));
  change({ focus: { column, count } });
  if (document.activeElement !== columnButton(column)) columnButton(column).focus();
  whisper.textContent = spoken(column, count);
}

function spoken(column, count) {
  const { open } = state.game.columns[column];
  const facts = { count, first: cardName(open.at(-count)), last: cardName(open.at(-1)) };
  return say(count === 1 ? "ui_one_card" : "ui_cards", facts);
}

function activate(button) {
  if (!button) return;
  if (button.id === "stock") return dealRow();
  if (button.classList.contains("pile")) return pile(Number(button.dataset.index));
  return column(Number(button.dataset.index), state.focus.count);
}

function pile(index) {
  const { game, picked } = state;
  if (picked) return send(UP, picked.from.startsWith(UP));
  if (game.up > 1) return goUp();
  const card = game.piles[index]?.card;
  if (!card) return null;
  change({ picked: { from: UP + card, count: 1 } });
  whisper.textContent = say("ui_picked", { cards: cardName(card) });
}

/** Take hold of `count` cards of a column, or send what is held there. */
function column(index, count, anyCount = false) {
  if (state.picked) return send(PLACES[index], state.picked.from === PLACES[index], anyCount);
  const { open } = state.game.columns[index];
  if (!open.length) return null;
  const taken = Math.min(count, open.length);
  change({ picked: { from: PLACES[index], count: taken }, focus: { column: index, count: taken } });
  whisper.textContent = say("ui_picked", { cards: spoken(index, taken) });
}

function send(to, back, anyCount = false) {
  if (back) return letGo();
  return play(moveTo(state.moves, state.picked, to, anyCount));
}

/** Letters and digits name columns; a d without cards in hand deals. */
function letter(key) {
  if (key === "d" && !state.picked) return dealRow;
  const named = /^[0-9]$/.test(key) ? (Number(key) + 9) % 10 : PLACES.indexOf(key);
  if (key.length !== 1 || named < 0 || named >= state.game.columns.length) return null;
  return () => {
    const held = state.picked;
    column(named, longest(state.moves, PLACES[named]), true);
    if (!held) columnButton(named).focus();
  };
}

function up() {
  const from = state.picked?.from ?? PLACES[state.focus.column];
  const there = state.moves.some((move) => move.from === from && move.to === UP);
  return goUp(there || state.picked ? from : undefined);
}

function letGo() {
  if (state.picked) whisper.textContent = say("ui_let_go");
  change({ picked: null, warned: null });
}

