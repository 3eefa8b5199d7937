// The service worker of a server that wants none: it removes itself and its caches. What the phone keeps of matches stays.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("tallystick ")) await caches.delete(name);
  await self.registration.unregister();
}
