// The house rules form: typing beside an answer chooses it, rules that do not matter are hidden, summaries follow.

const rules = () => [...document.querySelectorAll("[data-hangs]")];
const named = (name) => [...document.getElementsByName(name)];

/** Whether a rule matters: with one of these answers, to a rule that matters itself. */
function matters(rule) {
  return JSON.parse(rule.dataset.hangs).some(([name, texts]) =>
    named(name).some((one) => one.checked && texts.includes(one.value) && !one.closest("[data-hangs][hidden]")),
  );
}

/** Show only the rules that matter; one may depend on another that depends on a third. */
function update() {
  for (let round = 0; round < 3; round += 1) for (const rule of rules()) rule.hidden = !matters(rule);
}

/** Repeat what is chosen in the summary line. */
function summarise(control) {
  const words = control.closest("details.fold")?.querySelector("summary small");
  if (!words) return;
  const label = [...control.parentNode.childNodes].find((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
  words.textContent = control.type === "radio" ? label.data.trim() : control.value;
}

const lang = document.documentElement.lang;
const plain = new Intl.NumberFormat(lang, { useGrouping: false });
const hour = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY = 24 * 60; // minutes

/** A text with Persian and Arabic digits as Latin ones. */
const latin = (text) => text.replace(/[۰-۹]/g, (digit) => digit.charCodeAt(0) - 0x6f0).replace(/[٠-٩]/g, (digit) => digit.charCodeAt(0) - 0x660);

/** In words: how long until the typed time of day, or until when the typed minutes last; else empty. */
function duration({ dataset }, typed) {
  const at = new Date();
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(typed) ?? [];
  if (hours === undefined) {
    const counted = /^\d{1,4}$/.test(typed) && Number(typed);
    return counted ? dataset.until.replace("{time}", hour.format(at.getTime() + counted * 60000)) : "";
  }
  const left = (hours * 60 + Number(minutes) - at.getHours() * 60 - at.getMinutes() + DAY) % DAY || DAY;
  const words = left < 60 ? dataset.minutes : dataset.hours;
  return words.replace("{hours}", plain.format(Math.floor(left / 60))).replace("{minutes}", plain.format(left % 60));
}

function showDurations() {
  for (const words of document.querySelectorAll(".pick [data-until]"))
    words.textContent = duration(words, latin(words.closest(".pick").querySelector(".field").value.trim()));
}

document.addEventListener("change", ({ target }) => {
  if (!target.name?.startsWith("rule.")) return;
  summarise(target);
  update();
  const field = target.type === "radio" && target.closest(".pick")?.querySelector(".field");
  if (field && !field.value) field.focus();
});

document.addEventListener("input", ({ target }) => {
  if (!target.matches(".pick .field")) return;
  target.closest(".pick").querySelector("[type=radio]").checked = true;
  update();
  showDurations();
});

// Typing replaces the number in a field. The click of the same tap would remove the selection again.
document.addEventListener("focusin", ({ target }) => {
  if (!target.matches("input.field, .rule .typed input")) return;
  target.select();
  target.addEventListener("pointerup", (event) => event.preventDefault(), { once: true });
});

for (const zone of named("zone")) zone.value = -new Date().getTimezoneOffset();
update();
showDurations();
setInterval(showDurations, 10000);
