//! The languages the page can be read in. A new one is a catalogue like `en.ts` and `gm.ts` together, and a row here; one that nobody speaks
//! is for tests and does not stand here.
import type { Key } from '.';

type Words = Record<Key, string | { one?: string; other: string }>;

export interface Language {
  tag: string;
  /** As those who speak it call it. */
  name: string;
  /** Fetched when it is chosen; the first is there anyway. */
  words?: () => Promise<Words>;
}

export const LANGUAGES: readonly Language[] = [{ tag: 'en', name: 'English' }];
