// The phone engine's client, with a worker that only counts records.

import assert from "node:assert/strict";
import { test } from "node:test";

import { startEngine, unsentOn } from "../../static/engine/client.js";

let confirmed = 0; // records that the server has
let tail = 0; // and those on top that it has not
let reachable = true;
let records = []; // of the log, which is at version 4

const ANSWERS = {
  start: () => null,
  load_match: ({ version }) => void ([confirmed, tail] = [version, 0]),
  load_tail: ({ records }) => ({ added: (tail = records.length) }),
  record: () => ({ status: 200, parts: { title: "", trees: [] }, counted: { records: confirmed + ++tail } }),
  confirm: ({ many }) => void ([confirmed, tail] = [confirmed + many, tail - many]),
  revert: ({ keep }) => void (tail = keep),
};

globalThis.Worker = class {
  postMessage({ id, what, text }) {
    const answer = ANSWERS[what](text.startsWith("{") ? JSON.parse(text) : text) ?? null;
    queueMicrotask(() => this.onmessage({ data: { id, text: JSON.stringify(answer) } }));
  }
  terminate() {}
};
globalThis.document ??= {
  querySelector: () => null,
  implementation: { createHTMLDocument: () => ({ body: { append() {} } }) },
};
globalThis.fetch = async () => ({ ok: reachable, status: 404, json: async () => ({ version: 4, hash: "h4", began: ["0", 0], records }) });

const PLACES = { worker: "/static/abc/engine/worker.js", log: "/m/x/log", bundle: "/b", words: "/w", game: "texas_42" };
const started = (unsent) => startEngine(PLACES, "/m/x", unsent && (() => unsent));
const form = (uid = "one") => new Map([["uid", uid]]);
const entry = (uid, version = 4) => ({ data: form(uid), record: ["deal", {}], base: { version, hash: "h" } });

test("records stand one on the other, and revert() forgets those behind a number", async () => {
  const engine = await started();
  await engine.record("/m/x/say", form("one"), "4");
  await engine.record("/m/x/say", form("two"), "5");
  assert.deepEqual([engine.version, engine.tail, engine.base.version], [6, ["one", "two"], 4]);
  await engine.revert(1);
  assert.deepEqual([engine.version, engine.tail, tail], [5, ["one"], 1]);
  await engine.revert();
  assert.deepEqual([engine.version, engine.tail, tail], [4, [], 0]);
});

test("what is confirmed moves the border, and is not reverted any more", async () => {
  const engine = await started();
  await engine.record("/m/x/say", form("one"), "4");
  await engine.record("/m/x/say", form("two"), "5");
  await engine.confirm(["one"], { version: 5, hash: "h5" });
  await engine.revert();
  assert.deepEqual([engine.version, engine.base, confirmed], [5, { version: 5, hash: "h5" }, 5]);
});

test("what comes soon is drawn on what waits and taken back alone", async () => {
  const engine = await started([entry("one")]);
  await engine.precompute("/m/x/say", form("two"), "5");
  assert.deepEqual([engine.version, tail], [5, 1]);
});

test("an unknown version stays unknown", async () => {
  const engine = await started();
  reachable = false;
  await engine.syncLog();
  await engine.revert();
  reachable = true;
  assert.equal(engine.version, null);
});

test("what is unsent goes on top of the log", async () => {
  const engine = await started([entry("one"), entry("two")]);
  assert.deepEqual([engine.version, engine.base.version, engine.tail], [6, 4, ["one", "two"]]);
  assert.equal(engine.begins(["one"]), true);
  assert.equal(engine.begins(["two"]), false);
});

const logOf = (...rows) => ({ version: rows.length, records: rows.map(([kind, uid], n) => [kind, {}, uid, n + 1]) });
const left = (log, entries) => unsentOn(log, entries).map(({ data }) => data.get("uid")).join();

test("what arrived though its answer was lost is not put on top again", () => {
  const log = logOf(["deal", "a"], ["deal", "one"], ["agree", "b"]);
  assert.equal(left(log, [entry("one", 1), entry("two", 1)]), "two");
});

test("nothing goes on top of what others have recorded since, nor of an older log", () => {
  assert.equal(left(logOf(["deal", "a"], ["deal", "b"]), [entry("one", 1)]), "");
  assert.equal(left(logOf(["deal", "a"]), [entry("one", 2)]), "");
  assert.equal(left(logOf(["deal", "a"]), []), "");
});
