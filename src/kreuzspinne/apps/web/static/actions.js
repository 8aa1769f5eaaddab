// What a player can do. Each action waits for those before it, asks the server, and shows what came of it.

import { Refusal, ask, queue } from "./client.js";
import { STOCK, UP, bestMove } from "./line.js";
import { recall, remember } from "./memory.js";
import { goBack, redraw, show } from "./render.js";
import { change, state, take } from "./state.js";
import { language, say, speak } from "./text.js";

/** Show a state that came from the server, and ask for a verdict where it has none yet. */
async function receive(game, message) {
  const landing = show(game);
  take(game, message);
  remember("game", JSON.stringify({ id: game.id, variant: game.variant, deal: game.deal }));
  history.replaceState(null, "", `#${game.variant}/${encodeURIComponent(game.deal)}`);
  await landing;
  if (!game.outcome.complete) judge(game);
}

/** The server searches on, without keeping the player from playing; the answer counts if nothing changed meanwhile. */
async function judge({ id, turn }) {
  const outcome = await ask(`/api/games/${id}/outcome`, language()).catch(() => null);
  if (!outcome || state.game.id !== id || state.game.turn !== turn || outcome.state === "open") return;
  change({ game: { ...state.game, outcome }, message: { text: outcome.message, refused: false } });
}

/** Tell the player why not; the server's present state, where it sent one, replaces ours. */
async function refuse(error) {
  if (!(error instanceof Refusal)) throw error;
  const message = { text: error.message || say(error.code || "ui_offline"), refused: true };
  if (error.game && error.game.turn !== state.game?.turn) await receive(error.game, message);
  else change({ picked: null, warned: null, message });
  await goBack();
}

async function act(verb, more = {}) {
  const { id, turn } = state.game;
  return receive(await ask(`/api/games/${id}/${verb}`, language(), { turn, ...more }));
}

const attempt = (task) => queue(() => task().catch(refuse));

/** Play a move; the first try of one that the server warns of only tells the warning. Resolves to: was it played? */
export function play(text) {
  const from = state.game.id;
  change({ picked: null }); // whatever is pressed while the server thinks is the beginning of the next move
  return attempt(async () => {
    if (state.game.id !== from) return false; // meant for a game that is no longer on the table
    const warning = state.game.warnings[text];
    if (warning && state.warned !== text) {
      change({ picked: null, warned: text, message: { text: warning, refused: true } });
      await goBack();
      return false;
    }
    await act("play", { move: text });
    return true;
  });
}

export const undo = () => attempt(() => act("undo"));
export const redo = () => attempt(() => act("redo"));
export const restart = () => attempt(() => act("restart"));
export const dealRow = () => play(STOCK);

/** Play the warned move after all. */
export const anyway = () => state.warned && play(state.warned);

/** Take a complete run, or lay a card up: from `place` if given, else the first that goes. */
export function goUp(place) {
  const ways = state.moves.filter((move) => move.to === UP);
  const way = ways.find((move) => move.from === place) ?? (place === undefined ? ways[0] : undefined);
  if (way) return play(way.text);
  if (place !== undefined) return play(place + UP);
  return tell("ui_nothing_up");
}

/** Send the `count` top cards of a column to the best place, or say that there is none. */
export function best(place, count) {
  const move = bestMove(state.moves, place, count);
  return move ? play(move.text) : tell("ui_no_place");
}

export function tell(code, facts) {
  change({ picked: null, message: { text: say(code, facts), refused: true } });
}

/** Start a game; resolves when it is on the table, and rejects with the server's reason if it cannot be. */
export function start(variant, deal) {
  return queue(async () => receive(await ask("/api/games", language(), { variant, deal })));
}

/** The game that the address names, or the one of the last visit, or a first one. */
export async function resume() {
  const last = lastGame();
  const [variant, deal] = named(location.hash) ?? [last?.variant ?? "spider4", last?.deal ?? ""];
  if (last && last.variant === variant && last.deal === deal) {
    const kept = await ask(`/api/games/${last.id}`, language()).catch(() => null);
    if (kept) return queue(() => receive(kept));
  }
  return start(variant, deal).catch(async (error) => {
    if (!(error instanceof Refusal) || !error.status) throw error;
    await start("spider4", "");
    change({ message: { text: error.message, refused: true } });
  });
}

function lastGame() {
  try { return JSON.parse(recall("game")); } catch { return null; }
}

/** Game and deal that an address names after its #, or null. */
function named(hash) {
  const [variant, deal = ""] = hash.slice(1).split("/");
  try { return variant ? [variant, decodeURIComponent(deal)] : null; } catch { return null; }
}

/** Somebody put another game into the address. */
export function follow() {
  const [variant, deal] = named(location.hash) ?? [];
  if (variant && !(state.game.variant === variant && state.game.deal === deal)) start(variant, deal).catch(refuse);
}

/** Change the language; the game's sentences come anew from the server. */
export function changeLanguage(lang) {
  return attempt(async () => {
    await speak(lang);
    const game = await ask(`/api/games/${state.game.id}`, lang);
    redraw();
    take(game);
    redraw();
  });
}
