// What a player can do. Each action waits for those before it, asks the server, and shows what came of it.

import { climb } from "./catalogue.js";
import { Refusal, ask, queue } from "./client.js";
import { played } from "./clock.js";
import { address, named } from "./link.js";
import { STOCK, UP, bestMove } from "./line.js";
import { look } from "./look.js";
import { forget, recall, remember } from "./memory.js";
import { goBack, redraw, show } from "./render.js";
import { change, state, take } from "./state.js";
import { language, load, say, speak } from "./text.js";

const CAUTION = "caution"; // the server's code for a move that it has not made because the coach warns of it

/** Show a state that came from the server, and ask for a verdict where it has none yet. */
async function receive(game, message) {
  const landing = show(game);
  take(game, message);
  remember("game", JSON.stringify({ id: game.id, variant: game.variant, deal: game.deal }));
  if (location.hash !== address(game)) history.replaceState(null, "", address(game)); // it takes its time
  await landing;
  if (game.state === "won" && game.step.kind === "play" && !game.machine) climb(game).catch(() => {}); // it can be won again
  if (!game.outcome.complete) judge(game);
}

/** The server searches on, without keeping the player from playing; the answer counts if nothing changed meanwhile. */
async function judge({ id, turn }) {
  const outcome = await ask(`/api/games/${id}/outcome`, language()).catch(() => null);
  if (!outcome || state.game.id !== id || state.game.turn !== turn || outcome.state === "open") return;
  change({ game: { ...state.game, outcome }, message: { text: outcome.message, refused: false } });
}

/** A refusal's sentence, also where no server was there to say it. */
export const reason = (error) => error.message || say(error.code || "ui_offline");

const no = (text) => ({ text, refused: true });

/** Tell the player why not; the server's present state, where it sent one, replaces ours. */
async function refuse(error) {
  if (!(error instanceof Refusal)) throw error;
  const message = no(reason(error));
  if (error.game && error.game.turn !== state.game?.turn) await receive(error.game, message);
  else change({ picked: null, warned: null, message });
  await goBack();
}

async function act(verb, more = {}) {
  const { id, turn } = state.game;
  return receive(await ask(`/api/games/${id}/${verb}`, language(), { turn, seconds: played(), ...more }));
}

const attempt = (task) => queue(() => task().catch(refuse));

/** What needs the server but changes no game, and so waits for nothing: whatever fails is said. */
export const tryTo = (task) => task().catch(refuse);

/** Play a move; the first try of one that the server warns of only tells the warning. Resolves to: was it played? */
export function play(text) {
  const from = state.game.id;
  change({ picked: null }); // whatever is pressed while the server thinks is the beginning of the next move
  return attempt(async () => {
    if (state.game.id !== from) return false; // meant for a game that is no longer on the table
    const warning = warningOf(text);
    if (warning && state.warned !== text) {
      change({ picked: null, warned: text, message: no(warning) });
      await goBack();
      return false;
    }
    try {
      await act("play", { move: text, careful: look().caution === "on" && state.warned !== text });
      return true;
    } catch (error) {
      if (error.code !== CAUTION) throw error;
      warn(text, error);
      await goBack();
      return false;
    }
  });
}

/** What the server warns of; a move that was typed may lack its count. */
function warningOf(text) {
  const { warnings } = state.game;
  return warnings[text] ?? warnings[Object.keys(warnings).find((move) => move.replace(/\d+$/, "") === text)];
}

/** The coach thinks the move a mistake; that counts as a hint, and no card has moved. */
function warn(text, { game, message }) {
  take(game, no(message));
  document.getElementById("table").dataset.turn = game.turn;
  change({ warned: text });
}

export const undo = () => attempt(() => act("undo"));
export const redo = () => attempt(() => act("redo"));
export const restart = () => attempt(() => act("restart"));
export const giveUp = () => attempt(() => act("give-up"));
export const dealRow = () => play(STOCK);

/** The player that never peeks makes its move, if it still `may` when its turn has come. Resolves to: did it? */
export const playOn = (why, may) => queue(async () => {
  if (!may()) return false;
  await act("play-on", { why });
  return true;
});

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

