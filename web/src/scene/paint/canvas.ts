//! The painter on a canvas: ground in cached pieces, then what lies on it, creatures, and what lies over all. It draws
//! only when something has changed or moves.
import { Chunks } from './chunks';
import type { Ground, Lens, Look, Mark, Painter, Shade, Sprite } from './drawing';
import type { Brush } from './ground';
import { drawMark } from './marks';
import { maskOf, NOTHING } from './shade';
import { Sprites } from './sprites';

/** Milliseconds a frame may spend on ground that is missing: while something moves, and while all stands still. */
const PATIENCE = { moving: 7, still: 40 };
/** So long after it moved the camera still counts as moving. */
const SETTLES = 90;
/** How long somebody takes to be seen moving. */
const STEP = 220;

/** Frames remembered. */
const MOST_TIMES = 900;

interface Way {
  from: { x: number; y: number };
  since: number;
}

export class CanvasPainter implements Painter {
  readonly #canvas: OffscreenCanvas | HTMLCanvasElement;
  readonly #brush: Brush;
  readonly #chunks = new Chunks();
  readonly #sprites = new Sprites();
  #look: Look | undefined;
  #ground: Ground | undefined;
  #lens: Lens = { scale: 40, x: 0, y: 0 };
  #ratio = 1;
  #on: Sprite[] = [];
  #ways = new Map<number, Way>();
  #under: Mark[] = [];
  #over: Mark[] = [];
  #moved = 0;
  #waits = false;
  #ended = false;
  /** When the last frames were drawn, for whoever measures: milliseconds of the clock. */
  readonly drawn: number[] = [];

  constructor(canvas: OffscreenCanvas | HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#brush = canvas.getContext('2d', { alpha: false }) as Brush;
  }

