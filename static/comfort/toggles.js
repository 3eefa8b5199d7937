// Toggles of this phone, stored in localStorage where the browser allows it, else until the page is left.

const states = {}; // by name: { supported, word, onSwitch, usual }
const chosen = {};

/** Whether a toggle is on; usual is its state until somebody switches it. */
export function isOn(name, usual = true) {
  const otherwise = usual ? "off" : "on";
  try {
    return ((chosen[name] ?? localStorage.getItem(name)) === otherwise) !== usual;
  } catch {
    return (chosen[name] === otherwise) !== usual;
  }
}

/** Show a toggle with one of its words (data-word); one that is not supported is disabled. */
export function offerToggle(name, supported, word = "", onSwitch = () => {}, usual = true) {
  states[name] = { supported, word, onSwitch, usual };
  for (const element of document.querySelectorAll("phone-switch")) element.draw();
}

/** <phone-switch data-name="awake" hidden>: shown once its toggle is offered. */
class PhoneSwitch extends HTMLElement {
  connectedCallback() {
    this.querySelector("input").onchange = ({ target }) => {
      const { name } = this.dataset;
      chosen[name] = target.checked ? "on" : "off";
      try {
        localStorage.setItem(name, chosen[name]);
      } catch {
        // storage is closed: it holds as long as the page is open
      }
      states[name]?.onSwitch();
    };
    this.draw();
  }

  draw() {
    const state = states[this.dataset.name];
    const input = this.querySelector("input");
    this.hidden = !state;
    if (!state) return;
    input.checked = state.supported && isOn(this.dataset.name, state.usual);
    input.disabled = !state.supported;
    for (const word of this.querySelectorAll("[data-word]")) word.hidden = word.dataset.word !== state.word;
  }
}

customElements.define("phone-switch", PhoneSwitch);
