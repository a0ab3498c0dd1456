import { expect, test } from 'vitest';
import type { Domain } from '../protocol';
import { inWords } from './proposal';

const msg = (text: string) => ({ text });

test('what autopilot would answer is said in the words of the question', () => {
  const reactions = {
    type: 'one_of',
    options: [
      { pick: 'evade', name: msg('EVADE!') },
      { pick: { take: true }, name: msg('Take it') },
    ],
  } as unknown as Domain;
  expect(inWords(reactions, 'evade')).toBe('EVADE!');
  expect(inWords(reactions, { take: true })).toBe('Take it');
  expect(inWords(reactions, 'fly')).toBeUndefined();
  const armour = { type: 'yes_no', yes: msg('Use it'), no: msg('Save it') } as Domain;
  expect([inWords(armour, true), inWords(armour, false)]).toEqual(['Use it', 'Save it']);
  expect(inWords({ type: 'amount', least: 0, most: 6 } as Domain, 2)).toBe('2');
});

test('what takes more than a few words is not said', () => {
  expect(inWords(undefined, 'evade')).toBeUndefined();
  expect(inWords({ type: 'amount', least: 0, most: 6 } as Domain, null)).toBeUndefined();
  expect(inWords({ type: 'text', least: 1, most: 9 } as Domain, 'a name')).toBeUndefined();
});
