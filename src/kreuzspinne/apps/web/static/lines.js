// The lines of a game: every place that was reached, bookmarks, and a link that holds the moves.

import { goToPlace, markPlace, reason, tryTo } from "./actions.js";
import { make } from "./build.js";
import { Refusal, ask } from "./client.js";
import { address } from "./link.js";
import { state } from "./state.js";
import { language, say } from "./text.js";

const byId = (id) => document.getElementById(id);

export function listenLines() {
  byId("show-lines").addEventListener("click", open);
  byId("mark-form").addEventListener("submit", (event) => { event.preventDefault(); mark(byId("mark-name").value.trim()); });
  byId("copy-record").addEventListener("click", copy);
}

function open() {
  byId("menu").hidePopover();
  return tryTo(async () => {
    byId("lines-said").textContent = "";
    byId("lines-refused").textContent = "";
    await refresh();
    if (!byId("lines").open) byId("lines").showModal();
    byId("tree").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  });
}

/** The window covers the line for messages: what happened, or why not, is said in it. */
async function attempt(task) {
  byId("lines-said").textContent = "";
  byId("lines-refused").textContent = "";
  try {
    await task();
    byId("lines-said").textContent = state.game.message;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    byId("lines-refused").textContent = reason(error);
  }
  await refresh().catch(() => {});
}

const go = (node) => attempt(async () => {
  await goToPlace(node);
  byId("mark-name").value = "";
});

/** A name that is empty takes the bookmark away. */
const mark = (name, node = null) => attempt(async () => {
  await markPlace(name, node);
  byId("mark-name").value = "";
});

async function refresh() {
  const told = await ask(`/api/games/${state.game.id}/tree`, language());
  const places = grow(told);
  byId("tree").replaceChildren(line(places[0], told.node));
  const named = told.nodes.filter(({ name }) => name);
  byId("marks").replaceChildren(...named.map((one) => bookmark(one, told.node)));
  byId("no-marks").hidden = named.length > 0;
  byId("save-record").href = `/api/games/${state.game.id}/record`;
  byId("record-link").value = new URL(address(state.game, moves(places, told.node)), location.href).href;
}

/** Every place with the places after it; what was reached first is the line, what came later its side lines. */
function grow({ nodes }) {
  const places = nodes.map((one) => ({ ...one, after: [] }));
  for (const one of places) if (one.parent >= 0) places[one.parent].after.push(one);
  return places;
}

/** The moves that lead from the start to a place. */
function moves(places, node) {
  const found = [];
  for (let at = places[node]; at.parent >= 0; at = places[at.parent]) found.unshift(at.move);
  return found;
}

/** A line as a list; lines that leave it hang on the move that they replace. */
function line(first, here) {
  const list = make("ol", {});
  let [at, others] = [first, []];
  while (at) {
    const side = others.map((one) => line(one, here));
    list.append(make("li", {}, place(at, here), ...side));
    [at, ...others] = at.after;
  }
  return list;
}

function place({ node, move, ply, name }, here) {
  const text = move ? `${ply}. ${move}` : say("ui_at_start");
  return make("button", { type: "button", "data-node": node, click: () => go(node),
    ...(node === here && { "aria-current": "step" }) }, name ? `${text} ★ ${name}` : text);
}

function bookmark({ node, ply, name }, here) {
  return make("li", node === here ? { "aria-current": "true" } : {},
    make("p", {}, make("strong", {}, name), ` ${say("ui_after_moves", { moves: ply })}`),
    make("p", { class: "buttons" },
      make("button", { type: "button", class: "go", "aria-label": `${say("ui_go_there")}: ${name}`, click: () => go(node) },
        say("ui_go_there")),
      make("button", { type: "button", class: "unmark", "aria-label": `${say("ui_unmark")}: ${name}`,
        click: () => mark("", node) }, say("ui_unmark"))));
}

/** Where copying is not allowed, the link stands there marked, to be copied by hand. */
async function copy() {
  byId("record-link").select();
  try {
    await navigator.clipboard.writeText(byId("record-link").value);
    byId("lines-said").textContent = say("ui_record_copied");
  } catch { /* it is marked */ }
}
