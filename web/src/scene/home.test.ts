import { expect, test } from 'vitest';
import type { Map as MapOf } from '../protocol';
import { explored, home } from './home';

const whole = { x: 0, y: 0, w: 40 * 40, h: 20 * 40 };
const row = (y: number, x: number, n: number) => ({ level: 0, y, x, n });
/** A map of 40 by 20 squares in fog but for three rows of four squares. */
const dungeon = {
  width: 40,
  height: 20,
  level: 0,
  layers: [
    {
      type: 'fog',
      remembered: [],
      unseen: Array.from({ length: 20 }, (_, y) =>
        y < 10 || y > 12 ? [row(y, 0, 40)] : [row(y, 0, 30), row(y, 34, 6)],
      ).flat(),
    },
  ],
} as unknown as MapOf;

test('of a dungeon mostly unknown the page shows what is known, with room around it', () => {
  expect(explored(dungeon, 0)).toEqual({ x: 30, y: 10, w: 4, h: 3 });
  const shown = home(dungeon, 0, whole);
  expect(shown).toEqual({ x: 24 * 40, y: 7.5 * 40, w: 16 * 40, h: 8 * 40 });
});

test('where there is no fog, nothing is known, or on a floor without fog, the whole map is shown', () => {
  const dark = {
    ...dungeon,
    layers: [{ type: 'fog', unseen: Array.from({ length: 20 }, (_, y) => row(y, 0, 40)) }],
  };
  for (const map of [{ ...dungeon, layers: [] }, dark as unknown as MapOf])
    expect(home(map, 0, whole)).toEqual(whole);
  expect(home(dungeon, 1, whole)).toEqual(whole);
});
