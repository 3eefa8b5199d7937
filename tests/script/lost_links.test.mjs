// A form that no script sends goes while the server answers, each time it is sent.

import assert from "node:assert/strict";
import { test } from "node:test";

const told = [];
let onSubmit;
globalThis.document ??= { body: { dataset: {} } };
document.addEventListener = (_, work) => (onSubmit = work);
document.dispatchEvent = ({ detail }) => told.push(detail);
globalThis.navigator ??= {};

const { watchForms } = await import("../../static/table/lost_links.js");

test("a form that went once is not sent without asking", async () => {
  let line = true;
  let went = 0;
  const form = { getAttribute: () => "/m/a/close", requestSubmit: () => submit() };
  const submit = () => {
    const event = { target: form, defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true) };
    const asked = onSubmit(event);
    if (!event.defaultPrevented) went += 1;
    return asked;
  };
  watchForms({ link: "no line" }, { askForLine: async () => line, isConnected: () => false, matchPath: () => "/m/a" });
  await submit();
  assert.deepEqual([went, told], [1, []]);
  line = false;
  await submit();
  assert.deepEqual([went, told], [1, ["no line"]]);
});
