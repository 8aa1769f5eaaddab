// Moves typed in the notation, such as cf3, and words such as „zurück“. What is legal the server says.

import { anyway, dealRow, play, redo, restart, tell, undo } from "./actions.js";
import { say } from "./text.js";
import { change, state } from "./state.js";

const byId = (id) => document.getElementById(id);

export function listenTyped() {
  byId("typed-form").addEventListener("submit", (event) => { event.preventDefault(); obey(); });
  byId("typed").addEventListener("keydown", ({ key }) => { if (key === "Escape") leave(); });
  byId("show-typed").addEventListener("click", () => { byId("menu").hidePopover(); enter(); });
}

/** Show the field and go there. */
export function enter() {
  byId("typed-form").hidden = false;
  change({ picked: null });
  byId("typed").focus();
}

function leave() {
  byId("typed-form").hidden = true;
  document.querySelectorAll("#columns button")[state.focus.column]?.focus();
}

/** Words that mean something other than a move, in the language of the page and by their letter. */
function words() {
  const named = [["ui_words_undo", undo], ["ui_words_redo", redo], ["ui_words_restart", restart],
    ["ui_words_deal", dealRow], ["ui_words_anyway", () => anyway() || tell("ui_nothing_warned")]];
  return new Map(named.flatMap(([code, action]) => say(code).split(" ").map((word) => [word, action])));
}

/** A column's last cards may go without their number: the most that can. */
async function obey() {
  const text = byId("typed").value.trim();
  if (!text) return;
  byId("typed").value = "";
  const action = words().get(text.toLowerCase());
  const done = await (action ? action() : play(text));
  if (done === false || state.message.refused) byId("typed").select();
}
