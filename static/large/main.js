// Keeps the view across the table up to date: asks whether anything was said, and takes the page anew only if so.

import "../comfort/wake_lock.js";
import "../comfort/match_clock.js";
import { keepAsking, newer } from "../net/poll.js";

const PATIENCE = 15000; // ms

const near = () => document.getElementById("near");

/** Ask for the sheet with the version that is shown; what nobody has changed costs an empty answer. */
async function look(signal) {
  const { sheet, version } = near().dataset;
  const answer = await newer(sheet, `W/"${version}"`, signal);
  if (answer) show(await page());
  return Boolean(answer);
}

/** This page as it is now. */
function page() {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    request.timeout = PATIENCE;
    request.onload = () => (request.response?.getElementById("near") ? resolve(request.response) : reject(new Error()));
    request.onerror = request.ontimeout = () => reject(new Error());
    request.send();
  });
}

/** Put what is new in place; the switches stay, so that no finger misses them. */
function show(news) {
  for (const part of [".course", "main"]) document.querySelector(part).replaceWith(document.adoptNode(news.querySelector(part)));
  const [old, fresh] = [document, news].map((one) => one.querySelector("match-clock"));
  if (old) old.replaceWith(...(fresh ? [document.adoptNode(fresh)] : []));
  document.title = news.title;
}

/** Say when what is shown may be old. */
function late(so) {
  document.getElementById("late").hidden = !so;
}

keepAsking(look, (came) => late(!came));
