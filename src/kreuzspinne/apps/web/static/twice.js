// A button that has to be pressed twice, because what it does cannot be taken back.

import { make } from "./build.js";
import { say } from "./text.js";

/** `what` is done at the second press; `name` says to a screen reader what of. */
export function twice(className, text, name, what) {
  const button = make("button", { type: "button", class: className, "aria-label": `${text}: ${name}`, click: press }, text);
  let sure = false;

  function show(wording) {
    button.textContent = wording;
    button.setAttribute("aria-label", `${wording}: ${name}`);
    button.classList.toggle("sure", sure);
  }

  function press() {
    if (sure) { what(); return; }
    sure = true;
    show(say("ui_really", { what: text }));
    button.addEventListener("blur", () => { sure = false; show(text); }, { once: true });
  }

  return button;
}
