// Keeps the view across the table up to date: asks whether anything was said, and takes the page anew only if so.

import "./awake.js";

const EVERY = 3000; // ms
const PATIENCE = 15000;

let asking = false;

const near = () => document.getElementById("near");

/** Ask for the sheet with the version that is shown; what nobody has changed costs an empty answer. */
async function look() {
  if (asking || document.hidden) return;
  asking = true;
  try {
    const { sheet, version } = near().dataset;
    const headers = { "If-None-Match": `W/"${version}"` };
    const answer = await fetch(sheet, { headers, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 200) show(await page());
    late(answer.status !== 200 && answer.status !== 304);
  } catch {
    late(true);
  }
  asking = false;
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
  document.title = news.title;
}

/** Say when what is shown may be old. */
function late(so) {
  document.getElementById("late").hidden = !so;
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
addEventListener("pageshow", (event) => event.persisted && look());
