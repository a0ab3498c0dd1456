//! Ground as cached pieces at three scales: drawn when first seen, lit anew where light or fog changed, forgotten when
//! there are too many. While a fine piece is not ready, a coarse one stands for it.
import type { Ground, Look } from './drawing';
import { drawGround, MARGIN, type Brush } from './ground';
import { blank, brushOf, lay, type Mask } from './shade';

type Surface = OffscreenCanvas | HTMLCanvasElement;

/** Squares of a piece, and dots of a square: each piece is about 512 dots wide. */
const SCALES = [
  { n: 48, px: 10 },
  { n: 12, px: 42 },
  { n: 4, px: 128 },
] as const;
/** Pieces kept beyond those in sight, lit ones and bare ones. */
const KEPT = 24;

/** What lies on a square shows as far as this: hatching, shadows, doors that stand open. */
const REACH = 3;

interface Piece {
  bare: Surface | undefined;
  lit: Surface;
  /** Which mask it was lit by. */
  by: number;
  used: number;
}

export class Chunks {
  #ground: Ground | undefined;
  #look: Look | undefined;
  #picture: ImageBitmap | undefined;
  #mask: Mask | undefined;
  #masks = 0;
  #pieces = new Map<string, Piece>();
  #frame = 0;

  /** Pieces on which something differs are drawn anew; until then they are shown as they were. */
  ground(ground: Ground): void {
    const before = this.#ground;
    this.#ground = ground;
    const fresh = before && differing(before, ground);
    if (!fresh) return this.#pieces.clear();
    for (const [key, piece] of this.#pieces) {
      const [level, column, row] = key.split(',').map(Number) as [number, number, number];
      const { n } = SCALES[level]!;
      const [x, y] = [column * n - MARGIN, row * n - MARGIN];
      if (
        fresh.some(
          (at) => at.x >= x - REACH && at.x < x + n + REACH && at.y >= y - REACH && at.y < y + n + REACH,
        )
      ) {
        piece.bare = undefined;
        piece.by = -1;
      }
    }
  }
  look(look: Look): void {
    this.#look = look;
    this.#pieces.clear();
  }
  picture(picture: ImageBitmap | undefined): void {
    this.#picture = picture;
    this.#pieces.clear();
  }
  mask(mask: Mask): void {
    this.#mask = mask;
    this.#masks += 1;
  }

  get kept(): number {
    return this.#pieces.size;
  }

