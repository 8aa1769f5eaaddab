// Mouse, pen and finger: drag, or click the cards and then the place, or click twice for the best place.

import { best, dealRow, goUp, play, tell } from "./actions.js";
import { place } from "./animate.js";
import { board } from "./board.js";
import { hit, overPiles } from "./layout.js";
import { PLACES, STOCK, UP, moveTo, movesOf } from "./line.js";
import { goBack, nodesOf, where } from "./render.js";
import { change, height, state } from "./state.js";

const table = document.getElementById("table");
const FAR = { mouse: 5, pen: 7, touch: 9 }; // pixels a pointer moves before it drags
const TWICE = 350; // milliseconds within which two clicks are a double click

let press = null; // the pointer that is down: {id, start, spot, drag}
let last = { spot: null, time: -Infinity };

export function listen() {
  table.addEventListener("pointerdown", down);
  table.addEventListener("pointermove", move);
  table.addEventListener("pointerup", up);
  table.addEventListener("pointercancel", giveUp);
  table.addEventListener("lostpointercapture", giveUp);
  table.addEventListener("contextmenu", (event) => event.preventDefault());
}

function down(event) {
  if (event.button || press || !state.game) return;
  const start = point(event);
  press = { id: event.pointerId, start, spot: spotAt(start), drag: null };
  table.setPointerCapture(event.pointerId);
}

function move(event) {
  if (event.pointerId !== press?.id) return;
  const now = point(event);
  const by = { x: now.x - press.start.x, y: now.y - press.start.y };
  if (!press.drag && Math.hypot(by.x, by.y) > (FAR[event.pointerType] ?? FAR.mouse)) press.drag = lift(press.spot);
  press.drag?.nodes.forEach((node, index) => {
    place(node, { x: press.drag.from[index].x + by.x, y: press.drag.from[index].y + by.y }, 2000 + index);
  });
}

function up(event) {
  if (event.pointerId !== press?.id) return;
  const { drag, spot } = press;
  press = null;
  if (drag) drop(drag, point(event));
  else click(spot);
}

/** The browser took the pointer away: the cards go back. */
function giveUp() {
  if (!press) return;
  const { drag } = press;
  press = null;
  if (drag) putBack();
}

function point({ clientX, clientY }) {
  const box = table.getBoundingClientRect();
  return { x: clientX - box.left, y: clientY - box.top };
}

const spotAt = ({ x, y }) => hit(where.sizes, where.tops, state.game.pile_places, x, y);

/** The cards a spot stands for, to be taken hold of, or null. */
function cardsAt(spot) {
  if (!spot || spot.place === STOCK) return null;
  if (spot.place === UP) {
    const pile = state.game.piles[spot.index];
    return pile && state.game.up === 1 ? { from: UP + pile.card, count: 1 } : null;
  }
  const count = height(spot.place) - spot.index;
  const { open } = state.game.columns[spot.place];
  return spot.index >= 0 && count <= open.length ? { from: PLACES[spot.place], count } : null;
}

function lift(spot) {
  const picked = cardsAt(spot);
  if (!picked) return null;
  change({ picked });
  table.classList.add("dragging");
  const nodes = nodesOf(picked);
  return { picked, nodes, from: nodes.map((node) => node.spot) };
}

function drop({ picked, nodes }, pointer) {
  table.classList.remove("dragging");
  const to = under(picked, nodes[0].spot, pointer);
  const moot = state.picked !== picked; // a move that was still under way has covered them
  if (moot || to === null || to === picked.from) putBack();
  else play(moveTo(state.moves, picked, to));
}

function putBack() {
  table.classList.remove("dragging");
  change({ picked: null });
  goBack();
}

/** The place that dragged cards mean: of those they overlap, a legal one before others, the most covered one first. */
function under(picked, corner, pointer) {
  const { sizes } = where;
  const outside = overPiles(sizes, corner, pointer);
  if (outside !== null) return outside ? UP : null;
  const legal = new Set(movesOf(state.moves, picked).map((one) => one.to));
  const covered = sizes.columns.map((left, column) => {
    const share = 1 - Math.abs(corner.x - left) / sizes.w;
    return { to: PLACES[column], share, weight: share + (legal.has(PLACES[column]) ? 1 : 0) };
  }).filter(({ share }) => share > 0.1);
  return covered.sort((a, b) => b.weight - a.weight)[0]?.to ?? null;
}

/** A click or tap: take hold, let go, send what is held, or (a second one at once) find the best place. */
function click(spot) {
  const twice = same(spot, last.spot) && performance.now() - last.time < TWICE;
  last = { spot: state.picked ? null : spot, time: performance.now() }; // a click that sends cards begins no double one
  if (!spot) return change({ picked: null });
  if (spot.place === STOCK) return dealRow();
  if (twice && spot.place !== UP && cardsAt(spot)) return best(PLACES[spot.place], height(spot.place) - spot.index);
  if (state.picked) return send(spot);
  if (spot.place === UP && state.game.up > 1) return goUp();
  return pick(spot);
}

const same = (a, b) => a && b && a.place === b.place && a.index === b.index;

function pick(spot) {
  const picked = cardsAt(spot);
  if (!picked) {
    if (spot.index >= 0 && board.columns[spot.place]?.[spot.index]) tell("ui_face_down");
    return;
  }
  const whole = state.game.up > 1 && movesOf(state.moves, picked).some((one) => one.to === UP);
  if (whole) return goUp(picked.from);
  change({ picked });
}

async function send(spot) {
  const { picked } = state;
  const to = spot.place === UP ? UP : PLACES[spot.place];
  if (to === picked.from) {
    const other = cardsAt(spot);
    return change({ picked: other && other.count !== picked.count ? other : null });
  }
  if (to === UP && picked.from.startsWith(UP)) return change({ picked: null });
  const played = await play(moveTo(state.moves, picked, to));
  const instead = !played && !state.warned && !state.picked && spot.place !== UP && cardsAt(spot);
  if (instead && movesOf(state.moves, instead).length) change({ picked: instead, message: state.message });
}
