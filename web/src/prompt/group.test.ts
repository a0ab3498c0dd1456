import { expect, test } from 'vitest';
import type { Domain, PromptCard } from '../protocol';
import { amountForAll, forAll, grouped } from './group';

const msg = (text: string) => ({ text });
const asked = (id: string, group: string | undefined, domain: Domain) =>
  ({ id, name: 'dice', ...(group ? { group } : {}), domain }) as unknown as PromptCard;
const one = (pick: string, refused = false) => ({
  pick,
  name: msg(pick),
  ...(refused ? { refusal: [{ code: 'no', sentence: 'No.' }] } : {}),
});
const oneOf = (...options: ReturnType<typeof one>[]) => ({ type: 'one_of', options }) as unknown as Domain;
const amount = (least: number, most: number) => ({ type: 'amount', least, most }) as unknown as Domain;

test('the same question to several creatures is one card, and others stand alone', () => {
  const pass = oneOf(one('pass'));
  const cards = grouped([
    asked('1', 'a', pass),
    asked('2', undefined, pass),
    asked('3', 'a', pass),
    asked('4', undefined, pass),
  ]);
  expect(cards.map((card) => card.map((prompt) => prompt.id))).toEqual([['1', '3'], ['2'], ['4']]);
});

test('the same for all is what each of them may answer', () => {
  const prompts = [
    asked('1', 'a', oneOf(one('all'), one('effort'), one('one'))),
    asked('2', 'a', oneOf(one('all'), one('effort', true))),
  ];
  expect(forAll(prompts).map((each) => each.pick)).toEqual(['all']);
});

test('a number for all is one that all of them have', () => {
  const bids = [asked('1', 'a', amount(0, 6)), asked('2', 'a', amount(1, 3))];
  expect(amountForAll(bids)).toMatchObject({ least: 1, most: 3 });
  expect(amountForAll([...bids, asked('3', 'a', amount(5, 9))])).toBeUndefined();
  expect(amountForAll([...bids, asked('3', 'a', oneOf(one('all')))])).toBeUndefined();
});
