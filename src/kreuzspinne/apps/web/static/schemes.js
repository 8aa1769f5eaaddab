// Points are shown by the scheme that the player chose, where it fits the game; else by the game's own.

import { look } from "./look.js";
import { state } from "./state.js";
import { say } from "./text.js";

const NAMES = {
  own: "ui_scheme_own", tournament: "ui_scheme_tournament", windows: "ui_scheme_windows",
  aisleriot: "ui_scheme_aisleriot", xpat2: "ui_scheme_xpat2",
};

/** Which of a game's scores is wanted; `xpat2` means whichever of XPat2's schemes fits. */
const wanted = ({ scores }, choice) => scores.find(({ scheme }) => scheme.split("-")[0] === choice);

/** The points of a game as they are shown, and by whose count if not by the game's own. */
function counted(game) {
  const found = wanted(game, look().scheme);
  const { points, highest } = found ?? game.score;
  return { text: highest === null ? String(points) : `${points} / ${highest}`, choice: found ? look().scheme : "own" };
}

export function showScore() {
  if (!state.game) return;
  const { text, choice } = counted(state.game);
  const place = document.getElementById("score");
  place.textContent = text;
  place.title = say(NAMES[choice]);
}

/** The same as a phrase: the points, and in brackets the scheme where it is not the game's own. */
export function scorePhrase(game) {
  const { text, choice } = counted(game);
  const scheme = choice === "own" ? "" : ` (${say(NAMES[choice])})`;
  return `${say("ui_score")}: ${text}${scheme}`;
}
