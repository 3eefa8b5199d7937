// What the entry pad does by itself: it follows what is chosen, and fits a fresh pad in without exchanging a control.

const figures = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: false });

/** Make an element like a fresh one and keep what is chosen, typed, open and focused in it; a pad is exchanged whole. */
export function match(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.id === "pad") return old.replaceWith(document.adoptNode(fresh));
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return undefined;
  }
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  return pair(old, [...old.childNodes], [...fresh.childNodes]);
}

/** The same for all that an element holds. */
export function pair(parent, olds, fresh) {
  olds.forEach((old, index) => (fresh[index] ? match(old, fresh[index]) : old.remove()));
  parent.append(...fresh.slice(olds.length).map((one) => document.adoptNode(one)));
}

/** Close what cannot be beside what is chosen. */
export function dress() {
  for (const control of document.querySelectorAll("#pad [data-not]")) control.disabled = !control.checked;
  document.querySelectorAll("#pad form[data-total]").forEach(limit);
}

/** Dim the numbers that no longer fit into what is left, and the last button while they do not add up to it. */
function limit(form) {
  const rows = [...form.querySelectorAll("fieldset.counted:not([hidden])")];
  const chosen = rows.map((row) => row.querySelector("input:checked"));
  const left = Number(form.dataset.total) - chosen.reduce((sum, input) => sum + (Number(input?.value) || 0), 0);
  rows.forEach((row, index) => {
    const most = left + (Number(chosen[index]?.value) || 0);
    const numbers = [...row.querySelectorAll("input:not([data-never])")].filter((input) => input.value !== "-");
    const fits = (input) => input.checked || (!("not" in input.dataset) && Number(input.value) <= most);
    for (const input of numbers) input.disabled = !fits(input);
  });
  for (const counter of form.querySelectorAll("[data-left]")) counter.textContent = figures.format(left);
  const open = rows.filter((_, index) => !chosen[index]);
  const rest = open.length === 1 ? open[0].querySelector(`input[value="${left}"]:not(:disabled)`) : null;
  const whole = open.length ? Boolean(rest) : left === 0;
  form.querySelector("button.go").disabled = !whole;
  return { whole, rest };
}

/** Fill in the only row that is left; whether the rows are complete and add up now. */
export function complete(form) {
  const { whole, rest } = limit(form);
  if (rest) rest.checked = true;
  return whole;
}

/** The running sum of tapped cards. */
export function addUp(form) {
  const cards = [...form.querySelectorAll("input[data-points]:checked")];
  const points = cards.reduce((sum, card) => sum + Number(card.dataset.points), 0);
  for (const sum of document.querySelectorAll("#pad [data-sum]")) sum.textContent = figures.format(points);
}
