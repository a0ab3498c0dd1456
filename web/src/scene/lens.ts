//! Which part of a map is in sight: numbers only, in the map's own units. Never more than the whole, never
//! past its edges, always in the whole's proportions.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Point {
  x: number;
  y: number;
}

/** How much closer than the whole one may look. */
const CLOSEST = 8;

/** Looks `by` times closer, keeping what lies under `at` in its place. */
export function zoomed(now: Box, whole: Box, by: number, at: Point): Box {
  const w = Math.min(whole.w, Math.max(whole.w / CLOSEST, now.w / by));
  const share = w / now.w;
  return kept(
    { x: at.x - (at.x - now.x) * share, y: at.y - (at.y - now.y) * share, w, h: now.h * share },
    whole,
  );
}

/** Moved along, as far as the edges allow. */
export function panned(now: Box, whole: Box, dx: number, dy: number): Box {
  return kept({ ...now, x: now.x + dx, y: now.y + dy }, whole);
}

/** Moved just as far as it takes to have a square in sight. */
export function showing(now: Box, whole: Box, at: Box): Box {
  const x = Math.min(at.x, Math.max(now.x, at.x + at.w - now.w));
  const y = Math.min(at.y, Math.max(now.y, at.y + at.h - now.h));
  return kept({ ...now, x, y }, whole);
}

/** The least that has all of `part` in sight: not closer than one may look, and not past the edges. */
export function around(part: Box, whole: Box): Box {
  const share = Math.min(1, Math.max(part.w / whole.w, part.h / whole.h, 1 / CLOSEST));
  const [w, h] = [whole.w * share, whole.h * share];
  const at = middle(part);
  return kept({ x: at.x - w / 2, y: at.y - h / 2, w, h }, whole);
}

export const middle = (box: Box): Point => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/** Whether there is anything beyond what is in sight. */
export const closer = (now: Box, whole: Box): boolean => now.w < whole.w * 0.999;

function kept(box: Box, whole: Box): Box {
  const x = Math.min(whole.x + whole.w - box.w, Math.max(whole.x, box.x));
  const y = Math.min(whole.y + whole.h - box.h, Math.max(whole.y, box.y));
  return { ...box, x, y };
}
