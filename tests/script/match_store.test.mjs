import assert from "node:assert/strict";
import { test } from "node:test";

import { lostRecords } from "../../static/net/lost_records.js";
import { extend, oldest } from "../../static/net/match_store.js";

/** A store with one log, in place of IndexedDB's. */
function storeOf(log) {
  const found = { log };
  found.get = () => {
    const reading = { result: log };
    queueMicrotask(() => reading.onsuccess());
    return reading;
  };
  found.put = (row) => (found.log = row);
  return found;
}

const LOG = { path: "/m/x", version: 1, hash: "h1", records: [["deal", {}, "a", 1]] };
const MORE = { path: "/m/x", after: 1, records: [["bid", { bid: 3 }, "b"]], version: 2, hash: "h2" };

test("a stored log goes on with what was confirmed", async () => {
  const store = storeOf(LOG);
  extend(store, MORE);
  await null;
  assert.deepEqual(store.log.records, [["deal", {}, "a", 1], ["bid", { bid: 3 }, "b", 2]]);
  assert.deepEqual([store.log.version, store.log.hash], [2, "h2"]);
});

test("it stays as it is where something came in between, and where there is none", async () => {
  for (const more of [{ ...MORE, version: 3 }, { ...MORE, after: 0, version: 1 }]) {
    const store = storeOf(LOG);
    extend(store, more);
    await null;
    assert.equal(store.log, LOG);
  }
  const store = storeOf(undefined);
  extend(store, MORE);
  await null;
  assert.equal(store.log, undefined);
});

test("the logs seen longest ago are forgotten, never one with something unsent", () => {
  const logs = Array.from({ length: 70 }, (_, n) => ({ path: `/m/${n}`, seen_at: n }));
  const gone = oldest(logs, new Set(["/m/0", "/m/3"]));
  assert.deepEqual(gone.sort(), ["/m/1", "/m/2", "/m/4", "/m/5", "/m/6", "/m/7", "/m/8", "/m/9"]);
});

test("what a restored server lacks follows on what both have", () => {
  const [deal, bid, agree] = [["deal", {}, "a", 1], ["bid", {}, "b", 2], ["agree", {}, "c", 3]];
  const stored = { version: 3, records: [deal, bid, agree] };
  const older = { version: 1, hash: "h1", records: [deal] };
  assert.deepEqual(lostRecords(stored, older), { base: { version: 1, hash: "h1" }, lost: [bid] });
  const grown = { version: 2, hash: "h2", records: [deal, ["bid", {}, "z", 2]] };
  assert.deepEqual(lostRecords(stored, grown), { base: { version: 1, hash: "", last: "a" }, lost: [bid] });
  const other = { version: 1, hash: "h1", records: [["bid", {}, "z", 1]] };
  assert.deepEqual(lostRecords(stored, other), { base: { version: 0, hash: "", last: "" }, lost: [deal, bid] });
});
