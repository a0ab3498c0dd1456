import { expect, test } from 'vitest';
import { line } from '../fixtures/parts';
import type { Line } from '../protocol';
import { endsAdventure, tallyOf } from '../stage/tally';
import { chapterAt, chaptersOf, isWalk } from './chapters';

const fight = (from: number): Line[] => [
  line(from, 'Round 1.', { type: 'time' }),
  line(from + 1, 'Marda strikes Goblin.', { type: 'roll', who: 1, action: from }),
  line(from + 2, 'Goblin is down.', { type: 'change', who: 9, action: from }),
  line(from + 3, 'Round 2.', { type: 'time' }),
  line(from + 4, 'Quill is dying.', { type: 'change', who: 2 }),
  line(from + 5, 'The fight is over after 2 rounds: won. Quill fell.', { type: 'time' }),
];

test('a fight is a chapter with its rounds and who went down; two fights are two', () => {
  const lines = [...fight(1), line(7, 'They search the room.', { type: 'change' }), ...fight(10)];
  const chapters = chaptersOf(lines);
  const recap = 'The fight is over after 2 rounds: won. Quill fell.';
  expect(chapters).toEqual([
    { from: 1, to: 6, rounds: 2, recap },
    { from: 10, to: 15, rounds: 2, recap },
  ]);
  const announced = [line(0, 'A fight begins.', { type: 'time' }), ...fight(1)];
  expect(chaptersOf(announced), 'its announcement belongs to it').toEqual([
    { from: 0, to: 6, rounds: 2, recap },
  ]);
  expect(chapterAt(chapters, 4)).toBe(chapters[0]);
  expect(chapterAt(chapters, 7), 'between fights is no fight').toBeUndefined();
  const open = chaptersOf(fight(1).slice(0, 5));
  expect(open[0]!.to, 'it goes on').toBeUndefined();
  expect(chapterAt(open, 2), 'what goes on is not folded').toBeUndefined();
});

test('what was taken back or only talked about is in no chapter', () => {
  const talk = line(1, 'Round 1', { type: 'talk', voice: { type: 'emote' }, words: 'Round 1' });
  expect(chaptersOf([talk])).toEqual([]);
  expect(chaptersOf(fight(1).map((one) => ({ ...one, struck: { by: 0 } })))).toEqual([]);
});

test('a walk is told apart from what matters', () => {
  expect(isWalk([line(1, 'Marda goes to C4.', { type: 'change' })])).toBe(true);
  expect(
    isWalk([
      line(1, 'Marda runs to AA14.', { type: 'change' }),
      line(2, 'It costs 2 AP.', { type: 'change' }),
    ]),
  ).toBe(true);
  expect(isWalk([line(1, 'Marda goes mad.', { type: 'change' })])).toBe(false);
  expect(isWalk([line(1, 'Marda moves to C4.', { type: 'roll' })])).toBe(false);
  expect(isWalk([])).toBe(false);
});

test('an adventure is counted up from what was told', () => {
  const heroes = [
    { who: 1, name: 'Marda' },
    { who: 2, name: 'Quill' },
  ];
  const lines = [...fight(1), ...fight(10), line(20, 'Quill dies.', { type: 'change', who: 2 })];
  const tally = tallyOf(lines, heroes);
  expect([tally.fights, tally.rolls, tally.foesDown, tally.heroesLost]).toEqual([2, 2, 1, 1]);
  expect(tally.of.get(1)).toEqual({ rolls: 2, felled: 1, fell: undefined });
  expect(tally.of.get(2)?.fell).toBe('Quill dies.');
  for (const [words, ends] of [
    ['The scenario is over: won.', true],
    ['You are out of the Tithe Hole, alive.', true],
    ['The party leaves, with loot worth 60. The interlude begins.', true],
    ['The fight is over.', false],
  ] as const)
    expect(endsAdventure(line(1, words, { type: 'time' })), words).toBe(ends);
});
