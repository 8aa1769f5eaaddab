// The page begins here.

import { allUp, dealRow, follow, redo, resume, undo } from "./actions.js";
import { loadCourts } from "./art.js";
import { beginClock } from "./clock.js";
import * as dialogs from "./dialogs.js";
import { listenHint } from "./hint.js";
import * as input from "./input.js";
import { install } from "./install.js";
import * as keys from "./keys.js";
import { listenLines } from "./lines.js";
import { listenLooking } from "./looking.js";
import { beginLook, watchLook } from "./look.js";
import { listenNewGame, newGame } from "./newgame.js";
import { listenOver } from "./over.js";
import { listenPicture } from "./picture.js";
import { mark, redraw } from "./render.js";
import { showScore } from "./schemes.js";
import { listenSettings } from "./settings.js";
import { listenShelf } from "./shelf.js";
import { listenSolver } from "./solving.js";
import { change, watch } from "./state.js";
import { listenStatistics } from "./statistics.js";
import { firstLanguage, language, load, say, speak } from "./text.js";
import { enter, listenTyped } from "./typed.js";

const byId = (id) => document.getElementById(id);

/** The key is in a cookie by now; in the address it would go along with every link that is copied. */
function hideKey() {
  const here = new URL(location.href);
  if (!here.searchParams.has("key")) return;
  here.searchParams.delete("key");
  history.replaceState(null, "", here);
}

async function begin() {
  hideKey();
  beginLook();
  listenSettings();
  loadCourts().catch(() => {}); // cards can be told without it
  speak(await load(firstLanguage()).catch(() => load(document.documentElement.lang)));
  byId("language").value = language();
  watch(mark);
  beginClock();
  install();
  input.listen();
  keys.listen({ start: newGame, help: dialogs.help, type: enter });
  dialogs.listen();
  listenNewGame();
  listenLines();
  listenShelf();
  listenStatistics();
  listenTyped();
  listenPicture();
  listenSolver();
  listenLooking();
  listenOver();
  listenHint();
  for (const [id, action] of [["undo", undo], ["redo", redo], ["row", dealRow], ["new", newGame]]) {
    byId(id).addEventListener("click", () => action());
  }
  byId("up").addEventListener("click", () => allUp());
  watchLook(redraw);
  watchLook(showScore);
  new ResizeObserver(redraw).observe(byId("table"));
  await resume();
  addEventListener("hashchange", follow);
}

begin().catch((error) => {
  change({ message: { text: error.message || say("ui_offline"), refused: true } });
  byId("message").textContent = error.message || say("ui_offline");
});
