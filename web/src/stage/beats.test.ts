import { expect, test } from 'vitest';
import { die, line, msg } from '../fixtures/parts';
import type { Line } from '../protocol';
import { beatOf, Beats } from './beats.svelte';

const strike = (more: object = {}): Line[] => [
  line(1, 'Brack attacks Goblin.', { type: 'change', action: 7, who: 1, ...more }),
  line(2, 'Brack rolls 17.', {
    type: 'roll',
    action: 7,
    dice: [die('1', 20, 17)],
    outcome: msg('Hit'),
    rule: 'XX-5',
    ...more,
  }),
  line(3, 'Goblin takes 3 damage.', { type: 'change', action: 7, ...more }),
];

test('a strike is one card: who, the outcome in a word, the dice, what came of it, and why', () => {
  const beat = beatOf(7, strike())!;
  expect(beat).toMatchObject({ who: 1, say: 'Brack attacks Goblin.', headline: 'Hit' });
  expect(beat.dice.map((one) => one.face)).toEqual([17]);
  expect(beat.chips).toEqual(['Goblin takes 3 damage.']);
  expect(beat.why).toEqual({ rule: 'XX-5' });
});

test('a step, words and refusals make no card', () => {
  expect(beatOf(1, [line(1, 'Brack goes to B2.', { type: 'change', action: 1 })])).toBeUndefined();
  const talk = line(1, 'hey', { type: 'talk', action: 1, voice: { type: 'emote' }, words: 'hey' });
  expect(beatOf(1, [talk])).toBeUndefined();
});

test('what was there before one came is not shown; what waits is shown once it is done, and once', () => {
  const beats = new Beats();
  beats.begin(strike());
  beats.read(strike());
  expect(beats.queue).toEqual([]);
  const next = (more: object) => strike(more).map((one) => ({ ...one, action: 8 }));
  beats.read([...strike(), ...next({ provisional: true })]);
  expect(beats.queue).toEqual([]);
  beats.read([...strike(), ...next({})]);
  beats.read([...strike(), ...next({})]);
  expect(beats.queue.map((one) => one.action)).toEqual([8]);
});

test('what is taken back is no result any more', () => {
  const beats = new Beats();
  beats.begin([]);
  beats.read(strike());
  expect(beats.last?.action).toBe(7);
  beats.read(strike({ struck: { by: 0 } }));
  expect([beats.last, beats.queue]).toEqual([undefined, []]);
});

test('one’s own result comes at once, and those of others do not push it out', () => {
  const beats = new Beats();
  beats.begin([]);
  const lines: Line[] = [];
  const acts = (action: number, who: number) => {
    lines.push(...strike().map((one) => ({ ...one, action, seq: 10 * action + one.seq, who })));
    beats.read(lines, [1]);
    return beats.queue.map((one) => one.action);
  };
  expect(acts(1, 2)).toEqual([1]);
  expect(acts(2, 3)).toEqual([1, 2]);
  expect(acts(3, 1)).toEqual([3]);
  expect(acts(4, 2)).toEqual([3, 4]);
  expect(acts(5, 3)).toEqual([3, 5]);
  beats.next();
  expect(acts(6, 2)).toEqual([5, 6]);
});
