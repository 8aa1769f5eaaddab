// The shelf: games that wait to be played on, and those that are over.

import { leave, openSaved, reason, resumeGame, start, tryTo } from "./actions.js";
import { make } from "./build.js";
import { Refusal, ask } from "./client.js";
import { state } from "./state.js";
import { language, say } from "./text.js";
import { clockText, dayText } from "./times.js";
import { twice } from "./twice.js";

const byId = (id) => document.getElementById(id);
const HERE = "open"; // what the shelf shows at first

export function listenShelf() {
  byId("show-shelf").addEventListener("click", open);
  byId("shelf-state").addEventListener("change", () => attempt(refresh));
  byId("open-file").addEventListener("click", () => byId("saved-file").click());
  byId("saved-file").addEventListener("change", openFile);
}

function open() {
  byId("menu").hidePopover();
  byId("shelf-state").value = HERE;
  return tryTo(async () => {
    await refresh();
    if (!byId("shelf").open) byId("shelf").showModal();
  });
}

/** The window covers the line for messages: what goes wrong is said in it. */
async function attempt(task) {
  try {
    byId("shelf-refused").textContent = "";
    await task();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await refresh().catch(() => {}); // somebody else may have changed a game
    byId("shelf-refused").textContent = reason(error);
  }
}

const listed = () => ask(`/api/games?state=${byId("shelf-state").value}`, language());

async function refresh() {
  const { games } = await listed();
  byId("shelf-none").hidden = games.length > 0;
  byId("shelf-games").replaceChildren(...games.map(row));
}

function row(game) {
  const { title, deal, ply, points, seconds, changed } = game;
  const here = game.id === state.game?.id;
  const facts = [say(`ui_state_${game.state}`), say("ui_shelf_facts", { moves: ply, points }),
    seconds >= 1 ? clockText(seconds) : "", dayText(changed)].filter(Boolean).join(" · ");
  const name = `${title}, ${deal}`;
  return make("li", here ? { "aria-current": "true" } : {},
    make("p", {}, make("strong", {}, title), ` ${deal}`), make("p", { class: "facts" }, facts),
    make("p", { class: "buttons" },
      make("button", { type: "button", class: "main resume", "aria-label": `${say(here ? "ui_back_to" : "ui_resume")}: ${name}`,
        click: () => attempt(() => resume(game)) }, say(here ? "ui_back_to" : "ui_resume")),
      game.state === "open" ? twice("give-up", say("ui_give_up"), name, () => attempt(() => giveUp(game))) : null,
      twice("delete", say("ui_delete"), name, () => attempt(() => remove(game)))));
}

async function resume({ id }) {
  await resumeGame(id);
  byId("shelf").close();
}

/** A record, or a game that another program saved. */
function openFile() {
  const [file] = byId("saved-file").files;
  if (!file) return null;
  return attempt(async () => {
    try {
      await openSaved(await base64(file));
      byId("shelf").close();
    } finally {
      byId("saved-file").value = ""; // the same file may come again
    }
  });
}

const base64 = (file) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.addEventListener("load", () => resolve(reader.result.split(",")[1] ?? ""));
  reader.addEventListener("error", () => reject(new Refusal(0, { error: "ui_file_unread" })));
  reader.readAsDataURL(file);
});

async function giveUp({ id, turn }) {
  const over = await ask(`/api/games/${id}/give-up`, language(), { turn });
  if (id === state.game.id) await resumeGame(id);
  byId("shelf-said").textContent = over.message;
  await refresh();
}

/** A game that lies on the table is replaced by the next one of the shelf, or by a new one of its kind. */
async function remove({ id, turn, title, deal, variant }) {
  const rest = await ask(`/api/games/${id}/delete`, language(), { turn });
  if (id === state.game.id) {
    leave();
    await (rest.games.length ? resumeGame(rest.games[0].id) : start(variant, "own"));
  }
  byId("shelf-said").textContent = say("ui_deleted", { game: `${title}, ${deal}` });
  await refresh();
  byId("shelf-state").focus();
}
