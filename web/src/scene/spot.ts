//! Where on the screen a square of the map is drawn, for what is put on it.
import { CELL } from './map';
import { filling, type Rect } from './lens';
import type { View } from './camera.svelte';
import type { Square } from '../protocol';

interface Size {
  width: number;
  height: number;
}

export interface Spot {
  left: number;
  top: number;
  /** How wide a square is, in points of the screen. */
  cell: number;
  /** Whether it lies where no panel is. */
  free: boolean;
}

/** The middle of so many squares from this one on. */
export function spotOf(at: Square, size: number, view: View, free: Rect, window: Size): Spot {
  const box = filling(view.sight, free, window);
  const scale = window.width / box.w;
  const left = ((at.x + size / 2) * CELL - box.x) * scale;
  const top = ((at.y + size / 2) * CELL - box.y) * scale;
  const inside =
    left >= free.left && left <= free.left + free.width && top >= free.top && top <= free.top + free.height;
  return { left, top, cell: CELL * scale, free: inside };
}

/** The square under a point of the screen. */
export function squareUnder(point: { x: number; y: number }, view: View, free: Rect, window: Size): Square {
  const box = filling(view.sight, free, window);
  const scale = window.width / box.w;
  return {
    level: view.level,
    x: Math.floor((point.x / scale + box.x) / CELL),
    y: Math.floor((point.y / scale + box.y) / CELL),
  };
}
