// The state machine of an open table: four regions, each in one of its named states, and what belongs to them.

const REGIONS = {
  request: { idle: { send: "sending" }, sending: { answered: "idle" } },
  preview: { none: { choose: "pending" }, pending: { choose: "pending", previewed: "none" } },
  tap: { free: { hold: "held" }, held: { release: "free" } }, // held: it waits for the preview, and no other counts
  history: { here: { goBack: "returning" }, returning: { arrive: "here" } },
};

export const INITIAL = { request: "idle", preview: "none", tap: "free", history: "here" };

/** The state after an event: each region follows its own transitions, and stays where it has none for it. */
export function transition(state, event) {
  const next = (region) => REGIONS[region][state[region]][event] ?? state[region];
  return Object.fromEntries(Object.keys(REGIONS).map((region) => [region, next(region)]));
}

export class TableState {
  state = INITIAL;
  turn = 0; // counts what was requested, so that an answer which another has overtaken is known
  preview = null; // the promise of the pending one; it never rejects
  choices = []; // controls that were chosen while a preview was pending
  closing = null; // resolves when all that follows from a record is done; its answer is shown after that
  arrived = null; // what to do when the page is back where the draft was begun

  is(name) {
    return Object.values(this.state).includes(name);
  }

  on(event) {
    this.state = transition(this.state, event);
  }

  /** Whatever is requested from now on overtakes what was requested before; is it still the last? */
  nextTurn() {
    const turn = ++this.turn;
    return () => turn === this.turn;
  }

  /** A preview begins in place of the one before. */
  startPreview(promise) {
    const preview = promise.finally(() => {
      if (preview !== this.preview) return;
      this.preview = null;
      this.on("previewed");
    });
    this.preview = preview;
    this.on("choose");
  }

  /** Hold a tap until no preview is pending, but not for longer than this many ms. */
  async holdTap(longest) {
    const late = new Promise((resolve) => setTimeout(() => resolve(true), longest));
    this.on("hold");
    while (this.preview) if (await Promise.race([this.preview, late])) break;
    this.on("release");
  }

  /** What a record leaves to do: until that is done, answers wait. */
  close(promise) {
    this.closing = promise.catch(() => {}).finally(() => (this.closing = null));
  }
}
