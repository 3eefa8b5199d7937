// A link that leads to a page of the server says why it cannot, where that page is out of reach: while there is no line, and
// for a deal that is only on this phone. The table stays open.

import { askForLine, isConnected } from "../net/connection.js";
import { matchPath } from "./address.js";

const complain = (detail) => document.dispatchEvent(new CustomEvent("unanswered", { detail }));

const DRAWN = /^\/(?:$|new$|evenings$|e\/[^/]+$|m\/[^/]+$)/; // what a phone with a service worker draws by itself

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  const words = document.querySelector("#unsent[data-link]")?.dataset;
  if (!link || !words || event.defaultPrevented || (link.pathname === matchPath() && link.closest("#pad"))) return;
  const isOurs = link.origin === location.origin && link.getAttribute("href")[0] !== "#";
  const unsent = link.querySelector(".here");
  if (!isOurs || (isConnected() && !unsent) || (navigator.serviceWorker?.controller && DRAWN.test(link.pathname))) return;
  event.preventDefault();
  if (unsent) complain(words.line);
  else if (await askForLine()) location.assign(link.href);
  else complain(words.link);
});
