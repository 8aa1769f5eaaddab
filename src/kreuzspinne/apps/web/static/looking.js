// A line of the solver, looked at move by move on the table. It is no game: nothing can be played, nothing counts.

import { reason, resumeGame, tryTo } from "./actions.js";
import { Refusal, ask, queue } from "./client.js";
import { dodge } from "./dodge.js";
import { inMove } from "./hint.js";
import { readMove } from "./line.js";
import { show } from "./render.js";
import { change, state, take, watch } from "./state.js";
import { language, say } from "./text.js";

const byId = (id) => document.getElementById(id);
const table = byId("table");

const KEYS = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => goTo(0), Escape: leave,
  End: () => goTo(state.game.looking.moves.length) };

export function listenLooking() {
  watch(mark);
  for (const [id, action] of [["look-first", KEYS.Home], ["look-back", KEYS.ArrowLeft], ["look-on", KEYS.ArrowRight],
    ["look-last", KEYS.End], ["look-leave", leave], ["look-review", toReview]]) {
    byId(id).addEventListener("click", action);
  }
  document.addEventListener("keydown", press, true);
  for (const kind of ["pointerdown", "click"]) document.addEventListener(kind, hold, true);
}

/**
 * Look at a line of a game that is over, from the place on that `ply` of its moves lead to.
 *
 * `moment`: of a look back, which is told there; `again` opens its list once more.
 */
export async function lookAt(id, moves, ply, moment = null) {
  await goTo(ply, { id, moves, played: ply, ply: 0, moment });
  byId(byId("look-on").disabled ? "look-leave" : "look-on").focus();
}

/** What is pressed here is meant for the line, not for the game. */
function press(event) {
  if (!state.game?.looking || event.ctrlKey || event.metaKey || event.altKey) return;
  event.stopPropagation();
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
}

/** The cards stay where they are. */
function hold(event) {
  if (state.game?.looking && table.contains(event.target)) event.stopPropagation();
}

const step = (by) => queue(() => (state.game.looking ? arrive(state.game.looking, state.game.looking.ply + by) : null));
const goTo = (ply, line) => queue(() => arrive(line ?? state.game.looking, ply));

/** Show the place that so many moves lead to; from one to the next, the cards fly. */
async function arrive(line, ply) {
  if (!line || ply < 0 || ply > line.moves.length) return;
  const back = ply === line.ply - 1;
  const near = state.game.looking && Math.abs(ply - line.ply) === 1;
  try {
    const moves = line.moves.slice(0, back && near ? line.ply : ply).join(" ");
    const game = await ask(`/api/games/${line.id}/look`, language(), { moves, back: Boolean(back && near) });
    if (!near) game.step = { kind: "new", move: "", transfers: [] }; // the table is laid anew
    const landing = show(game);
    const told = line.moment && ply === line.played ? `${line.moment.better} ${line.moment.chances}` : game.message;
    take({ ...game, looking: { ...line, ply } }, { text: told, refused: false });
    await landing;
    light(state.game);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    change({ message: { text: reason(error), refused: true } });
  }
}

/** Back to the game as it was left. */
function leave() {
  const { id } = state.game.looking;
  return tryTo(async () => {
    await resumeGame(id);
    table.querySelector("#columns button[tabindex='0']").focus();
  });
}

/** Back to the moments of the look back. */
async function toReview() {
  const { again } = state.game.looking.moment;
  await leave();
  again();
}

/** The banner and its buttons, whenever what lies on the table is such a line. */
function mark({ game }) {
  const line = game?.looking;
  document.documentElement.toggleAttribute("data-looking", Boolean(line));
  byId("looking").hidden = !line;
  light(game);
  if (!line) return;
  const { ply, moves, played, moment } = line;
  byId("look-at").textContent = say(bannerOf(line), { move: ply === played && moment ? ply + 1 : ply, moves: moves.length });
  byId("look-review").hidden = !moment;
  disable("look-first", ply === 0);
  disable("look-back", ply === 0);
  disable("look-on", ply === moves.length);
  disable("look-last", ply === moves.length);
}

/** What lies there: the line of a player, or the solver's. */
function bannerOf({ ply, played, moment }) {
  if (moment) return ply === played ? "ui_look_moment" : ply < played ? "ui_look_before" : "ui_look_better";
  return ply <= played && played ? "ui_look_yours" : "ui_look_at";
}

/** At a moment of a look back, the better move is lit, and what is said of it hides none of its cards. */
function light(game) {
  document.querySelectorAll(".better").forEach((node) => node.classList.remove("better"));
  const { ply, played, moment, moves } = game?.looking ?? {};
  if (!moment || ply !== played) return;
  const lit = inMove(readMove(moves[ply], game.up)).filter(Boolean);
  lit.forEach((node) => node.classList.add("better"));
  dodge(byId("message"), lit, table);
}

/** A button that would lose the focus by being switched off hands it on to its neighbour. */
function disable(id, off) {
  const button = byId(id);
  if (off && document.activeElement === button) byId("look-leave").focus();
  button.disabled = off;
}
