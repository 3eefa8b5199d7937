// The phone engine of the open table: started behind the first paint, replaced when the server has a newer edition, and
// stopped for good when it fails or counts wrongly. While it cannot answer, engine() is null.

import { afterFirstPaint } from "../dom/after_paint.js";
import { readItem, storeItem } from "../dom/storage.js";
import { startEngine } from "../engine/client.js";
import { prefetch } from "../engine/prefetch.js";
import { matchPath, pageVersion } from "./draft.js";
import { sendAgain, unsentRecords } from "./unsent.js";

export const places = document.getElementById("engine")?.dataset; // where it is; only a table's page has it

let running = null; // while it can answer
let logged = false; // the console knows that the server draws

export const engine = () => running;

let expected = Boolean(places && globalThis.WebAssembly && globalThis.Worker);

/** Whether the engine has not started yet, and may; the document's event "engine" tells when it did or gave up. */
export const engineComes = () => expected;

/** Let it load the log again when it is at another version than the page. */
export async function syncEngine() {
  if (running && String(running.version) !== pageVersion()) await running.syncLog().catch(onEngineError);
}

/** Replace an outdated engine by the edition that the server names. */
export function renewEngine(edition) {
  if (!edition || edition === "differs") return;
  [places.worker, places.bundle, places.words, places.edition] = edition.split(" ");
  running?.stop();
  running = null;
  beginEngine();
}

/** From now on the server draws. */
export function stopEngine(reason) {
  if (!logged) console.info(`The server draws this table: ${reason}.`);
  logged = true;
  running?.stop();
  running = null;
  decided();
}

function decided() {
  expected = false;
  document.dispatchEvent(new Event("engine"));
}

export const onEngineError = (error) => stopEngine(error.message);

async function beginEngine() {
  try {
    running = await startEngine(places, matchPath(), unsentRecords, sendAgain);
    document.documentElement.dataset.engine = places.edition;
    storeItem(editionKey(), places.edition); // this phone has all of the engine
    decided();
  } catch (error) {
    onEngineError(error);
  }
}

/** The localStorage key of the edition in this language that has run here. */
const editionKey = () => `engine ${document.documentElement.lang}`;

if (expected) {
  if (readItem(editionKey()) === places.edition) beginEngine();
  else {
    afterFirstPaint(() => {
      prefetch(places);
      beginEngine();
    });
  }
}
