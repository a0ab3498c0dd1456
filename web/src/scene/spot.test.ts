import { expect, test } from 'vitest';
import { spotOf, squareUnder } from './spot';

const window = { width: 1440, height: 900 };
const free = { left: 340, top: 80, width: 740, height: 600 };
const view = {
  sight: { x: 0, y: 0, w: 740, h: 600 },
  whole: { x: 0, y: 0, w: 800, h: 800 },
  level: 0,
  go: () => undefined,
};

test('a square is found where it is drawn, and the point leads back to it', () => {
  const at = { level: 0, x: 3, y: 5 };
  const spot = spotOf(at, 1, view, free, window);
  // 40 points a square here: the fourth column begins 120 right of the free part.
  expect(spot).toEqual({ left: 340 + 140, top: 80 + 220, cell: 40, free: true });
  expect(squareUnder({ x: spot.left, y: spot.top }, view, free, window)).toEqual(at);
});

test('what lies under a panel is not free', () => {
  expect(spotOf({ level: 0, x: 25, y: 5 }, 1, view, free, window).free).toBe(false);
});
