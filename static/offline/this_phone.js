// What belongs to this phone: the app on its home screen, what the browser keeps of it, and "Forget this phone".

const OURS = "tallystick "; // what caches are called
const ASKED = "asked to keep"; // in localStorage
const EVENINGS = 3;

const installed = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone;

/** Where the browser has a question of its own whether to install, a button asks it in the place of the drawn steps. */
export function offerInstall(kit) {
  const button = document.getElementById("install");
  if (!button) return;
  const show = () => {
    button.hidden = !kit.question;
    document.getElementById("install-steps").hidden = Boolean(kit.question);
  };
  document.addEventListener("installable", show);
  button.addEventListener("click", () => kit.question?.prompt());
  show();
}

/**
 * Ask the browser once to keep what is stored here though room gets scarce: when the first deal is recorded in the app on
 * the home screen, or after the third evening.
 */
export async function keepStorage({ read, readItem, storeItem }) {
  const ask = () => {
    if (readItem(ASKED)) return;
    storeItem(ASKED, "yes");
    navigator.storage?.persist?.().catch(() => {}); // some ask the person, who may say no
  };
  document.addEventListener("recorded", ({ detail }) => detail === "deal" && installed() && ask());
  if ((await read("about", "home"))?.evenings.length >= EVENINGS) ask();
}

/** What the phone keeps goes, then the server takes the cookie; without script only the cookie goes. */
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
