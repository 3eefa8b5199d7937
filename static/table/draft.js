// The draft, an entry that is not recorded yet: it is the query of an open table's address, and is stored as well, with the
// version of the match that it was begun on, for whoever comes back without the address.

import { readItem, storeItem } from "../dom/storage.js";

/** Fields of a form that are no part of its draft: table/taps.py has the same. */
export const HIDDEN = ["csrf_token", "uid", "after", "behind", "cut", "ago"];

export const matchPath = () => location.pathname.replace(/(\/m\/[^/]+).*/, "$1");
export const tableVersion = () => document.getElementById("table")?.dataset.version;
/** The version of what is shown: the table, or the end of the match, whose forms alone tell it. */
export const pageVersion = () => tableVersion() ?? (document.querySelector(".won") && document.querySelector("main [name=after]")?.value);

/** What a form holds so far, as the query of an address that reloads to it. */
export function draftQuery(data, more = "") {
  const back = [...data].find(([name]) => name === "back"); // of Undo and Redo, which know the whole address
  if (back) return back[1] && `?${back[1]}`;
  const usual = ([name, text]) => name === "step" && text === "play";
  const pairs = [...data].filter((pair) => pair[1] !== "" && !HIDDEN.includes(pair[0]) && !usual(pair));
  const query = new URLSearchParams([...pairs, ...new URLSearchParams(more)]).toString();
  return query && `?${query}`;
}

/** Put a draft into the address (pushState or replaceState) and store it with the version it was begun on. */
export function setDraft(way, state, query, began = pageVersion()) {
  history[way](state, "", matchPath() + query);
  storeDraft(matchPath(), query, began);
}

/** The version on which the draft in the address was begun. */
export function begunOn() {
  const draft = readDraft(matchPath());
  return draft?.query === location.search ? draft.version : pageVersion();
}

/** Whether there is a draft: in the address, or typed just now. */
export function hasDraft() {
  const typed = [...document.querySelectorAll("#pad .typed input")];
  return location.search.replace(/^\?again=[^&]*$/, "") !== "" || typed.some((one) => one.value !== one.defaultValue);
}

// The draft of an entry outlives the page: a crash, a closed tab, an empty battery. The address holds it as well; this is
// for whoever comes back without it. One a match, forgotten once it is recorded.
const key = (path) => `half-made ${path}`;

/** Store the draft of a match (path) with the version it was begun on; an empty query forgets. */
export const storeDraft = (path, query, version) => storeItem(key(path), query && JSON.stringify({ query, version }));

/** The draft, { query, version }, or null. */
export const readDraft = (path) => JSON.parse(readItem(key(path)));

/** Forget what is recorded or in the outbox: what was begun up to this version. What was begun since stays. */
export function forgetDraft(path, version) {
  if (Number(readDraft(path)?.version) <= version) storeDraft(path, "");
}
