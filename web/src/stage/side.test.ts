import { expect, test } from 'vitest';
import type { TableState } from '../state/table.svelte';
import { isDown } from './side';

/** A table at which these take turns; none at all while nobody fights. */
const table = (turns?: number[]): TableState =>
  ({
    desk: { view: { order: turns && { entries: turns.map((who) => ({ who })) } } },
  }) as unknown as TableState;
const nothingLeft = { share: 0, now: 0, max: 9, tone: 'bad' as const };

test('who has nothing left and takes turns on is not crossed out, and who takes none any more is', () => {
  expect(isDown(table([1, 2]), 1, nothingLeft)).toBe(false);
  expect(isDown(table([2]), 1, nothingLeft)).toBe(true);
  expect(isDown(table([2]), 1, { ...nothingLeft, share: 0.5, now: 4 })).toBe(false);
  expect(isDown(table(), 1, nothingLeft)).toBe(false);
});
