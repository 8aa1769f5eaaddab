// Results: sums by game and switches, a picture of the last games, and their way to another machine.

import { reason, tryTo } from "./actions.js";
import { draw, make } from "./build.js";
import { Refusal, ask, send } from "./client.js";
import { language, say } from "./text.js";
import { clockText } from "./times.js";
import { twice } from "./twice.js";

const byId = (id) => document.getElementById(id);
const LAST = 40; // bars in the picture
const [BAR, GAP, TALL] = [7, 2, 60];

export function listenStatistics() {
  byId("show-statistics").addEventListener("click", showStatistics);
  byId("import").addEventListener("click", () => byId("import-file").click());
  byId("import-file").addEventListener("change", takeIn);
  byId("clear-place").append(make("span")); // its button comes with the first opening, in the language then
}

export function showStatistics() {
  byId("menu").hidePopover();
  return tryTo(async () => {
    tell("");
    await refresh();
    byId("clear-place").replaceChildren(twice("clear", say("ui_clear"), say("ui_statistics"), clear));
    if (!byId("statistics").open) byId("statistics").showModal();
  });
}

function tell(text, refused = false) {
  byId("statistics-said").textContent = refused ? "" : text;
  byId("statistics-refused").textContent = refused ? text : "";
}

async function attempt(task) {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(reason(error), true);
  }
}

async function refresh() {
  show(await ask("/api/statistics", language()));
}

function show({ variants, last }) {
  byId("standings").replaceChildren(...(variants.length ? variants.map((one) => standing(one, last))
    : [make("p", {}, say("ui_no_results"))]));
}

function standing(one, last) {
  const games = last.filter(({ variant }) => variant === one.variant).slice(0, LAST).reverse();
  const share = Math.round((100 * one.won) / one.played);
  const rows = [
    ["ui_played", one.played], ["ui_state_won", `${one.won} (${share} %)`], ["ui_state_lost", one.lost],
    ["ui_state_abandoned", one.abandoned], ["ui_streak", say("ui_now_best", { now: one.streak, best: one.best_streak })],
    ["ui_score", range(one.points, String)], ["ui_moves", range(one.moves, String)],
    ["ui_time", range(one.seconds, clockText)], ["ui_undos", one.undos],
    ["ui_hints", say("ui_hint_levels", { where: one.hints_where, move: one.hints_move, why: one.hints_why })],
  ];
  return make("section", {}, make("h3", {}, one.title), picture(games),
    make("dl", {}, ...rows.map(([code, value]) => make("div", {}, make("dt", {}, say(code)), make("dd", {}, String(value))))));
}

const range = (two, wording) =>
  (two ? say("ui_best_median", { best: wording(two.best), median: wording(two.median) }) : "–");

/** A bar a game, the latest on the right: as tall as its points, full if it was won, else hollow. */
function picture(games) {
  const most = Math.max(1, ...games.map(({ points }) => points));
  const won = games.filter(({ result }) => result === "won").length;
  const bars = games.map(({ points, result }, index) => {
    const height = Math.max(3, (TALL * Math.max(0, points)) / most);
    return draw("rect", { class: result, x: index * (BAR + GAP) + 1, y: TALL + 1 - height, width: BAR - 1, height });
  });
  return draw("svg", { class: "bars", role: "img", preserveAspectRatio: "xMinYMax", viewBox: `0 0 ${LAST * (BAR + GAP)} ${TALL + 2}`,
    "aria-label": say("ui_last_games", { count: games.length, won }) }, ...bars);
}

function clear() {
  return attempt(async () => {
    show(await ask("/api/statistics/clear", language(), {}));
    tell(say("ui_cleared"));
    byId("import").focus();
  });
}

/** Send a file of games to the server, which takes all of it or nothing. */
function takeIn() {
  const [file] = byId("import-file").files;
  if (!file) return null;
  return attempt(async () => {
    try {
      const { message } = await send("/api/import", language(), await file.text());
      await refresh();
      tell(message);
    } finally {
      byId("import-file").value = ""; // the same file may come again
    }
  });
}
