//! What the map is asked for, read from the offers and questions a seat has: a square to be picked, a token
//! that may be moved, somebody who may be aimed at. Reading only.
import { missingIn } from '../form/ready';
import type { Domain, Json, Map as MapOf, OfferCard, Param, Picks, Reach, Square, Who } from '../protocol';
import { way } from '../form/way';

export type MapDomain = Domain & { type: 'square' | 'path' | 'area' | 'direction' };
type Squared = Param & { domain: Domain & { type: 'square' | 'path' | 'area' } };

/** A question or an offer that needs a square. */
export interface Wanted {
  squares: Reach[];
  chosen: Square | undefined;
  /** The value of the parameter if this square is picked. */
  value: (square: Square) => Json;
}

const squared = (param: Param): param is Squared =>
  param.domain.type === 'square' || param.domain.type === 'path' || param.domain.type === 'area';

/** The parameter of a form that the map can fill now: the first that is open, else the last. */
export function onMap(params: readonly Param[], picks: Picks): Squared | undefined {
  const fits = params.filter(squared);
  return fits.find((param) => picks[param.name] === undefined && !param.optional) ?? fits.at(-1);
}

/** What a domain asks of the map; costs that it does not know itself are those the map shows. */
export function wanted(
  domain: MapDomain,
  now: Json | undefined,
  costs: readonly Reach[] = [],
): Wanted | undefined {
  const cost = (square: Square) => costs.find((one) => same(one.square, square))?.cost ?? 0;
  switch (domain.type) {
    case 'square':
      return {
        squares: domain.among.map((square) => ({ square, cost: cost(square) })),
        chosen: now as Square | undefined,
        value: (square) => square as unknown as Json,
      };
    case 'path':
      return {
        squares: domain.reach,
        chosen: (Array.isArray(now) ? now.at(-1) : undefined) as Square | undefined,
        value: (square) => way(domain.from, square, domain.reach) as unknown as Json,
      };
    case 'area': {
      const before = typeof now === 'object' && now !== null && !Array.isArray(now) ? now : {};
      return {
        squares: domain.origins.map((square) => ({ square, cost: 0 })),
        chosen: before.origin as unknown as Square | undefined,
        value: (square) => ({ ...before, origin: square as unknown as Json }),
      };
    }
    default:
      return undefined;
  }
}

/** A token that an offer can put somewhere else. */
export interface Move {
  offer: OfferCard;
  who: Who;
  /** Where to. */
  param: Squared;
  /** What is chosen already: whose token it is, where the offer does not say. */
  picks: Picks;
}

/** Offers about the tokens of the map that need a square alone: whoever acts goes there, or whoever is named. */
export function moves(map: MapOf, offers: readonly OfferCard[]): Move[] {
  const layers = map.layers.filter((layer) => layer.type === 'tokens');
  const keys = layers.map((layer) => layer.key);
  const here = new Set(layers.flatMap((layer) => layer.tokens.map((token) => token.who)));
  return offers.flatMap((offer) => {
    if (offer.refusal || !keys.includes(offer.about ?? '')) return [];
    const params = offer.params ?? [];
    const param = onMap(params, {});
    if (!param) return [];
    const rest = params.filter((one) => one !== param);
    if (offer.actor !== undefined)
      return missingIn(rest, {}) === undefined ? [{ offer, who: offer.actor, param, picks: {} }] : [];
    const named = rest.find((one) => one.domain.type === 'creature');
    if (named?.domain.type !== 'creature') return [];
    return named.domain.among
      .filter((one) => !one.refusal && here.has(one.pick))
      .map((one) => ({ offer, who: one.pick, param, picks: { [named.name]: one.pick } }))
      .filter((one) => missingIn(rest, one.picks) === undefined);
  });
}

/** Offers that somebody on the map can be the target of, with what is then chosen already. */
export function aims(offers: readonly OfferCard[], who: Who): { offer: OfferCard; picks: Picks }[] {
  return offers.flatMap((offer) => {
    if (offer.refusal || offer.actor === undefined) return [];
    const param = (offer.params ?? []).find(
      (one) =>
        one.domain.type === 'creature' &&
        one.domain.among.some((candidate) => candidate.pick === who && !candidate.refusal),
    );
    return param ? [{ offer, picks: { [param.name]: who } }] : [];
  });
}

/** What the map shows as reachable, with its costs. */
export function reach(map: MapOf): Reach[] {
  return map.layers.flatMap((layer) => (layer.type === 'reach' ? layer.squares : []));
}

export const same = (a: Square | undefined, b: Square | undefined): boolean =>
  a !== undefined && b !== undefined && a.x === b.x && a.y === b.y && (a.level ?? 0) === (b.level ?? 0);
