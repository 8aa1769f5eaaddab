// How cards and table look: what the player chose, else what the system asks for. The choices are kept by memory.js.

import { recall, remember } from "./memory.js";

/** What can be chosen, the default first. */
export const CHOICES = {
  deck: ["two", "skat", "english"],
  size: ["normal", "large"],
  theme: ["auto", "light", "dark"],
  contrast: ["auto", "normal", "more"],
  motion: ["auto", "on", "off"],
  clock: ["off", "on"],
  caution: ["off", "on"],
  scheme: ["own", "tournament", "windows", "aisleriot", "xpat2"],
};

const moreContrast = matchMedia("(prefers-contrast: more)");
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

const watchers = [];
let chosen = {};

/** The present choices. */
export const look = () => chosen;

/** Call `watcher` whenever cards have to be drawn anew. */
export function watchLook(watcher) {
  watchers.push(watcher);
}

/** Take up what was remembered, and follow the system where it decides. */
export function beginLook() {
  chosen = remembered();
  for (const query of [moreContrast, lessMotion]) query.addEventListener("change", apply);
  apply();
}

function remembered() {
  let kept = null;
  try { kept = JSON.parse(recall("look")); } catch { /* nothing of ours */ }
  kept = { theme: recall("theme"), ...kept }; // the theme stood alone before there was more to choose
  return Object.fromEntries(Object.entries(CHOICES).map(
    ([name, values]) => [name, values.includes(kept[name]) ? kept[name] : values[0]]));
}

/** Choose one thing; it is remembered. */
export function choose(name, value) {
  chosen = { ...chosen, [name]: value };
  remember("look", JSON.stringify(chosen));
  apply();
}

function apply() {
  const root = document.documentElement.dataset;
  Object.assign(root, chosen);
  if (chosen.contrast === "auto") root.contrast = moreContrast.matches ? "more" : "normal";
  root.motion = isCalm() ? "off" : "on";
  for (const watcher of watchers) watcher();
}

/** Does the player, or else the system, want nothing to move? */
export const isCalm = () => (chosen.motion === "auto" ? lessMotion.matches : chosen.motion === "off");

/** Is large print wanted? */
export const isLarge = () => chosen.size === "large";
