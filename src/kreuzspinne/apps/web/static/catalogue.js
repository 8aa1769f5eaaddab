// What can be played, as the server lists it; asked for once a language.

import { ask } from "./client.js";
import { keep, keptOr, readKept } from "./keep.js";
import { language } from "./text.js";

let known = null;

/** Groups of games, switches, and the ladder. */
export async function catalogue() {
  if (known?.lang !== language()) known = { lang: language(), ...await ask("/api/variants", language()) };
  return known;
}

/** The step of the ladder at which the player stands, from 0. */
export function step({ ladder }) {
  return Math.min(Math.max(0, Number(keptOr("ladder", 0)) || 0), ladder.length - 1);
}

/** A game of the ladder was won: the next one is up. */
export async function climb({ variant }) {
  await readKept();
  const all = await catalogue();
  const next = all.ladder.indexOf(variant) + 1;
  if (next > step(all) && next < all.ladder.length) await keep("ladder", next);
}
