import { expect, test } from 'vitest';
import { laidOut } from './graph';

const rooms = ['gate', 'nave', 'vestry', 'stair', 'crypt', 'tomb'];
const ways = [
  { from: 'gate', to: 'nave' },
  { from: 'nave', to: 'vestry' },
  { from: 'nave', to: 'stair' },
  { from: 'nave', to: 'crypt' },
  { from: 'tomb', to: 'crypt' },
];

test('rooms stand in rows by their distance from the first', () => {
  const { spots, rows, across } = laidOut(rooms, ways);
  expect([rows, across]).toEqual([4, 3]);
  const row = Object.fromEntries(spots.map((spot) => [spot.key, spot.row]));
  expect(row).toEqual({ gate: 0, nave: 1, vestry: 2, stair: 2, crypt: 2, tomb: 3 });
});

test('no two rooms share a spot, and all are inside the picture', () => {
  const { spots } = laidOut(rooms, ways);
  expect(new Set(spots.map((spot) => `${spot.row}:${spot.x}`)).size).toBe(rooms.length);
  for (const { x } of spots) expect(x > 0 && x < 1).toBe(true);
});

test('a hallway with nine doors is drawn in rows that can be read', () => {
  const doors = Array.from({ length: 9 }, (_, nth) => `door ${nth}`);
  const { across, rows, spots } = laidOut(
    ['hallway', ...doors],
    doors.map((to) => ({ from: 'hallway', to })),
  );
  expect([across, rows, spots.length]).toEqual([3, 4, 10]);
});

test('islands and ways to nowhere lose nobody', () => {
  const { spots } = laidOut(
    ['a', 'b', 'c'],
    [
      { from: 'a', to: 'moon' },
      { from: 'c', to: 'c' },
    ],
  );
  expect(spots.map((spot) => spot.key).sort()).toEqual(['a', 'b', 'c']);
  expect(laidOut([], [])).toEqual({ spots: [], rows: 0, across: 1 });
});
