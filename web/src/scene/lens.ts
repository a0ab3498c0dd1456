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

/** So much more than the whole may be around it, so that what lies at an edge can be brought to the middle. */
export function roam(whole: Box): Box {
  return { x: whole.x - whole.w / 2, y: whole.y - whole.h / 2, w: whole.w * 2, h: whole.h * 2 };
}

/** The part of a map's drawing that fills a window, if `sight` fills what is free of it as well as it can. */
export function filling(sight: Box, free: Rect, window: { width: number; height: number }): Box {
  const scale = Math.min(free.width / sight.w, free.height / sight.h);
  const at = middle(sight);
  return {
    x: at.x - (free.left + free.width / 2) / scale,
    y: at.y - (free.top + free.height / 2) / scale,
    w: window.width / scale,
    h: window.height / scale,
  };
}

/** What is free of a window, in points of the screen. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * What is shown first: `part`, unless its squares were too small to hit or so large that nothing else fits. Then as
 * much as fits around `on`.
 */
export function opening(
  part: Box,
  free: Rect,
  sizes: { least: number; most: number },
  cell: number,
  on: Point,
): Box {
  const fits = Math.min(free.width / part.w, free.height / part.h) * cell;
  if (fits >= sizes.least && fits <= sizes.most) return part;
  const scale = (fits < sizes.least ? sizes.least : sizes.most) / cell;
  const [w, h] = [free.width / scale, free.height / scale];
  const at = fits < sizes.least ? on : middle(part);
  const box = { x: at.x - w / 2, y: at.y - h / 2, w, h };
  return fits < sizes.least ? kept(box, part) : box;
}

function kept(box: Box, whole: Box): Box {
  const along = (at: number, size: number, from: number, room: number) =>
    size > room ? from + (room - size) / 2 : Math.min(from + room - size, Math.max(from, at));
  return { ...box, x: along(box.x, box.w, whole.x, whole.w), y: along(box.y, box.h, whole.y, whole.h) };
}
