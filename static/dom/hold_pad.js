/** Change what is above the pad; the pad stays where it is, so that the next tap finds what it aimed at. */
export function holdPad(change) {
  const padEnd = () => document.getElementById("pad")?.getBoundingClientRect().bottom ?? 0;
  const before = padEnd();
  change();
  scrollBy({ top: padEnd() - before, behavior: "instant" });
}
