//! Light and fog as two small pictures, four dots to a square, soft because they are drawn large: how dark it is, and how
//! warm. Built anew only when light, doors or sight have changed.
import type { Shade } from './drawing';
import { MARGIN } from './ground';
import type { Brush } from './ground';

const DOTS = 4;

export interface Mask {
  dark: OffscreenCanvas | HTMLCanvasElement;
  warm: OffscreenCanvas | HTMLCanvasElement | undefined;
  /** Squares, with the margin around the map. */
  width: number;
  height: number;
}

/** How dark each light is, from black to blinding, as a share. */
const DARK = [0.72, 0.5, 0.24, 0, 0, 0] as const;
/** And how warm. */
const WARM = [0, 0, 0.16, 0, 0.5, 0.8] as const;
const REMEMBERED = 0.55;
/** What lies beyond everything. */
export const NOTHING = '#04060a';

/** A surface to draw on that is not shown. */
export function blank(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

export const brushOf = (canvas: OffscreenCanvas | HTMLCanvasElement): Brush =>
  canvas.getContext('2d') as Brush;

export function maskOf(shade: Shade): Mask {
  const width = shade.width + 2 * MARGIN;
  const height = shade.height + 2 * MARGIN;
  const [w, h] = [width * DOTS, height * DOTS];
  const alpha = new Float32Array(w * h);
  const warmth = new Float32Array(w * h);
  const grey = new Float32Array(w * h);
  let tinted = false;
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      const sx = Math.floor(x / DOTS) - MARGIN;
      const sy = Math.floor(y / DOTS) - MARGIN;
      const out = Math.max(-sx, -sy, sx - shade.width + 1, sy - shade.height + 1, 0);
      const at = y * w + x;
      if (out > 0) {
        // Rock beyond the map fades into the dark; beside what was never seen it is as black.
        const nx = Math.min(shade.width - 1, Math.max(0, sx));
        const ny = Math.min(shade.height - 1, Math.max(0, sy));
        alpha[at] = shade.known[ny * shade.width + nx] === 2 ? 1 : Math.min(1, 0.25 + out * 0.25);
        continue;
      }
      const cell = sy * shade.width + sx;
      const known = shade.known[cell]!;
      const light = shade.light[cell]!;
      if (known === 2) alpha[at] = 1;
      else if (known === 1) {
        alpha[at] = REMEMBERED;
        grey[at] = 1;
      } else {
        alpha[at] = DARK[light] ?? 0;
        warmth[at] = WARM[light] ?? 0;
        if (warmth[at]! > 0) tinted = true;
      }
    }
  soften(alpha, w, h);
  const dark = blank(w, h);
  const black = new ImageData(w, h);
  for (let at = 0; at < w * h; at += 1) {
    // What is remembered is grey, the rest of the dark is blue-black.
    const ash = grey[at]! * 34;
    black.data.set([4 + ash, 6 + ash, 9 + ash, Math.round(alpha[at]! * 255)], at * 4);
  }
  (brushOf(dark) as CanvasRenderingContext2D).putImageData(black, 0, 0);
  if (!tinted) return { dark, warm: undefined, width, height };
  soften(warmth, w, h);
  const warm = blank(w, h);
  const glow = new ImageData(w, h);
  for (let at = 0; at < w * h; at += 1) glow.data.set([255, 196, 128, Math.round(warmth[at]! * 200)], at * 4);
  (brushOf(warm) as CanvasRenderingContext2D).putImageData(glow, 0, 0);
  return { dark, warm, width, height };
}

/** Each dot becomes the middle of those around it, twice. */
function soften(values: Float32Array, w: number, h: number): void {
  const before = new Float32Array(values.length);
  for (let pass = 0; pass < 2; pass += 1) {
    before.set(values);
    for (let y = 0; y < h; y += 1) {
      const up = y > 0 ? y - 1 : y;
      const down = y < h - 1 ? y + 1 : y;
      for (let x = 0; x < w; x += 1) {
        const left = x > 0 ? x - 1 : x;
        const right = x < w - 1 ? x + 1 : x;
        values[y * w + x] =
          (before[y * w + x]! * 2 +
            before[up * w + x]! +
            before[down * w + x]! +
            before[y * w + left]! +
            before[y * w + right]!) /
          6;
      }
    }
  }
}

/** Lays light and fog over a drawn part: `x`, `y`, `n` in squares, `px` dots each. */
export function lay(brush: Brush, mask: Mask, x: number, y: number, n: number, px: number): void {
  const from = [(x + MARGIN) * DOTS, (y + MARGIN) * DOTS, n * DOTS, n * DOTS] as const;
  brush.imageSmoothingEnabled = true;
  if (mask.warm) {
    brush.globalCompositeOperation = 'soft-light';
    brush.drawImage(mask.warm, ...from, 0, 0, n * px, n * px);
    brush.globalCompositeOperation = 'source-over';
  }
  brush.drawImage(mask.dark, ...from, 0, 0, n * px, n * px);
  // Beyond the margin there is nothing.
  const [right, bottom] = [(mask.width - MARGIN - x) * px, (mask.height - MARGIN - y) * px];
  brush.fillStyle = NOTHING;
  if (right < n * px) brush.fillRect(right, 0, n * px - right, n * px);
  if (bottom < n * px) brush.fillRect(0, bottom, n * px, n * px - bottom);
}
