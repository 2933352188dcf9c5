/** Games in the fragment of the address: `#game=` with the compressed text, or `#record=` with the text itself. */

const LARGEST = 1_000_000;

/**
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {Promise<Uint8Array>}
 */
async function collect(stream) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST) throw new Error("too large");
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Returns the fragment that holds a text, with its number sign.
 * @param {string} text
 */
export async function toFragment(text) {
  if (typeof CompressionStream === "undefined") return `#record=${encodeURIComponent(text)}`;
  const packed = await collect(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#game=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/**
 * Returns the text that a fragment holds; null if it holds none.
 * @param {string} fragment
 * @returns {Promise<string | null>}
 */
export async function fromFragment(fragment) {
  const found = /^#(game|record|position)=(.*)$/s.exec(fragment);
  if (!found) return null;
  const [, kind, content] = found;
  if (kind !== "game") return decodeURIComponent(content);
  const letters = atob(content.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = await collect(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
  return new TextDecoder("utf-8", { fatal: true }).decode(text);
}
