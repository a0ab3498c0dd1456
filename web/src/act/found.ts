//! Looking for something among offers: by a part of its name, of its heading, or of what it can be done with or to.
import type { OfferCard } from '../protocol';
import { m } from '../words';

export function finds(offer: OfferCard, wanted: string): boolean {
  const words = wanted.trim().toLowerCase();
  if (words === '') return true;
  const has = (text: string) => text.toLowerCase().includes(words);
  return (
    has(m(offer.label)) ||
    has(m(offer.group)) ||
    (offer.params ?? []).some((param) => named(param.domain).some(has))
  );
}

/** The names of what a domain can be picked from. */
function named(domain: object): string[] {
  if (!('among' in domain) || !Array.isArray(domain.among)) return [];
  return domain.among.flatMap((one: unknown) => {
    const name = typeof one === 'object' && one !== null && 'name' in one ? one.name : undefined;
    return typeof name === 'object' && name !== null && 'text' in name ? [String(name.text)] : [];
  });
}
