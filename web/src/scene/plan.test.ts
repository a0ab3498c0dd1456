import { expect, test } from 'vitest';
import { planned, type Room } from './plan';

const doors = ['bay', 'galley', 'bunks', 'store', 'engine', 'bridge'];
const ship = ['bay', 'hall', ...doors.slice(1), 'duct'];
const ways = [...doors.map((to) => ({ from: 'hall', to })), { from: 'engine', to: 'duct' }];
const apart = (one: Room, other: Room) =>
  one.x + one.w <= other.x + 1e-9 ||
  other.x + other.w <= one.x + 1e-9 ||
  one.y + one.h <= other.y + 1e-9 ||
  other.y + other.h <= one.y + 1e-9;

test('a hall with six doors lies in the middle, as long as the rooms beside it', () => {
  const { rooms, width } = planned(ship, ways);
  const at = (key: string) => rooms.find((room) => room.key === key)!;
  expect(at('hall').w).toBe(width);
  expect(at('bay').y).toBeLessThan(at('hall').y);
  expect(at('bridge').y).toBeGreaterThan(at('hall').y);
  expect(at('duct').y, 'what lies behind a room lies farther out').toBeGreaterThan(at('engine').y);
});

test('no two rooms share a spot, all lie inside the plan, and every way has its door', () => {
  for (const [keys, links] of [
    [ship, ways],
    [['a', 'b', 'c'], [{ from: 'a', to: 'b' }]],
    [
      Array.from({ length: 30 }, (_, nth) => `room ${nth}`),
      Array.from({ length: 29 }, (_, nth) => ({ from: 'room 0', to: `room ${nth + 1}` })),
    ],
  ] as const) {
    const plan = planned([...keys], links);
    expect(plan.rooms.map((room) => room.key).sort()).toEqual([...keys].sort());
    plan.rooms.forEach((one, nth) =>
      plan.rooms.slice(nth + 1).forEach((other) => expect(apart(one, other)).toBe(true)),
    );
    for (const room of plan.rooms) {
      expect(room.x).toBeGreaterThanOrEqual(0);
      expect(room.x + room.w).toBeLessThanOrEqual(plan.width + 1e-9);
      expect(room.y + room.h).toBeLessThanOrEqual(plan.height + 1e-9);
    }
    expect(plan.doors.length).toBe(links.length);
  }
});

test('rooms that touch share a door; rooms that do not are joined by a line', () => {
  const { doors: all } = planned(ship, ways);
  expect(all.filter((door) => door.line).length).toBe(0);
  const far = planned(
    ['a', 'b', 'c'],
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'a', to: 'c' },
    ],
  );
  expect(far.doors.some((door) => door.upright || !door.line)).toBe(true);
});

test('a way to nowhere and a way to itself are no doors', () => {
  expect(
    planned(
      ['a'],
      [
        { from: 'a', to: 'moon' },
        { from: 'a', to: 'a' },
      ],
    ).doors,
  ).toEqual([]);
  expect(planned([], []).rooms).toEqual([]);
});
