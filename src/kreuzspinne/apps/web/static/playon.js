// The player that never peeks plays on, a move after the other, at the pace that was chosen: until somebody stops it or
// makes a move. It thinks while the last move is being looked at; whoever acts first is first.

import { playOn, tryTo } from "./actions.js";
import { ask } from "./client.js";
import { dodge } from "./dodge.js";
import { PLACES, STOCK } from "./line.js";
import { recall, remember } from "./memory.js";
import { nodesOf } from "./render.js";
import { change, state, watch } from "./state.js";
import { language, say } from "./text.js";

const byId = (id) => document.getElementById(id);
const PAUSES = { step: 0, slow: 2500, normal: 1100, fast: 120 }; // milliseconds from one move to the next
const READING = { step: 0, slow: 60, normal: 25, fast: 0 }; // and more for each letter, where reasons are told
const TICK = 40;

let run = null; // what is under way: {id, turn, made, left: how many moves may be made now, due: when the next one may}

export function listenPlayOn() {
  byId("show-playon").addEventListener("click", () => { byId("menu").hidePopover(); begin(); });
  byId("playon-main").addEventListener("click", press);
  byId("playon-stop").addEventListener("click", stop);
  byId("playon-pace").addEventListener("change", changePace);
  byId("playon-why").addEventListener("change", ({ target }) => remember("playon-why", target.checked ? "yes" : ""));
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && run && !covered()) stop(); }, true);
  if (recall("playon-pace") in PAUSES) byId("playon-pace").value = recall("playon-pace");
  byId("playon-why").checked = recall("playon-why") === "yes";
  watch(yieldTo);
  watch(light);
}

/** The key of it: begin, then pause and go on. */
export const playOnOrPause = () => (run ? press() : begin());

const pace = () => byId("playon-pace").value;
const covered = () => document.querySelector("dialog[open], :popover-open");
const wait = (time) => new Promise((done) => { setTimeout(done, time); });

function begin() {
  if (run) return;
  const { id, turn } = state.game;
  const mine = { id, turn, made: 0, left: pace() === "step" ? 1 : Infinity, due: 0 };
  run = mine;
  change({ picked: null, message: { text: say("ui_playon_begins"), refused: false } });
  show();
  byId("playon-main").focus();
  tryTo(() => follow(mine)).finally(() => { if (run === mine) end(); });
}

async function follow(mine) {
  while (run === mine) {
    const [thought] = await Promise.all([think(mine), due(mine)]);
    if (run !== mine) return;
    if (thought.state !== "move") { end(thought.message); return; }
    await move(mine);
  }
}

/** Let it think; resolves when it has. */
async function think(mine) {
  const ready = () => ask(`/api/games/${mine.id}/think`, language(), { turn: mine.turn });
  let thought = await ready();
  while (thought.state === "thinking" && run === mine) {
    if (state.message.text !== thought.message) change({ message: { text: thought.message, refused: false } });
    await wait(TICK);
    if (run === mine) thought = await ready();
  }
  return thought;
}

/** Resolves when the next move may be made, or when nobody wants it any more. */
async function due(mine) {
  while (run === mine && !(performance.now() >= mine.due && free(mine))) await wait(TICK);
}

/** May a move be made? Not while the player holds cards, reads a window, or looks elsewhere. */
const free = (mine) => run === mine && mine.left > 0 && !state.picked && !covered() && !document.hidden;

async function move(mine) {
  const why = byId("playon-why").checked;
  if (!await playOn(why, () => free(mine) && state.game.turn === mine.turn) || run !== mine) return;
  mine.made += 1;
  mine.left -= 1;
  mine.due = performance.now() + PAUSES[pace()] + (why ? READING[pace()] * state.message.text.length : 0);
  if (state.game.outcome.state === "open") show();
  else end();
}

/** Another game, or a move that somebody else made, ends it; its own moves do not. */
function yieldTo({ game }) {
  if (!run || !game || (game.id === run.id && game.turn === run.turn)) return;
  if (game.id === run.id && game.turn === run.turn + 1 && game.step.kind === "machine") run.turn = game.turn;
  else end();
}

/** The cards that it moved last are lit, and what is said hides none: whoever wants no motion sees them, too. */
function light({ game }) {
  document.querySelectorAll(".moved").forEach((node) => node.classList.remove("moved"));
  if (!run || game?.step.kind !== "machine") return;
  const [{ source, target, count }, ...more] = game.step.transfers;
  if (more.length || source === STOCK || !PLACES.includes(target)) return; // a row, or cards that have left
  const moved = nodesOf({ from: target, count });
  moved.forEach((node) => node.classList.add("moved"));
  dodge(byId("message"), moved, byId("table"));
}

/** The one button for whatever is next: the next move, a pause, or going on. */
function press() {
  if (pace() === "step") run.left = 1;
  else run.left = run.left ? 0 : Infinity;
  run.due = 0;
  show();
}

function changePace() {
  remember("playon-pace", pace());
  run.left = pace() === "step" ? 0 : Infinity;
  run.due = Math.min(run.due, performance.now() + PAUSES[pace()]);
  show();
}

function stop() {
  const { made } = run;
  end(say("ui_playon_stopped", { moves: made }));
}

/** It is over; `text` says why, where the table does not. */
function end(text) {
  run = null;
  const held = byId("playon").contains(document.activeElement);
  show();
  if (text) change({ message: { text, refused: false } });
  if (held) document.querySelector("#columns button[tabindex='0']").focus();
}

/** The bar with its buttons, in the tools' place. Whoever listens is not flooded: at full speed, moves are not told. */
function show() {
  document.documentElement.toggleAttribute("data-playon", Boolean(run));
  byId("playon").hidden = !run;
  light(state);
  byId("message").setAttribute("aria-live", run?.left && pace() === "fast" ? "off" : "polite");
  if (!run) return;
  const code = pace() === "step" ? "ui_playon_next" : run.left ? "ui_playon_pause" : "ui_playon_on";
  byId("playon-main").textContent = say(code);
}
