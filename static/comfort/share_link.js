// A link on its way to another phone: copied, or handed to the phone's own sheet. Where neither can be had the link
// stands in text above, and nothing is shown here.

const ways = {
  copy: { can: () => navigator.clipboard?.writeText, go: (link) => navigator.clipboard.writeText(link) },
  share: { can: () => navigator.share, go: (link) => navigator.share({ url: link }) },
};

/** The buttons beside a link: <send-link data-link="…" hidden>. */
class SendLink extends HTMLElement {
  connectedCallback() {
    for (const button of this.querySelectorAll("[data-way]")) {
      const way = ways[button.dataset.way];
      button.hidden = !way.can();
      if (!button.hidden) this.hidden = false;
      button.onclick = () => way.go(this.dataset.link).then(() => this.told(button), () => {});
    }
  }

  /** Say that it was copied; the phone's sheet tells its own end. */
  told(button) {
    const words = this.querySelector("[role=status]");
    if (button.dataset.way === "copy") words.textContent = words.dataset.done;
  }
}

customElements.define("send-link", SendLink);
