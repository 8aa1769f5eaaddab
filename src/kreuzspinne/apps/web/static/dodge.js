// What is told of cards must not lie on them: a panel gives way, up or down, and where there is no room, to one side.

const MARGIN = 6; // pixels, for the glow of what is lit

/** Move `panel` as little as may be so that it hides none of the `lit` elements and stays on the table, `within`. */
export function dodge(panel, lit, within) {
  panel.style.translate = panel.style.width = "";
  const shown = lit.map((one) => one.getBoundingClientRect());
  const [box, room] = [panel, within].map((one) => one.getBoundingClientRect());
  if (!shown.some((one) => meet(one, box))) return;
  const beside = shown.filter((one) => one.right > box.left && one.left < box.right);
  const top = nearest(spaces(beside.map(({ top, bottom }) => [top, bottom]), room.top, room.bottom), box.top, box.height);
  if (top === null) aside(panel, shown, room);
  else panel.style.translate = `0 ${top - box.top}px`;
}

/** Into the widest space to the left or right of lit columns, or between them. */
function aside(panel, shown, room) {
  const free = spaces(shown.map(({ left, right }) => [left, right]), room.left, room.right);
  const [from, to] = free.reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a), [room.left, room.left]);
  panel.style.width = `${to - from}px`;
  const box = panel.getBoundingClientRect();
  const top = Math.max(room.top, Math.min(box.top, room.bottom - box.height));
  panel.style.translate = `${from - box.left}px ${top - box.top}px`;
}

const meet = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** The stretches from `start` to `end` that no interval covers. */
function spaces(intervals, start, end) {
  const found = [];
  let from = start;
  for (const [first, last] of intervals.toSorted(([a], [b]) => a - b)) {
    if (first - MARGIN > from) found.push([from, Math.min(first - MARGIN, end)]);
    from = Math.max(from, last + MARGIN);
  }
  if (from < end) found.push([from, end]);
  return found;
}

/** Where something of this `size` can begin, as near to `wanted` as there is room for it; null if there is none. */
function nearest(free, wanted, size) {
  const starts = free.filter(([from, to]) => to - from >= size).map(([from, to]) => Math.max(from, Math.min(wanted, to - size)));
  return starts.length ? starts.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a)) : null;
}
