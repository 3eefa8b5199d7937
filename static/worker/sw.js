// The service worker: lets the app start and go on without a network. It never touches what is sent, never answers a page
// from its cache while the server answers, and keeps nothing that names a person: that is in the page's own database.
// Above this stand three lines that the server writes: VERSION, a hash; FILES, the shell's address and all that it needs;
// RULES, the rules pages in its language, which are public.

import { DRAWN } from "../net/offline_addresses.js";

const PATIENCE = 3000; // ms that a page waits for the server before the shell stands in
const OURS = "tallystick ";
const CACHE = OURS + VERSION;
const [SHELL] = FILES; // the page that draws any address by itself
const STATIC = "/static/"; // below it stands a build's number: the same for ever

const waiting = new Set(); // addresses of which the shell knows nothing: these wait for the server

/** Take every file of this version that is not there; one that cannot be had is named, and the version before stays. */
async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map((file) => take(cache, file)));
}

/** Put a file into the cache, from an older version's where that has it. */
async function take(cache, file) {
  if (await cache.match(file, { ignoreVary: true })) return;
  const lasting = file.startsWith(STATIC);
  const known = lasting && (await caches.match(file, { ignoreVary: true }));
  const answer = known || (await fetch(file, { cache: lasting ? "default" : "reload", credentials: "omit" }));
  if (!answer.ok || answer.redirected) throw new Error(`${file}: ${answer.status}`);
  await cache.put(file, answer);
}

/** Whether a newer worker has taken over and taken this version away: open() would make its cache again, for good. */
const replaced = () => self.serviceWorker?.state === "redundant";

/** Take the rules pages, which nothing waits for; those that cannot be had come another time. */
async function takeRules() {
  if (replaced() || !(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  await Promise.all(RULES.map((file) => take(cache, file).catch(() => {})));
}

/** Older versions go once no page shows one. */
async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A page: the server's, or without an answer that of the rules, or the shell, which looks for what this phone knows. */
async function page(event) {
  const { pathname } = new URL(event.request.url);
  const [shell, rules] = await Promise.all([kept(SHELL), kept(SHELL.replace("?", `${pathname}?`))]);
  if (!shell) return fromServer(event);
  const asking = fromServer(event);
  event.waitUntil(asking.catch(() => {})); // a late answer is not thrown away half read
  const patient = !(rules || DRAWN.test(pathname)) || waiting.delete(pathname);
  return (patient ? asking : within(PATIENCE, asking)).catch(() => rules || shell);
}

/** What is in the cache of this version, which this does not make, unlike open(). */
const kept = (file) => caches.match(file, { cacheName: CACHE, ignoreVary: true });

async function fromServer(event) {
  const answer = (await event.preloadResponse) || (await fetch(event.request, { cache: "no-cache" }));
  if (answer.status === 502 || answer.status === 504) throw new Error("a gateway in the server's place");
  return answer;
}

/** What comes in time; rejects after so many ms. */
function within(ms, promise) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("late")), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A static file: the one that is kept, else the server's. */
async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || request.headers.has("range")) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(file(request));
});

/** What a page may ask for: the version, once every file is there; the rules; to take over; to be patient with an address. */
self.addEventListener("message", (event) => {
  const { what, path } = event.data;
  if (what === "version") event.waitUntil(Promise.resolve(replaced() || install()).then(() => event.ports[0].postMessage(VERSION)));
  if (what === "rules") event.waitUntil(takeRules());
  if (what === "take over") self.skipWaiting(); // asked when no table is open and nothing is unsent
  if (what === "wait") waiting.add(path);
});
