// Cards fly from where they were to where they lie now. Whoever wants no motion, or is quicker than the cards, gets none.
// Only transforms move, on layers of their own, so that the browser can animate them without drawing anything anew.

import { inHurry, sinceReply } from "./client.js";
import { isCalm } from "./look.js";

const FOLD = 42; // milliseconds of half a card's turning over
const LIFT = 16; // a card turns over when the one on it has gone so far
const SPAN = 220; // milliseconds from the server's answer until all lies still again
const LEAST = 80; // and that cards move at the least
const DRAWN = 3.5; // the first picture is drawn so many times as late as it was begun
const EASE = "cubic-bezier(.22,.8,.32,1)";

/**
 * How cards move together: milliseconds between the starts of two, between the first and the last at most, and until the
 * last has arrived. A move is over soon, however many cards it moves; the first deal may take its time.
 */
export const ROW = { pause: 5, altogether: 40, lasting: 140 };
export const DEAL = { pause: 22, altogether: 480, lasting: 630 };

/**
 * A move that is to be over a fifth of a second after the server's answer. To draw its first picture takes a slow machine
 * two or three times as long as it took up to here; so much is left for the motion.
 */
export function punctual() {
  const left = SPAN - DRAWN * sinceReply();
  return { ...ROW, lasting: Math.max(LEAST, Math.min(ROW.lasting, left)) };
}

const still = () => isCalm() || inHurry() || document.hidden;

const running = new Set();

/** Whoever acts need not wait for cards in flight: they are there at once. */
function hasten() {
  for (const motion of running) motion.finish();
}

document.addEventListener("pointerdown", hasten, true);
document.addEventListener("keydown", hasten, true);

/** Put an element at a corner of the table. */
export function place(node, spot, depth) {
  const moved = !node.style.transform || node.spot.x !== spot.x || node.spot.y !== spot.y;
  if (moved) node.style.transform = shift(spot);
  node.spot = spot;
  node.style.zIndex = depth;
}

const shift = ({ x, y }) => `translate(${x}px, ${y}px)`;

/**
 * Let elements fly: `flights` are {node, from, depth}, in the order in which they start; `turned` are {node, former},
 * elements that show another side than before.
 */
export async function fly(flights, turned, manner) {
  if (!still()) await launch(flights, turned, manner);
  for (const { former } of turned) former.remove();
}

async function launch(flights, turned, { pause, altogether, lasting }) {
  const gaps = Math.max(1, flights.length - 1);
  const gap = Math.min(pause, altogether / gaps);
  const delays = new Map(flights.map(({ node }, index) => [node, index * gap]));
  const motions = flights.map(({ node, from }, index) => {
    node.style.zIndex = 1000 + index;
    return animate(node, path(node, shift(from), shift(node.spot)), lasting - gaps * gap, index * gap);
  });
  for (const { node, former } of turned) motions.push(...turn(node, former, (delays.get(node) ?? 0) + LIFT));
  await Promise.all(motions.map((motion) => motion.finished.catch(() => {})));
  for (const { node, depth } of flights) node.style.zIndex = depth;
}

/** From one place to another; a card that lay among others in a heap appears as it sets out, lest shadows add up. */
function path(node, from, to) {
  const hidden = node.fresh ? [{ transform: `${from} scale(0)` }] : [];
  node.fresh = false;
  return [...hidden, { transform: from, offset: hidden.length ? 0.02 : 0 }, { transform: to }];
}

/** Turn an element over: its former picture folds away, then the present one unfolds. */
function turn(node, former, delay) {
  const present = node.firstChild;
  const away = animate(former, [{ transform: "none" }, { transform: "scaleX(0)" }], FOLD, delay, "ease-in", "both");
  return [away, animate(present, [{ transform: "scaleX(0)" }, { transform: "none" }], FOLD, delay + FOLD, "ease-out")];
}

function animate(node, frames, duration, delay, easing = EASE, fill = "backwards") {
  const motion = node.animate(frames, { duration, delay, easing, fill });
  running.add(motion);
  motion.finished.catch(() => {}).then(() => running.delete(motion));
  return motion;
}
