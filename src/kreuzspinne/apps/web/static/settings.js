// The window in which the look is chosen; every choice shows at once.

import { choose, look } from "./look.js";

const byId = (id) => document.getElementById(id);

export function listenSettings() {
  byId("look").addEventListener("change", ({ target }) => choose(target.name, target.value));
  byId("show-look").addEventListener("click", open);
}

function open() {
  byId("menu").hidePopover();
  for (const [name, value] of Object.entries(look())) {
    byId("look").querySelector(`[name="${name}"][value="${value}"]`).checked = true;
  }
  byId("look").showModal();
}