/** Lay up all that goes, one move after the other; of runs, one. */
export function allUp() {
  const { id, up } = state.game;
  const next = () => state.moves.find(({ to, text }) => to === UP && !state.game.warnings[text]);
  if (up > 1 || !next()) return goUp();
  change({ picked: null });
  return attempt(async () => {
    while (state.game.id === id && next()) await act("play", { move: next().text });
  });
}

/** Send the `count` top cards of a column to the best place, or say that there is none. */
export function best(place, count) {
  const move = bestMove(state.moves, place, count);
  return move ? play(move.text) : tell("ui_no_place");
}

export function tell(code, facts) {
  change({ picked: null, message: no(say(code, facts)) });
}

/**
 * Start a game; resolves when it is on the table, and rejects with the server's reason if it cannot be. `moves` are
 * played at once; the first that is refused ends that, and says why.
 */
export function start(variant, deal, message, moves = []) {
  return queue(async () => {
    let [game, said] = [await ask("/api/games", language(), { variant, deal }), message];
    try {
      for (const move of moves) game = await ask(`/api/games/${game.id}/play`, language(), { turn: game.turn, move });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      said = no(reason(error));
    }
    if (moves.length) game.step = { kind: "new", move: "", transfers: [] }; // the table is laid anew
    return receive(game, said);
  });
}

/** Go to another place of the game's tree; rejects with the server's reason. */
export const goToPlace = (node) => queue(() => act("go", { node }));

/** Name a place, null for the present one; rejects with the server's reason. */
export const markPlace = (name, node) => queue(() => act("mark", { name, node }));

/** Put a kept game on the table; rejects with the server's reason if there is none. */
export const resumeGame = (id) => queue(async () => receive(await ask(`/api/games/${id}`, language())));

/** Put the game of a file (its bytes in base 64) on the table; rejects with the server's reason if it holds none. */
export const openSaved = (data) => queue(async () =>
  receive(await ask("/api/records", language(), { data, variant: state.game?.variant ?? null })));

/** The game on the table is no more. */
export const leave = () => forget("game");

/** What was touched last on the server, by whatever browser; null if nothing waits there. */
async function onShelf() {
  const { games } = await ask("/api/games", language()).catch(() => ({ games: [] }));
  return games[0] ?? null;
}

/** The game that the address names, or the one of the last visit, or a first one. */
export async function resume() {
  const last = lastGame() ?? (location.hash ? null : await onShelf());
  try {
    const { variant, deal, moves = [] } = named(location.hash) ?? last ?? FIRST;
    if (!moves.length && last?.variant === variant && last.deal === deal) await goOn(last);
    else await start(variant, deal, undefined, moves);
  } catch (error) {
    if (!(error instanceof Refusal) || !error.status) throw error;
    const message = no(reason(error));
    await goOn(last ?? FIRST, message).catch(() => start(FIRST.variant, FIRST.deal, message));
  }
}

const FIRST = { variant: "spider4", deal: "" };

/** Go on with a game that the server may still know, else deal it anew. */
async function goOn({ id, variant, deal }, message) {
  const kept = id && await ask(`/api/games/${id}`, language()).catch(() => null);
  return kept ? queue(() => receive(kept, message)) : start(variant, deal, message);
}

function lastGame() {
  try { return JSON.parse(recall("game")); } catch { return null; }
}

/** Somebody put another game into the address; if it cannot be had, the address becomes that of this one again. */
export function follow() {
  return tryTo(async () => {
    try {
      const { variant, deal, moves = [] } = named(location.hash) ?? state.game;
      const other = variant !== state.game.variant || deal !== state.game.deal;
      if (other || moves.length) await start(variant, deal, undefined, moves);
    } finally {
      history.replaceState(null, "", address(state.game));
    }
  });
}

/** Change the language; the game's sentences come anew from the server. Resolves when it is done, or has failed. */
export function changeLanguage(lang) {
  return attempt(async () => {
    const words = await load(lang);
    const game = await ask(`/api/games/${state.game.id}`, lang);
    speak(words);
    remember("language", words.lang);
    redraw();
    take(game);
    redraw();
  });
}
