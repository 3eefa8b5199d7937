import assert from "node:assert/strict";
import { test } from "node:test";
import { delay } from "../../static/net/poll.js";

const MINUTE = 60_000;

test("it does not slow down for as long as a deal may take", () => {
  const delays = [0, 5, 15, 20, 25, 600].map((quiet) => delay(quiet * MINUTE));
  assert.deepEqual(delays, [2000, 2000, 2000, 6000, 10000, 10000]);
});

test("without an answer it waits twice as long each time, up to ten seconds", () => {
  assert.deepEqual([1, 2, 3, 4, 9].map((failed) => delay(0, failed)), [2000, 4000, 8000, 10000, 10000]);
});

test("chance spreads it by a tenth", () => {
  assert.deepEqual([0, 1].map((chance) => delay(0, 0, chance)), [1800, 2200]);
});
