import { expect, test } from 'vitest';
import type { Map as MapOf, OfferCard, Param } from '../protocol';
import { aims, moves, onMap, wanted } from './task';

const at = (x: number, y: number) => ({ level: 0, y, x });
const token = (who: number) => ({ who, name: { text: `T${who}` }, at: at(who, 0), size: 1, hero: true });
const map = {
  width: 6,
  height: 6,
  level: 0,
  layers: [{ key: 'tokens', label: { text: '' }, on: true, type: 'tokens', tokens: [token(1), token(2)] }],
} as unknown as MapOf;
const param = (name: string, domain: Param['domain'], optional = false) =>
  ({ name, label: { text: name }, domain, optional }) as Param;
const named = (pick: number, refusal?: object) => ({ pick, name: { text: String(pick) }, refusal });
const to = param('to', { type: 'square', among: [at(1, 1)] });
const whom = param('whom', { type: 'creature', among: [named(2), named(9)] } as Param['domain']);
const offer = (more: Partial<OfferCard>): OfferCard => ({
  id: 'x',
  command: 'x',
  label: { text: 'x' },
  group: { text: 'x' },
  odds: { type: 'none' },
  ...more,
});

test('an offer about tokens that needs only a square moves whoever acts', () => {
  expect(moves(map, [offer({ actor: 1, about: 'tokens', params: [to] })])[0]?.who).toBe(1);
  expect(moves(map, [offer({ actor: 1, params: [to] })])).toEqual([]);
  expect(moves(map, [offer({ actor: 1, about: 'tokens', params: [to, whom] })])).toEqual([]);
});

test('one that names somebody moves those of them who are on the map', () => {
  const found = moves(map, [offer({ about: 'tokens', params: [whom, to] })]);
  expect(found.map((one) => [one.who, one.picks])).toEqual([[2, { whom: 2 }]]);
});

test('whoever is a target of an open offer can be aimed at, and nobody who is refused', () => {
  const strike = offer({ actor: 1, params: [whom] });
  expect(aims([strike], 2)).toEqual([{ offer: strike, picks: { whom: 2 } }]);
  expect(aims([strike], 1)).toEqual([]);
  const barred = param('whom', { type: 'creature', among: [named(2, [])] } as Param['domain']);
  expect(aims([offer({ actor: 1, params: [barred] })], 2)).toEqual([]);
});

test('a form is filled square after square, and costs come from the map where the domain has none', () => {
  const far = param('far', { type: 'square', among: [at(2, 2)] });
  expect(onMap([whom, to, far], {})?.name).toBe('to');
  expect(onMap([whom, to, far], { to: { level: 0, y: 1, x: 1 } })?.name).toBe('far');
  const asked = wanted({ type: 'square', among: [at(1, 1)] }, undefined, [{ square: at(1, 1), cost: 2 }]);
  expect(asked?.squares).toEqual([{ square: at(1, 1), cost: 2 }]);
});
