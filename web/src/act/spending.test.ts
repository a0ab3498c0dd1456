import { expect, test } from 'vitest';
import { frame, msg } from '../fixtures/parts';
import type { OfferCard, Sheet } from '../protocol';
import { leaves, purse } from './spending';

const sheet = {
  owner: { type: 'hero', who: 1 },
  title: msg('Ilse'),
  blocks: [
    { ...frame('vitality', 'Vitality'), type: 'pool', now: 4, max: 6 },
    { ...frame('ap', 'AP'), type: 'pool', now: 4, max: 7 },
    { ...frame('coins', 'Coins'), type: 'pool', now: 7 },
  ],
} as unknown as Sheet;
const offer = (amount: number, unit: string) =>
  ({ cost: [{ amount, unit: msg(unit) }] }) as unknown as OfferCard;

test('what actions cost is counted where the sheet has a pool of that name', () => {
  expect(purse(sheet, [offer(1, 'turn'), offer(2, 'AP')])).toEqual({ unit: 'AP', now: 4, max: 7 });
  expect(leaves(sheet, offer(2, 'AP'))?.now).toBe(2);
});

test('where nothing counts it nothing is told', () => {
  expect(purse(sheet, [offer(1, 'action')])).toBeUndefined();
  expect(purse(sheet, [offer(1, 'Coins')]), 'without an end there are no dots').toBeUndefined();
  expect(leaves(undefined, offer(1, 'AP'))).toBeUndefined();
});
