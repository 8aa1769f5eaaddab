// Where everything lies, in pixels of the table: cards as large as the screen allows, tall columns squeezed.

const RATIO = 1.42; // height of a card to its width
const SLENDER = 1.6; // the same for narrow cards: a phone is narrow, but not low
const WIDEST = 124;
const STRIP = 22; // a covered open card still shows its corner in this height
const ROOM_FOR_FAN = 3.5; // card heights a column should have below the foundations on a low screen

/** Sizes for a table `width` × `height` with so many columns and foundations. */
export function measure(width, height, columns, piles) {
  const edge = width < 600 ? 4 : 14;
  const gap = Math.max(2, Math.min(14, width * 0.009));
  const across = (width - 2 * edge - (columns - 1) * gap) / columns;
  const w = Math.floor(Math.max(16, Math.min(WIDEST, across, height / (RATIO * (1 + ROOM_FOR_FAN)))));
  const h = Math.round(w * (w < 60 && height > width ? SLENDER : RATIO));
  const spread = Math.min(across + gap, w * 1.24);
  const left = (width - (columns - 1) * spread - w) / 2;
  const x = (column) => Math.round(left + column * spread);
  const top = edge;
  const right = x(columns - 1);
  const first = x(0) + w + Math.max(gap, w * 0.55);
  const step = (count) => (count > 1 ? Math.min(spread, (right - first) / (count - 1)) : 0);
  const rows = step(piles) < w && height > width ? 2 : 1; // on a narrow screen they would hide each other
  const inRow = Math.ceil(piles / rows);
  const pileStep = step(inRow);
  const rowStep = h + Math.max(gap, 4);
  return {
    w, h, width, height,
    columns: Array.from({ length: columns }, (_, column) => x(column)),
    below: top + (rows - 1) * rowStep + h + Math.max(8, Math.round(h * 0.14)),
    bottom: height - edge,
    stock: { x: x(0), y: top },
    pile: (index) => ({
      x: Math.round(right - (inRow - 1 - (index % inRow)) * pileStep),
      y: Math.round(top + Math.floor(index / inRow) * rowStep),
    }),
    slack: rows > 1 ? (rowStep - h) / 2 : Infinity, // how far above or below a foundation is still meant
    reach: Math.round(spread / 2 + w / 2) - w,
  };
}

/** Tops of a column's cards: comfortable steps where there is room, smaller ones where there is not. */
export function fan(sizes, down, open) {
  const room = sizes.bottom - sizes.below - sizes.h;
  let low = Math.min(sizes.h * 0.13, 18);
  let step = Math.max(STRIP, Math.min(sizes.h * 0.27, 44), Math.min(sizes.h * 0.5, 28));
  const opens = Math.max(0, open - 1);
  const tall = () => down * low + opens * step;
  if (tall() > room && opens) step = Math.max(STRIP, (room - down * low) / opens);
  if (tall() > room && down) low = Math.max(3, (room - opens * step) / down);
  if (tall() > room && opens) step = Math.max(8, (room - down * low) / opens);
  const tops = [];
  for (let index = 0, y = sizes.below; index < down + open; index += 1) {
    tops.push(Math.round(y));
    y += index < down ? low : step;
  }
  return tops;
}

/** What lies at a point of the table: {place, index} with index −1 for a bare column or foundation, or null. */
export function hit(sizes, tops, piles, x, y) {
  if (y < sizes.below - 4) {
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

function inside(sizes, corner, x, y) {
  const beside = Math.max(corner.y - y, y - corner.y - sizes.h);
  return beside <= sizes.slack && x >= corner.x - sizes.reach && x <= corner.x + sizes.w + sizes.reach;
}
