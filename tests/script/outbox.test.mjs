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

  send(body) {
    sent.push([this.address, body.get("uid")]);
    this.status = answers.shift();
    const table = { getElementById: () => true, querySelector: () => Request.doc || null };
    if (words) Object.assign(this, { responseType: "document", responseURL: "http://x/", response: pageSaying(words) });
    else if (Request.doc) Object.assign(this, { responseType: "document", responseURL: "http://x/", response: table });
    else Object.assign(this, { responseType: "json", response: { version: 1 } });
    queueMicrotask(() => (this.status ? this.onload() : this.onerror()));
  }
}

const heard = []; // who listens to "line"
const ended = []; // signals of those that listen
const listen = (type, work, { signal } = {}) => type === "line" && (heard.push(work), ended.push(signal));
const line = (connected) => heard.forEach((work) => work({ detail: { connected } }));
globalThis.document ??= { querySelector: () => null, body: { dataset: {} }, addEventListener() {}, dispatchEvent() {} };
document.addEventListener = listen;
globalThis.addEventListener ??= () => {};
globalThis.XMLHttpRequest = Request;
const { Outbox } = await import("../../static/net/outbox.js");

/** An outbox with entries of these uids; the answers and failures that its page is told. */
async function outboxOf(uids, more = null) {
  const told = [];
  const page = {
    onAnswer: ({ status }, { data }) => told.push(`${data.get("uid")} ${status}`),
    onFailure: () => told.push("failed"),
  };
  const outbox = new Outbox(`/m/${(tables += 1)}`, more ?? page);
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
  const { outbox, left } = await outboxOf(["a", "b"], {});
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

test("while somebody looks and there is no line, nothing is tried after a long pause", async () => {
  const { outbox } = await outboxOf(["a"]);
  const [own, pauses] = [globalThis.setTimeout, []];
  let due = null;
  globalThis.setTimeout = (work, ms) => (pauses.push(ms), (due = work), 0);
  outbox.attempts = 2; // 8 s
  answers = [0];
  assert.equal(await outbox.flush(), null);
  const attempts = sent.length;
  line(false);
  due();
  assert.equal(sent.length, attempts); // it would hang
  answers = [200];
  line(true);
  due();
  globalThis.setTimeout = own;
  assert.equal(await outbox.sending, true);
  assert.deepEqual([pauses, sent.length], [[8000, 8000], attempts + 1]);
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

/** An outbox with entries that an engine drew, and what the server answers to tails: each [status, answer]; 0: nothing. */
async function drawn(uids, answers, shows = true) {
  const posted = [];
  globalThis.fetch = async (address, { body }) => {
    const { base, hash, records } = JSON.parse(body);
    posted.push([address.split("/").at(-1), base, hash, records.map(({ uid }) => uid).join()]);
    const [status, answer] = answers.shift();
    if (!status) throw new TypeError("no line");
    return { status, headers: new Map(), json: async () => answer };
  };
  const found = await outboxOf([], shows ? null : {});
  if (shows) found.outbox.onTail = ({ sent, asSent, branch }) => found.told.push(`${sent.length} ${asSent} ${branch ?? ""}`);
  const put = (uid) => {
    const data = new FormData();
    data.append("uid", uid);
    const base = { version: 7, hash: "h7" };
    found.outbox.add({ address: "/m/x/say", data, record: ["deal", {}], counted: { lines: 1 }, edition: "e", base });
  };
  uids.forEach(put);
  return { ...found, put, posted };
}

const recorded = (version, ...uids) => {
  const taken = Object.fromEntries(uids.map((uid, n) => [uid, version - uids.length + n + 1]));
  return { version, hash: `h${version}`, taken, same: {}, differs: {}, branch: null };
};

test("one that the engine drew goes as its form, several as a tail on what the server has", async () => {
  const { outbox, told, left, posted, put } = await drawn(["a"], [[200, recorded(10, "b", "c")]]);
  answers = [200];
  assert.equal(await outbox.flush(), true);
  assert.deepEqual([told, posted, left()], [["a 200"], [], ""]);
  put("b");
  put("c");
  answers = [];
  assert.equal(await outbox.flush(), true);
  assert.deepEqual(posted, [["tail", 7, "h7", "b,c"]]);
  assert.deepEqual([told, left()], [["a 200", "2 false "], ""]); // records of others came between
});

test("a tail without an answer stays, and is the same when it is sent again", async () => {
  const { outbox, told, left, posted } = await drawn(["a", "b"], [[0], [502, {}], [200, recorded(9, "a", "b")]]);
  for (let n = 0; n < 3; n += 1) await outbox.flush();
  clearTimeout(outbox.timer);
  assert.deepEqual(posted, Array(3).fill(["tail", 7, "h7", "a,b"]));
  assert.deepEqual([told, left()], [["failed", "failed", "2 true "], ""]);
});

test("a form that is refused takes along what was recorded on it", async () => {
  const { outbox, told, left, posted, put } = await drawn(["a"], [[200, { ...recorded(9), branch: "/m/x/both" }]]);
  answers = [409];
  Request.doc = true;
  const sending = outbox.flush();
  put("b");
  await sending;
  Request.doc = false;
  assert.deepEqual(posted, [["tail", 7, "h7", "a,b"]]);
  assert.deepEqual([told, left()], [["2 false /m/x/both"], ""]);
});

test("a refusal in words alone clears nothing", async () => {
  const { outbox, told, left } = await drawn(["a", "b"], [[403, { problems: ["This link has ended."] }]]);
  assert.equal(await outbox.flush(), null);
  clearTimeout(outbox.timer);
  assert.deepEqual([told, left()], [["failed"], "a,b"]);
});

test("what is on the pad still is withdrawn, what the engine drew is not", async () => {
  const { outbox, left } = await drawn(["a", "b"], []);
  const data = new FormData();
  data.append("uid", "c");
  outbox.add({ address: "/m/x/say", data });
  outbox.withdraw();
  assert.equal(left(), "a,b");
});

test("what goes on follows what was confirmed", async () => {
  const { outbox, posted, put } = await drawn(["a", "b"], [[200, recorded(9, "a", "b")], [200, recorded(11, "c", "d")]]);
  const sending = outbox.flush();
  put("c");
  put("d");
  await sending;
  assert.deepEqual(posted, [["tail", 7, "h7", "a,b"], ["tail", 9, "h9", "c,d"]]);
});

for (const [whose, more, ends] of [
  ["another table", { passing: true }, true],
  ["a page without a table", {}, false], // what is tapped on it may come yet
  ["a table", null, false],
]) {
  test(`an outbox of ${whose} that has nothing to send ${ends ? "ends" : "goes on"}`, async () => {
    const { outbox } = await outboxOf([], more);
    outbox.start();
    const signal = ended.at(-1);
    await outbox.loaded;
    await outbox.flush();
    assert.equal(signal.aborted, ends);
  });
}
