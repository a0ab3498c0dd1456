//! What this seat can do on the map right now: the square that an open form or a question wants, or the move
//! of a token. One place knows how each is filled in and sent, so that pointer, keys and list do the same.
import { missingIn, record } from '../form/ready';
import type { Answer, TableState } from '../state/table.svelte';
import type { Json, Map as MapOf, Param, Reach, Square, Who } from '../protocol';
import { m, t } from '../words';
import { leaveOff, point, pointed, stand, standing, unplaced } from './newcomers';
import { moves, onMap, reach, same, wanted, type Wanted } from './task';

export interface Picking {
  /** What will be done with the square. */
  label: string;
  squares: Reach[];
  chosen: Square | undefined;
  /** Whose token goes there. */
  moves?: Who;
  /** It is put there, however far: no way is walked. */
  places?: boolean;
  /** Whether it was asked for: an open form or a question. A move that is only possible was not. */
  asked: boolean;
  choose(square: Square): void;
  /** Whether it can be sent as it is; otherwise the form wants more. */
  ready: boolean;
  send(square?: Square): Promise<Answer>;
  close?(): void;
}

/** The way from a token to a square is drawn for moves. */
export function picking(
  table: TableState,
  map: MapOf,
  mover: Who | undefined,
  walks = true,
): Picking | undefined {
  if (table.watches) return undefined;
  const put = !walks && mover !== undefined ? placed(table, map, mover) : undefined;
  return put ?? opened(table, map) ?? asked(table, map) ?? brought(table, map) ?? free(table, map, mover);
}

/** Whether this seat may put somebody anywhere: the GM, where the game has a way. */
export const placing = (table: TableState, who: Who): boolean =>
  table.isGm && standing(table.offers, who) !== undefined;

/** A hand puts somebody down, whatever it costs to walk there. */
function placed(table: TableState, map: MapOf, who: Who): Picking | undefined {
  const way = table.isGm ? standing(table.offers, who) : undefined;
  if (!way) return undefined;
  const send = (square?: Square): Promise<Answer> =>
    square
      ? table.take(way.offer, { [way.who]: who, [way.at]: square as unknown as Json })
      : Promise.resolve({ ok: false, trouble: t('pickSquare') });
  return {
    label: m(way.offer.label),
    squares: wanted({ type: 'square', among: way.among }, undefined, reach(map))?.squares ?? [],
    chosen: undefined,
    moves: who,
    places: true,
    asked: false,
    choose: () => undefined,
    ready: false,
    send,
  };
}

/** Tokens that can be dragged. */
export function loose(table: TableState, map: MapOf): Who[] {
  if (table.watches) return [];
  const walk = moves(map, table.offers).map((one) => one.who);
  const here = map.layers.flatMap((layer) => (layer.type === 'tokens' ? layer.tokens : []));
  const put = here.map((token) => token.who).filter((who) => placing(table, who));
  return [...new Set([...walk, ...put])];
}

function opened(table: TableState, map: MapOf): Picking | undefined {
  const offer = table.offers.find((one) => one.id === table.opened);
  if (!offer) return undefined;
  const key = `offer:${offer.id}`;
  const params = offer.params ?? [];
  const found = filling(params, table, key, map);
  if (!found) return undefined;
  const move = moves(map, [offer]).find((one) => one.offer.actor !== undefined);
  const { want, put } = found;
  return {
    label: m(offer.label),
    squares: want.squares,
    chosen: want.chosen,
    ...(move ? { moves: move.who } : {}),
    asked: true,
    choose: (square) => table.keep(key, put(square)),
    ready: !offer.danger && missingIn(params, record(table.drafts[key])) === undefined,
    send: async (square) => {
      const picks = square ? put(square) : record(table.drafts[key]);
      const answer = await table.take(offer, picks);
      if (answer.ok) {
        table.keep(key, undefined);
        table.opened = undefined;
      }
      return answer;
    },
    close: () => (table.opened = undefined),
  };
}

