// The windows over the table: new game, rules, keys.

import { anyway, changeLanguage, restart, start } from "./actions.js";
import { Refusal, ask } from "./client.js";
import { recall, remember } from "./memory.js";
import { state } from "./state.js";
import { language, say } from "./text.js";

const byId = (id) => document.getElementById(id);
let catalogue = null;

export function listen() {
  for (const button of document.querySelectorAll("dialog .close")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
  }
  byId("choose-variant").addEventListener("change", offerSources);
  byId("start").addEventListener("submit", begin);
  byId("page").addEventListener("click", follow);
  byId("show-rules").addEventListener("click", rules);
  byId("show-help").addEventListener("click", help);
  byId("restart").addEventListener("click", () => { byId("menu").hidePopover(); restart(); });
  byId("language").addEventListener("change", ({ target }) => changeLanguage(target.value));
  byId("theme").addEventListener("change", ({ target }) => theme(target.value));
  byId("anyway").addEventListener("click", anyway);
  byId("copy").addEventListener("click", copy);
}

/** Light, dark, or as the system has it. */
export function theme(name = recall("theme") ?? "auto") {
  remember("theme", name);
  document.documentElement.dataset.theme = name;
  byId("theme").value = name;
}

/** Ask which game, from which source, with which number. */
export async function newGame() {
  if (catalogue?.lang !== language()) {
    catalogue = { lang: language(), ...await ask("/api/variants", language()) };
    offerGames();
  }
  choose(byId("choose-variant"), state.game?.variant);
  offerSources();
  choose(byId("choose-source"), state.game?.source);
  byId("choose-number").value = "";
  byId("start-refused").textContent = "";
  byId("start").showModal();
}

function choose(select, value) {
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}

function offerGames() {
  byId("choose-variant").replaceChildren(...catalogue.groups.map(({ title, variants }) => {
    const group = document.createElement("optgroup");
    group.label = title;
    group.append(...variants.map((variant) => new Option(variant.title, variant.name)));
    return group;
  }));
}

function offerSources() {
  const name = byId("choose-variant").value;
  const chosen = byId("choose-source").value;
  const variant = catalogue.groups.flatMap(({ variants }) => variants).find((one) => one.name === name);
  byId("choose-source").replaceChildren(...(variant?.sources ?? ["own"]).map(
    (source) => new Option(say(`ui_source_${source}`), source)));
  choose(byId("choose-source"), chosen);
}

async function begin(event) {
  event.preventDefault();
  const number = byId("choose-number").value.trim();
  const deal = `${byId("choose-source").value}:${number}`;
  try {
    await start(byId("choose-variant").value, deal);
    byId("start").close();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    byId("start-refused").textContent = error.message || say(error.code);
  }
}

export function help() {
  byId("menu").hidePopover();
  byId("help").showModal();
}

async function rules() {
  byId("menu").hidePopover();
  await read(`/rules/${encodeURIComponent(state.game.variant)}`);
  byId("reader").showModal();
}

/** Read a page of the server inside the window. */
async function read(address) {
  const reply = await fetch(address, { headers: { "Accept-Language": language() } });
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  byId("page").replaceChildren(...page.querySelector("main").childNodes);
  byId("reader").scrollTop = 0;
}

/** Links to other pages open in the same window. */
function follow(event) {
  const link = event.target.closest("a");
  if (!link || !/^\/(rules|pages)\//.test(link.getAttribute("href"))) return;
  event.preventDefault();
  read(link.getAttribute("href"));
}

async function copy() {
  const { variant, deal } = state.game;
  try {
    await navigator.clipboard.writeText(`${variant} ${deal}`);
  } catch { // not allowed, or not there: then it is marked for the player to copy
    getSelection().selectAllChildren(byId("number"));
    return;
  }
  byId("whisper").textContent = say("ui_copied", { deal });
  byId("copy").classList.add("done");
  setTimeout(() => byId("copy").classList.remove("done"), 1200);
}
