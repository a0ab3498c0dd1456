//! What somebody would see from another square, asked of the server while their token is dragged or a square is
//! chosen for them. One question at a time; of those that came up meanwhile only the last is asked.
import type { Glimpse, Square, Who } from '../protocol';
import { same } from './task';

interface Wanted {
  who: Who;
  from: Square;
}

/** A page may ask twenty things a second. */
const PAUSE = 60;

export class Glimpsing {
  now = $state.raw<(Wanted & { glimpse: Glimpse }) | undefined>();
  #wanted: Wanted | undefined;
  #asking = false;

  constructor(
    private readonly ask: (who: Who, from: Square) => Promise<Glimpse | undefined>,
    private readonly pause: () => Promise<void> = () => new Promise((go) => setTimeout(go, PAUSE)),
  ) {}

  /** Shows it for this creature and square, or nothing any more. */
  want(who?: Who, from?: Square): void {
    if (who === undefined || from === undefined) {
      this.#wanted = undefined;
      this.now = undefined;
    } else if (!this.#wanted || this.#wanted.who !== who || !same(this.#wanted.from, from)) {
      this.#wanted = { who, from };
      void this.#next();
    }
  }

  async #next(): Promise<void> {
    const asked = this.#wanted;
    if (this.#asking || !asked) return;
    this.#asking = true;
    const glimpse = await this.ask(asked.who, asked.from);
    // What was seen from the square before stays until the next is known, so that nothing flickers.
    if (this.#wanted) this.now = glimpse ? { ...asked, glimpse } : undefined;
    await this.pause();
    this.#asking = false;
    if (this.#wanted !== asked) void this.#next();
  }
}
