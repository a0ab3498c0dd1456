//! Who somebody is to this seat, told by shape and by colour; and how well they are, as far as the seat knows.
import type { TableState } from '../state/table.svelte';
import { toneOf, type PoolTone } from '../blocks/pool';
import type { Sheet, Who } from '../protocol';
import { m } from '../words';

/** A hero is a rounded square, a foe is round, whoever else is played by a person is a hexagon. */
export type Side = 'ours' | 'theirs' | 'other';

export function sideOf(table: TableState, who: Who | undefined, hero?: boolean): Side {
  const sheet = who === undefined ? undefined : table.sheetOf(who);
  if (hero ?? sheet?.owner.type === 'hero') return 'ours';
  const led = table.desk?.people.some(
    (person) => person.role === 'player' && who !== undefined && person.heroes.includes(who),
  );
  return led ? 'other' : 'theirs';
}

/** What a sheet calls somebody for good: class, calling, kin. What comes and goes is no kind. */
export function kindOf(sheet: Sheet | undefined): string {
  const chips = (sheet?.blocks ?? []).flatMap((block) => (block.type === 'chips' ? block.chips : []));
  return chips
    .filter((chip) => chip.permanent && chip.tone === 'good')
    .map((chip) => m(chip.label))
    .join(', ');
}

export interface Health {
  /** From 0 to 1. */
  share: number;
  now: number;
  max: number;
  tone: PoolTone;
}

/** The first pool a sheet pins, else the first that is a supply: that is what a game counts health by. */
export function healthOf(sheet: Sheet | undefined): Health | undefined {
  if (!sheet) return undefined;
  const pinned = sheet.blocks.filter((block) => block.pin === 'header');
  const among = pinned.length > 0 ? pinned : sheet.blocks;
  const pool = among
    .filter((block) => block.type === 'pool')
    .find((block) => block.max !== undefined && (block.filling ?? 'supply') === 'supply');
  if (!pool?.max) return undefined;
  const share = Math.min(1, Math.max(0, pool.now / pool.max));
  return { share, now: pool.now, max: pool.max, tone: toneOf(pool) };
}

/**
 * Whether somebody is out of the fight: nothing left, and no turns any more. In some games one acts on with nothing
 * left, so an empty bar alone says too little.
 */
export function isDown(table: TableState, who: Who | undefined, health: Health | undefined): boolean {
  const order = table.desk?.view.order;
  return health?.share === 0 && order !== undefined && !order.entries.some((entry) => entry.who === who);
}
