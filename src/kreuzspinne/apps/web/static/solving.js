// The window of the solver: what it is doing, with a way to stop it, and what it found.

import { giveUp, reason, tryTo } from "./actions.js";
import { Refusal, ask } from "./client.js";
import { lookAt } from "./looking.js";
import { state } from "./state.js";
import { language, say } from "./text.js";
import { twice } from "./twice.js";

const byId = (id) => document.getElementById(id);
const EVERY = 300; // milliseconds between two questions how far it has come
const LATER = ["solver-fork", "solver-look", "solver-review"];

let job = null; // the server's last word on what is under way
let asked = 0;
let stopping = Promise.resolve();

export function listenSolver() {
  byId("show-solver").addEventListener("click", () => { byId("menu").hidePopover(); couldBeWon(); });
  byId("solver").addEventListener("close", stop);
  byId("solver-fork").addEventListener("click", lastFork);
  addEventListener("pagehide", stop);
}

/** Could the game on the table have been won? While it is open, nothing is said. */
export function couldBeWon() {
  if (state.game.state !== "open") return answer(state.game.state === "won" ? "ui_shorter" : "ui_could_be_won", "verdict");
  openPanel("ui_could_be_won", say("ui_solver_waits"));
  byId("solver-place").replaceChildren(twice("give-up", say("ui_give_up_and_ask"), state.game.title, () => tryTo(async () => {
    await giveUp();
    if (state.game.state === "open") byId("solver").close(); // the line for messages says why
    else await couldBeWon();
  })));
  return null;
}

/** Up to which move could it have been won? */
export const lastFork = () => answer("ui_last_fork", "fork");

async function answer(title, verb) {
  const { id, state: how } = state.game;
  const found = await think(title, `/api/games/${id}/${verb}`, {});
  if (!found) return;
  byId("solver-fork").hidden = verb === "fork" || how === "won" || !found.moves.length;
  byId("solver-look").hidden = !found.moves.length;
  byId("solver-review").hidden = false;
  byId("solver-look").onclick = () => { byId("solver").close(); lookAt(id, found.moves, found.ply); };
}

/** A deal of a game that can be won: the server's word on it, or null if there is none or the player stopped. */
export async function findDeal(variant, source) {
  const found = await think("ui_seeking", "/api/solver/deal", { variant, source });
  if (found?.deal) byId("solver").close();
  return found?.deal ? found : null;
}

/** Let the solver do something, and wait until it has; null if it was stopped, or would not. */
export async function think(title, path, body) {
  openPanel(title, say("ui_solver_begins"));
  byId("solver-works").hidden = false;
  byId("solver-close").textContent = say("ui_cancel");
  const mine = asked;
  const found = await follow(mine, path, body).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    return { message: reason(error) };
  });
  if (mine !== asked) return null;
  job = null;
  rest(found.message);
  return found.id ? found : null;
}

/** Start it, and ask again and again how far it has come. */
async function follow(mine, path, body) {
  await stopping;
  let told = await ask(path, language(), body);
  while (!told.is_over && mine === asked) {
    job = told;
    byId("solver-says").textContent = told.message;
    works(told.done);
    await new Promise((done) => { setTimeout(done, EVERY); });
    if (mine === asked) told = await ask(`/api/solver/${told.id}`, language());
  }
  if (mine !== asked && !told.is_over) end(told); // stopped while the server was still beginning
  return told;
}

/** How much is done, from 0 to 1; null where nobody knows. */
function works(done) {
  if (done === null) byId("solver-works").removeAttribute("value");
  else byId("solver-works").value = done;
}

/** Nothing is under way: a sentence, and what can be done next. */
function rest(text) {
  byId("solver-works").hidden = true;
  works(null);
  byId("solver-says").textContent = "";
  byId("solver-answer").textContent = text;
  byId("solver-close").textContent = say("ui_close");
}

/** The window, with nothing under way in it. */
export function openPanel(title, text) {
  stop();
  for (const id of LATER) byId(id).hidden = true;
  byId("solver-place").replaceChildren();
  byId("solver-moments").replaceChildren();
  byId("solver-title").textContent = say(title);
  rest("");
  byId("solver-says").textContent = text;
  if (!byId("solver").open) byId("solver").showModal();
  byId("solver-close").focus();
}

/** Whatever is under way is not wanted any more. */
function stop() {
  asked += 1;
  if (job) end(job);
  job = null;
}

/** The server is told also by a page that is just being closed. */
function end({ id }) {
  const headers = { "Content-Type": "application/json" };
  stopping = fetch(`/api/solver/${id}/stop`, { method: "POST", keepalive: true, headers, body: "{}" }).catch(() => {});
}
