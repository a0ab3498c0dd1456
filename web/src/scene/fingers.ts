//! What pointers do on a map, told in its words: one on something loose drags it, one elsewhere pans, two pinch,
//! one that hardly moves taps. Everything is in points of the screen.
import type { Point } from './lens';

/** What the map does about it. */
export interface Hands {
  /** Takes hold of what lies there, if it can be dragged. */
  grab(at: Point): boolean;
  drag(at: Point): void;
  drop(): void;
  /** What was held goes back. */
  lose(): void;
  pan(dx: number, dy: number): void;
  pinch(by: number, around: Point): void;
  tap(at: Point): void;
}

interface Pointer {
  pointerId: number;
  clientX: number;
  clientY: number;
  button: number;
}

/** A pointer that went less far than this was a tap. */
const SLIP = 6;

export class Fingers {
  readonly #down = new Map<number, Point>();
  #began: { at: Point; holds: boolean; moved: boolean } | undefined;
  #gap = 0;

  constructor(private readonly hands: Hands) {}

  pressed(event: Pointer): void {
    if (event.button !== 0) return;
    const at = point(event);
    this.#down.set(event.pointerId, at);
    if (this.#down.size === 2) {
      if (this.#began?.holds) this.hands.lose();
      this.#gap = this.#apart();
      this.#began = { at, holds: false, moved: true };
    } else if (this.#down.size === 1) this.#began = { at, holds: this.hands.grab(at), moved: false };
  }

  moved(event: Pointer): void {
    const before = this.#down.get(event.pointerId);
    if (!before || !this.#began) return;
    const now = point(event);
    this.#down.set(event.pointerId, now);
    if (this.#down.size === 2) {
      const [a, b] = [...this.#down.values()];
      const gap = this.#apart();
      if (this.#gap > 0) this.hands.pinch(gap / this.#gap, { x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 });
      // Each finger moves the middle by half of its own way.
      this.hands.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      this.#gap = gap;
      return;
    }
    const { at } = this.#began;
    if (!this.#began.moved && Math.hypot(now.x - at.x, now.y - at.y) < SLIP) return;
    this.#began.moved = true;
    if (this.#began.holds) this.hands.drag(now);
    else this.hands.pan(now.x - before.x, now.y - before.y);
  }

  released(event: Pointer): void {
    if (!this.#down.delete(event.pointerId) || this.#down.size > 0) return;
    const began = this.#began;
    this.#began = undefined;
    if (!began) return;
    if (!began.moved) this.hands.tap(point(event));
    else if (began.holds) this.hands.drop();
  }

  /** The browser took the pointer away. */
  broken(event: Pointer): void {
    this.#down.delete(event.pointerId);
    if (this.#began?.holds) this.hands.lose();
    this.#began = undefined;
  }

  #apart(): number {
    const [a, b] = [...this.#down.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}

const point = (event: Pointer): Point => ({ x: event.clientX, y: event.clientY });
