// Answers to a line come in between what is tapped here, and the log counts them: the numbers of the page move on with
// it, so that its forms stay good. Nothing that could be under a finger is drawn anew.

import { remember, remembered } from "./draft.js";
import { match } from "../dom/morph.js";

/** The page of this table now stands at this version; only answers came in between, so what is half made stays good. */
export function renumber(here, version) {
  const { dataset } = document.getElementById("table");
  const half = remembered(here);
  if (half?.version === dataset.version) remember(here, half.query, String(version));
  dataset.version = version;
  for (const field of document.querySelectorAll("[name=after]")) field.setAttribute("value", version);
}

/** Put what answers change in place: the strip, and the rows. The pad stays where a finger may be on it. */
export function mark(news) {
  const pad = () => document.getElementById("pad")?.getBoundingClientRect().bottom ?? 0;
  const before = pad();
  for (const place of ["#strip", "#rows"]) {
    const [old, fresh] = [document.querySelector(place), news.querySelector(place)];
    if (old && fresh) match(old, fresh);
  }
  scrollBy({ top: pad() - before, behavior: "instant" });
}

const ANSWERS = ["agree", "dispute"];

/** Whether nothing but answers was said. */
export const onlyAnswers = (records) => records.every(([kind]) => ANSWERS.includes(kind));
