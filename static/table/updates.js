// Records of other phones: the table shows them while there is no draft, else a line says what was recorded.

import { liveRegion } from "../dom/live_region.js";
import { fetchNewer, poll } from "../net/poll.js";

const announce = liveRegion();
let missed = null; // what is not shown yet: { shown, version, records, words }
let pressed = false; // a finger rests on the screen: nothing may move under it

const find = (selector) => document.querySelector(selector);
const pageVersion = () => find("#table")?.dataset.version;

/** Poll for records since the last one known; whether there were any. */
async function check(signal) {
  const shown = pageVersion();
  if (!shown || sending()) return false; // the match is over: its page stays
  if (missed?.shown !== shown) {
    showLine("");
    missed = { shown, version: shown, hash: "", records: [], words: [] };
  }
  const query = new URLSearchParams({ own: document.body.dataset.own ?? "", after: missed.version });
  const answer = await fetchNewer(`${url()}?${query}`, `W/"${missed.version}"`, signal);
  const news = answer && (await answer.json());
  if (Number(document.body.dataset.unsent)) return false; // the server compares both when it has what is unsent
  if (news) add(news);
  const stays = !pressed && !sending() && pageVersion() === missed.shown;
  if (missed.records.length && stays) deliver();
  return Boolean(news);
}

/** A record of this page is on its way. */
const sending = () => "saving" in document.body.dataset || find("#table")?.getAttribute("aria-busy") === "true";
const url = () => find("#engine").dataset.log.replace(/log$/, "updates");

function add({ version, hash, records, words }) {
  if (Number(version) < Number(missed.version)) return; // a record of ours is shown already and still on its way
  missed.version = String(version);
  missed.hash = hash;
  missed.records.push(...records);
  missed.words.push(...words);
  missed.inLine = missed.announced = false;
}

/** Let the table show it; when it does not, say so in a line. */
function deliver() {
  const { records, hash, words, inLine, announced } = missed;
  const taken = document.dispatchEvent(new CustomEvent("updates", { cancelable: true, detail: { records, hash } }));
  if (!taken && !inLine) showLine(words.at(-1)); // once: a tap has perhaps removed it
  missed.inLine ||= !taken; // the table may take it and yet not show it, when a draft is begun meanwhile
  if (!announced) announce(words.join(" "));
  missed.announced = true;
}

/** The line above all else; a tap or a key on it removes it. */
function showLine(words) {
  find("#updates")?.remove();
  if (!words) return;
  const line = document.body.appendChild(document.createElement("button"));
  line.id = "updates";
  line.className = "notice";
  line.textContent = words;
  line.addEventListener("click", () => line.remove());
}

addEventListener("pointerdown", () => (pressed = true), true);
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => (pressed = false), true);
if (find("#table, .won") && find("#engine")) poll(check, () => {});
