import { expect, test } from 'vitest';
import { paths } from './paths';

test('every value has the path that overruling takes', () => {
  expect(paths({ Brack: { hp: 5, items: ['Sword'] }, round: 2 })).toEqual([
    ['Brack.hp', 5],
    ['Brack.items', ['Sword']],
    ['round', 2],
  ]);
});
