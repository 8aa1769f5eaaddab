// What comes next, when a game is won or over, or when nothing in it leads on: said once, beside the table.

import { giveUp, undo } from "./actions.js";
import { make } from "./build.js";
import { catalogue } from "./catalogue.js";
import { played } from "./clock.js";
import { dodge } from "./dodge.js";
import { look, watchLook } from "./look.js";
import { another } from "./newgame.js";
import { scorePhrase } from "./schemes.js";
import { couldBeWon, lastFork } from "./solving.js";
import { state, watch } from "./state.js";
import { showStatistics } from "./statistics.js";
import { say } from "./text.js";
import { clockText } from "./times.js";
import { twice } from "./twice.js";

const byId = (id) => document.getElementById(id);

/** What is said of a game that was not won. */
const TITLES = { over: "ui_over_over", stuck: "ui_over_stuck" };
const TEXTS = { over: "ui_then_over", stuck: "ui_then_stuck" };

let shown = "";
let before = null;

export function listenOver() {
  watch(follow);
  const around = new ResizeObserver(() => { if (!byId("over").hidden) dodge(byId("over"), [byId("message")], byId("table")); });
  for (const id of ["over", "message", "table"]) around.observe(byId(id)); // a message may be long, and grows over the table
  watchLook(() => { if (!byId("over").hidden) facts(state.game); }); // points by another scheme, or with the time
  byId("over-close").addEventListener("click", away);
}

/** won, over, stuck, or nothing of the kind. */
function kindOf({ looking, state: how, outcome }) {
  if (looking) return "";
  if (how === "open") return outcome.state === "lost" ? "stuck" : "";
  if (how === "won") return outcome.state === "won" ? "won" : "";
  return "over";
}

function follow({ game }) {
  if (!game) return;
  const happened = before?.id === game.id && !before.looking && game.step.kind === "play";
  before = game;
  const kind = kindOf(game);
  const now = kind && [kind, game.id, game.turn, document.documentElement.lang].join();
  if (now === shown) return;
  shown = now;
  const held = byId("over").contains(document.activeElement); // what had the focus is about to vanish
  byId("over").hidden = !kind;
  byId("over").dataset.kind = kind;
  if (kind) tell(kind, game);
  if (held && !kind) column().focus();
  if (kind && (held || (kind === "won" && happened))) byId("over-title").focus();
}

function tell(kind, game) {
  byId("over-title").textContent = kind === "won" ? game.outcome.message : say(TITLES[kind]);
  facts(game);
  byId("over-buttons").replaceChildren(...WAYS[kind](game));
  if (kind === "won") climb(game);
}

function facts(game) {
  const kind = kindOf(game);
  const time = look().clock === "on" ? clockText(played()) : "";
  const won = [scorePhrase(game), game.title, game.deal, time];
  byId("over-says").textContent = kind === "won" ? won.filter(Boolean).join(" · ") : say(TEXTS[kind]);
}

const way = (code, action, name = "") => make("button", { type: "button", class: name, click: action }, say(code));
const anew = (game, name) => way("ui_another", () => another(game.variant, game.source), name);

const WAYS = {
  won: (game) => [anew(game, "main"), way("ui_statistics", showStatistics), way("ui_shorter", couldBeWon)],
  over: (game) => [way("ui_could_be_won", couldBeWon, "main"), way("ui_last_fork", lastFork), anew(game),
    way("ui_statistics", showStatistics)],
  stuck: (game) => [game.can_undo ? way("ui_undo", undo, "main") : "",
    twice("give-up", say("ui_give_up"), game.title, giveUp), anew(game)],
};

/** On the ladder, the next step comes first. */
async function climb({ id, variant }) {
  const all = await catalogue().catch(() => ({ ladder: [] }));
  const next = all.ladder[all.ladder.indexOf(variant) + 1];
  if (!all.ladder.includes(variant) || !next || state.game.id !== id) return;
  const { title } = all.groups.flatMap(({ variants }) => variants).find(({ name }) => name === next);
  byId("over-buttons").querySelector(".main").classList.remove("main");
  byId("over-buttons").prepend(make("button", { type: "button", class: "main next", click: () => another(next, "own") },
    say("ui_next_step", { title })));
}

const column = () => document.querySelector("#columns button[tabindex='0']");

/** Put it away; the focus goes to the table. */
function away() {
  byId("over").hidden = true;
  column().focus();
}
