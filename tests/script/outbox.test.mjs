import assert from "node:assert/strict";
import { test } from "node:test";

const sent = []; // [address, uid]
let answers = []; // statuses; 0: no connection
let tables = 0;
let words = ""; // what the next answers say, on a page without a table

/** A whole page that says something and shows no table. */
function pageSaying(textContent) {
  return { getElementById: () => true, querySelector: (asked) => (asked === "main p" ? { textContent } : null) };
}

/** An XMLHttpRequest with the next of the answers. */
class Request {
  open(_, address) {
    this.address = address;
  }

  setRequestHeader() {}

  getResponseHeader() {
    return null;
  }

  get responseURL() {
    return "http://x/m/x";
  }

  send(body) {
    sent.push([this.address, body.get("uid")]);
    this.status = answers.shift();
    if (words) Object.assign(this, { responseType: "document", response: pageSaying(words) });
    else Object.assign(this, { responseType: "json", response: { version: 1 } });
    queueMicrotask(() => (this.status ? this.onload() : this.onerror()));
  }
}

globalThis.document ??= { querySelector: () => null, body: { dataset: {} }, addEventListener() {}, dispatchEvent() {} };
globalThis.addEventListener ??= () => {};
globalThis.XMLHttpRequest = Request;
const { Outbox } = await import("../../static/net/outbox.js");

/** An outbox with entries of these uids; the answers and failures that its page is told. */
async function outboxOf(uids, shows = true) {
  const told = [];
  const page = {
    onAnswer: ({ status }, { data }) => told.push(`${data.get("uid")} ${status}`),
    onFailure: () => told.push("failed"),
  };
  const outbox = new Outbox(`/m/${(tables += 1)}`, shows ? page : {});
  await outbox.loaded;
  sent.length = 0;
  for (const uid of uids) {
    const data = new FormData();
    data.append("uid", uid);
    outbox.add({ address: "/m/x/say", data });
  }
  return { outbox, told, left: () => outbox.entries.map(({ data }) => data.get("uid")).join() };
}

test("entries are sent in order, each once", async () => {
  const { outbox, told, left } = await outboxOf(["a", "b"]);
  answers = [200, 200];
  const [one, two] = [outbox.flush(), outbox.flush()];
  assert.equal(one, two);
  assert.equal(await one, true);
  assert.deepEqual(sent, [["/m/x/say", "a"], ["/m/x/say", "b"]]);
  assert.deepEqual([told, left()], [["a 200", "b 200"], ""]);
});

test("a refused entry takes those behind it along", async () => {
  const { outbox, told, left } = await outboxOf(["a", "b"]);
  answers = [409];
  assert.equal(await outbox.flush(), false);
  assert.deepEqual([told, left()], [["a 409"], ""]);
});

test("a page that shows no table leaves a refused entry for the table", async () => {
  const { outbox, left } = await outboxOf(["a", "b"], false);
  answers = [409];
  assert.equal(await outbox.send(), false);
  assert.equal(left(), "a,b");
});

test("without an answer everything stays, and pauses grow to a minute", async () => {
  const { outbox, told, left } = await outboxOf(["a"]);
  const pauses = [];
  const own = globalThis.setTimeout;
  globalThis.setTimeout = (_, ms) => (pauses.push(ms), 0);
  for (let n = 0; n < 7; n += 1) {
    answers = [0];
    assert.equal(await outbox.flush(), null);
  }
  globalThis.setTimeout = own;
  assert.deepEqual(pauses, [2, 4, 8, 16, 32, 60, 60].map((s) => 1000 * s));
  assert.deepEqual([told, left()], [Array(7).fill("failed"), "a"]);
});

test("an entry that is withdrawn while it is sent is not sent again", async () => {
  const { outbox, told, left } = await outboxOf(["a"]);
  answers = [0];
  const sending = outbox.flush();
  outbox.withdraw();
  assert.equal(left(), "a"); // it may have arrived
  assert.equal(await sending, null);
  assert.deepEqual([told, left()], [[], ""]);
});

test("a page that only says no leaves the entry to be sent again", async () => {
  const { outbox, told, left } = await outboxOf(["a", "b"]);
  for (const status of [400, 403]) {
    words = "Not from a page of ours.";
    answers = [status];
    assert.equal(await outbox.flush(), null);
    assert.equal(left(), "a,b");
  }
  words = "";
  answers = [200, 200];
  assert.equal(await outbox.flush(), true);
  assert.deepEqual([told, left()], [["failed", "failed", "a 200", "b 200"], ""]);
});
