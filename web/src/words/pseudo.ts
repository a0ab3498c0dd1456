//! A language nobody speaks, longer than English: what is not in brackets on a page in it was left in the code.
import { en } from './en';
import { gm } from './gm';
import type { Key } from '.';

const bracket = (text: string) => `⟦${text} ${'·'.repeat(Math.ceil(text.length * 0.3))}⟧`;

export const pseudo = Object.fromEntries(
  Object.entries({ ...en, ...gm }).map(([key, sentence]) => [
    key,
    typeof sentence === 'string'
      ? bracket(sentence)
      : { one: bracket(sentence.one), other: bracket(sentence.other) },
  ]),
) as Record<Key, string | { one: string; other: string }>;
