import { expect, test } from 'vitest';
import { msg, named, square } from '../fixtures/parts';
import { scene } from '../fixtures/scene';
import type { Json, OfferCard, Picks } from '../protocol';
import type { TableState } from '../state/table.svelte';
import { came, near, stand, standing, taken, unplaced } from './newcomers';

const among = [square(1, 1), square(1, 2), square(2, 2), square(5, 5)];
const offer = (id: string, more: object[] = []): OfferCard =>
  ({
    id,
    command: id,
    label: msg(id),
    group: msg('Scene'),
    params: [
      {
        name: 'whom',
        label: msg('Who'),
        domain: { type: 'creature', among: [named(7, 'Goblin'), named(8, 'Ogre')] },
      },
      { name: 'at', label: msg('Where'), domain: { type: 'square', among } },
      ...more,
    ],
  }) as OfferCard;
const words = { name: 'why', label: msg('Why'), domain: { type: 'text', least: 1, most: 9 } };

test('somebody is put on the map by whatever offer takes them and a square, and wants no more', () => {
  const found = standing([offer('throw', [words]), offer('set', [{ ...words, optional: true }])], 7);
  expect(found).toMatchObject({ offer: { id: 'set' }, who: 'whom', at: 'at', among });
  expect(standing([offer('set')], 9), 'nobody it knows').toBeUndefined();
  expect(standing([{ ...offer('move'), actor: 7 }], 7), 'a move of their own').toBeUndefined();
});

test('the nearest squares come first, and those where somebody stands not at all', () => {
  const map = scene(true).map!;
  expect(taken(map)).toEqual([square(1, 1), square(3, 2)]);
  expect(near(square(1, 1), among, taken(map))).toEqual([square(1, 2), square(2, 2), square(5, 5)]);
  expect(near({ ...square(1, 1), level: 1 }, among, [])).toEqual([]);
});

/** A table that refuses some squares and remembers who was put where. */
function table(narrow: (picks: Picks) => boolean) {
  const done: Picks[] = [];
  const drafts: Record<string, Json> = {};
  const at = {
    drafts,
    offers: [offer('set')],
    desk: { view: { scene: scene(true) } },
    keep: (key: string, value: Json | undefined) =>
      value === undefined ? delete drafts[key] : (drafts[key] = value),
    nameOf: (who: number) => (who === 7 ? 'Goblin' : 'Ogre'),
    probe: (_: OfferCard, picks: Picks) =>
      Promise.resolve(narrow(picks) ? [{ code: 'narrow', sentence: 'Too narrow.' }] : undefined),
    take: (_: OfferCard, picks: Picks) => {
      done.push(picks);
      return Promise.resolve({ ok: true });
    },
  };
  return { at: at as unknown as TableState, done };
}

test('an ogre that does not fit beside the goblin stands farther off; nobody is asked about twice', async () => {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const { at, done } = table((picks) => picks.whom === 8 && !same(picks.at, square(5, 5)));
  came(at, [7, 8, 9]);
  expect(unplaced(at), 'of 9 the game knows nothing').toEqual([7, 8]);
  expect(await stand(at, square(1, 1))).toEqual({ ok: true });
  expect(done).toEqual([
    { whom: 7, at: square(1, 2) },
    { whom: 8, at: square(5, 5) },
  ]);
  expect(unplaced(at)).toEqual([]);
});

test('where there is no room, it is said who has none, and they can be put elsewhere', async () => {
  const { at, done } = table((picks) => picks.whom === 8);
  came(at, [7, 8]);
  expect(await stand(at, square(1, 1))).toMatchObject({
    ok: false,
    trouble: expect.stringContaining('Ogre'),
  });
  expect(done.length).toBe(1);
  expect(unplaced(at)).toEqual([8]);
});
