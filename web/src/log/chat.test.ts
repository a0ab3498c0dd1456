import { expect, test } from 'vitest';
import { mentions, typed } from './chat';

const person = (seat: number, name: string) => ({
  seat,
  name,
  here: true,
  heroes: [],
  role: 'player' as const,
  types_dice: false,
});
const speaker = { hero: 4, people: [person(1, 'Di'), person(2, 'Di Vane')] };

test('plain words are said as the player', () => {
  expect(typed(' hello ', speaker)).toEqual({
    kind: 'op',
    op: { say: { voice: { type: 'out_of_character' }, words: 'hello' } },
  });
});

test('rolls go to whom they are meant for, with a label behind #', () => {
  expect(typed('/r 2d6+1 # jump', speaker)).toEqual({
    kind: 'op',
    op: { roll: { notation: '2d6+1', label: 'jump' } },
  });
  expect(typed('/gmr d20', speaker)).toEqual({ kind: 'op', op: { roll: { notation: 'd20', mode: 'gm' } } });
  expect(typed('/r d20', { ...speaker, mode: 'blind' })).toMatchObject({ op: { roll: { mode: 'blind' } } });
  expect(typed('/r', speaker)).toMatchObject({ kind: 'wrong' });
});

test('a whisper finds the longest name that fits', () => {
  expect(typed('/w di vane: psst', speaker)).toMatchObject({
    op: { say: { voice: { to: [2] }, words: 'psst' } },
  });
  expect(typed('/w @Di psst', speaker)).toMatchObject({ op: { say: { voice: { to: [1] }, words: 'psst' } } });
  expect(typed('/w Ed psst', speaker)).toMatchObject({
    kind: 'wrong',
    say: expect.stringContaining('Di Vane'),
  });
});

test('a verb nobody knows is refused with those there are', () => {
  expect(typed('/fly', speaker)).toMatchObject({ kind: 'wrong', say: expect.stringContaining('/help') });
  expect(typed('/ic It looks at you', speaker)).toMatchObject({
    op: { say: { voice: { type: 'in_character' }, who: 4 } },
  });
});

test('an @ offers the names that begin so, in the middle of a sentence too, and not in an address', () => {
  const names = ['Ana', 'Bo', 'Bo Tarrow'];
  expect(mentions('@', names)?.names).toEqual(names);
  expect(mentions('ask @bo', names)).toEqual({ at: 4, names: ['Bo Tarrow'] });
  expect(mentions('ask @bo t', names)?.names).toEqual(['Bo Tarrow']);
  expect(mentions('me@a', names)).toBeUndefined();
  expect(mentions('no names', names)).toBeUndefined();
});
