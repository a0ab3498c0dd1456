//! What people point at: pings, rulers, drawn lines, the GM's spotlight and pause. It comes from the server, is shown for a
//! while and forgotten; nothing of it is in the log.
import type { Point, Seat, Square } from '../protocol';
import type { Mark } from './paint/drawing';

/** What a hand on the map does. */
export type Tool = 'select' | 'ping' | 'ruler' | 'draw' | 'spot';

const PING = 3000;
const FADES = 60_000;
/** Nobody's map fills up with lines. */
const MOST_LINES = 60;
/** One colour for each seat, told apart from all looks. */
const INKS = ['#f2be5c', '#86bdf3', '#ff9180', '#9be3a8', '#cba8ff', '#57dcec', '#ffd23f', '#f4a6c8'];

interface Shown {
  id: number;
  by: Seat;
  level: number;
  mark: Mark;
  pinned: boolean;
}

/** A ruler's two ends and what it says. */
interface Measure {
  by: Seat;
  from: Square;
  to: Square;
}

export class Pointing {
  /** What a hand does on this page. */
  tool = $state<Tool>('select');
  paused = $state(false);
  /** Where the GM has everybody look; a new object each time. */
  spotlight = $state.raw<{ at: Square } | undefined>();
  #shown = $state.raw<readonly Shown[]>([]);
  #rulers = $state.raw<readonly Measure[]>([]);
  #next = 0;

  told(by: Seat, point: Point): void {
    switch (point.type) {
      case 'ping':
        return this.#show(by, point.at.level ?? 0, { as: 'ping', ...middle(point.at), ink: ink(by) }, PING);
      case 'ruler':
        this.#rulers = [
          ...this.#rulers.filter((one) => one.by !== by),
          { by, from: point.from, to: point.to },
        ];
        return;
      case 'ruler_end':
        this.#rulers = this.#rulers.filter((one) => one.by !== by);
        return;
      case 'draw': {
        const points = point.points.flatMap(([x, y]) => [x / 10, y / 10]);
        const mark: Mark = { as: 'line', kind: 'drawn', points, ink: ink(by) };
        return this.#show(by, point.level ?? 0, mark, point.pinned ? undefined : FADES);
      }
      case 'wipe':
        this.#shown = this.#shown.filter((one) => one.mark.as !== 'line' || (by !== 0 && one.by !== by));
        return;
      case 'spotlight':
        this.spotlight = { at: point.at };
        return;
      case 'pause':
        this.paused = point.on;
    }
  }

  /** What is to be drawn on a floor. `measured` says how long a ruler is. */
  marks(level: number, measured: (from: Square, to: Square) => string): Mark[] {
    return [
      ...this.#shown.filter((one) => one.level === level).map((one) => one.mark),
      ...this.#rulers
        .filter((one) => (one.from.level ?? 0) === level)
        .flatMap(({ from, to, by }): Mark[] => {
          const [a, b] = [middle(from), middle(to)];
          return [
            { as: 'line', kind: 'ruler', points: [a.x, a.y, b.x, b.y], ink: ink(by) },
            { as: 'words', kind: 'measure', x: b.x, y: b.y - 0.55, text: measured(from, to) },
          ];
        }),
    ];
  }

  get drawn(): boolean {
    return this.#shown.some((one) => one.mark.as === 'line');
  }

  #show(by: Seat, level: number, mark: Mark, stays: number | undefined): void {
    const id = this.#next++;
    this.#shown = [...this.#shown, { id, by, level, mark, pinned: stays === undefined }].slice(-MOST_LINES);
    if (stays !== undefined)
      setTimeout(() => (this.#shown = this.#shown.filter((one) => one.id !== id)), stays);
  }
}

export const ink = (by: Seat): string => INKS[by % INKS.length]!;
const middle = (at: Square) => ({ x: at.x + 0.5, y: at.y + 0.5 });

/** How many squares it is, as most games count: each step sideways or across is one. */
export const squaresBetween = (from: Square, to: Square): number =>
  Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y));

/** A drawn line with no more points than travel: those that hardly turn are left out. */
export function thinned(points: readonly { x: number; y: number }[], most = 120): [number, number][] {
  const step = Math.max(1, Math.ceil(points.length / most));
  const kept = points.filter((_, at) => at % step === 0 || at === points.length - 1);
  return kept.map(({ x, y }) => [Math.max(0, Math.round(x * 10)), Math.max(0, Math.round(y * 10))]);
}
