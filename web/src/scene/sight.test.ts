import { expect, test } from 'vitest';
import type { Map as MapOf, SightLine } from '../protocol';
import { Glimpsing } from './glimpse.svelte';
import { drawn, hasSight, known, linesAt } from './sight';

const square = (x: number, y: number) => ({ level: 0, y, x });
const said = (text: string) => ({ text });
const fog = {
  key: 'fog',
  label: said('Fog'),
  say: said('Fog.'),
  on: true,
  type: 'fog',
  unseen: [{ level: 0, y: 0, x: 2, n: 3 }],
  remembered: [{ level: 0, y: 1, x: 0, n: 1 }],
};
const map = { width: 5, height: 2, level: 0, layers: [fog] } as unknown as MapOf;
const line = (eye?: number, of?: number): SightLine => ({
  from: [5, 5],
  to: [25, 5],
  clear: true,
  say: said('seen'),
  ...(eye === undefined ? {} : { eye }),
  ...(of === undefined ? {} : { of }),
});

test('a square is seen now, was seen before, or never was', () => {
  expect([known(map, square(1, 0)), known(map, square(2, 0)), known(map, square(4, 0))]).toEqual([
    'now',
    'never',
    'never',
  ]);
  expect([known(map, square(0, 1)), known(map, square(1, 1))]).toEqual(['before', 'now']);
  expect(hasSight(map), 'fog alone tells nothing of what would be seen').toBe(false);
  const sight = { ...fog, key: 'sight', type: 'sight', lines: [] };
  expect(hasSight({ ...map, layers: [fog, sight] } as unknown as MapOf)).toBe(true);
});

test('a line between two is drawn while one of them is pointed at, a line of nobody always', () => {
  const lines = [line(1, 2), line(1, 3), line()];
  expect(drawn(lines, undefined)).toEqual([lines[2]]);
  expect(drawn(lines, 2)).toEqual([lines[0], lines[2]]);
  expect(drawn(lines, 1)).toEqual(lines);
  expect(linesAt(lines, 3)).toEqual([lines[1]]);
});

test('one glimpse is asked for at a time, and of those that came up meanwhile only the last', async () => {
  const asked: number[] = [];
  let answer: (told: { seen: never[] }) => void = () => undefined;
  const glimpsing = new Glimpsing(
    (_, from) => {
      asked.push(from.x);
      return new Promise((told) => (answer = told));
    },
    () => Promise.resolve(),
  );
  for (const x of [1, 2, 2, 3]) glimpsing.want(1, square(x, 0));
  expect(asked).toEqual([1]);
  answer({ seen: [] });
  await expect.poll(() => asked).toEqual([1, 3]);
  expect(glimpsing.now?.from.x).toBe(1);
  answer({ seen: [] });
  await expect.poll(() => glimpsing.now?.from.x).toBe(3);
  glimpsing.want(1, square(4, 0));
  glimpsing.want();
  answer({ seen: [] });
  await Promise.resolve();
  expect(glimpsing.now).toBeUndefined();
});
