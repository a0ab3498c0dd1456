import { expect, test } from 'vitest';
import { line, msg } from '../fixtures/parts';
import { isBookkeeping, isFall, isReading, outcomeOf } from './outcome';

const read = (...told: string[]) =>
  outcomeOf(told.map((text, at) => line(at, text, { type: 'change', action: 1 })))?.word;

test('every game’s own sentence for it is one word', () => {
  expect(read('Gerda attacks Dry Bones with sword.', 'Gerda: 5, a success.', 'Dry Bones is hit.')).toBe(
    'Hit',
  );
  expect(read('Gerda: 2, a failure.', 'Gerda does not hit Dry Bones.')).toBe('Miss');
  expect(read('Ilse Karr attacks Raider.', 'Ilse Karr misses Raider with 9.')).toBe('Miss');
  expect(read('Isolde passes a DEX save: 7.')).toBe('Success');
  expect(read('Noor, pry the panel open: Near success (+1).')).toBe('Near success');
  expect(read('Maria: attack with fists.', 'Maria, attack with fists: Positive impact (+9).')).toBe(
    'Positive impact',
  );
  expect(read('Marda moves to B2.')).toBeUndefined();
  const named = line(1, 'Brack rolls.', { type: 'roll', action: 1, outcome: msg('Glory') });
  expect(outcomeOf([named])).toEqual({ word: 'Glory', tone: 'plain' });
});

test('what only keeps the books is no consequence, and who goes down is one', () => {
  expect(
    ['Ilse Karr has 6 AP.', 'The Turn of Raider.', 'Gerda acts.', 'Raider loses 2 HP.'].map(isBookkeeping),
  ).toEqual([true, true, true, false]);
  expect(['Dry Bones falls.', 'The lamp falls to the ground at B2.', 'Quill is dying.'].map(isFall)).toEqual([
    true,
    false,
    true,
  ]);
});

test('what somebody else passes on the way is not the outcome of a blow', () => {
  const blow = [
    line(1, 'Brack attacks Wolf with greatsword.', { type: 'change', action: 1, who: 1 }),
    line(2, 'Wolf passes a DEX save: 13.', { type: 'change', action: 1, who: 2 }),
  ];
  expect(outcomeOf(blow)).toBeUndefined();
  expect(outcomeOf(blow.slice(1))?.word).toBe('Success');
});

test('what only reads the dice is told by the dice', () => {
  const read = ['Gerda: STR test with 3 dice.', 'Gerda: 4, 5, 6, a success.', 'Maria: 16 in all.'];
  expect([...read, 'Corpse: wounds 0 to 2.', 'Tough is Hurt x2.'].map(isReading)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
