// A game that was won is celebrated: a spider comes down on her thread, and pips rise like sparks. A touch ends it.

import { draw } from "./build.js";
import { isCalm } from "./look.js";

const feast = document.getElementById("feast");
const SPARKS = 40;
const LONG = 2600; // milliseconds that a spark may fly
const VISIT = 4200; // and that the spider stays

/** Celebrate on a table of these sizes; for those who want no motion, the spider just hangs there. */
export function celebrate({ width, height }) {
  stopFeast();
  const spider = visitor(width, height);
  if (isCalm()) return;
  spider.animate([
    { transform: "translateY(-100%)", easing: "cubic-bezier(.3,0,.3,1)" },
    { transform: "none", offset: 0.3, easing: "ease-in-out" },
    { transform: "translateY(-14px)", offset: 0.42, easing: "ease-in-out" },
    { transform: "none", offset: 0.55 },
    { transform: "none", offset: 0.8, easing: "cubic-bezier(.6,0,.7,1)" },
    { transform: "translateY(-100%)" },
  ], { duration: VISIT, fill: "both" }).finished.then(stopFeast, () => {});
  for (let index = 0; index < SPARKS; index += 1) spark(width, height, index);
}

/** Clear away what is left of a celebration. */
export function stopFeast() {
  feast.replaceChildren();
}

document.addEventListener("pointerdown", stopFeast, true);

function visitor(width, height) {
  const size = Math.min(width, height) * 0.2;
  const length = height * 0.42;
  const line = document.createElement("div");
  line.className = "visitor";
  line.style.left = `${(width - size) / 2}px`;
  const path = { d: `M${size / 2} 0V${length}`, stroke: "currentColor", "stroke-width": 1.5 };
  const spider = { href: "#spider", y: length - size * 0.12, width: size, height: size * 1.125, transform: "" };
  line.append(draw("svg", { width: size, height: length + size * 1.2 }, draw("path", path), draw("use", spider)));
  feast.append(line);
  return line;
}

/** One pip: up from below in an arc, turning, and gone. */
function spark(width, height, index) {
  const suit = "shdc"[index % 4];
  const size = 14 + Math.random() * 22;
  const pip = draw("svg", { width: size, height: size, class: `spark ${suit}`, fill: "currentColor" },
    draw("use", { href: `#suit-${suit}` }));
  feast.append(pip);
  const start = width * (0.15 + 0.7 * Math.random());
  const drift = (Math.random() - 0.5) * width * 0.4;
  const peak = height * (0.15 + 0.6 * Math.random());
  const turns = (Math.random() - 0.5) * 540;
  const at = (part, y) => `translate(${start + drift * part}px, ${y}px) rotate(${turns * part}deg)`;
  pip.animate([
    { transform: at(0, height + size), opacity: 1, easing: "cubic-bezier(.2,.6,.4,1)" },
    { transform: at(0.5, peak), opacity: 1, offset: 0.45, easing: "cubic-bezier(.6,0,.8,.4)" },
    { transform: at(1, height + size), opacity: 0.6 },
  ], { duration: LONG * (0.7 + 0.3 * Math.random()), delay: Math.random() * 900, fill: "both" });
}
