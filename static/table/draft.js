// The draft of an entry outlives the page: a crash, a closed tab, an empty battery. The address holds it as well; this is
// for whoever comes back without it. One a match, forgotten once it is recorded.

import { readItem, storeItem } from "../dom/storage.js";

const key = (path) => `half-made ${path}`;

/** Store the draft of a match (path) with the version it was begun on; an empty query forgets. */
export const storeDraft = (path, query, version) => storeItem(key(path), query && JSON.stringify({ query, version }));

/** The draft, { query, version }, or null. */
export const readDraft = (path) => JSON.parse(readItem(key(path)));

/** Forget what is recorded or in the outbox: what was begun up to this version. What was begun since stays. */
export function forgetDraft(path, version) {
  if (Number(readDraft(path)?.version) <= version) storeDraft(path, "");
}
