// The shapes that cards are drawn from, as copies: a reference would be a tree of its own in every card that has it, and a
// row with three kings would come late.

import { draw } from "./build.js";

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

const steps = new Map();

/** The outline of a suit's sign with its middle at a point; a negative `size` turns it upside down. */
export function outline(suit, x, y, size) {
  const [, startX, startY, relative] = /^M([\d.]+) ([\d.]+)(.*)$/.exec(signPath(suit));
  const scale = size / 100;
  const key = `${suit}${scale}`;
  if (!steps.has(key)) steps.set(key, relative.replace(NUMBER, (number) => ` ${(number * scale).toFixed(2)}`));
  return `M${x + (startX - 50) * scale} ${y + (startY - 50) * scale}${steps.get(key)}`;
}

const signPath = (suit) => document.querySelector(`#suit-${suit} path`).getAttribute("d");

/** Copies of a symbol's shapes. */
export const shapes = (id) => [...document.getElementById(id).cloneNode(true).children];

const courts = new Map();

/** The art of a court card, or a reference to it as long as it is not there. */
export function court(rank, suit) {
  const id = `court-${suit}${rank}`;
  const art = document.getElementById(id);
  if (!art) return draw("use", { href: `#${id}`, width: 1300, height: 2000 });
  if (!courts.has(id)) courts.set(id, draw("g", {}, ...layers(art)));
  return courts.get(id).cloneNode(true);
}

/** The art layer by layer; each is there once as it is, and then turned about. */
function layers(art) {
  return [...art.children].flatMap((layer) => {
    const isTurned = layer.localName === "use";
    const drawn = isTurned ? art.querySelector(layer.getAttribute("href")) : layer;
    return [...drawn.children].map((shape) => moved(shape, isTurned ? layer.getAttribute("transform") : ""));
  });
}

/** A path, or the sign of a suit that is referred to, moved by `transform`. */
function moved(shape, transform) {
  const path = shape.localName === "use" ? sign(shape) : shape.cloneNode();
  path.setAttribute("transform", `${transform} ${path.getAttribute("transform") ?? ""}`);
  return path;
}

function sign(use) {
  const size = use.getAttribute("width");
  const d = outline(use.getAttribute("href").slice(-1), size / 2, size / 2, size);
  return draw("path", { d, transform: use.getAttribute("transform") });
}

/** Fetch the court cards' art; until it is there, or if it never comes, their index alone says what they are. */
export async function loadCourts() {
  const reply = await fetch("/static/courts.svg");
  if (!reply.ok) return;
  const art = new DOMParser().parseFromString(await reply.text(), "image/svg+xml").documentElement;
  document.querySelector(".shapes").append(...art.children);
}
