// Puts the parts of an answer in place: little is laid out anew, what has the focus keeps it, and what changed is said.

import { match } from "../dom/morph.js";
import { dress } from "./pad.js";
import { painted } from "../dom/after_paint.js";

const spoken = document.body.appendChild(document.createElement("p"));
spoken.className = "unseen";
spoken.setAttribute("role", "status");

const found = (place) => document.querySelector(place);

/** Put the parts of an answer in place: the table's when it has only those, else the whole page; then say so. */
export function show(news) {
  const tellMore = put(news);
  tellMore();
}

/** Put the new totals on the glass, ahead of all else: they are what everybody at the table waits for. */
export async function showTotals(news) {
  const [olds, fresh] = [document, news].map((one) => [...one.querySelectorAll("#table .total")]);
  const others = olds.filter((old, n) => fresh[n] && old.textContent !== fresh[n].textContent);
  for (const old of others) old.firstChild.firstChild.data = fresh[olds.indexOf(old)].textContent;
  if (others.length) await painted();
}

/** Put the parts of an answer in place; a function comes back for what need not be there at the first look. */
export function put(news) {
  const whole = news.querySelector("main");
  const focus = identity(document.activeElement);
  if (document.activeElement?.matches("#pad button")) document.activeElement.blur(); // or all would be laid out twice
  for (const place of ["header.bar", ...(whole ? ["main"] : ["#strip", "#table"])]) {
    const fresh = news.querySelector(place);
    if (fresh && !whole) match(found(place), fresh); // little is another: little is laid out
    else if (fresh) found(place)?.replaceWith(document.adoptNode(fresh));
  }
  if (!whole) addRows(news);
  calm();
  dress();
  return () => {
    document.title = news.title || document.title;
    refocus(focus);
    const said = "#pad :is(.fault, .notice, .toast span, [aria-current])";
    spoken.textContent = (found(said) ?? found("title")).textContent;
  };
}

/** New rows go on top; after an undo or an amend all rows come anew. Above them stands how many do not count. */
function addRows(news) {
  const fresh = news.getElementById("rows");
  const old = document.getElementById("rows");
  if (!fresh || !old) return;
  found("#uncounted")?.replaceWith(document.adoptNode(news.getElementById("uncounted")));
  const stands = (row) => old.querySelector(`a[href="${row.querySelector("a").getAttribute("href")}"]`);
  const added = [...fresh.children].filter((row) => !stands(row)); // it may have come another way meanwhile
  if (fresh.dataset.add) old.prepend(...added.map((row) => document.adoptNode(row)));
  else old.replaceWith(document.adoptNode(fresh));
}

/** How far down the page shows the whole pad, and of the totals above it as much as there is room for. */
export function lowest() {
  const table = found("#table")?.getBoundingClientRect();
  const strip = found("#strip")?.offsetHeight ?? 0; // it stays in sight above the totals
  return table ? Math.max(0, Math.min(table.top - strip, table.bottom - innerHeight) + scrollY) : 0;
}

/** Scroll there without a slide: what was tapped is shown at once. */
export const settle = (top) => scrollTo({ top, behavior: "instant" });

let complaints = 0; // how often it was said that no answer came

/** How often that was said so far. */
export const heard = () => complaints;

/** An answer came: nothing is said of the line any more, unless it was after so many times. */
export function calm(times = complaints) {
  const notice = found("#no-answer");
  if (notice && times === complaints) notice.hidden = true;
}

/** Say that no answer came, or what an error page says; the entry stays as it is and can be sent again. */
export function complain(words) {
  const notice = found("#no-answer");
  complaints += 1;
  if (!notice) return;
  notice.dataset.words ??= notice.textContent;
  notice.textContent = words || notice.dataset.words;
  const place = () => found("#pad")?.getBoundingClientRect().bottom ?? 0;
  const before = place();
  notice.hidden = false;
  scrollBy({ top: place() - before, behavior: "instant" }); // the next tap finds what it looked for
}

/** What tells a control apart from the others on its page; empty for what is not on the table. */
function identity(element) {
  if (!element?.closest("#table")) return "";
  return [element.nodeName, element.name, element.name ? element.value : element.textContent].join(" ");
}

/** Keep the focus on the same control where there still is one, else on the pad, so that the next key is heard there. */
function refocus(before) {
  if (!before || !found("#pad")) return;
  const same = [...document.querySelectorAll("#table :is(a, button, input, select, summary)")];
  found("#pad").tabIndex = -1;
  (same.find((one) => identity(one) === before && !one.disabled) ?? found("#pad")).focus({ preventScroll: true });
}
