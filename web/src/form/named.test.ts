import { expect, test } from 'vitest';
import { offers } from '../fixtures/offers';
import { named } from './named';

const attack = offers.find((offer) => offer.command === 'attack')!;

test('a filled form is told by the names of what was picked', () => {
  expect(named(attack, { with: 'rope', target: 2 })).toBe('Rope, Goblin');
});

test('what is not among the choices is left out', () => {
  expect(named(attack, { with: 'a word nobody offered' })).toBe('');
});
