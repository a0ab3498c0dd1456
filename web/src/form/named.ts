//! A filled form told in words: the names of what was picked.
import type { OfferCard, Picks } from '../protocol';
import { m } from '../words';

/** The names of what is picked, in the order of the form; what cannot be picked now is left out. */
export function named(offer: OfferCard, filled: Picks): string {
  return (offer.params ?? [])
    .flatMap((param) => {
      const pick = filled[param.name];
      const domain = param.domain;
      const among = 'among' in domain ? domain.among : 'options' in domain ? domain.options : [];
      const found = among.find(
        (one) =>
          typeof one === 'object' && 'pick' in one && JSON.stringify(one.pick) === JSON.stringify(pick),
      );
      return found && typeof found === 'object' && 'name' in found && !('refusal' in found && found.refusal)
        ? [m(found.name)]
        : [];
    })
    .join(', ');
}
