// Answers to a line come in between what is tapped here, and the log counts them: the numbers of the page move on with
// it, so that its forms stay good. Nothing that could be under a finger is drawn anew.

import { remember, remembered } from "./half.js";
import { match } from "./pad.js";

/** The page of this table now stands at this version; only answers came in between, so what is half made stays good. */
export function renumber(here, version) {
  const { dataset } = document.getElementById("table");
  const half = remembered(here);
  if (half?.version === dataset.version) remember(here, half.query, String(version));
  dataset.version = version;
  for (const field of document.querySelectorAll("[name=after]")) field.setAttribute("value", version);
}

/** Put what answers change in place: the header, and the rows. */
export function mark(news) {
  for (const place of ["header.bar", "#rows"]) {
    const [old, fresh] = [document.querySelector(place), news.querySelector(place)];
    if (old && fresh) match(old, fresh);
  }
}

const ANSWERS = ["agree", "dispute"];

/** Whether nothing but answers was said. */
export const onlyAnswers = (records) => records.every(([kind]) => ANSWERS.includes(kind));
