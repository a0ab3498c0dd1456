import { expect, test } from 'vitest';
import '../words/gm';
import type { OfferCard, VerdictCard } from '../protocol';
import { bringing, fromNote, givenIn, names, note, report } from './encounter';

const known: [string, string][] = [
  ['XX-F1', 'Goblin'],
  ['XX-F2', 'Grey Wolf'],
];
const wanted = [
  { id: 'XX-F1', name: 'Goblin', count: 3 },
  { id: 'XX-F2', name: 'Grey Wolf', count: 1 },
];
const msg = (text: string) => ({ key: text, text, values: {} });

test('an encounter is a note that reads back as it was, whatever else stands in it', () => {
  expect(note(wanted, {}, [])).toBe('- 3 × Goblin\n- 1 × Grey Wolf');
  expect(fromNote(`They wait at the bridge.\n${note(wanted, {}, [])}\n- 2 × Nobody`, known)).toEqual(wanted);
});

test('light, surprise and map are in the note and read back, as far as the table knows them', () => {
  const circumstances = [
    { name: 'light', label: 'Light', choices: [['dark', 'Darkness']] as [string, string][] },
    { name: 'map', label: 'Map', choices: [['open', 'Open ground']] as [string, string][] },
  ];
  const text = note(wanted, { light: 'dark', map: 'gone' }, circumstances);
  expect(text).toBe('- 3 × Goblin\n- 1 × Grey Wolf\n- Light: Darkness');
  expect(fromNote(text, known)).toEqual(wanted);
  expect(givenIn(text, circumstances)).toEqual({ light: 'dark' });
  expect(givenIn(text, [])).toEqual({});
});

test('newcomers get names that nobody has', () => {
  expect(names(wanted[0]!, ['Goblin 1', 'Goblin 3'])).toEqual(['Goblin 2', 'Goblin 4', 'Goblin 5']);
});

test('the offer that brings somebody in is found by its choices, not by its name', () => {
  const offer = {
    id: 'x',
    command: 'whatever',
    label: msg('Bring in'),
    group: msg('Scene'),
    params: [
      {
        name: 'like',
        label: msg('Which'),
        domain: { type: 'one_of', options: [{ pick: 'Goblin', name: msg('Goblin') }] },
      },
      { name: 'called', label: msg('Name'), domain: { type: 'text', most: 40 } },
      { name: 'unseen', label: msg('Hidden'), domain: { type: 'yes_no' }, optional: true },
    ],
  } as unknown as OfferCard;
  const other = { ...offer, id: 'y', actor: 1 } as OfferCard;
  expect(bringing([other, offer], wanted[0]!)).toEqual({
    offer,
    picks: { like: 'Goblin' },
    name: 'called',
    hides: 'unseen',
  });
  expect(bringing([other, offer], wanted[1]!)).toBeUndefined();
});

test('a report tells every number that was found', () => {
  const share = (share: number) => ({ share, err: 90 });
  const verdict: VerdictCard = {
    fights: 1200,
    most: 20000,
    left: 6,
    done: true,
    verdict: 'risky',
    sentence: 'Somebody may die.',
    won: share(8100),
    death: share(2200),
    wiped: share(400),
    rounds: [3, 4, 5],
    fighters: [['Bo', true, share(300)]],
    without: [{ what: 'one Goblin less', death: share(900), wiped: share(100) }],
    ahead: { fights: 40, won: share(9700), death: share(1500), wiped: share(0) },
    assumes: 'By instinct.',
  };
  const text = report('Bell Loft', note(wanted, {}, []), verdict);
  for (const part of [
    '# Bell Loft',
    '3 × Goblin',
    '81%',
    '22%',
    '4%',
    'Bo dies: 3%',
    'one Goblin less',
    'They win 97% ± 0.9%, a hero dies 15%',
    '40 fights',
    'By instinct.',
  ])
    expect(text).toContain(part);
});