  /**
   * Draws what is in sight: `scale` dots a square, the first square beginning at `x`, `y`. Takes about `patience`
   * milliseconds for pieces that are missing; whether all of them stand now.
   */
  draw(
    brush: Brush,
    lens: { scale: number; x: number; y: number },
    width: number,
    height: number,
    patience: number,
  ): boolean {
    const ground = this.#ground;
    if (!ground || !this.#look || !this.#mask) return true;
    this.#frame += 1;
    const until = now() + patience;
    const best = SCALES.findIndex((one) => one.px >= lens.scale * 0.75);
    const level = best < 0 ? SCALES.length - 1 : best;
    const { n } = SCALES[level]!;
    const first = (at: number) => Math.floor((-at / lens.scale + MARGIN) / n);
    const last = (at: number, size: number, most: number) =>
      Math.min(Math.ceil((most + 2 * MARGIN) / n) - 1, Math.floor(((size - at) / lens.scale + MARGIN) / n));
    let whole = true;
    brush.imageSmoothingEnabled = true;
    for (let row = Math.max(0, first(lens.y)); row <= last(lens.y, height, ground.height); row += 1)
      for (
        let column = Math.max(0, first(lens.x));
        column <= last(lens.x, width, ground.width);
        column += 1
      ) {
        const piece = this.#piece(level, column, row, () => now() < until);
        // Whole dots, so that no seam shows between two pieces.
        const left = Math.round(lens.x + (column * n - MARGIN) * lens.scale);
        const top = Math.round(lens.y + (row * n - MARGIN) * lens.scale);
        const right = Math.round(lens.x + ((column + 1) * n - MARGIN) * lens.scale);
        const bottom = Math.round(lens.y + ((row + 1) * n - MARGIN) * lens.scale);
        if (piece) brush.drawImage(piece.lit, left, top, right - left, bottom - top);
        else this.#coarse(brush, level, column, row, left, top, right - left, bottom - top);
        if (!piece || piece.by !== this.#masks) whole = false;
      }
    this.#forget();
    return whole;
  }

  /** The piece as it should be, or as it was if there is no time; nothing if it never was. */
  #piece(level: number, column: number, row: number, time: () => boolean): Piece | undefined {
    const key = `${level},${column},${row}`;
    const known = this.#pieces.get(key);
    if (known) known.used = this.#frame;
    if (known?.by === this.#masks) return known;
    // The coarsest are few, and stand in for all others: they are never put off.
    if (level > 0 && !time()) return known;
    const { n, px } = SCALES[level]!;
    const part = { x: column * n - MARGIN, y: row * n - MARGIN, n, px };
    let bare = known?.bare;
    if (!bare) {
      bare = blank(n * px, n * px);
      drawGround(brushOf(bare), this.#ground!, this.#look!, part, this.#picture);
    }
    const lit = known?.lit ?? blank(n * px, n * px);
    const brush = brushOf(lit);
    brush.globalCompositeOperation = 'copy';
    brush.drawImage(bare, 0, 0);
    brush.globalCompositeOperation = 'source-over';
    lay(brush, this.#mask!, part.x, part.y, n, px);
    const piece = { bare, lit, by: this.#masks, used: this.#frame };
    this.#pieces.set(key, piece);
    return piece;
  }

  /** The part of a coarser piece that lies there. */
  #coarse(
    brush: Brush,
    level: number,
    column: number,
    row: number,
    left: number,
    top: number,
    width: number,
    height: number,
  ): void {
    const { n } = SCALES[level]!;
    for (let coarser = level - 1; coarser >= 0; coarser -= 1) {
      const big = SCALES[coarser]!;
      const [cx, cy] = [Math.floor((column * n) / big.n), Math.floor((row * n) / big.n)];
      const piece = this.#piece(coarser, cx, cy, () => false);
      if (!piece) continue;
      const [sx, sy] = [(column * n - cx * big.n) * big.px, (row * n - cy * big.n) * big.px];
      brush.drawImage(piece.lit, sx, sy, n * big.px, n * big.px, left, top, width, height);
      return;
    }
  }

  #forget(): void {
    const idle = [...this.#pieces].filter(([, piece]) => piece.used < this.#frame);
    // A bare piece that is not in sight can be drawn again.
    idle.sort((a, b) => a[1].used - b[1].used);
    for (const [key] of idle.slice(0, Math.max(0, idle.length - KEPT))) this.#pieces.delete(key);
  }
}

const now = () => performance.now();

/** Squares that differ between two grounds; nothing if all of it does. */
export function differing(before: Ground, now: Ground): { x: number; y: number }[] | undefined {
  const { width, height, seed, grid } = now;
  if (before.width !== width || before.height !== height || before.seed !== seed || before.grid !== grid)
    return undefined;
  const found: { x: number; y: number }[] = [];
  for (let cell = 0; cell < now.cells.length; cell += 1)
    if (before.cells[cell] !== now.cells[cell] || before.heights[cell] !== now.heights[cell])
      found.push({ x: cell % width, y: Math.floor(cell / width) });
  const words = (ground: Ground) => new Set(ground.edges.map((edge) => JSON.stringify(edge)));
  const [was, is] = [words(before), words(now)];
  for (const edge of [...before.edges, ...now.edges]) {
    const word = JSON.stringify(edge);
    if (was.has(word) && is.has(word)) continue;
    // Every square a long wall passes.
    const far = Math.max(Math.abs(edge.to[0] - edge.from[0]), Math.abs(edge.to[1] - edge.from[1]), 1);
    for (let at = 0; at <= far; at += 1)
      found.push({
        x: Math.floor(edge.from[0] + ((edge.to[0] - edge.from[0]) * at) / far),
        y: Math.floor(edge.from[1] + ((edge.to[1] - edge.from[1]) * at) / far),
      });
  }
  return found;
}
