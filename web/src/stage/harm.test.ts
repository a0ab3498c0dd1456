import { expect, test, vi } from 'vitest';
import { changes, Harms } from './harm.svelte';

test('what somebody lost or regained is told; who was not known before, or is no more, is not', () => {
  const before = new Map([
    [1, 9],
    [2, 4],
    [3, 7],
  ]);
  const after = new Map([
    [1, 5],
    [2, 6],
    [4, 1],
  ]);
  expect(changes(before, after)).toEqual([
    { who: 1, change: -4 },
    { who: 2, change: 2 },
  ]);
  expect(changes(after, after)).toEqual([]);
});

test('the first reading is no news, and a number floats only for a while', () => {
  vi.useFakeTimers();
  const harms = new Harms(1000);
  harms.read(new Map([[1, 9]]));
  expect(harms.floats).toEqual([]);
  harms.read(new Map([[1, 0]]));
  expect(harms.floats.map((one) => one.change)).toEqual([-9]);
  vi.advanceTimersByTime(500);
  harms.read(new Map([[1, 3]]));
  expect(harms.floats.map((one) => one.change)).toEqual([-9, 3]);
  vi.advanceTimersByTime(600);
  expect(harms.floats.map((one) => one.change)).toEqual([3]);
  vi.advanceTimersByTime(600);
  expect(harms.floats).toEqual([]);
  vi.useRealTimers();
});
