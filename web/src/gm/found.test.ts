import { expect, test } from 'vitest';
import { msg, named } from '../fixtures/parts';
import type { OfferCard } from '../protocol';
import { briefOf, fights } from './fights';
import { library, search } from './found';

const offers = [
  {
    id: 'add',
    command: 'add_creature',
    label: msg('Bring in a creature'),
    group: msg('Table'),
    odds: { type: 'none' },
    params: [
      {
        name: 'like',
        label: msg('What'),
        domain: {
          type: 'one_of',
          options: [
            named('W', 'Wolf', { say: msg('Vitality 4, fast') }),
            named('D', 'Dire wolf', { say: msg('Vitality 9') }),
            named('H', 'Marda Pell', { say: msg('A fighter') }),
          ],
        },
      },
      { name: 'name', label: msg('Name'), domain: { type: 'text', least: 1, most: 40 } },
    ],
  },
  {
    id: 'grant',
    command: 'grant',
    label: msg('Give a thing'),
    group: msg('Table'),
    odds: { type: 'none' },
    params: [
      { name: 'who', label: msg('Who'), domain: { type: 'creature', among: [] } },
      { name: 'ware', label: msg('What'), domain: { type: 'one_of', options: [named('R', 'Rope')] } },
    ],
  },
] as unknown as OfferCard[];
const known: [string, string][] = [
  ['W', 'Wolf'],
  ['D', 'Dire wolf'],
];

test('creatures, people and things are found with what the game says of them', () => {
  const all = library(offers, known, [{ id: 'H', name: 'Marda Pell' }]);
  expect(all.map((one) => [one.kind, one.name, one.say])).toEqual([
    ['creatures', 'Wolf', 'Vitality 4, fast'],
    ['creatures', 'Dire wolf', 'Vitality 9'],
    ['people', 'Marda Pell', 'A fighter'],
    ['things', 'Rope', ''],
  ]);
  expect(all[3]!.give?.pick).toBe('R');
});

test('what begins with the word comes first, words of its description count, and nothing is made up', () => {
  const all = library(offers, known, []);
  expect(search(all, 'wol').map((one) => one.name)).toEqual(['Wolf', 'Dire wolf']);
  expect(search(all, 'fast').map((one) => one.name)).toEqual(['Wolf']);
  expect(search(all, 'ogre')).toEqual([]);
  expect(search(all, ' ').length).toBe(all.length);
});

test('a prepared fight is a note that names creatures of the game, with what was found of it', () => {
  const papers = [
    { id: 'encounter-1', title: 'At the ford', text: '- 2 × Wolf' },
    { id: 'encounter-2', title: 'Nobody', text: '- 2 × Unicorn' },
    { id: 'letter', title: 'A letter', text: '- 2 × Wolf' },
  ];
  expect(fights(papers, known)).toEqual([
    { paper: 'encounter-1', title: 'At the ford', wanted: [{ id: 'W', name: 'Wolf', count: 2 }] },
  ]);
  expect(briefOf({ verdict: 'risky', won: 8400, death: 1900 })?.won).toBe(8400);
  expect(briefOf({ verdict: 'risky' })).toBeUndefined();
});
