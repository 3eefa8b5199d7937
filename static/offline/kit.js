// What offline/main.js works with, which every page has already: it comes later and brings only what is new.

import { scriptAddress } from "../dom/script_address.js";
import { readItem, storeItem } from "../dom/storage.js";
import { EngineWorker } from "../engine/engine_worker.js";
import { askForHome, askForToken, askJson } from "../net/answer.js";
import { Outbox, unsentTables } from "../net/outbox.js";
import { put, read, readAll, readAllOf, transaction } from "../net/phone_store.js";

/** question: the browser's own one whether to install, once it has one. */
export const kit = {
  EngineWorker, Outbox, askForHome, askForToken, askJson, put, read, readAll, readAllOf, readItem, scriptAddress, storeItem, transaction, unsentTables,
  question: null,
};

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // it is asked where somebody looks for it: offline/this_phone.js
  kit.question = event;
  document.dispatchEvent(new Event("installable"));
});
