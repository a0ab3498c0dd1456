import { expect, test } from 'vitest';
import { line } from '../fixtures/parts';
import { deedsOf } from './deeds';

test('three actions taken back are three deeds, though the last line speaks of the first', () => {
  const struck = { by: 0 };
  const lines = [
    line(1, 'Gerda goes', { type: 'change', action: 4, struck }),
    line(2, 'Bo goes', { type: 'change', action: 5, struck }),
    line(3, 'Runa goes', { type: 'change', action: 6, struck }),
    line(4, 'Taken back', { type: 'undone', actions: 3, crossed: false, action: 4, struck }),
    line(5, 'hello', { type: 'talk', voice: { type: 'out_of_character' }, words: 'hello' }),
  ];
  const deeds = deedsOf(lines);
  expect(deeds.map((deed) => deed.action)).toEqual([4, 5, 6]);
  expect(deeds[0]!.lines.map((one) => one.seq)).toEqual([1, 4]);
});
