// The names of all days from the begin of a match to today, for the headings of its history.

const DAY = 86400000; // ms
const MOST = 100;

/** The names of the days since a match began, in ms since 1970. */
export function matchDays(began) {
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "long", day: "numeric", month: "long" });
  const many = Math.min(Math.ceil((Date.now() - began) / DAY) + 1, MOST);
  return Array.from({ length: many }, (_, n) => day.format(began + n * DAY));
}
