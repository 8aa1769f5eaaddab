// Where everything lies, in pixels of the table: cards as large as the screen allows, tall columns squeezed.

import { shape } from "./cards.js";

const RATIO = 1.42; // height of a card to its width
const SLENDER = 1.6; // the same for narrow cards: a phone is narrow, but not low
const WIDEST = 150;
const STRIP = 22; // a covered open card still shows its index in this height
const THINNEST = 3; // of a covered card that lies face down
const ROOM_FOR_FAN = 3.7; // card heights a column should have below the foundations
const ROOM_BESIDE = 2.7; // and where the foundations stand beside the columns
const LOW = 520; // a table lower than this, and wider than high, has its stock and foundations at the sides

/** Sizes for a table `width` × `height` with so many columns and foundations; `big`: large print. */
export function measure(width, height, columns, piles, big = false) {
  const aside = height < LOW && width > 1.4 * height;
  const edge = width < 600 ? 3 : aside ? 6 : 14;
  const gap = width < 600 ? 2 : Math.min(14, width * (aside ? 0.005 : 0.009));
  const places = aside ? columns + 2 : columns;
  const across = (width - 2 * edge - (places - 1) * gap - (aside ? 4 * gap : 0)) / places;
  const highest = height / (RATIO * (1 + (aside ? ROOM_BESIDE : ROOM_FOR_FAN)));
  const w = Math.floor(Math.max(16, Math.min(WIDEST, across, highest)));
  const h = Math.round(w * (w < 60 && height > width ? SLENDER : RATIO));
  const spread = Math.min(across + gap, w * 1.24);
  const left = (width - (columns - 1) * spread - w) / 2;
  const x = (column) => Math.round(left + column * spread);
  const form = shape(w, h, big);
  const common = {
    w, h, width, height, form, aside,
    strip: big ? Math.max(STRIP, form.head) : STRIP,
    columns: Array.from({ length: columns }, (_, column) => x(column)),
    bottom: height - edge,
    reach: Math.round(spread / 2 + w / 2) - w,
  };
  const around = { edge, gap, spread, piles, first: x(0), last: x(columns - 1) };
  return { ...common, ...(aside ? beside(common, around) : above(common, around)) };
}

/** Stock and foundations in a row, or on a narrow screen two, above the columns. */
function above({ w, h, width, height }, { edge, gap, spread, piles, first, last }) {
  const start = first + w + Math.max(gap, w * 0.55);
  const step = (count) => (count > 1 ? Math.min(spread, (last - start) / (count - 1)) : 0);
  const rows = step(piles) < w && height > width ? 2 : 1; // on a narrow screen they would hide each other
  const inRow = Math.ceil(piles / rows);
  const pileStep = step(inRow);
  const rowStep = h + Math.max(gap, 4);
  return {
    below: edge + (rows - 1) * rowStep + h + Math.max(8, Math.round(h * 0.14)),
    stock: { x: first, y: edge },
    pile: (index) => ({
      x: Math.round(last - (inRow - 1 - (index % inRow)) * pileStep),
      y: Math.round(edge + Math.floor(index / inRow) * rowStep),
    }),
    slack: rows > 1 ? (rowStep - h) / 2 : Infinity, // how far above or below a foundation is still meant
  };
}

/** Stock to the left of the columns, foundations to the right, so that columns have the whole height of a low screen. */
function beside({ w, h, height }, { edge, gap, spread, piles, first, last }) {
  const top = Math.min(edge, 8);
  const step = piles > 1 ? Math.min(h + gap, (height - top - edge - h) / (piles - 1)) : 0;
  const rail = spread + 2 * gap;
  return {
    below: top,
    stock: { x: Math.round(Math.max(edge, first - rail)), y: top },
    pile: (index) => ({ x: Math.round(Math.min(last + rail, last + 2 * w)), y: Math.round(top + index * step) }),
    slack: 0,
    pileStep: step,
  };
}

/** Tops of a column's cards: comfortable steps where there is room, smaller ones where there is not; the last one fits. */
export function fan(sizes, down, open) {
  const room = sizes.bottom - sizes.below - sizes.h;
  let low = Math.min(sizes.h * 0.13, 18);
  let step = Math.max(sizes.strip, Math.min(sizes.h * 0.27, 58), Math.min(sizes.h * 0.6, 34));
  const opens = Math.max(0, open - 1);
  const tall = () => down * low + opens * step;
  if (tall() > room && opens) step = Math.max(sizes.strip, (room - down * low) / opens);
  if (tall() > room && down) low = Math.max(THINNEST, (room - opens * step) / down);
  if (tall() > room && opens) step = Math.max(THINNEST, (room - down * low) / opens);
  const squeeze = Math.min(1, room / tall());
  const tops = [];
  for (let index = 0, y = 0; index < down + open; index += 1) {
    tops.push(Math.round(sizes.below + y * squeeze));
    y += index < down ? low : step;
  }
  return tops;
}

/** What lies at a point of the table: {place, index} with index −1 for a bare column or foundation, or null. */
export function hit(sizes, tops, piles, x, y) {
  if (isOutside(sizes, x, y)) {
    if (inside(sizes, sizes.stock, x, y)) return { place: "+" };
    for (let index = piles - 1; index >= 0; index -= 1) {
      if (inside(sizes, sizes.pile(index), x, y)) return { place: "^", index };
    }
    return null;
  }
  const column = sizes.columns.findIndex((left) => x >= left - sizes.reach && x <= left + sizes.w + sizes.reach);
  if (column < 0) return null;
  const index = tops[column].findLastIndex((top) => y >= top);
  const overhang = index >= 0 && y > tops[column][index] + sizes.h + sizes.reach + 8;
  return { place: column, index: overhang ? -1 : Math.max(index, tops[column].length ? 0 : -1) };
}

/** Is a point where stock and foundations are, not columns? */
function isOutside({ aside, columns, w, reach, below }, x, y) {
  return aside ? x < columns[0] - reach || x > columns.at(-1) + w + reach : y < below - 4;
}

/** Do cards whose upper left corner is at `corner` hang over the foundations (true), over the stock (false), or neither? */
export function overPiles(sizes, corner, pointer) {
  const { aside, columns, w, h, below } = sizes;
  const middle = corner.x + w / 2;
  const outside = isOutside(sizes, pointer.x, pointer.y)
    || (aside ? isOutside(sizes, middle, pointer.y) : corner.y + h / 2 < below);
  return outside ? Math.max(middle, pointer.x) > (aside ? columns.at(-1) : columns[0]) + w : null;
}

function inside(sizes, corner, x, y) {
  const beside = Math.max(corner.y - y, y - corner.y - sizes.h);
  return beside <= sizes.slack && x >= corner.x - sizes.reach && x <= corner.x + sizes.w + sizes.reach;
}
