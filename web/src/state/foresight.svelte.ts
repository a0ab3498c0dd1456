//! A fight that is being tried out: what was asked, and what was found so far. It goes on while one looks elsewhere,
//! and is asked again where the line broke before it was done.
import type { Terms } from '../gm/encounter';
import type { ToClient, ToServer, VerdictCard } from '../protocol';

export class Foresight {
  verdict = $state.raw<VerdictCard | undefined>();
  /** Why nothing could be found. */
  trouble = $state('');
  /** Whether more is still to come. */
  running = $state(false);
  /** Whether somebody looks at it where it was asked for. */
  watched = $state(false);
  /** Whether it came to its end while nobody looked. */
  unread = $state(false);
  #asked: { creatures: [string, number][]; terms: Terms; stood: number } | undefined;
  #ahead = false;
  #id = '';
  #count = 0;

  constructor(private readonly say: (message: ToServer) => void) {}

  /** Has a fight tried out. What is being tried out already, or was with the table as it stands, is not asked again. */
  ask(creatures: [string, number][], terms: Terms, stood: number): void {
    const known = this.#asked;
    const same =
      known && JSON.stringify([known.creatures, known.terms]) === JSON.stringify([creatures, terms]);
    if (same && (this.running || (stood === known.stood && !this.trouble))) return;
    this.#asked = { creatures, terms, stood };
    this.#ahead = false;
    this.verdict = undefined;
    this.#send();
  }

  /** Has it fought once more, by heroes who look ahead. What was found by instinct stays in sight. */
  lookAhead(): void {
    this.#ahead = true;
    this.#send();
  }

  /** What was found so far is enough. */
  enough(): void {
    this.running = false;
    this.unread = false;
    this.say({ type: 'enough' });
  }

  /** Somebody looks at it, until what is returned is called. */
  watch(): () => void {
    this.watched = true;
    this.unread = false;
    return () => (this.watched = false);
  }

  /** The line is there again: what was tried out over the old one has stopped. */
  again(): void {
    if (this.running) this.#send();
  }

  told(message: ToClient): void {
    if (message.type === 'verdict' && message.id === this.#id) {
      this.verdict = message.verdict;
      if (message.verdict.done) this.#ended();
    } else if (message.type === 'failed' && message.id === this.#id) {
      this.trouble = message.say;
      this.running = false;
    }
  }

  #ended(): void {
    if (this.running && !this.watched) this.unread = true;
    this.running = false;
  }

  #send(): void {
    if (!this.#asked) return;
    const { creatures, terms } = this.#asked;
    this.#id = `verdict-${(this.#count += 1)}`;
    this.trouble = '';
    this.running = true;
    this.unread = false;
    this.say({ type: 'verdict', id: this.#id, creatures, ...terms, ahead: this.#ahead });
  }
}
