// Lets an open table follow what other phones write: it is shown when nothing is half made here, else told in a line.

import { keepAsking, newer, speaker } from "../net/poll.js";

const speak = speaker();
let missed = null; // what is not shown yet: the version that is shown, the one that is known, the records between
let pressed = false; // a finger rests on the glass: nothing may move under it

const found = (place) => document.querySelector(place);

/** Ask what others have said since; whether that was anything. */
async function ask(signal) {
  const shown = found("#table")?.dataset.version;
  if (!shown || ours()) return false; // the match is over: its page stays; or a saying of ours is on its way
  if (missed?.shown !== shown) tell("");
  if (missed?.shown !== shown) missed = { shown, version: shown, records: [], words: [] };
  const question = new URLSearchParams({ own: document.body.dataset.own ?? "", after: missed.version });
  const answer = await newer(`${address()}?${question}`, `W/"${missed.version}"`, signal);
  if (answer) await add(await answer.json());
  const stays = !pressed && !ours() && found("#table")?.dataset.version === missed.shown;
  if (missed.records.length && stays) hand();
  return Boolean(answer);
}

const ours = () => "saving" in document.body.dataset || found("#table")?.getAttribute("aria-busy") === "true";
const address = () => found("#engine").dataset.log.replace(/log$/, "others");

function add({ version, records, words }) {
  if (Number(version) < Number(missed.version)) return; // a saying of ours that stands here already is on its way there
  missed.version = String(version);
  missed.records.push(...records);
  missed.words.push(...words);
  missed.told = missed.spoken = false;
}

/** Let the table show it; when it may not, say in a line what was written. */
function hand() {
  const { records, words, told, spoken } = missed;
  const taken = document.dispatchEvent(new CustomEvent("others", { cancelable: true, detail: records }));
  if (!taken && !told) tell(words.at(-1)); // once: a tap has perhaps taken it away
  missed.told ||= !taken; // what it takes it may yet not show, when something is begun meanwhile
  if (!spoken) speak(words.join(" "));
  missed.spoken = true;
}

/** The line that tells it, above all else; a tap or a key on it takes it away. */
function tell(words) {
  found("#others")?.remove();
  if (!words) return;
  const line = document.body.appendChild(document.createElement("button"));
  line.id = "others";
  line.className = "notice";
  line.textContent = words;
  line.addEventListener("click", () => line.remove());
}

addEventListener("pointerdown", () => (pressed = true), true);
for (const way of ["pointerup", "pointercancel"]) addEventListener(way, () => (pressed = false), true);
if (found("#table") && found("#engine")) keepAsking(ask, () => {});
