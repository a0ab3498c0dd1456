//! Checking opened dice against the promise made before they fell. The same derivation as the program's,
//! written a second time, so that nobody has to trust the program.
import type { Json } from '../protocol';
import { t } from '../words';
import { hmac, sha256 } from './sha256';

interface Proof {
  stream: 'open' | 'secret';
  commitment: string;
  seed: string;
  contributions: { who: string; text: string }[];
  draws: { counter: number; sides: number; face: number }[];
}

export interface Verdict {
  holds: boolean;
  say: string;
}

export function verify(given: Json): Verdict {
  const proof = read(given);
  if (!proof) return { holds: false, say: t('notProofShape') };
  const seed = unhex(proof.seed);
  const tag = Uint8Array.of(proof.stream === 'open' ? 0 : 1);
  const promised = hex(sha256(text('boneyard dice commitment 1\0'), tag, seed));
  if (promised !== proof.commitment.toLowerCase())
    return { holds: false, say: t('seedDiffers', { published: proof.commitment, given: promised }) };
  const mixed = sha256(
    text('boneyard dice contributions 1\0'),
    ...proof.contributions.flatMap(({ who, text: words }) =>
      [who, words].flatMap((part) => [big(text(part).length), text(part)]),
    ),
  );
  let before = -1;
  for (const [at, draw] of proof.draws.entries()) {
    const entry = at + 1;
    if (draw.counter <= before)
      return { holds: false, say: t('drawOrder', { entry, counter: draw.counter }) };
    before = draw.counter;
    const face = derive(seed, mixed, tag, draw.counter, draw.sides);
    if (face !== draw.face)
      return { holds: false, say: t('drawFace', { entry, sides: draw.sides, shown: draw.face, face }) };
  }
  return { holds: true, say: t('proofHolds', { n: proof.draws.length }) };
}

function derive(
  seed: Uint8Array,
  mixed: Uint8Array,
  tag: Uint8Array,
  counter: number,
  sides: number,
): number {
  let block = 0;
  let words: bigint[] = [];
  const next = (): bigint => {
    if (words.length === 0) {
      const bytes = hmac(seed, text('boneyard dice draw 1\0'), mixed, tag, big(counter), big(block));
      const view = new DataView(bytes.buffer);
      words = [0, 8, 16, 24].map((at) => view.getBigUint64(at));
      block += 1;
    }
    return words.shift()!;
  };
  // A word that would favour some faces is thrown away.
  const wide = BigInt(sides);
  const uneven = 2n ** 64n % wide;
  let product = next() * wide;
  while ((product & (2n ** 64n - 1n)) < uneven) product = next() * wide;
  return Number(product >> 64n) + 1;
}

function read(given: Json): Proof | undefined {
  const proof = given as unknown as Partial<Proof> | null;
  if (typeof proof !== 'object' || proof === null || Array.isArray(proof)) return undefined;
  const whole = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0;
  const digits = (word: unknown) => typeof word === 'string' && /^[0-9a-f]{64}$/i.test(word);
  const fits =
    (proof.stream === 'open' || proof.stream === 'secret') &&
    digits(proof.commitment) &&
    digits(proof.seed) &&
    Array.isArray(proof.contributions) &&
    proof.contributions.every((one) => typeof one?.who === 'string' && typeof one.text === 'string') &&
    Array.isArray(proof.draws) &&
    proof.draws.every(
      (one) => whole(one?.counter) && whole(one.sides) && one.sides > 0 && one.sides < 256 && whole(one.face),
    );
  return fits ? (proof as Proof) : undefined;
}

const text = (words: string) => new TextEncoder().encode(words);
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function big(n: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(n));
  return new Uint8Array(view.buffer);
}
