// Keeps the page itself, and nothing of any game: without the server it opens, and says that the server is missing.

const FILES = []; // the server puts the names in
const VERSION = "";
const CACHE = `shell-${VERSION}`;
const SHELL = ["/", "/api/texts/de", "/api/texts/en", ...FILES.map((name) => `/static/${name}`)];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || !SHELL.includes(pathname)) return;
  event.respondWith(fetch(event.request).catch(async (error) => {
    const kept = await caches.match(pathname);
    if (kept) return kept;
    throw error;
  }));
});
