// Cards fly from where they were to where they lie now. Whoever wants no motion, or is quicker than the cards, gets none.

import { inHurry } from "./client.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const FLIGHT = 190; // milliseconds
const TURN = 150;
const ALTOGETHER = 260; // a row of cards starts one after another, but not longer than this

const still = () => calm.matches || inHurry() || document.hidden;

/** Put an element at a corner of the table. */
export function place(node, spot, depth) {
  node.spot = spot;
  node.style.transform = shift(spot);
  node.style.zIndex = depth;
}

const shift = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** Let elements fly: `flights` are {node, from, depth}, in the order in which they start. */
export function fly(flights, stagger = 0) {
  if (still() || !flights.length) return Promise.resolve();
  const pause = Math.min(stagger, ALTOGETHER / flights.length);
  const done = flights.map(({ node, from, depth }, index) => {
    node.style.zIndex = 1000 + index;
    const flight = node.animate(
      [{ transform: shift(from) }, { transform: shift(node.spot) }],
      { duration: FLIGHT, delay: index * pause, easing: "cubic-bezier(.25,.8,.35,1)", fill: "backwards" },
    );
    return flight.finished.catch(() => {}).then(() => { node.style.zIndex = depth; });
  });
  return Promise.all(done);
}

/** Turn elements over. */
export function turn(nodes) {
  if (still()) return;
  for (const node of nodes) {
    for (const part of node.children) {
      part.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: TURN, easing: "ease-out" });
    }
  }
}
