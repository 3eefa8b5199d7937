// Requests to the server. An answer counts only when it is the server's own and complete: what was cut off on its way, an
// answer by another machine in between, and "not now" are none, and the entry stays with whoever made it.

import { isFinal, noAnswer } from "./answer.js";
import { reportLine } from "./connection.js";

const REQUEST_TIMEOUT = 15000; // ms

/**
 * Send a request; resolves to { status, doc, query, engine } or, for JSON, { status, version, hash, engine }. version:
 * what the page shows; began: what its draft was begun on. Without an answer it rejects with an Error that has words,
 * where somebody had some, and pause, the ms after which it may be sent again.
 */
export function request(method, url, body, version, xhr = new XMLHttpRequest(), began = "") {
  return new Promise((resolve, reject) => {
    xhr.open(method, url);
    xhr.timeout = REQUEST_TIMEOUT;
    xhr.setRequestHeader("X-Part", version ?? "");
    if (began) xhr.setRequestHeader("X-Began", began);
    xhr.onreadystatechange = () => {
      if (xhr.readyState !== XMLHttpRequest.HEADERS_RECEIVED) return;
      xhr.responseType = xhr.getResponseHeader("Content-Type")?.includes("json") ? "json" : "document";
    };
    xhr.onload = () => {
      if (isAnswer(xhr) || !refused(xhr).words) reportLine(isAnswer(xhr));
      return isAnswer(xhr) ? resolve(answerOf(xhr)) : reject(refused(xhr));
    };
    xhr.onerror = xhr.ontimeout = () => {
      reportLine(false);
      reject(noAnswer());
    };
    xhr.onabort = () => reject(noAnswer());
    xhr.send(body);
  });
}

/** Whether all of it is there: JSON with a version, or a page down to its last element. */
function isComplete({ responseType, response }) {
  return responseType === "json" ? Number.isInteger(response?.version) : Boolean(response?.getElementById("whole"));
}

const isAnswer = (xhr) => isFinal(xhr.status) && isComplete(xhr);

function refused(xhr) {
  const words = isComplete(xhr) && xhr.response.querySelector("main p");
  return noAnswer(words ? words.textContent.trim() : "", xhr.getResponseHeader("Retry-After"));
}

function answerOf(xhr) {
  const { status, response, responseURL } = xhr;
  const engine = xhr.getResponseHeader("X-Engine");
  if (xhr.responseType === "json") return { status, version: response.version, hash: response.hash, engine };
  return { status, engine, doc: response, query: new URL(responseURL).search.replace(/^\?recorded=1$/, "") };
}
