// The phone engine's client, with a worker that only counts records.

import assert from "node:assert/strict";
import { test } from "node:test";

import { startEngine } from "../../static/engine/client.js";

let confirmed = 0; // records that the server has
let now = 0; // and with the one that it has not confirmed
let reachable = true;

const ANSWERS = {
  start: () => null,
  load_match: ({ version }) => void (confirmed = now = version),
  record: () => ({ status: 200, parts: { title: "", trees: [] }, counted: { records: ++now } }),
  confirm: () => void (confirmed = now),
  revert: () => ({ version: (now = confirmed) }),
};

globalThis.Worker = class {
  postMessage({ id, what, text }) {
    const answer = ANSWERS[what](what === "load_match" ? JSON.parse(text) : text) ?? null;
    queueMicrotask(() => this.onmessage({ data: { id, text: JSON.stringify(answer) } }));
  }
  terminate() {}
};
globalThis.document ??= {
  querySelector: () => null,
  implementation: { createHTMLDocument: () => ({ body: { append() {} } }) },
};
globalThis.fetch = async () => ({ ok: reachable, json: async () => ({ version: 4, records: [] }) });

const started = () => startEngine({ worker: "/static/engine/worker.abc.js", log: "/m/x/log", bundle: "/b", game: "texas_42" }, "/m/x");
const form = () => new Map([["uid", "one"]]);

test("revert() goes back by the record that was counted", async () => {
  const engine = await started();
  await engine.record("/m/x/say", form(), "4");
  assert.equal(engine.version, 5);
  await engine.revert();
  assert.equal(engine.version, 4);
});

test("where nothing was counted revert() changes nothing", async () => {
  const engine = await started();
  await engine.revert();
  assert.equal(engine.version, 4);
  await engine.record("/m/x/say", form(), "4");
  await engine.confirm();
  await engine.revert();
  assert.equal(engine.version, 5);
});

test("an unknown version stays unknown", async () => {
  const engine = await started();
  reachable = false;
  await engine.syncLog();
  await engine.revert();
  reachable = true;
  assert.equal(engine.version, null);
});
