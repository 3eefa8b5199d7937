// Makes this phone ready for no network: the service worker with all files, and what the pages are drawn from. Comes when
// the page is there and idle.

import { askLine } from "../net/line.js";
import { drawPage } from "./draw_page.js";
import { forgetPhone, keepStorage, offerInstall } from "./this_phone.js";
import { versionOf, watchForUpdates } from "./update.js";

const FRESH = 60000; // ms in which what is stored is not asked for again
const ENGINE = 20000; // ms that the engine of a table is waited for
const READY = "offline engine"; // in localStorage: the edition that has drawn a page here

const offline = document.getElementById("offline").dataset;

/** Begin with what the page has (offline/kit.js). */
export async function prepare(kit) {
  offerInstall(kit);
  forgetPhone(kit);
  if (document.getElementById("lost-matches")) import("./lost_matches.js").then(({ offerLostMatches }) => offerLostMatches(kit));
  if (!isSecureContext || !navigator.serviceWorker) return;
  try {
    await engineReady();
    navigator.serviceWorker.addEventListener("controllerchange", () => takeRules(navigator.serviceWorker.controller));
    const registration = await register(kit);
    keepStorage(kit);
    document.documentElement.dataset.offline = offline.version;
    takeRules(registration.active); // by now perhaps another one than was there before
  } catch (error) {
    console.info(`This page does not start without a network: ${error.message}`);
  }
}

/** Have a worker take the rules pages: also one that takes over while this page is there, which begins with none. */
function takeRules(worker) {
  worker?.postMessage({ what: "rules" });
}

/** Resolves when the engine of this table has started, or it is late: what is for later must not hold it up. */
function engineReady() {
  const root = document.documentElement;
  const starts = document.getElementById("engine") && globalThis.WebAssembly && !root.dataset.engine;
  if (!starts) return Promise.resolve();
  return new Promise((resolve) => {
    new MutationObserver(resolve).observe(root, { attributeFilter: ["data-engine"] });
    setTimeout(resolve, ENGINE);
  });
}

/** Have the worker with all that it needs, and what the pages are drawn from; resolves to its registration. */
async function register(kit) {
  await navigator.serviceWorker.register(kit.scriptAddress("/sw.js"), { updateViaCache: "none" });
  const registration = await navigator.serviceWorker.ready;
  watchForUpdates(registration, offline.version, kit);
  await keep(kit);
  if (!(await versionOf(registration.active))) throw new Error("files are missing");
  if (kit.readItem(READY) === offline.edition) return registration;
  // start the engine of the shell once, so that its next start, without a network, reads no Python
  await drawPage(kit.EngineWorker, { ...offline, game: "shell" }, "/", null, {});
  kit.storeItem(READY, offline.edition);
  return registration;
}

/** Store what home needs, as the server tells it now. */
async function keep(kit) {
  const { put, read } = kit;
  const line = await read("about", "line");
  if (Math.abs(Date.now() - (line?.at ?? 0)) < FRESH && line.grant) return; // a clock may have been set back
  const found = await askLine(kit);
  const home = found?.grant && (await kit.askForHome());
  if (!home) throw new Error("the server does not tell what home shows");
  if ((await read("about", "key"))?.held !== found.held) {
    const { showKey } = await import("./key.js");
    await showKey(found, kit).catch(() => {});
  }
  await put("about", "home", { ...home, at: Date.now() });
}
