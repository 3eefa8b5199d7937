// Keeps the large view up to date: asks whether there is a newer version, and loads the page again only then.

import "../comfort/match_clock.js";
import "../comfort/wake_lock.js";
import { fetchNewer, poll } from "../net/poll.js";
import { request } from "../net/request.js";

/** Poll with the version that is shown; whether there was a newer one. */
async function check(signal) {
  const { ask, version } = document.getElementById("near").dataset;
  const answer = await fetchNewer(ask, `W/"${version}"`, signal);
  if (!answer) return false;
  const { doc } = await request("GET", location.href, null, "");
  if (!doc.getElementById("near")) throw new Error("no large view");
  show(doc);
  return true;
}

/** Replace what changes; the buttons stay, so that no finger misses them. */
function show(doc) {
  for (const part of [".course", "main"]) document.querySelector(part).replaceWith(document.adoptNode(doc.querySelector(part)));
  const [old, fresh] = [document, doc].map((one) => one.querySelector("match-clock"));
  if (old) old.replaceWith(...(fresh ? [document.adoptNode(fresh)] : []));
  document.title = doc.title;
}

poll(check, (ok) => (document.getElementById("late").hidden = ok));
