// The line to the server. An answer counts only when it is the server's own and came whole: what was cut on its way,
// what another machine says in its place, and "not just now" are no answer, and what was said stays with who said it.

const PATIENCE = 15000; // ms until a request counts as unanswered
const LATER = [408, 425, 429]; // besides all that the server has no power over

/** No answer: the words for it where somebody had some, and the ms after which it may be tried again. */
export class NoAnswer extends Error {
  constructor(words = "", pause = 0) {
    super(words || "no answer");
    this.words = words;
    this.pause = pause;
  }
}

/** Ask the server; began is the version that what is half made was begun on. Rejects with NoAnswer. */
export function ask(method, address, body, known, request = new XMLHttpRequest(), began = "") {
  return new Promise((resolve, reject) => {
    request.open(method, address);
    request.timeout = PATIENCE;
    request.setRequestHeader("X-Part", known ?? "");
    if (began) request.setRequestHeader("X-Began", began);
    request.onreadystatechange = () => {
      if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED) return;
      request.responseType = request.getResponseHeader("Content-Type")?.includes("json") ? "json" : "document";
    };
    request.onload = () => (isAnswer(request) ? resolve(answerOf(request)) : reject(noAnswer(request)));
    request.onerror = request.ontimeout = request.onabort = () => reject(new NoAnswer());
    request.send(body);
  });
}

/** Whether all of it is there: a number that is one, or a page down to its last mark. */
function whole({ responseType, response }) {
  return responseType === "json" ? Number.isInteger(response?.version) : Boolean(response?.getElementById("whole"));
}

const isAnswer = (request) => request.status < 500 && !LATER.includes(request.status) && whole(request);

/** What is to be said of a request without an answer. */
function noAnswer(request) {
  const words = whole(request) && request.response.querySelector("main p");
  return new NoAnswer(words ? words.textContent.trim() : "", 1000 * request.getResponseHeader("Retry-After") || 0);
}

/** What the server answered: a document, or only the version that the log has come to. */
function answerOf(request) {
  const { status, response, responseURL } = request;
  const engine = request.getResponseHeader("X-Engine");
  if (request.responseType === "json") return { status, version: response.version, engine };
  return { status, engine, news: response, query: new URL(responseURL).search.replace(/^\?said=1$/, "") };
}
