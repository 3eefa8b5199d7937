import assert from "node:assert/strict";
import { test } from "node:test";

import { behindCommon } from "../../static/net/lost_records.js";
import { extend, oldest } from "../../static/net/phone_store.js";

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
  const [deal, bid, agree] = [["deal", {}, "a", 1], ["bid", {}, "b", 2], ["agree", { of: "a" }, "c", 3]];
  const taken = [["strike", { of: "c" }, "d", 4], ["deal", {}, "e", 5]];
  const stored = { version: 5, records: [deal, bid, agree, ...taken] };
  const older = { version: 1, hash: "h1", records: [deal] };
  assert.deepEqual(behindCommon(stored, older), { base: { version: 1, hash: "h1" }, records: [bid, taken[1]] });
  const grown = { version: 2, hash: "h2", records: [deal, ["bid", {}, "z", 2]] };
  assert.deepEqual(behindCommon(stored, grown).base, { version: 1, hash: "", last: "a" });
  const other = { version: 1, hash: "h1", records: [["bid", {}, "z", 1]] };
  assert.deepEqual(behindCommon(stored, other), { base: { version: 0, hash: "", last: "" }, records: [deal, bid, taken[1]] });
});

test("what another phone brought back is known, and answers that are there are not left out", () => {
  const records = [["bid", {}, "a", 1], ["agree", { of: "a" }, "b", 2], ["deal", {}, "c", 3], ["deal", {}, "d", 4]];
  const log = { version: 2, hash: "h2", records: [records[0], ["deal", {}, "c", 2]] };
  const found = behindCommon({ version: 4, records }, log);
  assert.deepEqual(found, { base: { version: 1, hash: "", last: "a" }, records: [records[2], records[3]] });
  const answered = { version: 2, hash: "h2", records: [["bid", {}, "z", 1], records[1]] };
  assert.deepEqual(behindCommon({ version: 2, records: records.slice(0, 2) }, answered).records, records.slice(0, 2));
});
