// The window in which a new game is chosen. What goes together the server knows: it is asked after every change.

import { reason, start, tryTo } from "./actions.js";
import { make } from "./build.js";
import { catalogue, step } from "./catalogue.js";
import { Refusal, ask } from "./client.js";
import { keep, keptOr, readKept } from "./keep.js";
import { meant } from "./link.js";
import { findDeal } from "./solving.js";
import { state } from "./state.js";
import { language, say } from "./text.js";

const byId = (id) => document.getElementById(id);

/** The game that is chosen: the server's word on it. */
let chosen = null;
let asked = 0;
let all = null;

export function listenNewGame() {
  byId("choose-variant").addEventListener("change", () => choose(byId("choose-variant").value));
  byId("find-variant").addEventListener("input", find);
  byId("find-variant").addEventListener("keydown", goDown);
  byId("choose-suits").addEventListener("change", ({ target }) => choose(target.value));
  byId("choose-switches").addEventListener("change", () => check(switched()));
  byId("start").addEventListener("submit", (event) => { event.preventDefault(); begin(); });
  byId("today").addEventListener("click", () => begin(`own:${today()}`));
  byId("only-winnable").addEventListener("change", ({ target }) => keep("winnable", target.checked).catch(() => {}));
  byId("ladder").addEventListener("click", () => { choose(all.ladder[step(all)]); begin("own"); });
}

/** Ask which game, from which source, with which number. */
export const newGame = () => tryTo(async () => {
  all = await catalogue();
  await readKept().catch(() => {}); // without it the ladder begins at its foot
  byId("find-variant").value = "";
  offer("");
  const now = await ask(`/api/variants/${encodeURIComponent(state.game?.variant ?? all.ladder[0])}`, language());
  take(now);
  pick(byId("choose-source"), state.game?.source);
  byId("choose-number").value = "";
  byId("only-winnable").checked = keptOr("winnable", false) === true;
  refuse("");
  const at = step(all);
  byId("ladder").textContent = say("ui_ladder",
    { step: at + 1, steps: all.ladder.length, title: named(all.ladder[at]).title });
  if (!byId("start").open) byId("start").showModal();
});

const games = () => all.groups.flatMap(({ variants }) => variants);
const named = (name) => games().find((one) => one.name === name);
const base = (name) => name.split(":")[0];

function refuse(text) {
  byId("start-refused").textContent = text;
  if (text) byId("start-refused").scrollIntoView({ block: "nearest" });
}

function pick(select, value) {
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}

/** List the games whose title has every word of `text`, under the titles of their groups. */
function offer(text) {
  const words = text.toLowerCase().split(/\s+/);
  const fits = ({ title, name }) => words.every((word) => `${title} ${name}`.toLowerCase().includes(word));
  const groups = all.groups.map(({ title, variants }) => ({ title, variants: variants.filter(fits) }));
  byId("choose-variant").replaceChildren(...groups.filter(({ variants }) => variants.length).map(
    ({ title, variants }) => make("optgroup", { label: title },
      ...variants.map((one) => new Option(one.title, one.name)))));
  return byId("choose-variant").options.length;
}

function find({ target }) {
  const count = offer(target.value);
  byId("found").textContent = count ? "" : say("ui_find_none");
  if (count) choose(byId("choose-variant").options[0].value);
}

/** From the words one searches by, the arrow leads to what was found. */
function goDown(event) {
  if (event.key === "ArrowDown") {
    event.preventDefault();
    byId("choose-variant").focus();
  } else if (event.key === "Enter") event.preventDefault(); // a game begins by its button
}

function choose(name) {
  const one = named(name);
  if (one) take(one);
}

/** Show everything that belongs to a game. */
function take(one) {
  asked += 1; // an answer that is still on its way is about something else
  chosen = one;
  refuse("");
  if (!named(one.name)) pick(byId("choose-variant"), base(one.name));
  else pick(byId("choose-variant"), one.name);
  sources();
  suits();
  switches();
  byId("chosen").textContent = say("ui_choice_is", { title: one.title });
}

function sources() {
  const before = byId("choose-source").value;
  byId("choose-source").replaceChildren(...chosen.sources.map(
    (source) => new Option(say(`ui_source_${source}`), source)));
  pick(byId("choose-source"), before);
}

/** Games that differ in their suits alone are one choice away. */
function suits() {
  const kin = chosen.kin ? games().filter((one) => one.kin === chosen.kin && !one.name.includes(":")) : [];
  kin.sort((a, b) => a.suits - b.suits);
  byId("choose-suits").hidden = kin.length < 2;
  const ways = [...new Map(kin.map((one) => [one.name, one])).values()];
  byId("suits").replaceChildren(...ways.map((one) => make("label", {},
    make("input", { type: "radio", name: "suits", value: one.name, ...(base(chosen.name) === one.name && { checked: true }) }),
    make("span", {}, String(one.suits)))));
}

function switches() {
  byId("switches").replaceChildren(...all.switches.map(({ name, title, values }) => {
    const value = chosen.switches[name];
    const select = make("select", { "data-switch": name, id: `switch-${name}`, "aria-describedby": `means-${name}` },
      ...values.map((one) => new Option(one.title, one.name)));
    select.value = value;
    return make("div", {}, make("label", { for: `switch-${name}` }, title), select,
      make("p", { id: `means-${name}` }, values.find((one) => one.name === value).meaning));
  }));
}

/** The name of the game with the switches as they stand. */
function switched() {
  const set = [...document.querySelectorAll("[data-switch]")].map((one) => `${one.dataset.switch}=${one.value}`);
  return [base(chosen.name), ...set].join(":");
}

/** Say what each switch means now, and ask the server whether they can stand together. */
async function check(name) {
  asked += 1;
  const mine = asked;
  for (const { name: which, values } of all.switches) {
    const value = byId(`switch-${which}`).value;
    byId(`means-${which}`).textContent = values.find((one) => one.name === value).meaning;
  }
  chosen = { ...chosen, name };
  try {
    const found = await ask(`/api/variants/${encodeURIComponent(name)}`, language());
    if (mine !== asked) return;
    chosen = found;
    refuse("");
    byId("chosen").textContent = say("ui_choice_is", { title: found.title });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (mine === asked) refuse(reason(error));
  }
}

/** The day as the player's clock has it: whoever plays today's deal with the same rules has the same cards. */
function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

async function begin(ready) {
  const text = byId("choose-number").value.trim();
  const mine = asked;
  try {
    const wanted = ready ? { variant: chosen.name, deal: ready }
      : meant(text, chosen.name, byId("choose-source").value);
    if (await startOne(wanted, byId("only-winnable").checked)) byId("start").close();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (mine === asked) refuse(reason(error));
  }
}

/** Start a game; where any deal will do, one that can be won if that is wanted. Resolves to: was it started? */
async function startOne({ variant, deal, moves = [] }, winnable) {
  const [source, number] = deal.split(":");
  const found = winnable && !number?.trim() && !moves.length ? await findDeal(variant, source.trim()) : { deal };
  if (!found) return false;
  await start(variant, found.deal, found.message && { text: found.message, refused: false }, moves);
  return true;
}

/** Another deal of a game, from the source of the last one; it can be won if the player wants only those. */
export const another = (variant, source) => tryTo(async () => {
  await readKept().catch(() => {});
  await startOne({ variant, deal: source || "own" }, keptOr("winnable", false) === true);
});
