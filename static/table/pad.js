// The entry pad follows what is chosen: numbers that no longer fit are disabled, the rest and the sum are shown.

let format = null; // slow to make: not before a number is written

/** A number in the reader's digits. */
function digits(number) {
  format ??= new Intl.NumberFormat(document.documentElement.lang, { useGrouping: false });
  return format.format(number);
}

/** Disable what cannot be beside what is chosen. */
export function setUp(pad = "#pad") {
  for (const control of document.querySelectorAll(`${pad} [data-not]`)) control.disabled = !control.checked;
  document.querySelectorAll(`${pad} form[data-total]`).forEach(limit);
}

/** The numbers of a row that are possible at all. */
const numbersIn = (row) => [...row.querySelectorAll("input:not([data-never])")].filter(({ value }) => value !== "-");

/**
 * Disable the numbers that cannot be beside the others, and the last button while they do not add up. A row that has its
 * number can change to any: how much is then left, or too many, is shown, and made up for in another row.
 */
export function limit(form) {
  for (const out of form.querySelectorAll('input[type=checkbox][value="-"]')) {
    const row = form.querySelector(`fieldset.counted:has(input[name="${out.name}"])`);
    if (row) row.hidden = out.checked; // this player takes no part
  }
  const rows = [...form.querySelectorAll("fieldset.counted:not([hidden])")];
  const chosen = rows.map((row) => row.querySelector("input:checked"));
  const left = Number(form.dataset.total) - chosen.reduce((sum, input) => sum + (Number(input?.value) || 0), 0);
  const open = rows.filter((_, index) => !chosen[index]);
  const most = (row) => Math.max(0, ...numbersIn(row).map(({ value }) => Number(value)));
  const together = open.reduce((sum, row) => sum + most(row), 0);
  rows.forEach((row, index) => {
    const room = Math.max(left, 0);
    const fits = (number) => chosen[index] || (number <= room && room - number <= together - most(row));
    for (const input of numbersIn(row)) input.disabled = !fits(Number(input.value));
  });
  showLeft(form, left);
  const sure = open.length === 1 || "forced" in form.dataset; // elsewhere a row that is open may take no part
  const rest = sure && left >= 0 ? open.map((row) => numbersIn(row).filter((input) => !input.disabled)) : [];
  const whole = open.length ? rest.length > 0 && rest.every((fitting) => fitting.length === 1) : left === 0;
  form.querySelector("button.go").disabled = !whole;
  return { whole, rest: whole ? rest.flat() : [] };
}

/** Show how much is left, or by how much it is too many. */
function showLeft(form, left) {
  for (const counter of form.querySelectorAll("[data-left]")) {
    counter.textContent = digits(Math.max(left, 0));
    counter.parentElement.hidden = left < 0;
  }
  for (const counter of form.querySelectorAll("[data-over]")) {
    counter.textContent = digits(Math.max(-left, 0));
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
  for (const sum of document.querySelectorAll(`${pad} [data-sum]`)) sum.textContent = digits(points);
}
