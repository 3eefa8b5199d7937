import assert from "node:assert/strict";
import { test } from "node:test";

const log = []; // what becomes of transactions
const leaving = []; // who listens to "pagehide"
let work = null; // the transaction under way

/** A transaction that ends when it is told to. */
function begun() {
  work = {
    objectStore: () => ({ add: () => ({ result: 7 }), put: () => ({ result: 8 }), get: () => ({ onsuccess() {} }) }),
    commit: () => log.push("committed"),
    abort: () => (log.push("aborted"), work.onabort()),
  };
  return work;
}

globalThis.addEventListener = (type, listen) => type === "pagehide" && leaving.push(listen);
const value = {
  open() {
    const request = { result: { transaction: begun, objectStoreNames: { contains: () => true } } };
    queueMicrotask(() => request.onsuccess());
    return request;
  },
};
Object.defineProperty(globalThis, "indexedDB", { value, configurable: true });
const { put, transaction } = await import("../../static/net/phone_store.js");
const settled = () => new Promise((resolve) => setTimeout(resolve));
const leave = (persisted) => leaving.forEach((listen) => listen({ persisted }));

test("what a tap stores is committed at once, and not given up when the page is left", async () => {
  const adding = transaction(["unsent"], "readwrite", (unsent) => [unsent.add({})]);
  await settled();
  leave(true);
  work.oncomplete();
  assert.deepEqual([await adding, log.splice(0)], [[7], ["committed"]]);
});

test("what must read first is given up when the page is left and kept, and then never again", async () => {
  const reading = transaction(["matches"], "readwrite", (logs) => [logs.get("a")]);
  await settled();
  leave(false);
  assert.deepEqual(log, []);
  leave(true);
  leave(true);
  assert.deepEqual([await reading, log.splice(0)], [undefined, ["aborted"]]);
});

test("what is large is not committed at once", async () => {
  const storing = [put("about", "line", { at: 1 }), null];
  await settled();
  work.oncomplete();
  storing[1] = put("matches", "/m/x", { records: ["x".repeat(60000)] });
  await settled();
  work.oncomplete();
  assert.deepEqual([await storing[0], await storing[1], log.splice(0)], [[8], [8], ["committed"]]);
});
