//! What somebody has just lost or regained, to float from their token: read off the sheets this seat was given, so that
//! nobody sees a number they may not know. Drawing is the map's.
import type { Who } from '../protocol';

export interface Float {
  id: number;
  who: Who;
  /** Below zero what was lost. */
  change: number;
}

/** Health of everybody a seat knows it of. */
export type Healths = ReadonlyMap<Who, number>;

/** What differs for those who were known before and still are. */
export function changes(before: Healths, after: Healths): { who: Who; change: number }[] {
  const found = [];
  for (const [who, now] of after) {
    const was = before.get(who);
    if (was !== undefined && was !== now) found.push({ who, change: now - was });
  }
  return found;
}

export class Harms {
  floats = $state.raw<readonly Float[]>([]);
  #before: Healths | undefined;
  #next = 0;
  #stays: number;

  constructor(stays = 1800) {
    this.#stays = stays;
  }

  /** What is read first is no news. */
  read(after: Healths): void {
    const fresh = this.#before ? changes(this.#before, after) : [];
    this.#before = after;
    if (fresh.length === 0) return;
    const floats = fresh.map((one) => ({ ...one, id: this.#next++ }));
    this.floats = [...this.floats, ...floats];
    setTimeout(() => (this.floats = this.floats.filter((one) => !floats.includes(one))), this.#stays);
  }
}
