import { expect, test } from 'vitest';
import type { Order } from '../protocol';
import { msg } from '../fixtures/parts';
import { isTurnOf, turnWords } from './turn';

const order = (now: number[], more: Partial<Order> = {}): Order => ({
  key: 'order',
  label: msg('Fight'),
  say: msg('Fight'),
  mode: 'line',
  round: 2,
  entries: [1, 2, 3].map((who) => ({ who, name: msg(`No. ${who}`), now: now.includes(who) })),
  ...more,
});

test('whoever acts is told that it is their turn, and others who acts', () => {
  expect(turnWords(order([2]), [2])).toBe('Round 2 · Your turn');
  expect(turnWords(order([2]), [1])).toBe('Round 2 · No. 2 acts');
  expect(turnWords(order([1, 3]), [])).toBe('Round 2 · No. 1 and No. 3 act');
  expect([isTurnOf(order([2]), [2]), isTurnOf(order([2]), [1])]).toEqual([true, false]);
});

test('where nobody acts yet it is the round, and the phase where there are phases', () => {
  expect(turnWords(order([]), [1])).toBe('Round 2');
  const phases = [
    { label: msg('Fast'), now: false },
    { label: msg('Slow'), now: true },
  ];
  expect(turnWords(order([], { phases }), [1])).toBe('Round 2 · Slow');
  expect(turnWords(undefined, [1])).toBe('');
});
