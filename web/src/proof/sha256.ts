//! SHA-256 and HMAC, written out: browsers have them only over https, and a table at home has none.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// Constants are the first bits of roots of primes, as the standard makes them.
for (let found = 0, n = 2; found < 64; n += 1) {
  let prime = true;
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
  if (!prime) continue;
  const bits = (root: number) => Math.floor((root % 1) * 2 ** 32);
  if (found < 8) START[found] = bits(Math.sqrt(n));
  K[found] = bits(Math.cbrt(n));
  found += 1;
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(...parts: Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(bytes.length - 4, (length << 3) >>> 0);
  const hash = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let t = 0; t < 16; t += 1) w[t] = view.getUint32(block + t * 4);
    for (let t = 16; t < 64; t += 1) {
      const a = w[t - 15]!;
      const b = w[t - 2]!;
      w[t] =
        w[t - 16]! +
        (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
        w[t - 7]! +
        (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let t = 0; t < 64; t += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t]! + w[t]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, nth) => (hash[nth] = hash[nth]! + word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, nth) => out.setUint32(nth * 4, word));
  return new Uint8Array(out.buffer);
}

/** With a key of at most one block. */
export function hmac(key: Uint8Array, ...parts: Uint8Array[]): Uint8Array {
  const pad = (byte: number) => {
    const block = new Uint8Array(64).fill(byte);
    key.forEach((one, at) => (block[at] = one ^ byte));
    return block;
  };
  return sha256(pad(0x5c), sha256(pad(0x36), ...parts));
}
