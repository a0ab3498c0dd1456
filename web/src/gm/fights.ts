//! Prepared fights: notes of the GM's that name who fights, with what the last trial of each came to.
import type { Json, PaperCard, VerdictCard } from '../protocol';
import { NOTE, fromNote, type Wanted } from './encounter';

/** What is kept of a verdict: its word, and the shares of winning and of a hero's death. */
export interface Brief {
  verdict: string;
  won: number;
  death: number;
}

export const brief = (one: VerdictCard): Json => ({
  verdict: one.verdict,
  won: one.won.share,
  death: one.death.share,
});

export function briefOf(kept: Json | undefined): Brief | undefined {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return undefined;
  const { verdict, won, death } = kept;
  return typeof verdict === 'string' && typeof won === 'number' && typeof death === 'number'
    ? { verdict, won, death }
    : undefined;
}

export interface Fight {
  paper: string;
  title: string;
  wanted: Wanted[];
}

export function fights(papers: readonly PaperCard[], known: [string, string][]): Fight[] {
  return papers
    .filter((one) => one.id.startsWith(NOTE))
    .map((one) => ({ paper: one.id, title: one.title, wanted: fromNote(one.text ?? '', known) }))
    .filter((one) => one.wanted.length > 0);
}
