// The coach's hints, a level at a time: where to look, then which move, then why. Each is counted by the server.

import { tryTo } from "./actions.js";
import { board } from "./board.js";
import { ask, queue } from "./client.js";
import { played } from "./clock.js";
import { dodge } from "./dodge.js";
import { PLACES, STOCK, UP, readMove } from "./line.js";
import { nodesOf } from "./render.js";
import { change, state, take, watch } from "./state.js";
import { language } from "./text.js";

const byId = (id) => document.getElementById(id);
const LEVELS = ["where", "move", "why"];

let told = null; // the server's last hint; it holds until the game goes on

export function listenHint() {
  byId("hint").addEventListener("click", () => hint());
  watch(light);
  new ResizeObserver(() => { setTimeout(() => light(state)); }).observe(byId("table")); // when the cards lie anew
}

/** What was told of the table as it is, or null. */
function present() {
  const { game } = state;
  return told && game && told.game.id === game.id && told.game.turn === game.turn ? told : null;
}

/** Tell one level more than before; after the last one, the same again, or what the coach has found since. */
export function hint() {
  return queue(() => tryTo(async () => {
    const before = present();
    const level = LEVELS[LEVELS.indexOf(before?.level) + 1] ?? (before.final ? null : before.level);
    if (!level) return change({ message: { text: before.text, refused: false } });
    const { id, turn } = state.game;
    told = await ask(`/api/games/${id}/hint`, language(), { turn, seconds: played(), level });
    take(told.game, { text: told.text, refused: false });
    byId("table").dataset.turn = told.game.turn; // no card has moved
    return null;
  }));
}

/** Light up what the hint tells of. */
function light({ game }) {
  byId("hint").disabled = !game || ["lost", "abandoned"].includes(game.state);
  document.querySelectorAll(".hinted").forEach((node) => node.classList.remove("hinted"));
  const shown = present();
  const nodes = shown ? lit(shown).filter(Boolean) : [];
  nodes.forEach((node) => node.classList.add("hinted"));
  unfold(shown?.text === state.message.text && !state.picked, nodes);
}

/** All of what the coach told can be read, and hides nothing that is lit. */
function unfold(told, nodes) {
  const message = byId("message");
  message.classList.remove("long");
  message.classList.toggle("told", told);
  message.classList.toggle("long", told && message.offsetHeight > byId("say").offsetHeight);
  dodge(message, told ? nodes : [], byId("table"));
}

function lit({ stock, columns, move, game }) {
  if (stock) return [byId("stock")];
  if (!move) return columns.flatMap((letter) => nodesOf({ from: letter, count: openOf(game, letter) }));
  const { from, to, count } = readMove(move, game.up);
  return [...nodesOf({ from, count }), to === UP || to === STOCK ? null : end(PLACES.indexOf(to))];
}

const openOf = (game, letter) => game.columns[PLACES.indexOf(letter)].open.length;

/** The open end of a column: its top card, or the place where it is empty. */
const end = (column) => board.columns[column].at(-1) ?? document.querySelectorAll("#columns button")[column];
