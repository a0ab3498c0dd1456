//! Where the camera of a map looks: moved by hand at once, led by the game in a quarter of a second. A hand on the map
//! stops it following until the next turn.
import type { Box } from './lens';

/** How long the camera takes when it is led. */
export const GLIDE = 250;

export class Eye {
  /** What is to be in sight; nothing until somebody has looked elsewhere than at first. */
  at = $state.raw<Box | undefined>();
  /** Whether a hand has taken it, so that it follows nobody. */
  held = $state(false);
  #led = 0;

  /** By hand: there, and it stays. */
  hand(to: Box): void {
    this.#led += 1;
    this.held = true;
    this.at = to;
  }

  /** Led from what is in sight now; at once where nothing is to move. */
  lead(from: Box, to: Box, still: boolean): void {
    const led = (this.#led += 1);
    if (still || same(from, to)) return void (this.at = to);
    let since: number | undefined;
    const step = (time: number) => {
      if (led !== this.#led) return;
      since ??= time;
      const share = Math.min(1, (time - since) / GLIDE);
      this.at = between(from, to, 1 - (1 - share) ** 3);
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Another turn: it follows again. */
  free(): void {
    this.held = false;
  }
}

const same = (a: Box, b: Box) => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

const between = (a: Box, b: Box, share: number): Box => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
  w: a.w + (b.w - a.w) * share,
  h: a.h + (b.h - a.h) * share,
});
