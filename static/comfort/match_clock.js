// The clock of a match: the time left in the header of every phone and on the television, and at its end a word, a sound.

import { serverTime } from "../net/server_time.js";
import { offer, wanted } from "./toggles.js";

const SVG = "http://www.w3.org/2000/svg";
const MINUTE = 60000; // ms
const PATIENCE = 4000; // ms without an answer until this phone's own clock is believed
const TONES = [660, 880, 660]; // Hz
const BUZZ = [200, 100, 200]; // ms

const opened = Date.now();
const lang = document.documentElement.lang;
const plain = new Intl.NumberFormat(lang, { useGrouping: false });
const padded = new Intl.NumberFormat(lang, { minimumIntegerDigits: 2 });
const hour = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

let speaker = null; // what makes sounds; a browser lets it only after a tap
let before = null; // what was shown last: left, last or played
let last = null; // the number of the last deal, once time is up

const found = (place) => document.querySelector(place);

/** The present time, or null while it may still be told. */
const now = () => serverTime() ?? (Date.now() - opened > PATIENCE ? Date.now() : null);

/** The time left as a person would say it: 1:05:30, 12:40, 0:00. */
function figures(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours ? [plain.format(hours), padded.format(minutes)] : [plain.format(minutes)];
  return [...parts, padded.format(seconds % 60)].join(":");
}

/** What of the last hour is left, as a slice of the dial; a stroke when nothing is. */
function slice(left) {
  if (left <= 0) return "M12 6.5v6.5M12 16.5v.2";
  const turn = Math.min(left / (60 * MINUTE), 0.9999) * 2 * Math.PI;
  const end = [12 + 8 * Math.sin(turn), 12 - 8 * Math.cos(turn)].map((n) => n.toFixed(2)).join(" ");
  return `M12 12V4A8 8 0 ${turn > Math.PI ? 1 : 0} 1 ${end}Z`;
}

/** Show the clock that stands there by now, and what it means. */
function tick() {
  const clock = found("match-clock");
  const at = now();
  if (!clock || at === null) return show(found("time-up"), "left");
  const { began, minutes, deal } = clock.dataset;
  const end = Number(began) + minutes * MINUTE;
  const state = stateOf(end - at, Number(deal));
  draw(clock, end - at, state);
  show(found("time-up"), state, end);
  if (before === "left" && state !== "left") ring();
  before = state;
  return undefined;
}

/** left: there is time; last: the deal in play is the last; played: that one is recorded. */
function stateOf(left, deal) {
  if (left > 0) last = null;
  else last ??= Math.min(deal, Number(before ? deal : (found("time-up")?.dataset.due ?? deal)));
  return left > 0 ? "left" : deal > last ? "played" : "last";
}

function draw(clock, left, state) {
  if (!clock.querySelector("svg")) fill(clock);
  const [dial, figure, words] = clock.children;
  dial.lastChild.setAttribute("d", slice(left));
  dial.lastChild.setAttribute("class", left > 0 ? "wedge" : "");
  const { left: there, last: lastDeal, up } = clock.dataset;
  figure.textContent = figures(left);
  words.textContent = { left: there, last: lastDeal, played: up }[state];
  clock.classList.toggle("last", state !== "left");
}

function fill(clock) {
  const dial = document.createElementNS(SVG, "svg");
  dial.setAttribute("viewBox", "0 0 24 24");
  dial.setAttribute("aria-hidden", "true");
  const rim = dial.appendChild(document.createElementNS(SVG, "circle"));
  for (const [name, value] of Object.entries({ cx: 12, cy: 12, r: 10.5 })) rim.setAttribute(name, value);
  dial.append(document.createElementNS(SVG, "path"));
  clock.replaceChildren(dial, document.createElement("b"), document.createElement("small"));
}

/** The strip that says that time is up, and with it what decides the match. */
function show(strip, state, until) {
  const totals = [...document.querySelectorAll(":is(#table, #follow, #near) .total")].map((one) => one.textContent);
  const level = totals.every((one) => one === totals[0]);
  document.documentElement.classList.toggle("decides", state === "last" || (state === "played" && level));
  if (!strip) return;
  strip.hidden = state === "left";
  if (strip.hidden) return;
  const words = strip.dataset;
  const since = words.since.replace("{time}", hour.format(until));
  const [head, more] = state === "last" ? [words.deal, since + words.apart + words.tie] : [level ? words.level : words.played, since];
  if (strip.querySelector("b").textContent !== head) strip.querySelector("b").textContent = head;
  strip.querySelector("small").textContent = more;
  const end = strip.querySelector("button"); // who only watches has none
  if (end) end.hidden = state === "last" || level;
}

/** The browser lets sounds be made from a tap on. */
function wake() {
  if (!wanted("sound", false) || !globalThis.AudioContext) return;
  speaker ??= new AudioContext();
  speaker.resume().catch(() => {});
}

/** Three tones, and a buzz where the phone can. */
function ring() {
  if (wanted("buzz")) navigator.vibrate?.(BUZZ);
  if (!wanted("sound", false) || !speaker) return;
  TONES.forEach((tone, n) => sound(tone, speaker.currentTime + n * 0.35));
}

function sound(tone, at) {
  const [source, loudness] = [speaker.createOscillator(), speaker.createGain()];
  source.frequency.value = tone;
  loudness.gain.setValueAtTime(0.0001, at);
  loudness.gain.exponentialRampToValueAtTime(0.4, at + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
  source.connect(loudness).connect(speaker.destination);
  source.start(at);
  source.stop(at + 0.32);
}

/** Switched on: heard once, so that everybody knows what it will be like. */
function switched() {
  wake();
  if (speaker && wanted("sound", false)) sound(TONES[1], speaker.currentTime);
}

if (globalThis.AudioContext) offer("sound", true, "", switched, false);
document.addEventListener("pointerdown", wake, { capture: true, passive: true });
document.addEventListener("click", ({ target }) => {
  if (target.closest("time-up button")) found('#menu form[action$="/close"] button')?.click();
});
setInterval(tick, 250);
tick();
