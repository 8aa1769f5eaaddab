// Settings that the server keeps, for whatever browser the player comes with next time.

import { ask } from "./client.js";
import { language } from "./text.js";

let kept = {};

/** The value of a setting, or `otherwise`. */
export const keptOr = (name, otherwise) => kept[name] ?? otherwise;

/** Read them all. */
export async function readKept() {
  kept = (await ask("/api/settings", language())).settings;
}

/** Change one; null takes it away. */
export async function keep(name, value) {
  kept = (await ask("/api/settings", language(), { settings: { [name]: value } })).settings;
}
