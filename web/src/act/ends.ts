//! Which action ends a turn: it stands apart from the others.
import type { OfferCard } from '../protocol';
import { m } from '../words';

/** The one action that ends a turn stands apart from the others, always last. */
export const endsTurn = (offer: OfferCard): boolean =>
  /^end_?(the_?)?turn$/.test(offer.command) || /^end (the |my )?turn\b/i.test(m(offer.label));
