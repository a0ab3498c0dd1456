//! Whom an opened action can be aimed at: brackets on the map mark them, and a tap on one of them chooses it.
import { missingIn, record } from '../form/ready';
import type { Odds, OfferCard, Picks, Who } from '../protocol';
import type { TableState } from '../state/table.svelte';

export interface Aiming {
  offer: OfferCard;
  name: string;
  /** Those who may be chosen, with the share of what is welcome where the game knows it. */
  among: Map<Who, number | undefined>;
}

/** The first creature the open form still wants, else the last it has. */
export function aiming(table: TableState): Aiming | undefined {
  if (table.watches) return undefined;
  const offer = table.offers.find((one) => one.id === table.opened);
  const picks = record(table.drafts[`offer:${offer?.id ?? ''}`]);
  const params = (offer?.params ?? []).flatMap((param) =>
    param.domain.type === 'creature' ? [{ name: param.name, among: param.domain.among }] : [],
  );
  const param = params.find((one) => picks[one.name] === undefined) ?? params.at(-1);
  if (!offer || !param) return undefined;
  const open = param.among.filter((one) => !one.refusal);
  return { offer, name: param.name, among: new Map(open.map((one) => [one.pick, welcome(one.odds)])) };
}

/** The form with somebody chosen; whether that is all it takes. */
export function aimed(table: TableState, at: Aiming, who: Who): { picks: Picks; whole: boolean } {
  const before = record(table.drafts[`offer:${at.offer.id}`]);
  const picks: Picks = { ...before, [at.name]: who };
  const params = at.offer.params ?? [];
  for (const param of params) if (param.after === at.name) delete picks[param.name];
  return { picks, whole: at.offer.danger === undefined && missingIn(params, picks) === undefined };
}

/** The share of what is welcome, where the game knows it. */
export function welcome(odds: Odds | undefined): number | undefined {
  const good = odds?.outcomes.filter((one) => one.tone === 'good') ?? [];
  return good.length > 0 ? good.reduce((sum, one) => sum + one.share, 0) : undefined;
}
