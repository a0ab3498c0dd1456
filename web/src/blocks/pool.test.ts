import { expect, test } from 'vitest';
import { toneOf } from './pool';

test('a supply is bad when little is left, a burden when it is too much, and what grows is neither', () => {
  expect([9, 4, 2].map((now) => toneOf({ now, max: 9 }))).toEqual(['good', 'warn', 'bad']);
  expect([1, 4, 5, 6].map((now) => toneOf({ now, max: 5, filling: 'burden' }))).toEqual([
    'good',
    'warn',
    'warn',
    'bad',
  ]);
  expect([0, 99].map((now) => toneOf({ now, max: 100, filling: 'progress' }))).toEqual(['plain', 'plain']);
  expect(toneOf({ now: 0 })).toBe('good');
});
