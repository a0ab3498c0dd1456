//! Offers under their headings, in the order they come.
import type { OfferCard } from '../protocol';
import { m } from '../words';

/** A group of more than these is a list to search in, not what people do most. */
export const MANY = 12;

export function grouped(offers: readonly OfferCard[]): [string, OfferCard[]][] {
  const byName = new Map<string, OfferCard[]>();
  for (const offer of offers) {
    const name = m(offer.group);
    byName.set(name, [...(byName.get(name) ?? []), offer]);
  }
  return [...byName];
}
