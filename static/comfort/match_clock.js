// The clock of a match: the time left, in the header of every phone and on the television; at its end words and a sound.

import { serverTime } from "../net/server_time.js";
import { isOn, offerToggle } from "./toggles.js";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const MINUTE = 60000; // ms
const SERVER_PATIENCE = 4000; // ms without an answer until this phone's own clock is used
const TONES = [660, 880, 660]; // Hz
const VIBRATION = [200, 100, 200]; // ms

const opened = Date.now();
const lang = document.documentElement.lang;
const plain = new Intl.NumberFormat(lang, { useGrouping: false });
const padded = new Intl.NumberFormat(lang, { minimumIntegerDigits: 2 });
const timeOfDay = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

let audio = null; // AudioContext; a browser allows it only after a tap
let before = null; // the last state: left, last or played
let lastDeal = null; // the number of the last deal, once time is up

const element = (selector) => document.querySelector(selector);

/** The present time; null while the server's may still come. */
const now = () => serverTime() ?? (Date.now() - opened > SERVER_PATIENCE ? Date.now() : null);

/** The time left in digits: 1:05:30, 12:40, 0:00. */
function figures(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours ? [plain.format(hours), padded.format(minutes)] : [plain.format(minutes)];
  return [...parts, padded.format(seconds % 60)].join(":");
}

/** The path of what is left of the last hour, as a slice of the dial; an exclamation mark when nothing is. */
function slice(left) {
  if (left <= 0) return "M12 6.5v6.5M12 16.5v.2";
  const turn = Math.min(left / (60 * MINUTE), 0.9999) * 2 * Math.PI;
  const end = [12 + 8 * Math.sin(turn), 12 - 8 * Math.cos(turn)].map((n) => n.toFixed(2)).join(" ");
  return `M12 12V4A8 8 0 ${turn > Math.PI ? 1 : 0} 1 ${end}Z`;
}

/** Update the clock that is on the page by now, and the strip below the header. */
function tick() {
  const clock = element("match-clock");
  const at = now();
  if (!clock || at === null) return showStrip(element("time-up"), "left");
  const { began, minutes, deal } = clock.dataset;
  const end = Number(began) + minutes * MINUTE;
  const state = stateOf(end - at, Number(deal));
  draw(clock, end - at, state);
  showStrip(element("time-up"), state, end);
  if (before === "left" && state !== "left") ring();
  before = state;
  return undefined;
}

/** The state of the clock. left: there is time; last: the deal in play is the last; played: that one is recorded. */
function stateOf(left, deal) {
  if (left > 0) lastDeal = null;
  else lastDeal ??= Math.min(deal, Number(before ? deal : (element("time-up")?.dataset.due ?? deal)));
  return left > 0 ? "left" : deal > lastDeal ? "played" : "last";
}

function draw(clock, left, state) {
  if (!clock.querySelector("svg")) fill(clock);
  const [dial, figure, words] = clock.children;
  dial.lastChild.setAttribute("d", slice(left));
  dial.lastChild.setAttribute("class", left > 0 ? "wedge" : "");
  const { left: there, last, up } = clock.dataset;
  figure.textContent = figures(left);
  words.textContent = { left: there, last, played: up }[state];
  clock.classList.toggle("last", state !== "left");
}

function fill(clock) {
  const dial = document.createElementNS(SVG_NAMESPACE, "svg");
  dial.setAttribute("viewBox", "0 0 24 24");
  dial.setAttribute("aria-hidden", "true");
  const rim = dial.appendChild(document.createElementNS(SVG_NAMESPACE, "circle"));
  for (const [name, value] of Object.entries({ cx: 12, cy: 12, r: 10.5 })) rim.setAttribute(name, value);
  dial.append(document.createElementNS(SVG_NAMESPACE, "path"));
  clock.replaceChildren(dial, document.createElement("b"), document.createElement("small"));
}

/** Update the strip that says that time is up, and what decides the match. */
function showStrip(strip, state, until) {
  const totals = [...document.querySelectorAll(":is(#table, #follow, #near) .total")].map((one) => one.textContent);
  const level = totals.every((one) => one === totals[0]);
  document.documentElement.classList.toggle("decides", state === "last" || (state === "played" && level));
  if (!strip) return;
  strip.hidden = state === "left";
  if (strip.hidden) return;
  const words = strip.dataset;
  const since = words.since.replace("{time}", timeOfDay.format(until));
  const [head, more] = state === "last" ? [words.deal, since + words.apart + words.tie] : [level ? words.level : words.played, since];
  if (strip.querySelector("b").textContent !== head) strip.querySelector("b").textContent = head;
  strip.querySelector("small").textContent = more;
  const end = strip.querySelector("button"); // who only watches has none
  if (end) end.hidden = state === "last" || level;
}

/** A tap allows sound from now on. */
function unlockAudio() {
  if (!isOn("sound", false) || !globalThis.AudioContext) return;
  audio ??= new AudioContext();
  audio.resume().catch(() => {});
}

/** Three tones, and a vibration where the phone can. */
function ring() {
  if (isOn("buzz")) navigator.vibrate?.(VIBRATION);
  if (!isOn("sound", false) || !audio) return;
  TONES.forEach((tone, n) => sound(tone, audio.currentTime + n * 0.35));
}

function sound(tone, at) {
  const [source, loudness] = [audio.createOscillator(), audio.createGain()];
  source.frequency.value = tone;
  loudness.gain.setValueAtTime(0.0001, at);
  loudness.gain.exponentialRampToValueAtTime(0.4, at + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
  source.connect(loudness).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.32);
}

/** Switched on: one tone, so that everybody knows what it will be like. */
function onSwitch() {
  unlockAudio();
  if (audio && isOn("sound", false)) sound(TONES[1], audio.currentTime);
}

if (globalThis.AudioContext) offerToggle("sound", true, "", onSwitch, false);
document.addEventListener("pointerdown", unlockAudio, { capture: true, passive: true });
document.addEventListener("click", ({ target }) => {
  if (target.closest("time-up button")) element('#menu form[action$="/close"] button')?.click();
});
setInterval(tick, 250);
tick();
