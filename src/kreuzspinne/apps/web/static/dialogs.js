// The windows over the table: rules and other pages, keys. (A new game is chosen in newgame.js.)

import { anyway, changeLanguage, reason, restart, tryTo } from "./actions.js";
import { Refusal, page } from "./client.js";
import { address } from "./link.js";
import { state } from "./state.js";
import { language, say } from "./text.js";

const byId = (id) => document.getElementById(id);

export function listen() {
  for (const button of document.querySelectorAll("dialog .close")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
  }
  byId("page").addEventListener("click", follow);
  byId("show-rules").addEventListener("click", () => open(rules()));
  byId("show-learn").addEventListener("click", () => open(`/pages/${state.game.up > 1 ? "spider" : "gypsy"}`));
  byId("show-glossary").addEventListener("click", () => open("/pages/glossary"));
  byId("show-about").addEventListener("click", () => open("/pages/about"));
  byId("show-help").addEventListener("click", help);
  byId("restart").addEventListener("click", () => { byId("menu").hidePopover(); restart(); });
  byId("language").addEventListener("change", async ({ target }) => {
    await changeLanguage(target.value);
    target.value = language();
  });
  byId("anyway").addEventListener("click", anyway);
  byId("copy").addEventListener("click", copy);
}

export function help() {
  byId("menu").hidePopover();
  byId("help").showModal();
}

const rules = () => `/rules/${encodeURIComponent(state.game.variant)}?game=${state.game.id}`;

/** Open a page of the server in a window. */
function open(path) {
  byId("menu").hidePopover();
  return tryTo(async () => {
    await read(path);
    if (!byId("reader").open) byId("reader").showModal();
  });
}

/** Read a page of the server inside the window, from an anchor on or from its top. */
async function read(path) {
  const [where, anchor] = path.split("#");
  const found = await page(where, language());
  for (const heading of found.querySelectorAll("[id]")) { // the table's own names are names of the glossary, too
    heading.dataset.anchor = heading.id;
    heading.removeAttribute("id");
  }
  byId("page").replaceChildren(...found.childNodes);
  byId("reader").setAttribute("aria-label", byId("page").querySelector("h1")?.textContent ?? "");
  goTo(anchor);
}

function goTo(anchor) {
  byId("reader").scrollTop = 0;
  const heading = anchor && byId("page").querySelector(`[data-anchor="${CSS.escape(decodeURIComponent(anchor))}"]`);
  heading?.scrollIntoView();
}

/** Links to other pages open in the same window. */
async function follow(event) {
  const href = event.target.closest("a")?.getAttribute("href") ?? "";
  if (href.startsWith("#")) {
    event.preventDefault();
    goTo(href.slice(1));
  } else if (/^\/(rules|pages)\//.test(href)) {
    event.preventDefault();
    await read(href).catch(unread);
  }
}

/** The window covers the line for messages: it says itself why a page did not come. */
function unread(error) {
  if (!(error instanceof Refusal)) throw error;
  const line = document.createElement("p");
  line.className = "refused";
  line.setAttribute("role", "alert");
  line.textContent = reason(error);
  byId("page").querySelector(".refused")?.remove();
  byId("page").prepend(line);
  byId("reader").scrollTop = 0;
}

/** The link is copied: it can be opened, or pasted where a new game's number is asked for. */
async function copy() {
  const { deal } = state.game;
  try {
    await navigator.clipboard.writeText(new URL(address(state.game), location.href).href);
  } catch { // not allowed, or not there: then the number is marked for the player to copy
    getSelection().selectAllChildren(byId("number"));
    return;
  }
  byId("whisper").textContent = say("ui_copied", { deal });
  byId("copy").classList.add("done");
  setTimeout(() => byId("copy").classList.remove("done"), 1200);
}
