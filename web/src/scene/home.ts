//! What of a map is shown before anybody has moved it or come closer: what is known, or all of it.
import type { Map as MapOf } from '../protocol';
import { around, type Box } from './lens';
import { CELL } from './map';

/** Not fewer squares than these, however little is known. */
const NEAR = 8;

/** The known squares with one more on each side; everything where there is no fog. */
export function home(map: MapOf, level: number, whole: Box): Box {
  const known = explored(map, level);
  if (!known) return whole;
  const w = Math.max(NEAR, known.w + 2);
  const h = Math.max(NEAR, known.h + 2);
  const x = known.x + (known.w - w) / 2;
  const y = known.y + (known.h - h) / 2;
  return around({ x: x * CELL, y: y * CELL, w: w * CELL, h: h * CELL }, whole);
}

/** The squares among which all lie that were seen; none where there is no fog or nothing was seen. */
export function explored(map: MapOf, level: number): Box | undefined {
  const fog = map.layers.flatMap((layer) => (layer.type === 'fog' ? layer.unseen : []));
  const hidden = new Set<number>();
  for (const run of fog.filter((one) => (one.level ?? 0) === level))
    for (let x = run.x; x < run.x + run.n; x += 1) hidden.add(run.y * map.width + x);
  if (hidden.size === 0) return undefined;
  let [left, top, right, bottom] = [map.width, map.height, 0, 0];
  for (let y = 0; y < map.height; y += 1)
    for (let x = 0; x < map.width; x += 1) {
      if (hidden.has(y * map.width + x)) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  return right === 0 ? undefined : { x: left, y: top, w: right - left, h: bottom - top };
}
