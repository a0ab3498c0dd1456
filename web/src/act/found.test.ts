import { expect, test } from 'vitest';
import { msg } from '../fixtures/parts';
import type { OfferCard } from '../protocol';
import { finds } from './found';

const bring: OfferCard = {
  id: 'bring',
  command: 'bring',
  label: msg('Bring somebody in'),
  group: msg('Creatures'),
  odds: { type: 'none' },
  params: [
    {
      name: 'what',
      label: msg('Whom'),
      optional: false,
      domain: {
        type: 'entry',
        among: [
          { pick: 'XX-1', name: msg('Grey Wolf') },
          { pick: 'XX-2', name: msg('Ogre') },
        ],
      },
    } as unknown as NonNullable<OfferCard['params']>[number],
  ],
};

test('an offer is found by part of its name, of its heading, and of whom it can bring', () => {
  expect(['bring', 'CREAT', 'wolf', 'ogr', ''].map((word) => finds(bring, word))).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect(finds(bring, 'dragon')).toBe(false);
});
