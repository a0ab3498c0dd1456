import { expect, test } from 'vitest';
import type { Map as MapOf, Token } from '../protocol';
import { facts, initials, spots } from './map';

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

test('whoever stands alone fills the square; those who share one stand side by side within it', () => {
  const token = (who: number, x: number) => ({ who, at: at(x, 2), size: 1 }) as Token;
  const alone = spots([token(1, 3)]).get(1);
  expect(alone).toEqual({ x: 120, y: 80, scale: 1 });
  for (const many of [2, 3, 4, 7]) {
    const placed = [...spots(Array.from({ length: many }, (_, who) => token(who, 3))).values()];
    expect(new Set(placed.map((one) => `${one.x},${one.y}`)).size, `${many} places`).toBe(many);
    for (const { x, y, scale } of placed) {
      expect(x).toBeGreaterThanOrEqual(120);
      expect(x + 40 * scale).toBeLessThanOrEqual(160.001);
      expect(y + 40 * scale).toBeLessThanOrEqual(120.001);
    }
  }
});
