import assert from "node:assert/strict";
import { test } from "node:test";
import { INITIAL, TableState, transition } from "../../static/table/state.js";

const CASES = [
  ["request", "idle", "send", "sending"],
  ["request", "sending", "send", "sending"],
  ["request", "sending", "answered", "idle"],
  ["preview", "none", "choose", "pending"],
  ["preview", "pending", "choose", "pending"],
  ["preview", "pending", "previewed", "none"],
  ["preview", "pending", "answered", "pending"],
  ["tap", "free", "hold", "held"],
  ["tap", "held", "previewed", "held"],
  ["tap", "held", "release", "free"],
  ["history", "here", "goBack", "returning"],
  ["history", "returning", "arrive", "here"],
];

for (const [region, from, event, to] of CASES) {
  test(`${region} ${from}: ${event} leads to ${to}, and no other region moves`, () => {
    const state = { ...INITIAL, [region]: from };
    const after = transition(state, event);
    assert.equal(after[region], to);
    if (from !== to) assert.deepEqual({ ...after, [region]: from }, state);
  });
}

test("a preview that was overtaken does not end the one that goes on", async () => {
  const table = new TableState();
  let end = null;
  table.startPreview(Promise.resolve());
  const overtaken = table.preview;
  table.startPreview(new Promise((resolve) => (end = resolve)));
  await overtaken;
  assert.ok(table.is("pending"));
  end();
  await table.preview;
  assert.ok(table.is("none"));
  assert.equal(table.preview, null);
});

test("a held tap waits for every preview that begins meanwhile", async () => {
  const table = new TableState();
  const order = [];
  const preview = (name, more) => Promise.resolve().then(() => (order.push(name), more?.()));
  table.startPreview(preview("first", () => table.startPreview(preview("second"))));
  const held = table.holdTap(1000);
  assert.ok(table.is("held"));
  await held;
  assert.deepEqual(order, ["first", "second"]);
  assert.ok(table.is("free") && table.is("none"));
});

test("a held tap does not wait for ever", async () => {
  const table = new TableState();
  table.startPreview(new Promise(() => {}));
  await table.holdTap(5);
  assert.ok(table.is("free") && table.is("pending"));
});

test("whatever is requested later overtakes", () => {
  const table = new TableState();
  const first = table.nextTurn();
  assert.ok(first());
  const second = table.nextTurn();
  assert.deepEqual([first(), second()], [false, true]);
});

test("closing ends, also when it fails", async () => {
  const table = new TableState();
  table.close(Promise.reject(new Error("no")));
  assert.ok(table.closing);
  await table.closing;
  assert.equal(table.closing, null);
});
