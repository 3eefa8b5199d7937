import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= new EventTarget();
globalThis.addEventListener ??= () => {};
globalThis.CustomEvent ??= class extends Event {
  constructor(name, { detail }) {
    super(name);
    this.detail = detail;
  }
};
let [hidden, online] = [false, true];
Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
globalThis.navigator ??= {};
Object.defineProperty(navigator, "onLine", { configurable: true, get: () => online });

let tick = null; // what the page does every so many ms
let every = 0;
globalThis.setInterval = (work, ms) => ((tick = work), (every = ms), 1);
globalThis.clearInterval = () => (tick = null);

let answers = []; // [status, what it tells], or null for no answer
const OURS = [200, { token: "now" }];
let asked = 0;
globalThis.fetch = async () => {
  asked += 1;
  const answer = answers.shift();
  if (!answer) throw new TypeError("no line");
  return { status: answer[0], headers: new Map(), json: async () => answer[1] };
};

const { askForLine, isConnected, reportLine } = await import("../../static/net/connection.js");

test("without a line the server is asked every few seconds until it answers", async () => {
  assert.equal(tick, null);
  reportLine(false);
  reportLine(false); // by a poll
  assert.ok(every <= 5000);
  answers = [null, [200, { login: "hotel" }], [503, { token: "now" }], [429, { token: "now" }]]; // the second is another machine's
  for (let n = 0; n < 4; n += 1) await tick();
  assert.deepEqual([asked, isConnected()], [4, false]);
  answers = [OURS];
  await tick();
  assert.deepEqual([asked, isConnected(), tick], [5, true, null]);
});

test("it is not asked while nobody looks, nor while the phone knows that there is no network", async () => {
  reportLine(false);
  asked = 0;
  for ([hidden, online] of [[true, true], [false, false]]) await tick();
  assert.equal(asked, 0);
  [hidden, online] = [false, true];
  answers = [OURS];
  await tick();
  assert.equal(isConnected(), true);
});

test("a question that a tap waits for tells either way", async () => {
  answers = [null, OURS];
  assert.equal(await askForLine(), false);
  assert.equal(isConnected(), false);
  assert.equal(await askForLine(), true);
  assert.equal(isConnected(), true);
});
