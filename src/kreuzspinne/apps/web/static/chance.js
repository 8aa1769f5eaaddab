// The chance to win from the table as it lies, shown beside the points if the player wants it; counted like a hint. No move
// waits for it: it is asked for again and again until it is there, or the game has gone on.

import { Refusal, ask, queue } from "./client.js";
import { played } from "./clock.js";
import { goOnWith } from "./hint.js";
import { look, watchLook } from "./look.js";
import { change, state, watch } from "./state.js";
import { language, say } from "./text.js";

const byId = (id) => document.getElementById(id);
const EVERY = 500; // milliseconds between two questions whether it is there

let wanted = null; // {id, turn, lang}: the table it is wanted of, or was told of

export function listenChance() {
  watch(follow);
  watchLook(() => follow(state));
}

const same = (one, other) => one && other && one.id === other.id && one.turn === other.turn && one.lang === other.lang;

/** Of whatever table lies there now; not while the game is played on by itself, or is over. */
function follow({ game }) {
  const root = document.documentElement;
  const open = game && !game.looking && game.state === "open" && game.outcome.state === "open";
  const now = open && look().chance === "on" && !root.hasAttribute("data-playon")
    ? { id: game.id, turn: game.turn, lang: language() } : null;
  if (now === wanted || same(now, wanted)) return;
  wanted = now;
  show("", say("ui_chance_counting"));
  if (now) count(now).catch((error) => { if (!(error instanceof Refusal)) throw error; });
}

async function count(mine) {
  const path = `/api/games/${mine.id}/chance`;
  while (wanted === mine && !(await ask(path, mine.lang, { turn: mine.turn })).is_ready) {
    await new Promise((done) => { setTimeout(done, EVERY); });
  }
  await queue(async () => {
    if (wanted !== mine) return;
    const { game, short, text } = await ask(path, mine.lang, { turn: mine.turn, seconds: played(), tell: true });
    if (!game) return;
    wanted = { ...mine, turn: game.turn };
    goOnWith(game);
    change({ game: { ...game, step: state.game.step, message: state.game.message } });
    byId("table").dataset.turn = game.turn; // no card has moved
    show(short, text);
  });
}

function show(short, text) {
  byId("chance").textContent = short || "…";
  byId("chance").title = text;
  byId("chance-says").textContent = short && `${say("ui_chance")}: ${short}`;
}
