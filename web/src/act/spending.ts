//! What actions cost, as what there is of it: the pool of a sheet that has the name of the cost.
import type { Cost, OfferCard, Sheet } from '../protocol';
import { m } from '../words';

export interface Purse {
  unit: string;
  now: number;
  max: number;
}

/** More than these are told in a number, not as dots. */
export const MOST_DOTS = 10;

function pool(sheet: Sheet | undefined, cost: Cost): Purse | undefined {
  const unit = m(cost.unit);
  const small = unit.toLowerCase();
  const found = (sheet?.blocks ?? [])
    .filter((block) => block.type === 'pool')
    .find((block) => block.key.toLowerCase() === small || m(block.label).toLowerCase() === small);
  return found?.max === undefined ? undefined : { unit, now: found.now, max: found.max };
}

/** What these offers are paid with, where the sheet counts it. */
export function purse(sheet: Sheet | undefined, offers: readonly OfferCard[]): Purse | undefined {
  for (const cost of offers.flatMap((offer) => offer.cost ?? [])) {
    const found = pool(sheet, cost);
    if (found) return found;
  }
  return undefined;
}

/** What is left once this offer is paid. */
export function leaves(sheet: Sheet | undefined, offer: OfferCard): Purse | undefined {
  const cost = offer.cost?.[0];
  const found = cost && pool(sheet, cost);
  return found && { ...found, now: found.now - cost.amount };
}
