// Asks the browser, once, to keep what is stored here though room gets scarce: when the first deal is recorded in the app on
// the home screen, or after the third evening.

const ASKED = "asked to keep"; // in localStorage
const EVENINGS = 3;

const installed = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone;

/** Ask when it is time, with what the page has (kit.js). */
export async function keepStorage({ read, readItem, storeItem }) {
  const ask = () => {
    if (readItem(ASKED)) return;
    storeItem(ASKED, "yes");
    navigator.storage?.persist?.().catch(() => {}); // some ask the person, who may say no
  };
  document.addEventListener("recorded", ({ detail }) => detail === "deal" && installed() && ask());
  if ((await read("about", "home"))?.evenings.length >= EVENINGS) ask();
}
