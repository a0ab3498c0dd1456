import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { hmac, sha256 } from './sha256';
import { verify } from './verify';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('digests are those of the standard, at every length around a block', () => {
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
    expect(hex(sha256(bytes)), `${length} bytes`).toBe(createHash('sha256').update(bytes).digest('hex'));
    const key = new Uint8Array(32).fill(length % 251);
    expect(hex(hmac(key, bytes))).toBe(createHmac('sha256', key).update(bytes).digest('hex'));
  }
});

// The same seeds, words and faces are frozen in the program's own tests.
const proof = (stream: 'open' | 'secret') => ({
  stream,
  commitment:
    stream === 'open'
      ? 'da8cc79cc4021f1f5935eb3f177eb311ac06eed3aa3985f75f371ea4e8ba2468'
      : 'e22b7590918cd27e77a41bd7d1520198df71fc27eea1d14cb983c61c842cf667',
  seed: (stream === 'open' ? '07' : '09').repeat(32),
  contributions: [
    { who: 'Ana', text: 'amber owl' },
    { who: 'Bo', text: '' },
  ],
  draws: (stream === 'open' ? [3, 4, 7, 3, 58, 1] : [5, 2, 11, 3, 20, 2]).map((face, counter) => ({
    counter,
    sides: [6, 6, 20, 4, 100, 2][counter]!,
    face,
  })),
});

test('an honest proof holds', () => {
  expect(verify(proof('open'))).toMatchObject({ holds: true, say: expect.stringContaining('6') });
  expect(verify(proof('secret'))).toMatchObject({ holds: true });
});

test('every lie is found and named', () => {
  const honest = proof('open');
  const lie = (draws: (typeof honest)['draws']) => verify({ ...honest, draws });
  expect(lie(honest.draws.map((draw, at) => (at === 2 ? { ...draw, face: 20 } : draw))).say).toContain(
    'Entry 3',
  );
  expect(lie([honest.draws[1]!, honest.draws[0]!]).holds).toBe(false);
  expect(verify({ ...honest, seed: '08'.repeat(32) }).say).toContain('Promised');
  expect(verify({ ...honest, contributions: [] }).holds).toBe(false);
});

test('what is no proof is refused, whatever it is', () => {
  for (const given of [
    null,
    4,
    'x',
    [],
    {},
    { ...proof('open'), seed: 'zz' },
    { ...proof('open'), draws: [null] },
    { ...proof('open'), draws: [{ counter: 0, sides: 0, face: 1 }] },
  ]) {
    expect(verify(given as never)).toMatchObject({
      holds: false,
      say: expect.stringContaining('not a proof'),
    });
  }
});
