//! How well a pool stands, for the colour of its bar.
import type { Pool } from '../protocol';

export type PoolTone = 'good' | 'warn' | 'bad' | 'plain';

/** Little of a supply is bad, much of a burden is; what grows is neither. */
export function toneOf({ now, max, filling }: Pick<Pool, 'now' | 'max' | 'filling'>): PoolTone {
  if (max === undefined) return 'good';
  switch (filling ?? 'supply') {
    case 'progress':
      return 'plain';
    case 'burden':
      return now > max ? 'bad' : now * 4 >= max * 3 ? 'warn' : 'good';
    case 'supply':
      return now * 4 <= max ? 'bad' : now * 2 <= max ? 'warn' : 'good';
  }
}
