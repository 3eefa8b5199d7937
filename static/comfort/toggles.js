// What a person may switch off on this phone: kept by the browser where it keeps anything, else until the page is left.

const states = {}; // by name: whether it can be had, the word to show, what to do when it is switched
const chosen = {};

/** Whether a comfort of this name is wanted; usual says whether it is until somebody switches it. */
export function wanted(name, usual = true) {
  const otherwise = usual ? "off" : "on";
  try {
    return ((chosen[name] ?? localStorage.getItem(name)) === otherwise) !== usual;
  } catch {
    return (chosen[name] === otherwise) !== usual;
  }
}

/** Show the switches of this name: able says whether it can be used, word which of its words stands there, usual as above. */
export function offer(name, able, word = "", switched = () => {}, usual = true) {
  states[name] = { able, word, switched, usual };
  for (const element of document.querySelectorAll("phone-switch")) element.draw();
}

function keep(name, on) {
  chosen[name] = on ? "on" : "off";
  try {
    localStorage.setItem(name, chosen[name]);
  } catch {
    // it holds as long as the page is open
  }
}

/** A switch with its words, hidden until what it switches is known: <phone-switch data-name="awake" hidden>. */
class PhoneSwitch extends HTMLElement {
  connectedCallback() {
    this.querySelector("input").onchange = ({ target }) => {
      keep(this.dataset.name, target.checked);
      states[this.dataset.name]?.switched();
    };
    this.draw();
  }

  draw() {
    const state = states[this.dataset.name];
    const input = this.querySelector("input");
    this.hidden = !state;
    if (!state) return;
    input.checked = state.able && wanted(this.dataset.name, state.usual);
    input.disabled = !state.able;
    for (const word of this.querySelectorAll("[data-word]")) word.hidden = word.dataset.word !== state.word;
  }
}

customElements.define("phone-switch", PhoneSwitch);
