// Times as people read them.

import { language } from "./text.js";

const two = (number) => String(number).padStart(2, "0");

/** Seconds as 4:05, or 1:04:05. */
export function clockText(seconds) {
  const all = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Milliseconds since 1970 as a day and an hour. */
export const dayText = (at) =>
  new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
