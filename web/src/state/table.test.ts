import { expect, test } from 'vitest';
import { offers } from '../fixtures/offers';
import type { Line } from '../protocol';
import { filled, fresh } from './table.svelte';

const line = (seq: number, text: string): Line => ({ seq, type: 'change', say: { text } });

test('a line that only moved down is not news, the one put before it is', () => {
  const before = [line(4, 'GM: tick')];
  const now = [line(4, 'Brack: EVADE!'), line(5, 'GM: tick'), line(6, 'GM: tick')];
  expect(fresh(before, now).map((one) => one.seq)).toEqual([4, 6]);
});

test('a command without any field is its name; a filled one carries what is fixed and what was picked', () => {
  const [attack, , turn] = offers;
  expect(filled(attack!, { with: 'rope', target: 2, stray: 1 })).toEqual({
    attack: { who: 1, with: 'rope', target: 2 },
  });
  expect(filled({ ...turn!, fixed: {} }, {})).toBe('end_turn');
});
