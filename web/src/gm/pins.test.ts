import { expect, test } from 'vitest';
import { frame, msg, square } from '../fixtures/parts';
import type { OfferCard, Scene, Sheet } from '../protocol';
import { actionsFor, pins } from './pins';

const page = (body: string, secret: object = { secret: { type: 'gm' } }): Sheet =>
  ({
    owner: { type: 'table', key: 'scenario' },
    title: msg('The Weir House'),
    blocks: [{ ...frame('gm', 'Only for the Referee'), type: 'text', body, state: secret }],
  }) as unknown as Sheet;

const yard = {
  title: msg('The yard'),
  say: msg('A tollhouse.'),
  map: {
    width: 20,
    height: 12,
    level: 0,
    layers: [
      {
        ...frame('tokens', 'Tokens'),
        type: 'tokens',
        on: true,
        tokens: [
          { who: 7, name: msg('Captain Sorrel'), at: square(16, 4), size: 1 },
          { who: 8, name: msg('Cutthroat d'), at: square(17, 9), size: 1 },
          { who: 9, name: msg('Cutthroat e'), at: square(18, 9), size: 1 },
        ],
      },
    ],
  },
} as unknown as Scene;

test('a line stands at the square, at the creature or at the place that it names, and the rest here', () => {
  const found = pins(
    [
      page(
        'Whistles call a and b out by Q8 within 2 Rounds.\nSorrel talks when she has 3 Wounds. Then she gives up Tam.\nA camp near by is visited at night.',
      ),
    ],
    yard,
  );
  expect(found.map((pin) => [pin.n, pin.at])).toEqual([
    [1, { square: { level: 0, x: 16, y: 7 } }],
    [2, { who: 7 }],
    [3, { here: true }],
  ]);
  expect([found[1]!.where, found[1]!.title, found[1]!.say]).toEqual([
    'Captain Sorrel',
    'Sorrel talks when she has 3 Wounds.',
    'Then she gives up Tam.',
  ]);
});

test('a last word that two bear names neither, and a square the map has not is none', () => {
  const found = pins([page('The Cutthroat by Z40 sleeps.')], yard);
  expect(found.map((pin) => pin.at)).toEqual([{ here: true }]);
});

test('what waits at places stands in them', () => {
  const scene = {
    title: msg('Green'),
    say: msg(''),
    places: { nodes: [{ key: 'ash', label: msg('Ash Road') }], links: [] },
  } as unknown as Scene;
  const [pin] = pins([page('Ash Road: road bandit')], scene);
  expect([pin!.at, pin!.where, pin!.title]).toEqual([{ place: 'ash' }, 'Ash Road', 'road bandit']);
});

test('what all may read is no secret, and neither is what some players were told', () => {
  expect(pins([page('Everybody knows.', {})], yard)).toEqual([]);
  expect(pins([page('Di knows.', { secret: { type: 'some', seats: [1] } })], yard)).toEqual([]);
});

test('the actions that go with a secret are those it speaks of', () => {
  const offer = (command: string, label: string, more = {}) =>
    ({
      id: command + label,
      command,
      label: msg(label),
      group: msg('Scene'),
      odds: { type: 'none' },
      ...more,
    }) as OfferCard;
  const [pin] = pins([page('An Alarm wire at B2 rings the bell.')], yard);
  const all = [
    offer('spring_trap', 'Let the Alarm wire go off'),
    offer('spring_trap', 'Let the Pit go off'),
    offer('house', 'House rule: bell'),
    offer('strike', 'Alarm wire', { actor: 3 }),
  ];
  expect(actionsFor(pin!, all).map((one) => m(one))).toEqual(['Let the Alarm wire go off']);
});

const m = (offer: OfferCard) => offer.label.text;
