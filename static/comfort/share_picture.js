// The phone's own sheet for a picture. The picture is fetched when its form is opened, since sharing must follow a click
// at once; where the phone shares no pictures the button stays hidden, and the form saves a file.

/** <share-picture> around a form that answers with a picture, and a hidden button to share it. */
class SharePicture extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.button = this.querySelector("[data-way=share]");
    const { dark } = this.form.elements;
    if (dark) dark.checked = matchMedia("(prefers-color-scheme: dark)").matches;
    if (!navigator.canShare?.({ files: [this.file(new Blob([""]))] })) return;
    this.button.onclick = () => navigator.share({ files: [this.picture] }).catch(() => {}); // closed without sharing
    this.form.addEventListener("change", () => this.renew());
    this.querySelector("details").addEventListener("toggle", () => this.renew(), { once: true });
  }

  file(blob) {
    return new File([blob], this.form.dataset.name, { type: "image/png" });
  }

  renew() {
    this.button.disabled = true;
    this.fetchPicture().catch(() => {}); // without an answer the file can still be saved
  }

  /** Fetch the picture as it is chosen now; an older answer that comes late is dropped. */
  async fetchPicture() {
    const address = `${this.form.action}?${new URLSearchParams(new FormData(this.form))}`;
    this.asked = address;
    const answer = await fetch(address);
    if (!answer.ok || this.asked !== address) return;
    this.picture = this.file(await answer.blob());
    this.button.hidden = this.button.disabled = false;
  }
}

customElements.define("share-picture", SharePicture);
