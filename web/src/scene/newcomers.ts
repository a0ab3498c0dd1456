//! Creatures that were brought in and stand nowhere on the map yet, and how they are put there: by the offer of the
//! game that takes somebody and a square, around the square that was pointed at.
import type { Json, Map as MapOf, OfferCard, Square, Who } from '../protocol';
import type { Answer, TableState } from '../state/table.svelte';
import { t } from '../words';
import { same } from './task';

/** Under this name they are kept until they stand somewhere, also across a reload. */
const KEPT = 'newcomers';
const POINTED = 'newcomers-at';
/** Squares tried for one of them before there is said to be no room. */
const MOST_TRIED = 40;

/** How somebody is put on the map. */
export interface Standing {
  offer: OfferCard;
  who: string;
  at: string;
  among: Square[];
}

/** The GM's offer that puts this creature on a square and needs nothing else. */
export function standing(offers: readonly OfferCard[], who: Who): Standing | undefined {
  for (const offer of offers) {
    if (offer.actor !== undefined || offer.refusal || offer.danger) continue;
    const params = offer.params ?? [];
    const named = params.find(
      (param) =>
        param.domain.type === 'creature' &&
        param.domain.among.some((one) => one.pick === who && !one.refusal),
    );
    const where = params.find((param) => param.domain.type === 'square');
    const rest = params.filter((param) => param !== named && param !== where);
    if (named && where?.domain.type === 'square' && rest.every((param) => param.optional))
      return { offer, who: named.name, at: where.name, among: where.domain.among };
  }
  return undefined;
}

/** Squares without anybody, the nearest first; of those equally near, as one reads. */
export function near(point: Square, among: readonly Square[], taken: readonly Square[]): Square[] {
  const far = (one: Square) => Math.max(Math.abs(one.x - point.x), Math.abs(one.y - point.y));
  return among
    .filter((one) => one.level === point.level && !taken.some((other) => same(one, other)))
    .sort((a, b) => far(a) - far(b) || a.y - b.y || a.x - b.x);
}

/** Squares on which somebody stands. */
export function taken(map: MapOf): Square[] {
  return tokens(map).flatMap((token) =>
    Array.from({ length: token.size * token.size }, (_, nth) => ({
      ...token.at,
      x: token.at.x + (nth % token.size),
      y: token.at.y + Math.floor(nth / token.size),
    })),
  );
}

const tokens = (map: MapOf) => map.layers.flatMap((layer) => (layer.type === 'tokens' ? layer.tokens : []));

const kept = (table: TableState): Who[] => {
  const found = table.drafts[KEPT];
  return Array.isArray(found) ? (found as Who[]) : [];
};

/** Remembers that these came in. */
export function came(table: TableState, who: readonly Who[]): void {
  table.keep(KEPT, [...new Set([...kept(table), ...who])]);
}

/** Whoever came in and could stand on the map, and does not yet. */
export function unplaced(table: TableState): Who[] {
  const map = table.desk?.view.scene?.map;
  if (!map) return [];
  const here = tokens(map).map((token) => token.who);
  return kept(table).filter((who) => !here.includes(who) && standing(table.offers, who) !== undefined);
}

/** They stay off the map: by hand, later, or never. */
export function leaveOff(table: TableState): void {
  table.keep(KEPT, undefined);
  table.keep(POINTED, undefined);
}

/** Where they are to stand, once somebody has pointed. */
export function pointed(table: TableState): Square | undefined {
  return table.drafts[POINTED] as unknown as Square | undefined;
}

export function point(table: TableState, at: Square): void {
  table.keep(POINTED, at as unknown as Json);
}

/** Everybody who stands nowhere stands at this square or as near to it as the rules let them. */
export async function stand(table: TableState, at: Square): Promise<Answer> {
  for (const who of unplaced(table)) {
    const map = table.desk?.view.scene?.map;
    const way = standing(table.offers, who);
    if (!map || !way) continue;
    let answer: Answer = { ok: false, trouble: t('noRoomThere', { who: table.nameOf(who) }) };
    for (const square of near(at, way.among, taken(map)).slice(0, MOST_TRIED)) {
      const picks = { [way.who]: who, [way.at]: square as unknown as Json };
      // What is too narrow or walled is not even tried: a refusal would stand in the log.
      if (await table.probe(way.offer, picks)) continue;
      answer = await table.take(way.offer, picks);
      break;
    }
    if (!answer.ok) return answer;
    table.keep(
      KEPT,
      kept(table).filter((one) => one !== who),
    );
  }
  leaveOff(table);
  return { ok: true };
}
