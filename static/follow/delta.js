// Unpacks a text that was packed with an older one as dictionary, by what browsers have: a deflated stream may begin
// with a block that is stored as it is. The older text goes in front as such a block, and is left off again behind.

const WINDOW = 32768; // bytes that deflate looks back

export const able = () => {
  try {
    return Boolean(new DecompressionStream("deflate-raw"));
  } catch {
    return false;
  }
};

/** The bytes of the newer text; before are the bytes of the older one. */
export async function unpacked(before, packed) {
  const known = before.slice(-WINDOW);
  const size = known.length;
  const stored = Uint8Array.of(0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255);
  const stream = new Blob([stored, known, packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer()).slice(size);
}
