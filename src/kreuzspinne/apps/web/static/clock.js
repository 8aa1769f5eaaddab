// The time played: it runs while the page can be seen and the game is open. It is shown only if the player wants it.

import { state, watch } from "./state.js";
import { clockText } from "./times.js";

const EVERY = 1000;
let game = "";
let counted = 0; // milliseconds up to `since`
let since = null; // when it began to run; null while it stands

export function beginClock() {
  watch(follow);
  document.addEventListener("visibilitychange", turn);
  addEventListener("pagehide", report);
  setInterval(show, EVERY);
}

const runs = () => !document.hidden && state.game?.state === "open";
const milliseconds = () => counted + (since === null ? 0 : performance.now() - since);

/** The time played in the game on the table, in seconds. */
export const played = () => Math.floor(milliseconds()) / 1000;

function follow() {
  if (!state.game) return;
  if (state.game.id !== game) {
    game = state.game.id;
    counted = state.game.seconds * 1000;
    since = null;
    show();
  }
  run();
}

/** Start or stop, as things are. */
function run() {
  if (runs() === (since !== null)) return;
  counted = milliseconds();
  since = runs() ? performance.now() : null;
  show();
}

function turn() {
  run();
  if (document.hidden) report();
}

/** Tell the server, also when the page is just being closed; if it does not hear, the next move tells it. */
function report() {
  if (!game || !state.game) return;
  const body = JSON.stringify({ seconds: played() });
  fetch(`/api/games/${game}/clock`, { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body })
    .catch(() => {});
}

function show() {
  const text = clockText(played());
  const place = document.getElementById("clock");
  if (place.textContent !== text) place.textContent = text;
}
