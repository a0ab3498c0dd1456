//! Where places stand when they are drawn: those that are here first, then step by step what lies beyond, each step a
//! column. The same places always stand in the same spots.
import type { Link, ScenePlace } from '../protocol';

export interface Spot {
  place: ScenePlace;
  column: number;
  row: number;
}

export interface Graph {
  spots: Spot[];
  columns: number;
  rows: number;
}

export function laidOut(nodes: readonly ScenePlace[], links: readonly Link[]): Graph {
  const beside = (key: string) =>
    links.flatMap((link) => (link.from === key ? [link.to] : link.to === key ? [link.from] : []));
  const steps = new Map<string, number>();
  let next = nodes.filter((place) => place.here).map((place) => place.key);
  // Parts nobody can walk to from here begin columns of their own, after the others.
  for (let step = 0; steps.size < nodes.length; step += 1) {
    if (next.length === 0)
      next = nodes
        .filter((place) => !steps.has(place.key))
        .map((place) => place.key)
        .slice(0, 1);
    next.forEach((key) => steps.set(key, step));
    const reached = new Set(next.flatMap(beside));
    next = nodes.filter((place) => reached.has(place.key) && !steps.has(place.key)).map((place) => place.key);
  }
  const filled: number[] = [];
  const spots = nodes.map((place) => {
    const column = steps.get(place.key) ?? 0;
    const row = filled[column] ?? 0;
    filled[column] = row + 1;
    return { place, column, row };
  });
  return { spots, columns: filled.length, rows: Math.max(0, ...filled) };
}
