// Makes the page one that can be installed and opens without its server.

/** Browsers allow it for this machine and for pages that came encrypted; elsewhere the page does without. */
export function install() {
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}
