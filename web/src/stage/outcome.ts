//! The outcome of an action in a word, read from what was told of it: games say it in sentences of their own. A game
//! that names an outcome on its roll is taken at its word.
import type { Line } from '../protocol';
import { m } from '../words';

export interface Outcome {
  word: string;
  tone: 'good' | 'bad' | 'plain';
}

const READ: readonly [RegExp, (found: RegExpExecArray) => Outcome][] = [
  [/\bcritical hit\b/i, () => ({ word: 'Critical hit', tone: 'good' })],
  [/\bdoes not hit\b|\bmiss(es|ed)?\b/i, () => ({ word: 'Miss', tone: 'bad' })],
  [/\bis hit\b|\bhits\b|^hit\b/i, () => ({ word: 'Hit', tone: 'good' })],
  [
    /\b(positive|negative) impact\b/i,
    (found) => ({ word: capital(found[0]), tone: /positive/i.test(found[0]) ? 'good' : 'bad' }),
  ],
  [
    /\b((?:great|full|near|partial|critical|extreme)\s+)?(success|failure)\b/i,
    (found) => ({ word: capital(found[0]), tone: /success/i.test(found[0]) ? 'good' : 'bad' }),
  ],
];
/** Of whoever acts: what others pass or fail on the way is not the outcome. */
const READ_OF_ACTOR: typeof READ = [
  [/\b(passes|succeeds|resists)\b/i, () => ({ word: 'Success', tone: 'good' })],
  [/\bfails\b/i, () => ({ word: 'Failure', tone: 'bad' })],
];

/** What it came to; nothing where no line says. */
export function outcomeOf(lines: readonly Line[]): Outcome | undefined {
  for (const line of lines)
    if (line.type === 'roll' && line.outcome) return { word: m(line.outcome), tone: toneOf(m(line.outcome)) };
  const told = lines.filter((line) => line.type !== 'time');
  const by = told.find((line) => line.who !== undefined)?.who;
  return (
    readIn(told, READ) ??
    readIn(
      told.filter((line) => line.who === undefined || line.who === by),
      READ_OF_ACTOR,
    )
  );
}

function readIn(lines: readonly Line[], read: typeof READ): Outcome | undefined {
  for (const [pattern, made] of read)
    for (const line of lines) {
      const found = pattern.exec(m(line.say));
      if (found) return made(found);
    }
  return undefined;
}

function toneOf(word: string): Outcome['tone'] {
  if (/miss|fail/i.test(word)) return 'bad';
  return /hit|success/i.test(word) ? 'good' : 'plain';
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** Lines that only keep the books: whose turn it is, what is left to spend, that nobody rerolls. */
export const isBookkeeping = (text: string): boolean =>
  /^The Turn of |^\S.* acts\.$| has -?\d+ AP\.$| lets? the dice lie\.$|^Outcome: |^(Hit|Miss|Success|Failure)\.?$/.test(
    text,
  );

/** Lines that only read the dice, which stand beside them: what is rolled, what it adds up to. */
export const isReading = (text: string): boolean =>
  /: \w+ (test|check) with \d+ dic?e\.$| contest against .*\.$| uses doubles: |: bonus dice |: -?\d+ in all\.$|: [\d, ]+, a (great |critical )?(success|failure)\.$/.test(
    text,
  );

/** Somebody goes down: the worst that can be told of a blow. */
export const isFall = (text: string): boolean =>
  /\b(dies|is dead|is killed|is slain|is dying|is down|falls)\b(?! to the ground)/i.test(text);
