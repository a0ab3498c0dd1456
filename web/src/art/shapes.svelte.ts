//! The shapes of emblems and the words they are chosen by, fetched after the first picture stands: until then a token has
//! its field and letters alone. Which is whose is `emblem`'s and `act/icon`'s to say.
import { SvelteMap } from 'svelte/reactivity';
import type { OfferCard } from '../protocol';
import type { Side } from '../stage/side';

type Shapes = Record<string, string>;
const SORTS: readonly (() => Promise<{ default: Shapes }>)[] = [
  () => import('./people.json'),
  () => import('./beasts.json'),
  () => import('./monsters.json'),
  () => import('./deeds.json'),
];
/** As late as this they are fetched however busy the browser is. */
const LATEST = 1000;
const shapes = new SvelteMap<string, string>();
interface Words {
  emblemOf: (name: string, side: Side, kind?: string) => string;
  iconOf: (offer: OfferCard) => string;
}
let words = $state.raw<Words | undefined>();
let asked = false;

/** The outline of an emblem in a square of 512; nothing until it is here. */
export function shapeOf(name: string): string | undefined {
  fetchAll();
  return shapes.get(name);
}

/** The name of somebody's emblem, once it can be drawn. */
export function emblemOfCreature(name: string, side: Side, kind: string): string | undefined {
  fetchAll();
  const emblem = words?.emblemOf(name, side, kind);
  return emblem !== undefined && shapes.has(emblem) ? emblem : undefined;
}

export function shapeOfCreature(name: string, side: Side, kind: string): string | undefined {
  fetchAll();
  return words && shapes.get(words.emblemOf(name, side, kind));
}

export function shapeOfOffer(offer: OfferCard): string | undefined {
  fetchAll();
  return words && shapes.get(words.iconOf(offer));
}

/** Asks for all of them when the browser has nothing better to do. What cannot be fetched is left out. */
function fetchAll(): void {
  if (asked) return;
  asked = true;
  const failed = () => (asked = false);
  const all = () => {
    void import('./choice').then((found) => (words = found), failed);
    for (const sort of SORTS)
      void sort().then(({ default: found }) => {
        for (const [name, shape] of Object.entries(found)) shapes.set(name, shape);
      }, failed);
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(all, { timeout: LATEST });
  else setTimeout(all, LATEST);
}
