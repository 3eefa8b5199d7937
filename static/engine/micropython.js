// The interpreter as JavaScript sees it: files and questions go in as texts, answers come out as texts.
// The other side of this border is interpreter/main.c, whose functions are called here by their names.

const HEAP = 8 * 1024 * 1024; // bytes for Python's objects; more is taken when these do not do
const STACK = 8 * 1024; // words of Python's own stack: drawing goes deeper than the default allows
const ANSWER = 3; // words: whether it failed, where its text is, how many bytes that has

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Python {
  /** An interpreter that knows no file yet, from the answer to a question for micropython.wasm. */
  static async from(answer) {
    const borders = { env: { emscripten_notify_memory_growth() {} } };
    const { instance } = await WebAssembly.instantiateStreaming(answer, borders);
    return new Python(instance.exports);
  }

  constructor(wasm) {
    this.wasm = wasm;
    wasm._initialize();
    wasm.set_up(HEAP, STACK);
  }

  /** All that it knows, as WebAssembly.Memory. */
  get memory() {
    return this.wasm.memory;
  }

  /** Let it have a file, until forget(). */
  put(path, text) {
    const [content, length] = this.bring(text);
    this.wasm.put(this.named(path), content, length);
  }

  /** No file is needed any more: all that they hold was imported. */
  forget() {
    this.wasm.forget();
  }

  /** Import a module. */
  load(module) {
    this.ask(module, null);
  }

  /** What a function of a module answers to one or two texts; throws an Error with the traceback. */
  ask(module, name, one = null, two = null) {
    const names = [this.named(module), this.named(name)];
    const texts = [this.bring(one), this.bring(two)];
    const answer = this.wasm.ask(...names, ...texts.flat());
    for (const place of [...names, ...texts.map(([place]) => place)]) this.wasm.leave(place);
    const [failed, place, length] = new Uint32Array(this.memory.buffer, answer, ANSWER);
    const text = decoder.decode(new Uint8Array(this.memory.buffer, place, length));
    if (failed) throw new Error(text);
    return text;
  }

  /** Where a text is in the memory now, and how many bytes it has. */
  bring(text) {
    if (text === null) return [0, 0];
    const bytes = encoder.encode(text);
    const place = this.wasm.room(bytes.length);
    new Uint8Array(this.memory.buffer).set(bytes, place);
    return [place, bytes.length];
  }

  /** The same for a name, which ends with a zero. */
  named(name) {
    return this.bring(name && `${name}\0`)[0];
  }
}
