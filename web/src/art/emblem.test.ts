import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconOf } from '../act/icon';
import type { OfferCard } from '../protocol';
import beasts from './beasts.json';
import deeds from './deeds.json';
import { emblemOf } from './emblem';
import monsters from './monsters.json';
import people from './people.json';

const shapes: Record<string, string> = { ...people, ...beasts, ...monsters };
const source = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
/** Every emblem a list of words names. */
const named = (text: string) => [...text.matchAll(/\/, '([a-z-]+)'\]/g)].map((found) => found[1]!);

test('whoever is named for what they are bears that emblem, alike ones the same', () => {
  expect(emblemOf('Goblin Sneak', 'theirs')).toBe('goblin-head');
  expect(emblemOf('Giant Rat', 'theirs')).toBe('rat');
  expect(emblemOf('grey wolf', 'theirs')).toBe('direwolf');
  expect(emblemOf('Dry Bones A', 'theirs')).toBe('skeleton');
  expect(emblemOf('Brother Osk', 'ours')).toBe('sun-priest');
  expect(emblemOf('Hollow Thing 1', 'theirs')).toBe(emblemOf('Hollow Thing 2', 'theirs'));
});

test('a name that says nothing is told by the sheet, else by the name alone, always the same', () => {
  expect(emblemOf('Gerda Holt', 'ours', 'Wizard, Glass')).toBe('wizard-face');
  expect(emblemOf('Quill', 'ours')).toBe(emblemOf('Quill', 'ours'));
  const many = new Set(
    ['Marda Pell', 'Quill', 'Oswin Tallow', 'Isolde', 'Fenn', 'Ilse', 'Bo', 'Wrenna'].map((one) =>
      emblemOf(one, 'ours'),
    ),
  );
  expect(many.size).toBeGreaterThan(4);
  expect(shapes[emblemOf('\u{1F984}'.repeat(200), 'other')]).toBeDefined();
  expect(shapes[emblemOf('', 'theirs')]).toBeDefined();
});

test('every emblem that may be chosen is shipped, and every one that is shipped has an author', () => {
  const creatures = named(source('./emblem.ts'));
  const actions = named(source('../act/icon.ts'));
  expect(creatures.length).toBeGreaterThan(60);
  expect(actions.length).toBeGreaterThan(50);
  expect(creatures.filter((name) => !(name in shapes))).toEqual([]);
  expect(actions.filter((name) => !(name in deeds))).toEqual([]);
  const credited = source('../../../CREDITS.md');
  for (const name of [...Object.keys(shapes), ...Object.keys(deeds)])
    expect(credited, name).toMatch(new RegExp(`[ ,]${name}(,|\n)`));
});

test('an action wears what it is called', () => {
  const offer = (label: string, command = 'x'): OfferCard =>
    ({ id: '1', command, label: { text: label } }) as unknown as OfferCard;
  expect(iconOf(offer('Strike with the falchion'))).toBe('broadsword');
  expect(iconOf(offer('Throw a knife'))).toBe('thrown-daggers');
  expect(iconOf(offer('Hide'))).toBe('hood');
  expect(iconOf(offer('Frobnicate', 'pass_time'))).toBe('hourglass');
  expect(iconOf(offer('Frobnicate'))).toBe('perspective-dice-six-faces-five');
});
