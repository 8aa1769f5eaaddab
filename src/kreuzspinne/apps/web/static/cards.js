// Draws cards as vectors: index, pips, court or back, for whatever size a card has. The same drawings lie on the table
// and stand in the picture of a position, so colours come from attributes that the page's style sheet may overrule.

import { court, outline, shapes } from "./art.js";
import { draw } from "./build.js";

const SANS = "'Helvetica Neue', Arial, 'Liberation Sans', Roboto, sans-serif";
const CAPITAL = 0.72; // height of a capital letter, in parts of the font's size
const SIGN = 0.8; // room for a rank's sign, in the same; a 10 is squeezed into it
const SUIT = 0.74; // size of the suit beside it
const INDEX = SIGN + 0.06 + SUIT;
const LARGEST_SMALL_FONT = 22;
const SMALL = 64; // cards narrower than this show one pip instead of many

/** How a card of `w` × `h` is drawn; `big`: its index as large as it can be. */
export function shape(w, h, big = false) {
  const widest = (w - 3) / INDEX;
  const font = Math.min(widest, Math.max(LARGEST_SMALL_FONT, w * (big ? 0.46 : 0.25)));
  const pad = Math.max(1.5, Math.min(w * 0.05, 7));
  const head = Math.round(font * CAPITAL + 2 * pad + w * 0.015);
  return { w, h, big, font, pad, head, small: w < SMALL, round: w * 0.07 };
}

/** The picture of an open card; `sign` is its rank as the language writes it. */
export function face([rank, suit], form, sign) {
  const isCourt = "JQK".includes(rank);
  return canvas(form, paper(form), index(rank, suit, form, sign), isCourt ? figure(rank, suit, form) : pips(rank, suit, form));
}

/** The picture of a card that lies face down: a web with its spider. */
export function back(form) {
  const { w, h, small } = form;
  const edge = Math.max(2, w * 0.045);
  const box = { x: edge, y: edge, width: w - 2 * edge, height: h - 2 * edge };
  return canvas(form,
    paper(form),
    draw("rect", { ...box, class: "ground", fill: "#7b2433", rx: form.round * 0.6 }),
    draw("svg", { ...box, viewBox: small ? "20 30 60 82" : "0 0 100 142", preserveAspectRatio: "xMidYMid slice", class: "web" },
      ...shapes("web"), draw("svg", { x: 33, y: 52, width: 34, height: 38, viewBox: "0 0 64 72" }, ...shapes("spider"))),
  );
}

function canvas({ w, h }, ...parts) {
  return draw("svg", { width: w, height: h, viewBox: `0 0 ${w} ${h}`, fill: "currentColor" }, ...parts);
}

function paper({ w, h, round }) {
  return draw("rect", { x: 0.5, y: 0.5, width: w - 1, height: h - 1, rx: round, class: "paper", fill: "#fff", stroke: "#8d8a80" });
}

/** Rank and suit side by side, so that a strip of the card's top is enough to know it. */
function index(rank, suit, { font, pad }, sign) {
  const text = draw("text", {
    x: pad + font * SIGN / 2, y: pad + font * CAPITAL, "font-size": font, "font-family": SANS, "font-weight": 700,
    "text-anchor": "middle", "data-rank": rank,
  }, sign);
  if (sign.length > 1) {
    text.setAttribute("textLength", font * SIGN * 1.05);
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  const size = font * SUIT;
  const middle = pad + font * (INDEX - SUIT / 2);
  return draw("g", { class: "corner" }, text, pip(suit, middle, pad + font * CAPITAL / 2, size));
}

function pip(suit, x, y, size) {
  return draw("path", { d: outline(suit, x, y, size) });
}

const SIDES = [-1, 1];
const both = (...heights) => heights.flatMap((height) => SIDES.map((side) => [side, height]));

/** Where the pips of a rank stand: side −1, 0 or 1, and height from 0 to 1. */
const PLACES = {
  A: [[0, 0.5]],
  2: [[0, 0], [0, 1]],
  3: [[0, 0], [0, 0.5], [0, 1]],
  4: both(0, 1),
  5: [...both(0, 1), [0, 0.5]],
  6: both(0, 0.5, 1),
  7: [...both(0, 0.5, 1), [0, 0.25]],
  8: [...both(0, 0.5, 1), [0, 0.25], [0, 0.75]],
  9: [...both(0, 1 / 3, 2 / 3, 1), [0, 0.5]],
  T: [...both(0, 1 / 3, 2 / 3, 1), [0, 1 / 6], [0, 5 / 6]],
};

function pips(rank, suit, { w, h, head, small, big }) {
  const room = h - head;
  if (small || big || rank === "A") {
    const size = Math.min(w * (rank === "A" && !small ? 0.5 : 0.56), room * 0.78);
    return pip(suit, w / 2, head + room * 0.47, size);
  }
  const size = Math.min(w * 0.2, room * 0.19);
  const top = head + size * 0.62;
  const reach = h - w * 0.07 - size * 0.6 - top;
  const outlines = PLACES[rank].map(
    ([side, height]) => outline(suit, w / 2 + side * w * 0.235, top + reach * height, height > 0.5 ? -size : size));
  return draw("path", { d: outlines.join("") });
}

/** King, queen or knave inside a frame; as much of the picture as there is room for. */
function figure(rank, suit, { w, h, head, small, big }) {
  const inset = small ? 1.5 : w * (big ? 0.16 : 0.11);
  const box = { x: inset, y: head, width: w - 2 * inset, height: h - head - (small ? 1.5 : w * 0.07) };
  const ratio = box.height / box.width;
  const shown = small || big ? Math.min(2000, 1300 * ratio) : 2000;
  const picture = court(rank, suit);
  const view = draw("svg", { ...box, viewBox: `0 0 1300 ${shown}`, preserveAspectRatio: shown < 2000 ? "xMidYMin slice" : "none" }, picture);
  if (small) return view;
  const line = { ...box, class: "frame", fill: "none", stroke: "#2b3d8f", "stroke-width": Math.max(0.75, w * 0.008) };
  return draw("g", {}, view, draw("rect", line));
}
