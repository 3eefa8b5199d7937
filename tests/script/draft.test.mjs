import assert from "node:assert/strict";
import { test } from "node:test";
import { draftQuery } from "../../static/table/draft.js";

const CASES = [
  ["nothing", [], ""],
  ["the usual step and empty fields say nothing", [["step", "play"], ["bid", ""]], ""],
  ["hidden fields stay out", [["csrf_token", "a"], ["uid", "b"], ["after", "3"], ["behind", "c"], ["bid", "30"]], "?bid=30"],
  ["another step", [["step", "bid"], ["bid", "30"]], "?step=bid&bid=30"],
  ["Undo knows the whole address", [["uid", "b"], ["back", "step=bid"], ["bid", "30"]], "?step=bid"],
  ["Undo of the first step", [["back", ""], ["bid", "30"]], ""],
];

for (const [name, data, query] of CASES) test(name, () => assert.equal(draftQuery(data), query));

test("more comes behind", () => assert.equal(draftQuery([["bid", "30"]], "at=2"), "?bid=30&at=2"));
