import { expect, test } from 'vitest';
import { way } from './way';

const at = (x: number, y: number) => ({ level: 0, y, x });

test('a way goes step by step from the first square to the last', () => {
  const reach = [
    { square: at(1, 0), cost: 1 },
    { square: at(2, 0), cost: 2 },
    { square: at(3, 1), cost: 3 },
  ];
  expect(way(at(0, 0), at(3, 1), reach)).toEqual([at(1, 0), at(2, 0), at(3, 1)]);
  expect(way(at(0, 0), at(1, 0), reach)).toEqual([at(1, 0)]);
  expect(way(at(0, 0), at(0, 0), reach)).toEqual([]);
});

test('a square nobody can reach is still only itself, for the rules to refuse', () => {
  expect(way(at(0, 0), at(9, 9), [])).toEqual([at(9, 9)]);
});