  size(width: number, height: number, ratio: number): void {
    this.#ratio = ratio;
    const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (this.#canvas.width === w && this.#canvas.height === h) return;
    this.#canvas.width = w;
    this.#canvas.height = h;
    // An emptied canvas is filled in the same task: nothing flickers while a window changes.
    this.#draw(now());
  }
  look(look: Look): void {
    this.#look = look;
    this.#chunks.look(look);
    this.#sprites.look(look);
    this.#soon();
  }
  ground(ground: Ground): void {
    this.#ground = ground;
    this.#chunks.ground(ground);
    this.#soon();
  }
  picture(picture: ImageBitmap | undefined): void {
    this.#chunks.picture(picture);
    this.#soon();
  }
  mask(shade: Shade): void {
    this.#chunks.mask(maskOf(shade));
    this.#soon();
  }
  shapes(shapes: Record<string, string>): void {
    this.#sprites.shapes(shapes);
    this.#soon();
  }
  sprites(sprites: Sprite[], glides: boolean): void {
    const before = new Map(this.#on.map((one) => [one.who, one]));
    const ways = new Map<number, Way>();
    for (const one of sprites) {
      const was = before.get(one.who);
      const known = this.#ways.get(one.who);
      if (!was || !glides) continue;
      if (was.x !== one.x || was.y !== one.y)
        ways.set(one.who, { from: this.#place(was, now()), since: now() });
      else if (known) ways.set(one.who, known);
    }
    this.#ways = ways;
    this.#on = sprites;
    this.#soon();
  }
  overlay(under: Mark[], over: Mark[]): void {
    this.#under = under;
    this.#over = over;
    this.#soon();
  }
  camera(lens: Lens): void {
    this.#lens = lens;
    this.#moved = now();
    this.#soon();
  }
  end(): void {
    this.#ended = true;
  }
  /** Words are drawn again, in a font that has come. */
  again(): void {
    this.#sprites.forget();
    this.#soon();
  }

  #soon(): void {
    if (this.#waits || this.#ended) return;
    this.#waits = true;
    next((time) => {
      this.#waits = false;
      if (!this.#ended) this.#draw(time);
    });
  }

  /** Where somebody is seen now, on the way or there. */
  #place(one: Sprite, time: number): { x: number; y: number } {
    const way = this.#ways.get(one.who);
    if (!way) return one;
    const share = Math.min(1, (time - way.since) / STEP);
    const eased = 1 - (1 - share) ** 3;
    return { x: way.from.x + (one.x - way.from.x) * eased, y: way.from.y + (one.y - way.from.y) * eased };
  }

  #draw(time: number): void {
    const look = this.#look;
    if (!look || !this.#ground) return;
    if (this.drawn.push(performance.timeOrigin + now()) > MOST_TIMES) this.drawn.shift();
    const brush = this.#brush;
    const { width, height } = this.#canvas;
    const lens = {
      scale: this.#lens.scale * this.#ratio,
      x: this.#lens.x * this.#ratio,
      y: this.#lens.y * this.#ratio,
    };
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.fillStyle = NOTHING;
    brush.fillRect(0, 0, width, height);
    const stands = time - this.#moved > SETTLES && this.drawn.length > 1;
    const patience = stands ? PATIENCE.still : PATIENCE.moving;
    const whole = this.#chunks.draw(brush, lens, width, height, patience);
    this.#letters(brush, this.#ground, lens);
    const beat = (time % 1000) / 1000;
    this.#marks(brush, this.#under, look, lens, beat);
    let moving = false;
    const shown: { one: Sprite; x: number; y: number; wide: number }[] = [];
    for (const one of this.#on) {
      const at = this.#place(one, time);
      const wide = one.size * lens.scale;
      const [x, y] = [lens.x + at.x * lens.scale, lens.y + at.y * lens.scale];
      if (this.#ways.has(one.who) && time - this.#ways.get(one.who)!.since < STEP) moving = true;
      if (x > width + wide || y > height + wide || x + 2 * wide < 0 || y + 2 * wide < 0) continue;
      // Field and ring have a little room in their square.
      shown.push({ one, x: x + wide * 0.05, y: y + wide * 0.025, wide: wide * 0.9 });
    }
    for (const { one, x, y, wide } of shown) this.#sprites.draw(brush, one, x, y, wide);
    const dots = Math.min(13 * this.#ratio, Math.max(9 * this.#ratio, lens.scale * 0.2));
    if (lens.scale >= 22 * this.#ratio)
      for (const { one, x, y, wide } of shown)
        if (one.plate) this.#sprites.plate(brush, one.plate, x + wide / 2, y + wide * 1.08, dots);
    this.#marks(brush, this.#over, look, lens, beat);
    const lives = this.#over.some((mark) => mark.as === 'ping');
    if (!whole || moving || lives) this.#soon();
  }

  #marks(brush: Brush, marks: readonly Mark[], look: Look, lens: Lens, beat: number): void {
    if (marks.length === 0) return;
    brush.save();
    brush.translate(lens.x, lens.y);
    brush.scale(lens.scale, lens.scale);
    for (const mark of marks) drawMark(brush, mark, look, lens.scale, beat);
    brush.restore();
  }

  /** The names of columns and rows, outside the edges: they never lie on anybody. */
  #letters(brush: Brush, ground: Ground, lens: Lens): void {
    if (lens.scale < 26 * this.#ratio) return;
    const dots = 11 * this.#ratio;
    brush.font = `600 ${dots}px "Atkinson Hyperlegible Next", system-ui, sans-serif`;
    brush.textAlign = 'center';
    brush.fillStyle = '#9fb0b3';
    const { width, height } = this.#canvas;
    if (lens.y > 0 && lens.y < height)
      for (const [x, letter] of ground.columns.entries()) {
        const at = lens.x + (x + 0.5) * lens.scale;
        if (at > 0 && at < width) brush.fillText(letter, at, lens.y - dots * 0.5);
      }
    if (lens.x > 0 && lens.x < width)
      for (const [y, number] of ground.rows.entries()) {
        const at = lens.y + (y + 0.5) * lens.scale;
        if (at > 0 && at < height) brush.fillText(number, lens.x - dots, at + dots * 0.35);
      }
  }
}

const now = () => performance.now();
const next = (then: (time: number) => void): void => {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(then);
  else setTimeout(() => then(now()), 16);
};
