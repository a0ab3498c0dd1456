//! Whether a form is filled far enough to be sent. What the rules say to it is theirs.
import type { Candidate, Domain, Json, Param, Picks } from '../protocol';
import { t } from '../words';

/** What is still missing, in one sentence; nothing if it can be sent. */
export function missing(domain: Domain, value: Json | undefined): string | undefined {
  switch (domain.type) {
    case 'die': {
      const n = many(value).length;
      if (n >= domain.least && n <= domain.most) return undefined;
      return domain.least === domain.most
        ? t('pickDice', { n: domain.least })
        : t('pickDiceBetween', { least: domain.least, most: domain.most });
    }
    case 'subset': {
      const picked = many(value);
      if (picked.length < domain.least) return t('pickAtLeast', { n: domain.least });
      if (picked.length > domain.most) return t('pickAtMost', { n: domain.most });
      const spent = cost(domain, picked);
      if (domain.budget !== undefined && spent > domain.budget)
        return t('overBudget', { spent, budget: domain.budget });
      return undefined;
    }
    case 'points': {
      const left = domain.total - spread(value);
      if (left < 0) return t('pointsOver', { n: -left });
      return domain.all && left > 0 ? t('pointsLeft', { n: left }) : undefined;
    }
    case 'assign': {
      const filled = Object.keys(record(value)).length;
      const open = domain.slots.length - filled;
      return open > 0 ? t('slotsOpen', { n: open }) : undefined;
    }
    case 'ranking':
      return many(value).length === domain.of.length ? undefined : t('putInOrder');
    case 'amount': {
      const fits =
        typeof value === 'number' && Number.isInteger(value) && value >= domain.least && value <= domain.most;
      return fits ? undefined : t('amountBetween', { least: domain.least, most: domain.most });
    }
    case 'text': {
      const length = typeof value === 'string' ? [...value.trim()].length : 0;
      if (length < domain.least) return t('saySomething');
      return length > domain.most ? t('tooLong', { most: domain.most }) : undefined;
    }
    case 'form':
      return missingIn(domain.params, record(value));
    default:
      return value === undefined ? t('pickOne') : undefined;
  }
}

/** What an untouched field says, where it may be left so: no words, none of them, no points. */
export function untouched(domain: Domain): Json {
  switch (domain.type) {
    case 'text':
      return '';
    case 'die':
    case 'subset':
    case 'ranking':
      return [];
    case 'points':
    case 'assign':
    case 'form':
      return {};
    default:
      return null;
  }
}

/** The first thing still missing in several parameters. */
export function missingIn(params: readonly Param[], picks: Picks): string | undefined {
  for (const param of params) {
    const value = picks[param.name];
    if (value === undefined && param.optional) continue;
    const lacks = missing(param.domain, value);
    if (lacks) return lacks;
  }
  return undefined;
}

/** Candidates that fit what was picked before. */
export function fitting<K>(among: readonly Candidate<K>[], before: Json | undefined): Candidate<K>[] {
  if (before === undefined) return [...among];
  return among.filter((one) => !one.given?.length || one.given.some((given) => same(given, before)));
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What stands to choose from, where that is a list. */
export function candidates(domain: Domain): Candidate<Json>[] | undefined {
  switch (domain.type) {
    case 'creature':
    case 'seat':
    case 'item':
    case 'place':
      return domain.among;
    case 'one_of':
      return domain.options;
    default:
      return undefined;
  }
}

/** A pick that needs no asking: the only one there is. */
export function only(domain: Domain, before: Json | undefined): Json | undefined {
  const open = fitting(candidates(domain) ?? [], before).filter((one) => !one.refusal);
  if (open.length === 1) return open[0]!.pick;
  if (domain.type === 'amount' && domain.least === domain.most) return domain.least;
  if (domain.type === 'ranking') return domain.of.map((one) => one.pick);
  if (domain.type === 'subset' && domain.least === 0) return [];
  return undefined;
}

/** All that can be picked at once, if nothing has a price and all may be: one tap instead of many. */
export function whole(domain: Domain & { type: 'subset' }): string[] {
  const open = domain.of.filter((thing) => !thing.refusal).map((thing) => thing.pick);
  return domain.budget === undefined && open.length <= domain.most ? open : [];
}

export function many(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.filter((one): one is string => typeof one === 'string');
  return typeof value === 'string' ? [value] : [];
}

export function record(value: Json | undefined): Picks {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

export function spread(value: Json | undefined): number {
  return Object.values(record(value)).reduce<number>((sum, n) => sum + (typeof n === 'number' ? n : 0), 0);
}

export function cost(domain: Domain & { type: 'subset' }, picked: readonly string[]): number {
  return domain.of.filter((thing) => picked.includes(thing.pick)).reduce((sum, thing) => sum + thing.cost, 0);
}
