// A link that leads to a page of the server says why it cannot, where that page is out of reach: while there is no line, and
// for a deal that is only on this phone. So does a form that no script sends. The table stays open.

const complain = (detail) => document.dispatchEvent(new CustomEvent("unanswered", { detail }));

const DRAWN = /^\/(?:$|new$|evenings$|e\/[^/]+$|m\/[^/]+$)/; // what a phone with a service worker draws by itself

/** Watch the links of a table; words: what is said of a line that is unsent, and of any other link. */
export function watchLinks(words, { askForLine, isConnected, matchPath }) {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || (link.pathname === matchPath() && link.closest("#pad"))) return;
    const isOurs = link.origin === location.origin && link.getAttribute("href")[0] !== "#";
    const unsent = link.querySelector(".here");
    const isDrawn = navigator.serviceWorker?.controller && DRAWN.test(link.pathname);
    if (!isOurs || isDrawn || (isConnected() && !unsent)) return;
    event.preventDefault();
    if (unsent) complain(words.line);
    else if (await askForLine()) location.assign(link.href);
    else complain(words.link);
  });
}

/** Watch the forms that the browser itself sends: Same again, say. */
export function watchForms(words, { askForLine, isConnected }) {
  let sure = null; // the form that may go
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form === sure || isConnected()) return;
    event.preventDefault();
    if (!(await askForLine())) return complain(words.link);
    sure = form;
    form.requestSubmit(submitter);
  });
}
