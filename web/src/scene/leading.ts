//! Which offer leads to a place: the way is its button then.
import type { OfferCard, Scene } from '../protocol';
import type { TableState } from '../state/table.svelte';

export interface Leading {
  offer: OfferCard;
  /** The field that takes the place. */
  name: string;
  /** Nothing else is asked, and nothing is lost by it. */
  plain: boolean;
}

export function leading(table: TableState | undefined, to: string): Leading | undefined {
  if (!table || table.watches) return undefined;
  for (const offer of table.offers) {
    if (offer.refusal) continue;
    const param = offer.params?.find(
      (one) =>
        one.domain.type === 'place' && one.domain.among.some((place) => place.pick === to && !place.refusal),
    );
    if (param) return { offer, name: param.name, plain: offer.params?.length === 1 && !offer.danger };
  }
  return undefined;
}

/** Opens the form with the place filled in. */
export function openWith(table: TableState, found: Leading, to: string): void {
  table.keep(`offer:${found.offer.id}`, { [found.name]: to });
  table.openOffer(found.offer.id);
}

/** Whether the stage shows the places as a plan: a desktop has room for it, and a fight shows who stands against whom. */
export const hasPlan = (scene: Scene | undefined, fought: boolean, width: number): boolean =>
  !fought &&
  width >= 1100 &&
  scene !== undefined &&
  scene.map === undefined &&
  (scene.places?.nodes.length ?? 0) > 2 &&
  (scene.places?.links.length ?? 0) > 1;
