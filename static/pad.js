// What the entry pad does by itself: it follows what is chosen, and fits a fresh pad in without exchanging a control.

let figures = null; // the first one costs so much that it waits until a number is to be written

/** A number in the reader's digits. */
function figure(number) {
  figures ??= new Intl.NumberFormat(document.documentElement.lang, { useGrouping: false });
  return figures.format(number);
}

/** What tells nodes apart that stand side by side: of controls what they say, of typed ones only what about. */
function kind(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  const said = node.getAttribute("type") === "text" ? "" : node.getAttribute("value");
  return [node.nodeName, node.id, node.getAttribute("name"), said].join(" ");
}

/** Make a node like a fresh one and keep what is chosen, typed, open and focused in it; a pad is exchanged whole. */
export function match(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.id === "pad") {
    old.replaceWith(document.adoptNode(fresh));
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  if (old.localName.includes("-")) {
    for (const name in fresh.dataset) if (old.dataset[name] !== fresh.dataset[name]) old.dataset[name] = fresh.dataset[name];
    return; // the rest it draws itself
  }
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  pair(old, [...old.childNodes], [...fresh.childNodes]);
}

/** The same for all that an element holds: what is there stays, what is new comes, what is no more goes. */
export function pair(parent, olds, fresh) {
  const [left, come] = [[...olds], [...fresh]];
  let end = null; // what both end with is left alone: new rows come on top
  while (come.length && left.at(-1)?.isEqualNode(come.at(-1))) [end] = [left.pop(), come.pop()];
  for (const one of come) {
    const at = left.findIndex((old) => kind(old) === kind(one));
    if (at < 0) parent.insertBefore(document.adoptNode(one), left[0] ?? end);
    else {
      for (const gone of left.splice(0, at)) gone.remove();
      match(left.shift(), one);
    }
  }
  for (const gone of left) gone.remove();
}

/** Close what cannot be beside what is chosen. */
export function dress(pad = "#pad") {
  for (const control of document.querySelectorAll(`${pad} [data-not]`)) control.disabled = !control.checked;
  document.querySelectorAll(`${pad} form[data-total]`).forEach(limit);
}

/** Who takes no part has no row of numbers. */
function hideRows(form) {
  for (const box of form.querySelectorAll('input[type=checkbox][value="-"]')) {
    const row = form.querySelector(`fieldset.counted:has(input[name="${box.name}"])`);
    if (row) row.hidden = box.checked;
  }
}

/** The numbers of a row that can be at all. */
const numbersOf = (row) => [...row.querySelectorAll("input:not([data-never])")].filter(({ value }) => value !== "-");

/**
 * Dim the numbers that cannot be beside the others, and the last button while they do not add up. A row that has its
 * number can change to any: how much is then left, or too many, is told, and made up for in another row.
 */
export function limit(form) {
  hideRows(form);
  const rows = [...form.querySelectorAll("fieldset.counted:not([hidden])")];
  const chosen = rows.map((row) => row.querySelector("input:checked"));
  const left = Number(form.dataset.total) - chosen.reduce((sum, input) => sum + (Number(input?.value) || 0), 0);
  const open = rows.filter((_, index) => !chosen[index]);
  const most = (row) => Math.max(0, ...numbersOf(row).map(({ value }) => Number(value)));
  const together = open.reduce((sum, row) => sum + most(row), 0);
  rows.forEach((row, index) => {
    const room = Math.max(left, 0);
    const fits = (number) => chosen[index] || (number <= room && room - number <= together - most(row));
    for (const input of numbersOf(row)) input.disabled = !fits(Number(input.value));
  });
  tellLeft(form, left);
  const sure = open.length === 1 || "forced" in form.dataset; // elsewhere a row that is open may take no part
  const rest = sure && left >= 0 ? open.map((row) => numbersOf(row).filter((input) => !input.disabled)) : [];
  const whole = open.length ? rest.length > 0 && rest.every((fitting) => fitting.length === 1) : left === 0;
  form.querySelector("button.go").disabled = !whole;
  return { whole, rest: whole ? rest.flat() : [] };
}

/** Tell how much is left, or how much too many was given. */
function tellLeft(form, left) {
  for (const counter of form.querySelectorAll("[data-left]")) {
    counter.textContent = figure(Math.max(left, 0));
    counter.parentElement.hidden = left < 0;
  }
  for (const counter of form.querySelectorAll("[data-over]")) {
    counter.textContent = figure(Math.max(-left, 0));
    counter.parentElement.hidden = left >= 0;
  }
}

/** Fill in the rows that are left with their only numbers; whether the rows are complete and add up now. */
export function complete(form) {
  const { whole, rest } = limit(form);
  for (const input of rest) input.checked = true;
  return whole;
}

/** The running sum of tapped cards. */
export function addUp(form, pad = "#pad") {
  const cards = [...form.querySelectorAll("input[data-points]:checked")];
  const points = cards.reduce((sum, card) => sum + Number(card.dataset.points), 0);
  for (const sum of document.querySelectorAll(`${pad} [data-sum]`)) sum.textContent = figure(points);
}
