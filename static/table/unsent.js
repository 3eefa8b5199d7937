// The entries of this table that the server has not answered: the one outbox of the page.

import { Outbox } from "../net/outbox.js";
import { readAll, transaction } from "../net/phone_store.js";
import { matchPath, tableVersion } from "./draft.js";

/** A page that shows no table only sends; one that does gives it what becomes of answers (answers.js). */
export const showsTable = Boolean(document.querySelector("#table, .won"));

export const outbox = new Outbox(matchPath(), showsTable && { version: tableVersion });

/** What the engine drew and the server does not have, in order. */
export async function unsentRecords() {
  await outbox.loaded;
  return outbox.drawn;
}

/** Send again what the stored log has and the server's log lacks. */
export async function sendAgain(stored, log) {
  const lost = await import("../net/lost_records.js");
  await lost.sendAgain(outbox, stored, log, { readAll, transaction });
}

const told = { failed: false, refusal: "", branch: "" };

/** What waits got no answer, or a refusal in words; what could not be joined with the log is at the address branch. */
export function noteUnsent(more) {
  Object.assign(told, more);
  showUnsent();
}

/** Let the page tell what is only on this phone (unsent_notice.js). */
export function showUnsent() {
  if (!outbox.first) Object.assign(told, { failed: false, refusal: "" });
  document.body.dataset.unsent = outbox.entries.length;
  document.dispatchEvent(new CustomEvent("unsent", { detail: { ...told, entries: outbox.drawn } }));
}

/** Whether everything that the engine of an earlier page recorded here is drawn: until then the pad is an old one. */
export const isCaughtUp = () => outbox.entries.every(({ record, shown }) => !record || shown !== undefined);
