//! Bringing somebody in by the game's own offer, so many of a kind, seen or not; and onto a square where one is meant.
import { came, point, stand } from '../scene/newcomers';
import type { Square } from '../protocol';
import type { TableState } from '../state/table.svelte';
import { refused } from '../words';
import { bringing, names, type Wanted } from './encounter';

export interface Placed {
  names: string[];
  wrong: string;
}

/** Whether all of these need no more than a name, and whether they can come in unseen. */
export function placing(table: TableState, wanted: readonly Wanted[]) {
  const ways = wanted.map((one) => ({ one, way: bringing(table.offers, one) }));
  const placeable = ways.length > 0 && ways.every(({ way }) => way !== undefined);
  return { ways, placeable, hides: placeable && ways.every(({ way }) => way?.hides !== undefined) };
}

export async function bringIn(
  table: TableState,
  wanted: readonly Wanted[],
  hidden: boolean,
  at?: Square,
): Promise<Placed> {
  const taken = (table.desk?.gm?.creatures ?? []).map(([, name]) => name);
  const placed: string[] = [];
  let wrong = '';
  for (const { one, way } of placing(table, wanted).ways) {
    for (const name of names(one, taken)) {
      if (!way || wrong) break;
      const hide = way.hides && hidden ? { [way.hides]: true } : {};
      const answer = await table.take(way.offer, { ...way.picks, [way.name]: name, ...hide });
      if (answer.ok) placed.push(name);
      else wrong = 'refusal' in answer ? refused(answer.refusal) : answer.trouble;
    }
  }
  const now = table.desk?.gm?.creatures ?? [];
  came(
    table,
    now.flatMap(([who, name]) => (placed.includes(name) ? [who] : [])),
  );
  if (at && placed.length > 0 && wrong === '') {
    point(table, at);
    const answer = await stand(table, at);
    if (!answer.ok) wrong = 'refusal' in answer ? refused(answer.refusal) : answer.trouble;
  }
  return { names: placed, wrong };
}
