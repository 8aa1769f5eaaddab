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

export function showScore() {
  if (!state.game) return;
  const found = wanted(state.game, look().scheme);
  const { points, highest } = found ?? state.game.score;
  const place = document.getElementById("score");
  place.textContent = highest === null ? points : `${points} / ${highest}`;
  place.title = say(NAMES[found ? look().scheme : "own"]);
}
