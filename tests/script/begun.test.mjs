import assert from "node:assert/strict";
import { test } from "node:test";

const answer = await import("../../static/net/answer.js");
const { beginAll } = await import("../../static/net/begun.js");

let sent = []; // uids, in the order in which they were sent
let refused = new Set();
let away = false;

globalThis.location ??= { pathname: "/" };
globalThis.fetch = async (address, { body } = {}) => {
  if (away) throw new TypeError("no network");
  if (address === "/line") return { ok: true, status: 200, headers: new Map(), json: async () => ({ token: "now" }) };
  if (address === "/line/home") return { ok: false };
  const { uid } = JSON.parse(body);
  sent.push(uid);
  const told = refused.has(uid) ? { problems: ["not so"] } : { hash: `hash of ${uid}`, evening: "e", people: {} };
  return { ok: true, status: refused.has(uid) ? 422 : 200, headers: new Map(), json: async () => told };
};

/** What the store of a phone on which these began answers; gone: what was settled. */
function storeOf(uids) {
  const rows = uids.map((uid, key) => ({ key, table: `/m/${uid}`, begin: { uid } }));
  const gone = [];
  const transaction = async (names, mode, requests) => {
    const logs = { get: (path) => ({ result: { hash: `hash of ${path.slice(3)}` } }), put() {} };
    if (names.length === 1) return requests(logs).map(({ result }) => result);
    const cursor = {};
    requests({ openCursor: () => cursor, delete: (key) => gone.push(key) }, logs);
    return [];
  };
  return { ...answer, gone, readAll: async () => rows, reportLine() {}, transaction };
}

const outboxOf = (uid) => ({ table: `/m/${uid}`, begun: true, entries: [{ base: { version: 0, hash: "" } }, {}], onAnswer() {} });

test("what was begun before goes first, what was begun later waits", async () => {
  sent = [];
  const [outbox, store] = [outboxOf("two"), storeOf(["one", "two", "three"])];
  assert.equal(await beginAll(outbox, store), true);
  assert.deepEqual(sent, ["one", "two"]);
  assert.deepEqual(store.gone, [0, 1]);
  assert.equal(outbox.begun, false);
  assert.deepEqual(outbox.entries, [{ base: { version: 0, hash: "hash of two" } }, {}]);
});

test("one that is refused keeps no other waiting, and says why itself", async () => {
  sent = [];
  refused = new Set(["one"]);
  const store = storeOf(["one", "two"]);
  assert.equal(await beginAll(outboxOf("two"), store), true);
  assert.deepEqual(store.gone, [1]);
  await assert.rejects(beginAll(outboxOf("one"), store), ({ words, pause }) => words === "not so" && pause === 60000);
  refused = new Set();
});

test("what another page has sent already is only looked up", async () => {
  sent = [];
  const outbox = outboxOf("gone");
  await beginAll(outbox, storeOf([]));
  assert.deepEqual(sent, []);
  assert.equal(outbox.entries[0].base.hash, "hash of gone");
});

test("without an answer nothing is settled", async () => {
  away = true;
  const [outbox, store] = [outboxOf("one"), storeOf(["one"])];
  await assert.rejects(beginAll(outbox, store), ({ words }) => words === "");
  assert.deepEqual([store.gone, outbox.begun], [[], true]);
  away = false;
});
