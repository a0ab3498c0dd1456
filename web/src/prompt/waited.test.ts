import { expect, test } from 'vitest';
import { left } from './waited';

test('a question counts down from when it was first shown, and stays at nothing', () => {
  expect(left('a', 30, 1_000)).toBe(30);
  expect(left('a', 30, 11_900)).toBe(20);
  expect(left('b', 30, 11_900)).toBe(30);
  expect(left('a', 30, 99_000)).toBe(0);
});
