//! Which of the GM's offers is the one to ask for a roll, to pass time, to start a fight, to bring somebody in. Known by what
//! an offer asks for and by the words games have for it, as emblems are chosen; what is not recognised is in the bar below.
import type { OfferCard, Param } from '../protocol';
import { m } from '../words';

const words = (offer: OfferCard) => `${offer.command.replaceAll('_', ' ')} ${m(offer.label)}`.toLowerCase();
const has = (offer: OfferCard, type: Param['domain']['type']) =>
  (offer.params ?? []).some((param) => param.domain.type === type);
const gms = (offers: readonly OfferCard[]) => offers.filter((offer) => offer.actor === undefined);

/** What stands open first, then what needs the least. */
const readiest = (found: OfferCard[]): OfferCard | undefined =>
  [...found].sort(
    (a, b) =>
      Number(a.refusal !== undefined) - Number(b.refusal !== undefined) ||
      required(a).length - required(b).length,
  )[0];

const required = (offer: OfferCard): Param[] => (offer.params ?? []).filter((param) => !param.optional);

/** A creature does it, and one of several says what: the rolls a GM calls for. */
export function rolls(offers: readonly OfferCard[]): OfferCard[] {
  return gms(offers).filter(
    (offer) =>
      !offer.refusal &&
      /\b(call|ask) for\b/.test(words(offer)) &&
      !/initiative|contest/.test(words(offer)) &&
      has(offer, 'creature') &&
      has(offer, 'one_of'),
  );
}

export function passTime(offers: readonly OfferCard[]): OfferCard | undefined {
  const fits = (offer: OfferCard) =>
    /\b(pass|let) .*\b(time|turns|watches)\b|\btime (pass|go)|^(wait|pass time)\b/.test(words(offer));
  return readiest(gms(offers).filter(fits));
}

export function startFight(offers: readonly OfferCard[]): OfferCard | undefined {
  const fits = (offer: OfferCard) =>
    /\b(begin|start|set up|call)\b.*\b(fight|battle|combat|initiative)\b/.test(words(offer)) &&
    !/draw a/.test(words(offer));
  return readiest(gms(offers).filter(fits));
}

/** Something is laid on the next roll of a creature. */
export function modifier(offers: readonly OfferCard[]): OfferCard | undefined {
  return gms(offers).find((offer) => !offer.refusal && offer.command === 'lay' && has(offer, 'creature'));
}

/** A creature and one of several things that befall it. */
export function condition(offers: readonly OfferCard[]): OfferCard | undefined {
  return gms(offers).find(
    (offer) =>
      !offer.refusal &&
      /\bcondition|\bafflict/.test(words(offer)) &&
      !/^end\b|by some/.test(m(offer.label).toLowerCase()) &&
      has(offer, 'creature') &&
      has(offer, 'one_of'),
  );
}

/** A creature and one of several things it is given. */
export function gives(offers: readonly OfferCard[]): OfferCard | undefined {
  return gms(offers).find(
    (offer) =>
      !offer.refusal &&
      /\b(give|grant|hand)\b.*\bthing\b/.test(words(offer)) &&
      has(offer, 'creature') &&
      has(offer, 'one_of'),
  );
}

/** The parameter of a kind, the first that must be chosen before one that may. */
export function part<T extends Param['domain']['type']>(
  offer: OfferCard,
  type: T,
): (Param & { domain: Extract<Param['domain'], { type: T }> }) | undefined {
  const fits = (offer.params ?? []).filter((param) => param.domain.type === type);
  const first = fits.find((param) => !param.optional) ?? fits[0];
  return first as (Param & { domain: Extract<Param['domain'], { type: T }> }) | undefined;
}
