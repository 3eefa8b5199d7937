// A link that leads to a page of the server says why it cannot, where that page is out of reach: while there is no line, and
// for a deal that is only on this phone. So does a form that no script sends. The table stays open.

import { DRAWN } from "../net/offline_addresses.js";

const complain = (detail) => document.dispatchEvent(new CustomEvent("unanswered", { detail }));

/** Whether a phone with a service worker has the page at a path: the worker keeps the rules, and the rest it draws. */
const isHere = (path) => DRAWN.test(path) || path.startsWith("/rules/");

/** Watch the links of a table; words: what is said of a line that is unsent, and of any other link. */
export function watchLinks(words, { askForLine, isConnected, matchPath }) {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || (link.pathname === matchPath() && link.closest("#pad"))) return;
    const isOurs = link.origin === location.origin && link.getAttribute("href")[0] !== "#";
    const unsent = link.querySelector(".here");
    const isDrawn = navigator.serviceWorker?.controller && isHere(link.pathname);
    if (!isOurs || isDrawn || (isConnected() && !unsent)) return;
    event.preventDefault();
    if (unsent) complain(words.line);
    else if (await askForLine()) location.assign(link.href);
    else complain(words.link);
  });
}

/** Watch the forms that the browser itself sends. Same again begins on this phone where a service worker can open it. */
export function watchForms(words, shared) {
  const { askForLine, isConnected, matchPath } = shared;
  let sure = null; // the form that may go
  let begins = null; // a second tap meanwhile begins nothing more
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    const unsent = Number(document.body.dataset.unsent); // the server knows another end of this match
    if (event.defaultPrevented || form === sure || (isConnected() && !unsent)) return;
    event.preventDefault();
    if (!unsent && (await askForLine())) {
      sure = form;
      form.requestSubmit(submitter);
      sure = null; // a page that comes back out of the browser's memory asks again
      return;
    }
    const isAgain = navigator.serviceWorker?.controller && form.getAttribute("action") === `${matchPath()}/again`;
    begins ??= isAgain && beginAgain(submitter?.value === "losers", shared).finally(() => (begins = null));
    if (!(await begins)) complain(words.link);
  });
}

/** Begin the match that follows on this phone; whether it can. losers: one of them deals. */
async function beginAgain(losers, { engine, ...store }) {
  const found = await engine()?.call("rematch", JSON.stringify({ losers })).catch(() => "");
  if (!found) return false;
  const { matchesHere } = await import("../offline/matches_here.js");
  location.assign(await matchesHere.beginMatch(JSON.parse(found), { ...store, edition: engine().places.edition }));
  return true;
}
