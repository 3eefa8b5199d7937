// Confirmations come in between what is tapped here, and the log counts them: the version of the page moves on, so that
// its forms stay good. Nothing that could be under a finger is replaced.

import { holdPad } from "../dom/page.js";
import { morph } from "../dom/morph.js";
import { CONFIRMATIONS } from "../engine/client.js";
import { readDraft, storeDraft } from "./address.js";

/** The table now is at this version; only confirmations came in between, so its draft stays good. */
export function renumber(path, version) {
  const { dataset } = document.getElementById("table") ?? { dataset: {} }; // at the end only the forms tell it
  const draft = readDraft(path);
  if (draft?.version === dataset.version) storeDraft(path, draft.query, String(version));
  dataset.version = version;
  for (const field of document.querySelectorAll("[name=after]")) field.setAttribute("value", version);
}

/** Show what confirmations change, the strip and the rows. The pad stays where a finger may be on it. */
export function showConfirmations(doc) {
  holdPad(() => {
    for (const selector of ["#strip", "#rows"]) {
      const [old, fresh] = [document.querySelector(selector), doc.querySelector(selector)];
      if (old && fresh) morph(old, fresh);
    }
  });
}

export const onlyConfirmations = (records) => records.every(([kind]) => CONFIRMATIONS.includes(kind));
