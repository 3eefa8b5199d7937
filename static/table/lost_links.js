// A link that leads to a page of the server says why it cannot, where that page is out of reach: while there is no line, and
// for a deal that is only on this phone. The table stays open.

import { isConnected } from "../net/connection.js";
import { matchPath } from "./address.js";
import { complain } from "./render.js";

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const words = document.querySelector("#unsent[data-link]")?.dataset;
  if (!link || !words || (link.pathname === matchPath() && link.closest("#pad"))) return;
  const isOurs = link.origin === location.origin && link.getAttribute("href")[0] !== "#";
  if (!isOurs || (isConnected() && !link.querySelector(".here"))) return;
  event.preventDefault();
  complain(isConnected() ? words.line : words.link);
});
