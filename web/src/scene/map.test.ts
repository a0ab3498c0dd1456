import { expect, test } from 'vitest';
import type { Map as MapOf } from '../protocol';
import { facts, initials } from './map';

const at = (x: number, y: number) => ({ level: 0, y, x });
const map = {
  width: 6,
  height: 6,
  level: 0,
  layers: [
    {
      key: 'terrain',
      label: { text: 'Terrain' },
      on: true,
      type: 'terrain',
      squares: [{ squares: [at(4, 3)], kind: 'crate', say: { text: 'low cover' }, height: 0 }],
    },
    {
      key: 'tokens',
      label: { text: 'Tokens' },
      on: true,
      type: 'tokens',
      tokens: [
        {
          who: 2,
          name: { text: 'Dry Bones A' },
          at: at(3, 3),
          size: 2,
          hero: false,
          acting: false,
          away: false,
          hidden: false,
        },
      ],
    },
  ],
} as unknown as MapOf;

test('a square is told with everything that lies on it, large creatures included', () => {
  expect(facts(map, at(4, 3))).toBe('E4, low cover, Dry Bones A');
  expect(facts(map, at(0, 0))).toBe('A1');
});

test('two alike have different letters', () => {
  expect(initials('Dry Bones A')).toBe('DA');
  expect(initials('Dry Bones B')).toBe('DB');
  expect(initials('Bo')).toBe('Bo');
});
