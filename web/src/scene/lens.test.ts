import { expect, test } from 'vitest';
import { around, closer, middle, panned, showing, zoomed } from './lens';

const whole = { x: 0, y: 0, w: 100, h: 50 };

test('what lies under the finger stays under it', () => {
  const near = zoomed(whole, whole, 2, { x: 80, y: 10 });
  expect(near).toEqual({ x: 40, y: 5, w: 50, h: 25 });
  expect((80 - near.x) / near.w).toBeCloseTo(80 / whole.w);
  expect(closer(near, whole)).toBe(true);
});

test('nobody looks past the edges, farther than the whole or endlessly close', () => {
  expect(zoomed(whole, whole, 0.1, middle(whole))).toEqual(whole);
  expect(zoomed(whole, whole, 1000, middle(whole)).w).toBe(12.5);
  const near = zoomed(whole, whole, 2, middle(whole));
  expect(panned(near, whole, -1000, -1000)).toEqual({ x: 0, y: 0, w: 50, h: 25 });
  expect(panned(near, whole, 1000, 1000)).toEqual({ x: 50, y: 25, w: 50, h: 25 });
});

test('a square outside is brought into sight, one inside moves nothing', () => {
  const near = { x: 0, y: 0, w: 50, h: 25 };
  expect(showing(near, whole, { x: 60, y: 30, w: 10, h: 10 })).toEqual({ x: 20, y: 15, w: 50, h: 25 });
  expect(showing(near, whole, { x: 10, y: 10, w: 10, h: 10 })).toEqual(near);
});

test('a part is shown in the proportions of the whole, within its edges and not endlessly close', () => {
  expect(around({ x: 0, y: 0, w: 20, h: 20 }, whole)).toEqual({ x: 0, y: 0, w: 40, h: 20 });
  expect(around({ x: 60, y: 30, w: 20, h: 5 }, whole)).toEqual({ x: 60, y: 27.5, w: 20, h: 10 });
  expect(around({ x: 50, y: 25, w: 1, h: 1 }, whole).w).toBe(12.5);
  expect(around({ x: -10, y: -10, w: 200, h: 10 }, whole)).toEqual(whole);
});
