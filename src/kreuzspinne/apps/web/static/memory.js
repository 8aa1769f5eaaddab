// Small things the browser keeps between visits; a browser that keeps nothing is no reason to stop.

const KEY = "kreuzspinne.";

export function remember(name, value) {
  try { localStorage.setItem(KEY + name, value); } catch { /* private window, or storage full */ }
}

/** What was remembered, or null. */
export function recall(name) {
  try { return localStorage.getItem(KEY + name); } catch { return null; }
}

/** Remember it no longer. */
export function forget(name) {
  try { localStorage.removeItem(KEY + name); } catch { /* there is nothing then */ }
}
