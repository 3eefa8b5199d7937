import assert from "node:assert/strict";
import { test } from "node:test";
import { applyDelta, canInflate } from "../../static/follow/delta.js";

const bytes = (text) => new TextEncoder().encode(text);
const packed = (base64) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

// Deltas as zlib makes them: raw, with the older text as zdict.
const CASES = [
  [
    "a page that changed in the middle and grew",
    '["Boomke",["p",{"class":"a"},"Ann 12"]]',
    "iyaszEQpFl0yCSTpdXhPUbqCMdAQAA==",
    '["Boomke",["p",{"class":"a"},"Ann 14"],["p",{"class":"b"},"Jürg 3"]]',
  ],
  ["an older text longer than the window", [...Array(9000).keys()].join(), "wyWuCAA=", "8995,8996,8997,8998,8999!"],
];

for (const [name, older, delta, newer] of CASES) {
  test(name, async () => {
    assert.ok(canInflate());
    const unpacked = await applyDelta(bytes(older), packed(delta));
    assert.equal(new TextDecoder().decode(unpacked), newer);
  });
}

test("a delta that was cut off is refused", async () => {
  const cut = packed("iyaszEQpFl0yCSTpdXhPUbqCMdAQAA==").slice(0, 12);
  await assert.rejects(applyDelta(bytes(CASES[0][1]), cut));
});
