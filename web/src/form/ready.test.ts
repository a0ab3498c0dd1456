import { expect, test } from 'vitest';
import type { Domain } from '../protocol';
import { fitting, missing, missingIn, only, whole, untouched } from './ready';

const named = <K>(pick: K, extra = {}) => ({ pick, name: { text: String(pick) }, ...extra });

test('a form says what is still missing, and nothing once it can be sent', () => {
  const points: Domain = {
    type: 'points',
    total: 3,
    all: true,
    to: [{ ...named('STR'), least: 0, most: 3 }],
  };
  expect(missing(points, { STR: 2 })).toContain('1');
  expect(missing(points, { STR: 4 })).toBeTruthy();
  expect(missing(points, { STR: 3 })).toBeUndefined();
  const goods: Domain = {
    type: 'subset',
    of: [
      { ...named('rope'), cost: 8 },
      { ...named('oil'), cost: 5 },
    ],
    least: 0,
    most: 2,
    budget: 10,
  };
  expect(missing(goods, ['rope'])).toBeUndefined();
  expect(missing(goods, ['rope', 'oil'])).toContain('13');
  const bid: Domain = { type: 'amount', least: 0, most: 5 };
  expect(missing(bid, undefined)).toContain('5');
  expect(missing(bid, 6)).toContain('5');
  expect(missing(bid, 2.5)).toBeTruthy();
  expect(missing(bid, 0)).toBeUndefined();
  const dice: Domain = { type: 'die', tray: 'dice', among: [named('1')], least: 1, most: 1 };
  expect(missing(dice, [])).toBeTruthy();
  expect(missing(dice, ['1'])).toBeUndefined();
  const words: Domain = { type: 'text', least: 1, most: 5 };
  expect(missing(words, '  ')).toBeTruthy();
  expect(missing(words, 'too long')).toContain('5');
  const slots: Domain = {
    type: 'assign',
    values: [named('14'), named('9')],
    slots: [named('str'), named('dex')],
  };
  expect(missing(slots, { str: '14' })).toContain('1');
  expect(missing(slots, { str: '14', dex: '9' })).toBeUndefined();
});

test('what may be left out does not hold a form up', () => {
  const params = [
    {
      name: 'of',
      label: { text: 'In what' },
      domain: { type: 'text', least: 1, most: 40 } as Domain,
      optional: true,
    },
  ];
  expect(missingIn(params, {})).toBeUndefined();
});

test('only what fits the pick before it is offered', () => {
  const among = [named('bow', { given: ['far'] }), named('sword')];
  expect(fitting(among, 'near').map((one) => one.pick)).toEqual(['sword']);
  expect(fitting(among, 'far').map((one) => one.pick)).toEqual(['bow', 'sword']);
});

test('the only choice there is needs no asking, unless it is refused', () => {
  const refusal = [{ code: 'far', sentence: 'Too far.' }];
  expect(only({ type: 'creature', among: [named(4), named(5, { refusal })] }, undefined)).toBe(4);
  expect(only({ type: 'creature', among: [named(4), named(5)] }, undefined)).toBeUndefined();
  expect(only({ type: 'yes_no', yes: { text: 'Yes' }, no: { text: 'No' } }, undefined)).toBeUndefined();
});

test('all of them are one tap where nothing has a price, without those that may not be taken', () => {
  const of = [
    named('Brack'),
    named('Isolde'),
    named('Fenn', { refusal: [{ code: 'away', sentence: 'Away.' }] }),
  ].map((one) => ({ ...one, cost: 0 }));
  const fighters = { type: 'subset', of, least: 1, most: 3 } as unknown as Domain & { type: 'subset' };
  expect(whole(fighters)).toEqual(['Brack', 'Isolde']);
  expect(whole({ ...fighters, most: 1 })).toEqual([]);
  expect(whole({ ...fighters, budget: 5 })).toEqual([]);
});

test('a field that may be left alone says nothing in its own way', () => {
  const text = { type: 'text', least: 0, most: 60 } as Domain;
  const some = { type: 'subset', of: [], least: 0, most: 0 } as unknown as Domain;
  for (const domain of [text, some]) expect(missing(domain, untouched(domain))).toBeUndefined();
  expect([untouched(text), untouched(some)]).toEqual(['', []]);
});
