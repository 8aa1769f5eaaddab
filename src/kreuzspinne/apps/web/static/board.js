// The card elements. A card keeps its element while it moves, so twins never swap places; which cards go where in
// a step the server says, and after every step each element is given the face the server's view has there.

import { back, face } from "./cards.js";
import { PLACES, STOCK, UP } from "./line.js";
import { language, rankSign } from "./text.js";

const layer = document.getElementById("cards");
export const PILE_SHOWN = 2; // elements kept on a foundation: the top card and the one below it

export const board = {
  /** Elements of each column, lowest first. */
  columns: [],
  /** Elements of each foundation, the top one last. */
  piles: [],
  /** How cards are drawn at their present size. */
  form: null,
};

/** Forget everything and lay out `game` anew, face down; every card starts from `corner`. */
export function rebuild(game, corner) {
  layer.replaceChildren();
  board.columns = game.columns.map(({ down, open }) => make(down + open.length, corner));
  board.piles = game.piles.map(({ under }) => make(under ? PILE_SHOWN : 1, corner));
}

let painted = "";

/** Draw every card anew if their size changed, or the language of their signs. */
export function repaint(form) {
  const now = [form.w, form.h, form.big, language()].join();
  board.form = form;
  if (painted === now) return;
  painted = now;
  for (const node of layer.children) node.replaceChildren(picture(node.dataset.card));
}

/** Move elements as a step did; a card that comes from the stock or out of a foundation starts at its corner. */
export function transfer({ source, target, count, founds, ends }, corners) {
  const nodes = takeFrom(source, count, ends, corners);
  if (target === STOCK) {
    nodes.forEach((node) => node.classList.add("leaving"));
    return nodes;
  }
  if (target.startsWith(UP)) {
    const index = Number(target.slice(1));
    if (founds) board.piles.splice(index, 0, []);
    board.piles[index].push(...nodes);
  } else {
    board.columns[PLACES.indexOf(target)].push(...nodes);
  }
  return nodes;
}

function takeFrom(source, count, ends, corners) {
  if (source === STOCK) return make(count, corners.stock, true);
  if (!source.startsWith(UP)) return board.columns[PLACES.indexOf(source)].splice(-count);
  const index = Number(source.slice(1));
  const pile = board.piles[index];
  const nodes = pile.splice(-count);
  nodes.unshift(...make(count - nodes.length, corners.pile(index), true));
  if (ends) pile.forEach((node) => node.remove());
  if (ends) board.piles.splice(index, 1);
  else if (!pile.length) pile.push(...make(1, corners.pile(index), true));
  return nodes;
}

/** Are there as many elements in every place as the game has cards there? */
export function fits(game) {
  return board.columns.length === game.columns.length && board.piles.length === game.piles.length
    && game.columns.every(({ down, open }, column) => board.columns[column].length === down + open.length);
}

/**
 * Give every element the face that the view has at its place; return those that were turned, with their former picture,
 * which stays on top of the new one until it is removed.
 */
export function reface(game) {
  const turned = [];
  const give = (node, card) => {
    const former = show(node, card);
    if (former) turned.push({ node, former });
  };
  game.columns.forEach(({ down, open }, column) => board.columns[column].forEach(
    (node, index) => give(node, index < down ? "" : open[index - down])));
  game.piles.forEach(({ card, under }, index) => {
    const [top, next] = board.piles[index].toReversed();
    give(top, card);
    if (next && under) give(next, under);
  });
  layer.querySelectorAll(".leaving").forEach((node) => show(node, "")?.remove()); // a row is soon gone
  return turned;
}

/** Elements that lie under others on a foundation need not stay. */
export function tidy() {
  for (const pile of board.piles) pile.splice(0, pile.length - PILE_SHOWN).forEach((node) => node.remove());
  layer.querySelectorAll(".leaving").forEach((node) => node.remove());
}

/** New elements with a back to turn over, or (`open`) without a picture, to show their face at once. */
function make(count, corner, open = false) {
  return Array.from({ length: Math.max(0, count) }, () => {
    const node = document.createElement("div");
    node.className = "card";
    node.spot = { ...corner };
    node.fresh = true; // until it leaves that corner for the first time
    if (!open) node.append(picture());
    layer.append(node);
    return node;
  });
}

/** Show `card` (or the back, for an empty text) on an element; its former picture if it is to turn over. */
function show(node, card) {
  if ((node.dataset.card ?? "") === card) return null;
  const former = node.firstChild;
  if (card) node.dataset.card = card;
  else delete node.dataset.card;
  node.prepend(picture(card));
  return former;
}

/** The picture of a card, or of a back; its class is its suit, from which it has its colour. */
function picture(card) {
  const drawing = card ? face(card, board.form, rankSign(card[0])) : back(board.form);
  drawing.setAttribute("class", card ? card[1] : "back");
  return drawing;
}
