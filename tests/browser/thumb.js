// A thumb in the page: it taps at random whatever the pad offers, as fast as the page answers, and looks at what comes
// of each tap. Every choice follows from its seed. Installed after watch.js and before the page's own script, as thumb.

globalThis.thumb = (() => {
  const MISSING = /\b(is|are) (still )?missing$/; // asked for, not refused
  const OTHERS = /\b(other|Another|Two) phones?\b/; // this one is alone
  const LIKELY = { undo: 0.05, link: 0.1, summary: 0.2, side: 0.2, typed: 2, listed: 0.05, card: 0.1, chip: 1 };
  const found = (place) => document.querySelector(place);
  const all = (place) => [...document.querySelectorAll(place)];
  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
  let standing = ""; // what was last said to be wrong
  let silence = false; // that no answer came was told before
  const trail = []; // the last taps
  const news = { deals: 0, refused: 0, asked: 0, taps: 0 };
  let random = Math.random;

  /** Numbers from 0 to 1 that follow from a seed. */
  function seeded(seed) {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  document.addEventListener("recorded", ({ detail }) => (news.deals += detail === "deal" ? 1 : 0));

  /** What a control is, as far as tapping goes; nothing for what cannot be tapped now. */
  function kindOf(control) {
    if (!control.checkVisibility() || control.disabled) return null;
    if (control.nodeName === "A") return "link";
    if (control.nodeName === "SUMMARY") return "summary";
    if (control.nodeName === "SELECT") return "listed";
    if (control.nodeName === "BUTTON") {
      if (control.closest(".again, .notice")) return "undo";
      return control.matches(".quiet, .range") ? "side" : "chip";
    }
    if (control.type === "text") return control.value ? "side" : "typed";
    if (control.type === "radio" && control.checked) return null;
    if (control.dataset.points) return "card";
    return ["radio", "checkbox"].includes(control.type) ? "chip" : null;
  }

  /** Everything that can be tapped, with how likely it is. */
  function offers() {
    const controls = all("#pad :is(a, summary, select, button, input)");
    return controls.map((control) => ({ control, kind: kindOf(control) })).filter(({ kind }) => kind);
  }

  const tappable = () => offers().some(({ kind }) => kind !== "undo");

  /** One of the offers. */
  function chosen(offered) {
    let left = random() * offered.reduce((sum, { kind }) => sum + LIKELY[kind], 0);
    return offered.find(({ kind }) => (left -= LIKELY[kind]) < 0) ?? offered[0];
  }

  /** Tap, type into or choose from a control. */
  function tap({ control }) {
    trail.push(`${control.nodeName} ${control.name ?? ""}=${control.value ?? ""} ${words(control.labels?.[0] ?? control)}`);
    news.taps += 1;
    if (control.type === "text") return put(control, numberFor(control));
    if (control.nodeName === "SELECT") return put(control, control.options[Math.floor(random() * control.length)].value);
    const spot = { clientX: random() * 1e5, clientY: random() * 1e5 }; // never twice the same: no tap is a double tap
    const touch = { bubbles: true, cancelable: true, detail: 1, pointerType: "touch", ...spot };
    return (control.labels?.[0] ?? control).dispatchEvent(new PointerEvent("click", touch));
  }

  function put(control, value) {
    control.value = value;
    for (const what of ["input", "change"]) control.dispatchEvent(new Event(what, { bubbles: true }));
  }

  const numberFor = (control) => String(Math.floor(random() * (control.name.startsWith("cards") ? 74 : 43)));

  /** Whether a form holds something typed, listed or counted card by card, or a claim: it may be impossible, or short. */
  const free = (form) =>
    [...(form?.elements ?? [])].some(
      (one) =>
        ((one.type === "text" || one.nodeName === "SELECT") && one.value) ||
        (/^(won\.|claim$)/.test(one.name) && one.value && (one.type === "hidden" || one.checked)),
    );

  const unanswered = () => found("#no-answer")?.hidden === false;

  /** What the pad says is wrong with what was tapped. */
  const refused = () => all("#pad .fault").map(words).join(" / ");

  /** What is wrong with the page now; nothing when all is as it should be. */
  function wrong(typed) {
    if (watch.broken) return watch.broken;
    if (found(".won")) return "";
    if (!found("#pad")) return `no pad at ${location.href}`;
    silence &&= unanswered();
    if (unanswered() && !silence) return `no answer: ${words(found("#no-answer"))}`;
    const others = all("#pad .notice").map(words).find((told) => OTHERS.test(told));
    if (others) return `nobody else was there: ${others}`;
    const faults = all("#pad .fault").map(words);
    const before = standing;
    standing = refused();
    if (standing === before) return ""; // it stands there since an earlier tap
    if (faults.every((fault) => MISSING.test(fault))) news.asked += faults.length ? 1 : 0;
    else if (!typed) return `refused: ${standing}`;
    else if (faults.some((fault) => !/ /.test(fault) || /[_{]/.test(fault))) return `no sentence: ${faults}`;
    else news.refused += 1;
    return "";
  }

  /** Tap so often, or until so many deals are recorded, the match is over or something is wrong; what came of it. */
  async function taps(many, deals) {
    let typed = false; // since the page was last at rest: an answer may be to an earlier tap than the last
    for (let count = 0; count < many && news.deals < deals && !found(".won"); count += 1) {
      if (!tappable()) await watch.rest(); // it may be on its way to the next pad
      if (found(".won")) break;
      if (!tappable()) return { ...news, wrong: "nothing to tap", trail };
      const offer = chosen(offers());
      typed ||= free(offer.control.form);
      tap(offer);
      const rests = !watch.slow || random() < 0.7;
      if (rests) await watch.rest();
      const fault = wrong(typed);
      if (fault) return { ...news, wrong: fault, trail: trail.slice(-8) };
      if (rests) typed = false;
    }
    await watch.rest();
    return { ...news, over: Boolean(found(".won")) };
  }

  /** Begin: with a seed, and how long answers are kept back at most. What stands there was refused before. */
  async function begin(seed, longest) {
    random = seeded(seed);
    watch.slow = longest;
    await watch.rest();
    standing = refused();
    silence = unanswered();
  }

  return { begin, taps };
})();
