// A picture of the position as it lies on the table, to print or to send: an SVG that needs nothing else, or a PNG of it.

import { tell } from "./actions.js";
import { board } from "./board.js";
import { draw } from "./build.js";
import { back, face } from "./cards.js";
import { where } from "./render.js";
import { state } from "./state.js";
import { rankSign, say } from "./text.js";

const MARGIN = 16;
const CAPTION = 34;
const SHARP = 2; // pixels of a PNG to one of the table
const FONT = "Georgia, 'Liberation Serif', serif";

export function listenPicture() {
  for (const kind of ["svg", "png"]) {
    document.getElementById(`picture-${kind}`).addEventListener("click", () => {
      document.getElementById("menu").hidePopover();
      save(kind).catch(() => tell("ui_no_picture"));
    });
  }
}

async function save(kind) {
  const svg = picture();
  const text = new XMLSerializer().serializeToString(svg);
  const blob = new Blob([text], { type: "image/svg+xml" });
  hand(kind === "svg" ? blob : await pixels(blob, svg), `${fileName()}.${kind}`);
}

const fileName = () => `${state.game.variant}-${state.game.deal}-${state.game.ply}`.replace(/[^\w-]+/g, "-");

function hand(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function pixels(blob, svg) {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = svg.width.baseVal.value * SHARP;
  canvas.height = svg.height.baseVal.value * SHARP;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done, fail) => { canvas.toBlob((made) => (made ? done(made) : fail(new Error("no canvas"))), "image/png"); });
}

/** The position as one drawing on white paper, its game and number below. */
function picture() {
  const { sizes } = where;
  const cards = [...stock(), ...slots(), ...board.piles.flat(), ...board.columns.flat()].map(drawing);
  const edges = cards.map((card) => [Number(card.getAttribute("x")), Number(card.getAttribute("y"))]);
  const left = Math.min(...edges.map(([x]) => x)) - MARGIN;
  const top = Math.min(...edges.map(([, y]) => y)) - MARGIN;
  const width = Math.max(...edges.map(([x]) => x)) + sizes.w + MARGIN - left;
  const height = Math.max(...edges.map(([, y]) => y)) + sizes.h + MARGIN + CAPTION - top;
  const { title, deal, ply } = state.game;
  const words = [title, deal, `${say("ui_moves")}: ${ply}`].filter(Boolean).join(" · ");
  const caption = { x: left + MARGIN, y: top + height - MARGIN, "font-size": 16, "font-family": FONT, fill: "#1c2621" };
  const svg = draw("svg", { width, height, viewBox: `${left} ${top} ${width} ${height}` },
    draw("title", {}, words), draw("rect", { x: left, y: top, width, height, fill: "#fff" }), ...cards, draw("text", caption, words));
  svg.prepend(draw("defs", {}, ...symbols(svg)));
  return svg;
}

const stock = () => (state.game.stock.rows ? [{ spot: where.sizes.stock }] : []);

/** Places where no card lies, as outlines. */
function slots() {
  const { columns, below, pile } = where.sizes;
  const bare = columns.filter((_, column) => !board.columns[column].length).map((x) => ({ x, y: below }));
  const unused = Array.from({ length: state.game.pile_places }, (_, index) => pile(index)).slice(board.piles.length);
  return [...bare, ...unused].map((spot) => ({ spot, empty: true }));
}

function drawing({ spot, empty, dataset, firstChild }) {
  const { form } = where.sizes;
  const { w, h, round } = form;
  if (empty) {
    return draw("rect", { x: spot.x, y: spot.y, width: w, height: h, rx: round, fill: "none", stroke: "#b9b4a6", "stroke-dasharray": 4 });
  }
  const card = dataset?.card;
  const picture = card ? face(card, form, rankSign(card[0])) : back(form);
  picture.setAttribute("color", card ? getComputedStyle(firstChild).color : "#f1dcc4");
  const corner = firstChild?.querySelector?.(".corner")?.style.transform; // as squeezed as on the table
  if (corner) picture.querySelector(".corner").setAttribute("transform", corner.replaceAll("px", "").replace("translateY(", "translate(0 "));
  picture.setAttribute("x", spot.x);
  picture.setAttribute("y", spot.y);
  return picture;
}

/** Copies of every shape that a drawing uses, and of those that these use. */
function symbols(svg) {
  const found = new Map();
  const collect = (root) => {
    for (const use of root.querySelectorAll("use")) {
      const id = use.getAttribute("href").slice(1);
      const shape = found.has(id) || root.querySelector(`[id="${id}"]`) ? null : document.getElementById(id);
      if (!shape) continue;
      found.set(id, shape.cloneNode(true));
      collect(shape);
    }
  };
  collect(svg);
  return found.values();
}
