//! Turning keys of the catalogue, and sentences of the server, into text. No sentence is built anywhere else.
import type { Cost, Msg, Refusal, Square } from '../protocol';
import { en } from './en';
import type { gm } from './gm';

export type Key = keyof typeof en | keyof typeof gm;
export type Values = Record<string, string | number>;
type Sentence = string | { one?: string; other: string };
type Catalogue = Partial<Record<Key, Sentence>>;

let catalogue: Catalogue = en;
/** Sentences that came with the panels that use them. */
const later: Catalogue = {};
let language = 'en';

/** Replaces the catalogue: another language, or the one tests use to find words left in code. */
export function speak(tongue: string, words: Catalogue): void {
  language = tongue;
  catalogue = words;
}

/** Sentences of a part that is fetched when it is needed. A language that has them already keeps its own. */
export function learn(words: Catalogue): void {
  Object.assign(later, words);
}

/** A sentence of the catalogue with its values in place; `n` chooses the plural. */
export function t(key: Key, values: Values = {}): string {
  const sentence: Sentence = catalogue[key] ?? later[key] ?? key;
  const template = typeof sentence === 'string' ? sentence : plural(sentence, Number(values.n ?? 0));
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
  });
}

/** A sentence of the game. */
export function m(msg: Msg | undefined): string {
  return msg?.text ?? '';
}

/** Everything that stands in the way, as one text. */
export function refused(refusal: Refusal | undefined): string {
  return refusal?.map((reason) => reason.sentence).join(' ') ?? '';
}

export function number(value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

/** "+2", "−1": a part of a sum. */
export function signed(value: number): string {
  return new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(value);
}

/** What a tracker stands at: in the game's words, or as a number of how many. */
export function standing(tracker: { now: number; max?: number; shows?: Msg }): string {
  if (tracker.shows) return m(tracker.shows);
  return tracker.max === undefined ? number(tracker.now) : t('nOf', { n: tracker.now, max: tracker.max });
}

/** A share in ten-thousandths as percent. */
export function percent(share: number): string {
  const digits = share > 0 && share < 100 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(
    share / 10000,
  );
}

export function list(names: string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

/** "3 days ago". */
export function ago(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const seconds = Math.round((then - now) / 1000);
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86400],
    ['hour', 3600],
    ['minute', 60],
  ];
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(seconds, 'second');
}

/** "12 November, 21:14". */
export function moment(time: number): string {
  const format: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  };
  return new Intl.DateTimeFormat(language, format).format(time);
}

export function clock(time: number): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(time);
}

export function cost(costs: Cost[] | undefined): string {
  return (costs ?? []).map((one) => t('cost', { n: one.amount, unit: m(one.unit) })).join(', ');
}

/** "E4", as the rules write a square. */
export function square(at: Square): string {
  let letters = '';
  for (let column = at.x; column >= 0; column = Math.floor(column / 26) - 1) {
    letters = String.fromCharCode(65 + (column % 26)) + letters;
  }
  const name = `${letters}${at.y + 1}`;
  return at.level === 0 ? name : t('squareOn', { square: name, level: at.level });
}

function plural(sentence: { one?: string; other: string }, n: number): string {
  const rule = new Intl.PluralRules(language).select(n);
  return rule === 'one' && sentence.one !== undefined ? sentence.one : sentence.other;
}
