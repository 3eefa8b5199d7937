import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= { addEventListener() {}, documentElement: { dataset: {} } };
globalThis.addEventListener ??= () => {};
const { isSecondHalf } = await import("../../static/table/gestures.js");

const TAP = { at: 1000, x: 50, y: 50, kind: "chip" };
const CLICK = { at: 1200, x: 55, y: 50, kind: "go", counts: true };
const REPLACED = { at: 1100, recorded: false };

const CASES = [
  ["another button that records", {}, {}, true],
  ["the same kind of button", { kind: "chip" }, {}, false],
  ["a button that records nothing", { counts: false }, {}, false],
  ["any button after a record", { counts: false, kind: "chip" }, { recorded: true }, true],
  ["elsewhere", { x: 90 }, { recorded: true }, false],
  ["later", { at: 1500 }, { recorded: true }, false],
  ["on a pad that was there before the first", {}, { at: 900, recorded: true }, false],
];

for (const [name, click, replaced, stopped] of CASES) {
  test(`the second half of a double tap, ${name}: ${stopped ? "stopped" : "counts"}`, () => {
    assert.equal(isSecondHalf({ ...CLICK, ...click }, TAP, { ...REPLACED, ...replaced }), stopped);
  });
}
