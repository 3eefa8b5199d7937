import assert from "node:assert/strict";
import { test } from "node:test";
import { morph } from "../../static/dom/morph.js";

/** The first element of this markup, in the page; made without innerHTML, which Trusted Types refuse. */
function element([tag, attributes, ...children]) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.map((child) => (typeof child === "string" ? child : element(child))));
  return made;
}

const inPage = (node) => document.body.appendChild(element(node));

test("attributes and texts change in place", () => {
  const old = inPage(["p", { class: "a", hidden: "" }, "1", ["b", {}, "2"]]);
  const bold = old.lastChild;
  morph(old, element(["p", { class: "b", title: "t" }, "3", ["b", {}, "4"]]));
  assert.equal(old.outerHTML, '<p class="b" title="t">3<b>4</b></p>');
  assert.equal(old.lastChild, bold);
});

test("a control with the same name and value stays, with its focus and choice", () => {
  const radio = (value) => ["input", { type: "radio", name: "bid", value }];
  const old = inPage(["form", {}, radio("1"), radio("2")]);
  const second = old.lastChild;
  second.checked = true;
  second.focus();
  morph(old, element(["form", {}, radio("0"), radio("2"), radio("3")]));
  assert.deepEqual([...old.children].map(({ value }) => value), ["0", "2", "3"]);
  assert.equal(old.children[1], second);
  assert.ok(second.checked && document.activeElement === second);
});

test("what is typed and what is open stay", () => {
  const node = (value) => ["details", {}, ["input", { type: "text", name: "n", value }]];
  const old = inPage(node("1"));
  old.open = true;
  old.firstChild.value = "12";
  morph(old, element(node("5")));
  assert.deepEqual([old.open, old.firstChild.value], [true, "12"]);
});

test("new rows come on top of those that stay", () => {
  const row = (text) => ["li", {}, text];
  const old = inPage(["ol", {}, row("b"), row("a")]);
  const stayed = [...old.children];
  morph(old, element(["ol", {}, row("c"), row("b"), row("a")]));
  assert.equal(old.textContent, "cba");
  assert.deepEqual([...old.children].slice(1).map((one, n) => one === stayed[n]), [true, true]);
});

test("a pad is replaced whole, a custom element only told", () => {
  const old = inPage(["div", {}, ["div", { id: "pad" }, "1"], ["x-clock", { "data-left": "1" }, "drawn"]]);
  const [pad, clock] = old.children;
  morph(old, element(["div", {}, ["div", { id: "pad" }, "1"], ["x-clock", { "data-left": "2" }]]));
  assert.notEqual(old.children[0], pad);
  assert.equal(old.children[1], clock);
  assert.deepEqual([clock.dataset.left, clock.textContent], ["2", "drawn"]);
});
