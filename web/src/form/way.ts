//! The steps to a square that can be reached, read back from the costs the rules gave.
import type { Reach, Square } from '../protocol';

const key = (at: Square) => `${at.level},${at.y},${at.x}`;

/** From the first step to the target; each step leads to the cheapest neighbour on the way back. */
export function way(from: Square, to: Square, reach: readonly Reach[]): Square[] {
  const costs = new Map(reach.map((one) => [key(one.square), one]));
  const steps: Square[] = [];
  let now: Square = to;
  while (key(now) !== key(from) && steps.length <= reach.length) {
    steps.unshift(now);
    const here = costs.get(key(now))?.cost ?? Infinity;
    const near = around(now).map((at) =>
      key(at) === key(from) ? { square: at, cost: 0 } : costs.get(key(at)),
    );
    const back = near.filter((one) => one !== undefined).filter((one) => one.cost < here);
    const best = back.sort((a, b) => a.cost - b.cost)[0];
    if (!best) break;
    now = best.square;
  }
  return steps;
}

function around(at: Square): Square[] {
  // Straight steps first, so that of two equal ways the straight one is taken.
  const steps = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const;
  return steps.map(([x, y]) => ({ level: at.level, y: at.y + y, x: at.x + x }));
}
