// How a game is named: in the page's address, and by what a player types or pastes.

import { Refusal } from "./client.js";

/** What stands after the page's address for a game, and for the moves that were played in it if they are to go along. */
export const address = ({ variant, deal }, moves = []) =>
  `#${variant}/${encodeURIComponent(deal)}${moves.length ? `?moves=${encodeURIComponent(moves.join(" "))}` : ""}`;

/** Game, deal and moves that an address names after its #, or null where it names none. */
export function named(hash) {
  const [, variant, deal = "", moves = ""] = /^#?([^/]*?)(?:\/(.*?))?(?:\?moves=(.*))?$/s.exec(hash);
  try {
    return variant ? { variant: decodeURIComponent(variant), deal: decodeURIComponent(deal),
      moves: decodeURIComponent(moves).split(/\s+/).filter(Boolean) } : null;
  } catch {
    throw new Refusal(400, { error: "ui_bad_link" });
  }
}

/**
 * Game and deal that a player means by `text`: a number of the chosen game and source, or one with its own source
 * (`xpat2:42`), or with its game as well (`gypsy xpat2:42`), or a link to a game.
 */
export function meant(text, variant, source) {
  const link = /^(?:\S*\/)?(#[^/\s]+\/\S*)$/.exec(text);
  if (link) return named(link[1]);
  const both = /^([a-z]\S*)\s+([a-z\d]+:.*)$/i.exec(text);
  if (both && !/^(?:own|xpat2|pysol|kpat|aisleriot):/i.test(text)) return { variant: both[1], deal: both[2] };
  // A colon names a source, as everywhere: a misspelt one must not quietly become an own deal.
  return { variant, deal: text.includes(":") ? text : `${source}:${text}` };
}
