// "Forget this phone": what it keeps goes, then the server takes the cookie.

const OURS = "tallystick ";

/** Let the button of the page do all of it; without script only the cookie goes. */
export function forgetPhone({ unsentTables }) {
  const form = document.getElementById("forget-phone");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const unsent = document.getElementById("forget-unsent");
    if (unsent?.hidden && (await unsentTables()).length) return void (unsent.hidden = false); // the second tap does it
    for (const name of ["tallystick", "engine"]) indexedDB.deleteDatabase(name);
    await forgetShell();
    for (const store of [localStorage, sessionStorage]) store.clear();
    return form.submit();
  });
}

/** The worker with its caches; over plain http there is none. */
async function forgetShell() {
  if (!globalThis.caches || !navigator.serviceWorker) return;
  for (const name of await caches.keys()) if (name.startsWith(OURS)) await caches.delete(name);
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}
