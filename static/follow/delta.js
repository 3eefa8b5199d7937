// Unpacks a text that was deflated with an older one as its dictionary. Browsers have no call for that, but a deflate
// stream may begin with a stored block: the older text goes in front as such a block and is cut off again behind.

const WINDOW = 32768; // bytes that deflate looks back

/** Whether this browser can inflate. */
export const canInflate = () => {
  try {
    return Boolean(new DecompressionStream("deflate-raw"));
  } catch {
    return false;
  }
};

/** The bytes of the newer text, from those of the older one and the delta. */
export async function applyDelta(older, delta) {
  const known = older.slice(-WINDOW);
  const size = known.length;
  const stored = Uint8Array.of(0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255);
  const stream = new Blob([stored, known, delta]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer()).slice(size);
}
