// A new version of the service worker waits until nothing can be lost by it: no table is open on this phone, nothing is
// unsent. Where that takes long, home says that it is there.

const PATIENCE = 60000; // ms for a worker to fetch what is missing
const OPEN = "open table"; // a lock that every open table shares
const AGAIN = 2000; // ms until home looks again: a table that was just left holds its lock a moment longer
const TIMES = 3;

const waits = () => document.getElementById("new-version");

/** Look after the worker of this registration; version: the one that the server has now. */
export async function watchForUpdates(registration, version, { unsentTables }) {
  const leaves = new Promise(() => {}); // as long as this page is there, no new version takes over by itself
  if (document.querySelector("#table, #truth")) navigator.locks?.request(OPEN, { mode: "shared" }, () => leaves);
  const look = () => takeOver(registration, unsentTables);
  const follow = () => registration.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", follow);
  follow();
  look();
  if (navigator.serviceWorker.controller && (await versionOf(registration.active)) !== version) registration.update();
}

/** Let the version that waits take over; where something is open or unsent, home offers it. */
async function takeOver(registration, unsentTables, times = TIMES) {
  const { waiting, active } = registration;
  if (!waiting || !active) return;
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (!held.some(({ name }) => name === OPEN) && !(await unsentTables()).length) {
    if (waits()) waits().hidden = true;
    waiting.postMessage({ what: "take over" });
  } else if (waits()) {
    offer(waiting);
    if (times) setTimeout(() => takeOver(registration, unsentTables, times - 1), AGAIN);
  }
}

/** Say on home that a new version is there; it comes with a tap. */
function offer(waiting) {
  waits().hidden = false;
  waits().querySelector("button").onclick = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.replace("/"), { once: true });
    waiting.postMessage({ what: "take over" });
  };
}

/** The version that a worker has, once it has every file of it; undefined where it does not say so in time. */
export function versionOf(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE);
    worker?.postMessage({ what: "version" }, [port2]);
  });
}
