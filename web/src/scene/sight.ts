//! What a seat sees of a map, read from its layers: how well it knows a square, and which lines of sight are to be
//! drawn while somebody is pointed at. Reading only; the rules have decided.
import type { Layer, Map as MapOf, Run, SightLine, Square, Who } from '../protocol';

export type Known = 'now' | 'before' | 'never';

export const holds = (run: Run, at: Square): boolean =>
  run.y === at.y && at.x >= run.x && at.x < run.x + run.n && (run.level ?? 0) === (at.level ?? 0);

/** How well a square is known; everything is, where there is no fog. */
export function known(map: MapOf, at: Square): Known {
  for (const layer of map.layers) {
    if (layer.type !== 'fog') continue;
    if (layer.unseen.some((run) => holds(run, at))) return 'never';
    if (layer.remembered.some((run) => holds(run, at))) return 'before';
  }
  return 'now';
}

/** Whether this map knows sight at all, so that it can be asked what somebody would see. */
export const hasSight = (map: MapOf): boolean => map.layers.some((layer) => layer.type === 'sight');

/** All lines of sight of a map. */
export const sightLines = (layers: readonly Layer[]): SightLine[] =>
  layers.flatMap((layer) => (layer.type === 'sight' ? layer.lines : []));

/** Those to draw: lines of no pair always; of a pair while one of the two is pointed at. */
export function drawn(lines: readonly SightLine[], at: Who | undefined): SightLine[] {
  return lines.filter((line) => line.of === undefined || (at !== undefined && involves(line, at)));
}

/** The lines that tell how somebody is seen. */
export const linesAt = (lines: readonly SightLine[], who: Who): SightLine[] =>
  lines.filter((line) => line.of === who);

const involves = (line: SightLine, who: Who): boolean => line.of === who || line.eye === who;