function asked(table: TableState, map: MapOf): Picking | undefined {
  const prompt = table.mine.find((one) => one.domain !== undefined && squares(one.domain) !== undefined);
  if (!prompt?.domain) return undefined;
  const key = `prompt:${prompt.id}:${prompt.digest}`;
  const domain = prompt.domain;
  const single = domain.type !== 'form';
  const params = squares(domain)!;
  const drafts = single ? { it: table.drafts[key] ?? null } : record(table.drafts[key]);
  const param = onMap(params, single && drafts.it === null ? {} : drafts);
  if (!param) return undefined;
  const now = single ? table.drafts[key] : drafts[param.name];
  const want = wanted(param.domain, now, reach(map));
  if (!want) return undefined;
  const put = (square: Square): Json =>
    single ? want.value(square) : { ...drafts, [param.name]: want.value(square) };
  return {
    label: m(prompt.question),
    squares: want.squares,
    chosen: want.chosen,
    asked: true,
    choose: (square) => table.keep(key, put(square)),
    ready: single ? now !== undefined : missingIn(params, drafts) === undefined,
    send: async (square) => {
      const say = square ? put(square) : (table.drafts[key] ?? null);
      const answer = await table.do({ answer: { prompt: prompt.id, say } });
      if (answer.ok) table.keep(key, undefined);
      return answer;
    },
  };
}

/** Whoever was brought in and stands nowhere comes in where the GM points. */
function brought(table: TableState, map: MapOf): Picking | undefined {
  const first = unplaced(table)[0];
  const way = first === undefined ? undefined : standing(table.offers, first);
  const want = way && wanted({ type: 'square', among: way.among }, undefined, reach(map));
  if (!want) return undefined;
  const chosen = pointed(table);
  return {
    label: t('whereStand'),
    squares: want.squares,
    chosen,
    asked: true,
    choose: (square) => point(table, square),
    ready: chosen !== undefined,
    send: (square) => {
      const to = square ?? chosen;
      return to ? stand(table, to) : Promise.resolve({ ok: false, trouble: t('pickSquare') });
    },
    close: () => leaveOff(table),
  };
}

function free(table: TableState, map: MapOf, mover: Who | undefined): Picking | undefined {
  const all = moves(map, table.offers);
  const acting = table.desk?.view.order?.entries.find((entry) => entry.now)?.who;
  const move =
    all.find((one) => one.who === mover) ??
    all.find((one) => one.who === acting) ??
    all.find((one) => one.offer.actor !== undefined);
  if (!move) return undefined;
  const key = `offer:${move.offer.id}`;
  const now = record(table.drafts[key])[move.param.name];
  const want = wanted(move.param.domain, now, reach(map));
  if (!want) return undefined;
  const put = (square: Square) => ({ ...move.picks, [move.param.name]: want.value(square) });
  const chosen = want.squares.some((one) => same(one.square, want.chosen)) ? want.chosen : undefined;
  return {
    label: m(move.offer.label),
    squares: want.squares,
    chosen,
    moves: move.who,
    asked: false,
    choose: (square) => table.keep(key, put(square)),
    ready: chosen !== undefined && !move.offer.danger,
    send: async (square) => {
      const answer = await table.take(move.offer, square ? put(square) : record(table.drafts[key]));
      if (answer.ok) table.keep(key, undefined);
      return answer;
    },
    close: () => table.keep(key, undefined),
  };
}

function filling(
  params: readonly Param[],
  table: TableState,
  key: string,
  map: MapOf,
): { want: Wanted; put: (square: Square) => { [name: string]: Json } } | undefined {
  const picks = record(table.drafts[key]);
  const param = onMap(params, picks);
  const want = param && wanted(param.domain, picks[param.name], reach(map));
  if (!param || !want) return undefined;
  return { want, put: (square) => ({ ...picks, [param.name]: want.value(square) }) };
}

/** The parameters of a domain that a map can fill; nothing if there is none. */
function squares(domain: Param['domain']): Param[] | undefined {
  if (domain.type === 'form') return onMap(domain.params, {}) ? domain.params : undefined;
  const single = { name: 'it', label: { text: '' }, domain } as Param;
  return onMap([single], {}) ? [single] : undefined;
}
