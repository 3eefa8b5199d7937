// The phone's engine as the page sees it, with a worker that only counts records.

import assert from "node:assert/strict";
import test from "node:test";

import { start } from "./static/phone.js";

let sure = 0; // records that the worker is sure of
let now = 0; // and with the one that is not confirmed
let reachable = true;

const ANSWERS = {
  begin: () => null,
  learn: ({ version }) => void (sure = now = version),
  say: () => ({ status: 200, parts: { title: "", trees: [] }, counted: { records: ++now } }),
  confirm: () => void (sure = now),
  revert: () => ({ version: (now = sure) }),
};

globalThis.Worker = class {
  postMessage({ id, what, text }) {
    const answer = ANSWERS[what](what === "learn" ? JSON.parse(text) : text) ?? null;
    queueMicrotask(() => this.onmessage({ data: { id, text: JSON.stringify(answer) } }));
  }
  terminate() {}
};
globalThis.document = {
  querySelector: () => null,
  implementation: { createHTMLDocument: () => ({ body: { append() {} } }) },
};
globalThis.fetch = async () => ({ ok: reachable, json: async () => ({ version: 4, records: [] }) });

const begun = () => start({ worker: "/static/engine/worker.abc.js", log: "/m/x/log", bundle: "/b" }, "/m/x");
const form = () => new Map([["uid", "one"]]);

test("what is taken back lowers the version by what was counted", async () => {
  const phone = await begun();
  await phone.say("/m/x/say", form(), "4");
  assert.equal(phone.version, 5);
  await phone.revert();
  assert.equal(phone.version, 4);
});

test("where nothing was counted nothing is taken back", async () => {
  const phone = await begun();
  await phone.revert();
  assert.equal(phone.version, 4);
  await phone.say("/m/x/say", form(), "4");
  await phone.confirm();
  await phone.revert();
  assert.equal(phone.version, 5);
});

test("a log that is to be read again stays so", async () => {
  const phone = await begun();
  reachable = false;
  await phone.follow();
  await phone.revert();
  reachable = true;
  assert.equal(phone.version, null);
});
