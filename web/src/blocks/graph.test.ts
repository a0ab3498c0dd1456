import { expect, test } from 'vitest';
import type { Link, ScenePlace } from '../protocol';
import { laidOut } from './graph';

const place = (key: string, here = false) =>
  ({ key, label: { text: key }, say: { text: key }, seen: true, here }) as ScenePlace;
const link = (from: string, to: string) => ({ from, to }) as Link;

test('places stand in columns by how many steps away they are', () => {
  const nodes = [place('crypt'), place('nave', true), place('tower'), place('vestry'), place('island')];
  const links = [link('nave', 'crypt'), link('vestry', 'nave'), link('vestry', 'tower')];
  const { spots, columns, rows } = laidOut(nodes, links);
  const at = Object.fromEntries(spots.map((spot) => [spot.place.key, [spot.column, spot.row]]));
  expect(at).toEqual({ nave: [0, 0], crypt: [1, 0], vestry: [1, 1], tower: [2, 0], island: [3, 0] });
  expect([columns, rows]).toEqual([4, 2]);
  expect(laidOut([], [])).toEqual({ spots: [], columns: 0, rows: 0 });
});

test('where nobody is anywhere, the first place begins', () => {
  const { spots } = laidOut([place('a'), place('b')], [link('b', 'a')]);
  expect(spots.map((spot) => spot.column)).toEqual([0, 1]);
});
