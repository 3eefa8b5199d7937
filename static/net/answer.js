// What counts as the server's answer: all of it is there, the server itself wrote it, and it is not "not now". Anything else
// is none: what was to be sent stays with whoever has it, and goes again later.

const ANSWER_PATIENCE = 20000; // ms
const NOT_NOW = [408, 425, 429]; // besides every 5xx

/** Whether a status is no "not now". */
export const isFinal = (status) => status < 500 && !NOT_NOW.includes(status);

/** No answer: an Error with words, where somebody had some, and pause, the ms after which it may be sent again (Retry-After, in s). */
export const noAnswer = (words = "", retryAfter = 0) =>
  Object.assign(new Error(words || "no answer"), { words, pause: 1000 * retryAfter || 0 });

/**
 * What the server answers as JSON, where isOurs(told, status) knows it for its own; rejects with noAnswer(). token: of a
 * request that sends body; null asks only.
 */
export async function askJson(address, isOurs, { patience = ANSWER_PATIENCE, token = null, body = null } = {}) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const sent = token === null ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(address, { ...sent, cache: "no-store", signal: AbortSignal.timeout?.(patience) }).catch(() => null);
  const told = answer && (await answer.json().catch(() => null));
  if (told && isFinal(answer.status) && isOurs(told, answer.status)) return told;
  throw noAnswer("", answer?.headers.get("Retry-After"));
}

/** What /line tells: of another machine in between it is not this. */
export const askForToken = (patience) => askJson("/line", ({ token }) => typeof token === "string", { patience });

/** What home shows without a network; null without an answer. */
export const askForHome = () => askJson("/line/home", ({ circle }) => circle).catch(() => null);
