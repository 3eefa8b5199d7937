// MicroPython as JavaScript sees it: sources and calls go in as texts, answers come out as texts.
// The other side of this border is interpreter/main.c, whose functions are called here by their names.

const HEAP = 8 * 1024 * 1024; // bytes for Python's objects; more is taken when these do not do
const STACK = 8 * 1024; // words of Python's own stack: drawing is nested deeper than the default allows
const ANSWER = 3; // words: whether it failed, where its text is, how many bytes that has

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Python {
  /** An interpreter that has run nothing, from the response for micropython.wasm. */
  static async from(response) {
    const imports = { env: { emscripten_notify_memory_growth() {} } };
    const { instance } = await WebAssembly.instantiateStreaming(response, imports);
    return new Python(instance.exports);
  }

  constructor(wasm) {
    this.wasm = wasm;
    wasm._initialize();
    wasm.set_up(HEAP, STACK);
  }

  /** Its state, as WebAssembly.Memory. */
  get memory() {
    return this.wasm.memory;
  }

  /** Give it a file. */
  put(path, text) {
    const [content, length] = this.write(text);
    this.wasm.put(this.writeName(path), content, length);
  }

  /** Import the module of a file; what it imports is there. */
  load(path) {
    this.call(path.replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", "."), null);
  }

  /** Give back what files took that are imported. */
  forget() {
    this.wasm.forget();
  }

  /** What a function of a module returns for one or two texts; throws an Error with the traceback. */
  call(module, name, one = null, two = null) {
    const names = [this.writeName(module), name === null ? 0 : this.writeName(name)];
    const texts = [this.write(one), this.write(two)];
    const answer = this.wasm.ask(...names, ...texts.flat());
    for (const place of [...names, ...texts.map(([place]) => place)]) this.wasm.leave(place);
    const [failed, place, length] = new Uint32Array(this.memory.buffer, answer, ANSWER);
    const text = decoder.decode(new Uint8Array(this.memory.buffer, place, length));
    if (failed) throw new Error(text);
    return text;
  }

  /** Write a text into memory; its place and its length in bytes. */
  write(text) {
    if (text === null) return [0, 0];
    const bytes = encoder.encode(text);
    const place = this.wasm.room(bytes.length);
    new Uint8Array(this.memory.buffer).set(bytes, place);
    return [place, bytes.length];
  }

  /** The same for a name, which ends with a zero. */
  writeName(name) {
    return this.write(`${name}\0`)[0];
  }
}
