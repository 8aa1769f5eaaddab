// The page's words, in one language at a time, from the server's catalogue.

import { ask } from "./client.js";
import { recall } from "./memory.js";

let words = { lang: "en", texts: {}, cards: {}, ranks: {} };

export const language = () => words.lang;

/** The language that the player once picked, else the one the server chose for the page. */
export const firstLanguage = () => recall("language") ?? document.documentElement.lang;

/** The words of a language. */
export const load = (lang) => ask(`/api/texts/${lang}`, lang);

/** Put loaded words on the page. */
export function speak(loaded) {
  words = loaded;
  document.documentElement.lang = words.lang;
  fill("data-text", (element, text) => { element.textContent = text; });
  fill("data-label", (element, text) => element.setAttribute("aria-label", text));
  fill("data-title", (element, text) => { element.title = text; });
  fill("data-place", (element, text) => { element.placeholder = text; });
}

function fill(attribute, put) {
  for (const element of document.querySelectorAll(`[${attribute}]`)) put(element, say(element.getAttribute(attribute)));
}

/** The sentence for a code, its {places} filled. */
export function say(code, facts = {}) {
  return (words.texts[code] ?? code).replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}

/** A card's spoken name. */
export const cardName = (card) => words.cards[card] ?? card;

/** The corner letter of a rank: K Q J, or K D B. */
export const rankSign = (rank) => words.ranks[rank] ?? rank;
