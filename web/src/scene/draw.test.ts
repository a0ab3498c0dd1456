import { expect, test } from 'vitest';
import { ambush } from '../fixtures/ambush';
import type { Map as MapOf } from '../protocol';
import { glimpsed, groundOf, layerMarks, shadeOf, sighted } from './draw';
import { kindOfGround } from './kinds';
import { differing } from './paint/chunks';
import { chance } from './paint/chance';
import { kindAt } from './paint/drawing';
import { roomAround } from './room';
import { steady } from './painted';

const at = (x: number, y: number) => ({ level: 0, y, x });
const patch = (kind: string, squares: ReturnType<typeof at>[], height = 0) => ({
  kind,
  squares,
  height,
  say: { text: kind },
});
/** A map drawn in letters: # solid, ~ water, . floor. */
function charted(...rows: string[]): MapOf {
  const all = (letter: string) =>
    rows.flatMap((row, y) => [...row].flatMap((one, x) => (one === letter ? [at(x, y)] : [])));
  return {
    width: rows[0]!.length,
    height: rows.length,
    level: 0,
    layers: [
      {
        key: 'ground',
        label: { text: 'Ground' },
        on: true,
        type: 'terrain',
        squares: [patch('wall', all('#')), patch('water', all('~'))],
      },
    ],
  } as unknown as MapOf;
}
const drawn = (map: MapOf, outdoors: 'stone' | 'grass' = 'stone') =>
  groundOf(map, map.layers, 0, 'a place', outdoors);
const rows = (map: MapOf, outdoors: 'stone' | 'grass' = 'stone') => {
  const ground = drawn(map, outdoors);
  return Array.from({ length: map.height }, (_, y) =>
    Array.from({ length: map.width }, (_, x) => kindAt(ground, x, y)[0]).join(''),
  );
};

test('the words of a game mean kinds of ground; words nobody knows mean none', () => {
  expect(['wall', 'Deep water', 'low-cover', 'thicket', 'planks', 'trap'].map(kindOfGround)).toEqual([
    'rock',
    'deep',
    'crate',
    'brush',
    'planks',
    'trap',
  ]);
  expect(kindOfGround('velvet')).toBeUndefined();
});

test('thin walls that touch no edge were built; thick ones and those at the edge are rock', () => {
  expect(
    rows(charted('......', '.###..', '.#.#..', '.###..', '......', '......', '######'), 'grass'),
  ).toEqual(['gggggg', 'gbbbgg', 'gbsbgg', 'gbbbgg', 'gggggg', 'gggggg', 'rrrrrr']);
  expect(rows(charted('...', '.#.', '...')), 'underground all of it is rock').toEqual(['sss', 'srs', 'sss']);
});

test('outdoors grows what the look says, a room keeps its stones, and what is told stays as it is', () => {
  expect(rows(charted('.....', '.###.', '.#.#.', '.#.#.', '..~..'), 'grass')).toEqual([
    'ggggg',
    'gbbbg',
    'gbsbg',
    'gbsbg',
    'ggwgg',
  ]);
});

test('ground, fog, light, heights and lines of sight come from the layers', () => {
  const ground = groundOf(ambush, ambush.layers, 0, 'a');
  expect([...ground.heights].filter((feet) => feet === 10)).toHaveLength(4);
  expect(kindAt(ground, 4, 1)).toBe('crate');
  expect(kindAt(ground, -1, 2)).toBe('rock');
  const shade = shadeOf(ambush, ambush.layers, 0);
  expect([...shade.light].filter((one) => one === 1)).toHaveLength(2);
  const fog = ambush.layers.find((layer) => layer.type === 'fog');
  const unseen = fog?.type === 'fog' ? fog.unseen.reduce((sum, run) => sum + run.n, 0) : 0;
  expect([...shade.known].filter((one) => one === 2)).toHaveLength(unseen);
  const sight = ambush.layers.find((layer) => layer.type === 'sight');
  const marks = sighted(sight?.type === 'sight' ? sight.lines.slice(0, 1) : [], 0);
  expect(marks).toEqual([
    { as: 'square', kind: 'decides', x: 4, y: 1 },
    { as: 'line', kind: 'clear', points: [1.5, 1.5, 5.5, 1.5] },
  ]);
  expect(glimpsed([{ level: 0, y: 2, x: 3, n: 4 }], 0)).toEqual([
    { as: 'square', kind: 'glimpse', x: 3, y: 2, w: 4 },
  ]);
  expect(layerMarks(ambush.layers, 1)).toEqual({ under: [], over: [] });
});

test('squares beyond a map, as a broken game might name them, are left out', () => {
  const map = charted('...');
  const layer = map.layers[0]!;
  if (layer.type === 'terrain') layer.squares.push(patch('wall', [at(9, 9), at(-1, 0), at(2, 0)]));
  expect(rows(map)).toEqual(['ssr']);
  const fog = {
    ...map,
    layers: [
      {
        type: 'fog',
        unseen: [
          { level: 0, y: 7, x: -3, n: 99 },
          { level: 0, y: 0, x: -3, n: 4 },
        ],
        remembered: [],
      },
    ],
  };
  expect([...shadeOf(map, fog.layers as never, 0).known]).toEqual([2, 0, 0]);
});

test('the same floor on every screen, another in another place', () => {
  const map = charted('..', '..');
  expect(drawn(map).seed).toBe(drawn(map).seed);
  expect(groundOf(map, map.layers, 0, 'elsewhere').seed).not.toBe(drawn(map).seed);
  expect(chance(7, 3, 4)).toBe(chance(7, 3, 4));
  const many = Array.from({ length: 1000 }, (_, x) => chance(7, x, 0));
  expect(Math.min(...many)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...many)).toBeLessThan(1);
  expect(new Set(many.map((one) => Math.floor(one * 10))).size).toBe(10);
});

test('what says the same stays the same, and only squares that differ are drawn anew', () => {
  const [one, two] = [drawn(charted('..#', '...')), drawn(charted('..#', '...'))];
  expect(steady(one, two)).toBe(one);
  const other = drawn(charted('..#', '.~.'));
  expect(steady(one, other)).toBe(other);
  expect(differing(one, other)).toEqual([{ x: 1, y: 1 }]);
  expect(differing(one, drawn(charted('..#')))).toBeUndefined();
  const door = (open: boolean) =>
    ({ ...one, edges: [{ from: [1, 0], to: [1, 1], kind: 'door', open }] }) as typeof one;
  expect(differing(door(false), door(true))?.some((cell) => cell.x === 1)).toBe(true);
  expect(differing(door(true), door(true))).toEqual([]);
});

test('a room ends at walls, rock and doors', () => {
  const ground = drawn(charted('######', '#....#', '#....#', '######'));
  expect(roomAround(ground, 1, 1)).toEqual({ x: 1, y: 1, w: 4, h: 2 });
  const halved = {
    ...ground,
    edges: [{ from: [3, 1], to: [3, 3], kind: 'door', open: true }],
  } as typeof ground;
  expect(roomAround(halved, 1, 1)).toEqual({ x: 1, y: 1, w: 2, h: 2 });
  expect(roomAround(halved, 4, 2)).toEqual({ x: 3, y: 1, w: 2, h: 2 });
  expect(roomAround(ground, 0, 0)).toBeUndefined();
  const shore = drawn(charted('....', '~~~~'));
  expect(roomAround(shore, 1, 0), 'water goes on beyond the map, the room does not').toEqual({
    x: 0,
    y: 0,
    w: 4,
    h: 2,
  });
});
