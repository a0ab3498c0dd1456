//! Fights as chapters: a run of rounds, from the first to the line that says it is over, with how it went in a few words.
//! Made from the lines a seat was told, and from nothing else.
import type { Line } from '../protocol';
import { m } from '../words';

export interface Chapter {
  /** The number of its first line. */
  from: number;
  /** The number of its last line, once it is over. */
  to: number | undefined;
  rounds: number;
  /** How it went, in the sentence that ended it. */
  recap: string;
}

const BEGINS = /^An? \w+ begins\b/;
const ROUND = /^Round (\d+)\b/;
/** Every game ends a fight with this sentence. */
const OVER = /^The [^.:]{1,40} is over after \d+ rounds?\b/;

/** All fights of these lines, in their order; the last may still go on. */
export function chaptersOf(lines: readonly Line[]): Chapter[] {
  const found: Chapter[] = [];
  let now: Chapter | undefined;
  for (const line of lines) {
    if (line.struck || line.type === 'talk' || line.type === 'people') continue;
    const words = m(line.say);
    const round = line.type === 'time' ? Number(ROUND.exec(words)?.[1] ?? NaN) : NaN;
    const begins = line.type === 'time' && BEGINS.test(words);
    // Counting begins anew with the next fight.
    if (begins || (!Number.isNaN(round) && (!now || round < now.rounds)))
      found.push((now = { from: line.seq, to: undefined, rounds: 0, recap: '' }));
    if (now && !Number.isNaN(round)) now.rounds = round;
    if (now && OVER.test(words)) {
      now.to = line.seq;
      now.recap = words;
      now = undefined;
    }
  }
  return found;
}

/** Which chapter that is over a line belongs to. */
export const chapterAt = (chapters: readonly Chapter[], seq: number): Chapter | undefined =>
  chapters.find((one) => one.to !== undefined && seq >= one.from && seq <= one.to);

const WALK = /\b(?:goes|walks|moves|runs|steps|sneaks|crawls|swims|is at)\b.*\b[A-Z]{1,2}\d{1,3}\b/;

/** Whether all an action came to is that somebody stands elsewhere. */
export const isWalk = (lines: readonly Line[]): boolean =>
  lines.length > 0 &&
  lines.every((line) => line.type === 'change' && !line.dice?.length && !line.provisional && !line.struck) &&
  lines.some((line) => WALK.test(m(line.say)));
