// A look back on a finished game: the moments in which most of the chance to win was given away, each to be looked at.

import { make } from "./build.js";
import { lookAt } from "./looking.js";
import { openPanel, think } from "./solving.js";
import { state } from "./state.js";
import { say } from "./text.js";

const byId = (id) => document.getElementById(id);

/** Ask for it, and show what was found. */
export async function lookBack() {
  const { id } = state.game;
  const found = await think("ui_review", `/api/games/${id}/review`, {});
  if (found?.review) show(id, found.review);
}

/** The list of moments, the worst first. */
function show(id, { moments, message }) {
  byId("solver-answer").textContent = message;
  byId("solver-moments").replaceChildren(...moments.map((moment) => row(moment, () => {
    byId("solver").close();
    lookAt(id, moment.moves, moment.ply, { ...moment, again: () => { openPanel("ui_review", ""); show(id, { moments, message }); } });
  })));
}

function row({ title, played, better, chances }, look) {
  return make("li", {}, make("p", {}, make("strong", {}, title)), make("p", {}, played), make("p", {}, better),
    make("p", { class: "facts" }, chances),
    make("p", { class: "buttons" }, make("button", { type: "button", class: "main", "aria-label": `${say("ui_review_look")}: ${title}`,
      click: look }, say("ui_review_look"))));
}
