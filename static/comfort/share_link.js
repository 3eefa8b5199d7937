// Buttons that copy or share a link. Where neither is supported they stay hidden: the link is in the text above.

const ways = {
  copy: { supported: () => navigator.clipboard?.writeText, run: (link) => navigator.clipboard.writeText(link) },
  share: { supported: () => navigator.share, run: (link) => navigator.share({ url: link }) },
};

/** <send-link data-link="…" hidden> with its buttons. */
class SendLink extends HTMLElement {
  connectedCallback() {
    for (const button of this.querySelectorAll("[data-way]")) {
      const way = ways[button.dataset.way];
      button.hidden = !way.supported();
      if (!button.hidden) this.hidden = false;
      button.onclick = () => way.run(this.dataset.link).then(() => this.done(button), () => {});
    }
  }

  /** Say that it was copied; the phone's share sheet tells its own end. */
  done(button) {
    const words = this.querySelector("[role=status]");
    if (button.dataset.way === "copy") words.textContent = words.dataset.done;
  }
}

customElements.define("send-link", SendLink);
