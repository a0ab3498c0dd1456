//! Results as cards: the lines of one finished action, folded into who did what, the dice that decided, the outcome in
//! a word, and what came of it. Made from the lines this seat was told and from nothing else, so that no card knows
//! more than its seat.
import { deedsOf } from '../log/deeds';
import type { Die, Line, RuleId, Who, Why } from '../protocol';
import { m } from '../words';
import { isBookkeeping, isFall, isReading, outcomeOf, type Outcome } from './outcome';

export interface Beat {
  action: number;
  who: Who | undefined;
  /** To whom it was done, as far as a line names somebody else. */
  target: Who | undefined;
  /** The first thing told of it. */
  say: string;
  /** In a word or two, large; nothing where no outcome was named. */
  headline: string;
  tone: Outcome['tone'];
  dice: Die[];
  /** What came of it, a sentence each. */
  chips: string[];
  /** The line that can say why. */
  why: { why?: Why; rule?: RuleId } | undefined;
}

/** More than this at once is told by the log alone. */
const QUEUE = 2;
const CHIPS = 4;
const DICE = 8;

/** What one action looks like as a card; nothing where a line of the log is enough. */
export function beatOf(action: number, lines: readonly Line[]): Beat | undefined {
  const told = lines.filter(
    (line) =>
      line.type !== 'talk' && line.type !== 'people' && line.type !== 'refusal' && line.type !== 'entered',
  );
  if (told.some((line) => line.provisional || line.struck || line.type === 'undone')) return undefined;
  const facts = told.filter((line) => line.type !== 'time');
  const rolled = told.filter((line) => (line.dice?.length ?? 0) > 0);
  const heavy = rolled.length > 0 || facts.some((line) => line.type === 'reveal' || line.type === 'secret');
  // A step or a door is a line of the log; what rolled dice or brought something to light is a card.
  if (facts.length === 0 || !heavy) return undefined;
  const outcome = outcomeOf(told);
  const decided = rolled[0];
  const worth = facts.filter((line) => line !== decided && !isBookkeeping(m(line.say)));
  const first = worth.find((line) => line.type !== 'roll') ?? decided ?? facts[0]!;
  const rest = worth
    .filter((line) => line !== first && line.type !== 'roll')
    .map((line) => m(line.say))
    .filter((text) => !isReading(text));
  const came = [...new Set(rest)];
  const falls = came.filter(isFall);
  // What comes last is what it came to.
  const others = came.filter((text) => !isFall(text)).slice(-CHIPS);
  const reasons = [decided, ...facts].find((line) => line?.why ?? line?.rule);
  // What a blow did is told of whom it hit: the dice say who struck.
  const who =
    (first.type === 'change' ? decided?.who : undefined) ??
    first.who ??
    facts.find((line) => line.who !== undefined)?.who;
  return {
    action,
    who,
    target: facts.find((line) => line.who !== undefined && line.who !== who)?.who,
    say: m(first.say),
    headline: outcome?.word ?? '',
    tone: outcome?.tone ?? 'plain',
    dice: rolled.flatMap((line) => line.dice ?? []).slice(0, DICE),
    // Who goes down is told first.
    chips: [...falls, ...others].slice(0, CHIPS),
    why: reasons
      ? { ...(reasons.why ? { why: reasons.why } : {}), ...(reasons.rule ? { rule: reasons.rule } : {}) }
      : undefined,
  };
}

/** The results this seat was shown since it came. */
export class Beats {
  /** The one on show, and those that wait for it. */
  queue = $state.raw<Beat[]>([]);
  /** The last one that was shown, to be looked at again. */
  last = $state.raw<Beat | undefined>();
  #known = new Map<number, string>();

  /** What lies before this moment is the log's alone. */
  begin(lines: readonly Line[]): void {
    for (const deed of deedsOf(lines)) this.#known.set(deed.action, mark(deed.lines));
  }

  /** Shows what is new, at once what this seat's own creatures did; what was taken back goes. */
  read(lines: readonly Line[], own: readonly Who[] = []): void {
    const fresh: Beat[] = [];
    for (const deed of deedsOf(lines)) {
      const now = mark(deed.lines);
      if (this.#known.get(deed.action) === now) continue;
      // An action that still waits for somebody is no result yet.
      if (deed.lines.some((line) => line.provisional)) continue;
      this.#known.set(deed.action, now);
      const beat = beatOf(deed.action, deed.lines);
      if (beat) fresh.push(beat);
      else this.#forget(deed.action);
    }
    if (fresh.length === 0) return;
    this.last = fresh.at(-1);
    const mine = (one: Beat) => one.who !== undefined && own.includes(one.who);
    const first = fresh.findIndex(mine);
    const others = this.queue.filter((one) => fresh.every((two) => two.action !== one.action));
    // One's own result waits for nobody's, and nobody's pushes it out.
    const next = first >= 0 ? fresh.slice(first) : [...others, ...fresh];
    const kept = next.filter(mine).slice(-QUEUE);
    const room = QUEUE - kept.length;
    const rest = next.filter((one) => !mine(one)).slice(room === 0 ? next.length : -room);
    this.queue = next.filter((one) => kept.includes(one) || rest.includes(one));
  }

  /** The first has been seen. */
  next(): void {
    this.queue = this.queue.slice(1);
  }

  /** Shows the last one once more. */
  again(): void {
    if (this.last) this.queue = [this.last];
  }

  #forget(action: number): void {
    if (this.last?.action === action) this.last = undefined;
    if (this.queue.some((one) => one.action === action))
      this.queue = this.queue.filter((one) => one.action !== action);
  }
}

const mark = (lines: readonly Line[]): string =>
  lines
    .map((line) => `${line.type}${line.struck ? '-' : ''}${line.provisional ? '?' : ''}${line.say.text}`)
    .join('\n');
