//! What is typed in the chat box: words, rolls, whispers, and the few verbs. Reading only; nothing is sent here.
import type { Op, Person, SecretMode, Who } from '../protocol';
import { t } from '../words';

export type Typed =
  | { kind: 'op'; op: Op }
  | { kind: 'odds'; roll: string }
  | { kind: 'why' }
  | { kind: 'undo' }
  | { kind: 'help' }
  | { kind: 'wrong'; say: string };

export const VERBS = [
  '/r',
  '/gmr',
  '/br',
  '/sr',
  '/w',
  '/ic',
  '/ooc',
  '/em',
  '/odds',
  '/why',
  '/undo',
  '/help',
] as const;

const MODES: Record<string, SecretMode | undefined> = {
  '/r': undefined,
  '/gmr': 'gm',
  '/br': 'blind',
  '/sr': 'self',
};

export interface Speaker {
  hero?: Who;
  people: Person[];
  /** The roll mode chosen beside the field, for `/r`. */
  mode?: SecretMode;
}

/** Names that an `@` just before the caret may mean, and where it stands. */
export function mentions(
  text: string,
  names: readonly string[],
): { at: number; names: string[] } | undefined {
  const at = text.lastIndexOf('@');
  if (at < 0 || (at > 0 && !/\s/.test(text.charAt(at - 1)))) return undefined;
  const begun = text.slice(at + 1).toLowerCase();
  const fit = names.filter((name) => name.toLowerCase().startsWith(begun) && name.toLowerCase() !== begun);
  return fit.length > 0 ? { at, names: [...new Set(fit)].slice(0, 6) } : undefined;
}

/** Reads what was typed. */
export function typed(text: string, speaker: Speaker): Typed {
  const words = text.trim();
  if (!words.startsWith('/')) return talk(words, speaker);
  const [verb = '', ...parts] = words.split(/\s+/);
  const rest = words.slice(verb.length).trim();
  switch (verb.toLowerCase()) {
    case '/r':
    case '/roll':
    case '/gmr':
    case '/br':
    case '/sr':
      return roll(verb.toLowerCase() === '/roll' ? '/r' : verb.toLowerCase(), rest, speaker);
    case '/w':
      return whisper(rest, parts, speaker);
    case '/ic':
      if (rest === '') return { kind: 'wrong', say: t('saySomething') };
      return { kind: 'op', op: { say: { voice: { type: 'in_character' }, words: rest, ...hero(speaker) } } };
    case '/em':
      if (rest === '') return { kind: 'wrong', say: t('saySomething') };
      return { kind: 'op', op: { say: { voice: { type: 'emote' }, words: rest, ...hero(speaker) } } };
    case '/ooc':
      return talk(rest, speaker);
    case '/odds':
      return rest === '' ? { kind: 'wrong', say: t('oddsOfWhat') } : { kind: 'odds', roll: rest };
    case '/why':
      return { kind: 'why' };
    case '/undo':
      return { kind: 'undo' };
    case '/help':
      return { kind: 'help' };
    default:
      return { kind: 'wrong', say: t('unknownVerb', { verb, verbs: VERBS.join(' ') }) };
  }
}

function talk(words: string, speaker: Speaker): Typed {
  if (words === '') return { kind: 'wrong', say: t('saySomething') };
  void speaker;
  return { kind: 'op', op: { say: { voice: { type: 'out_of_character' }, words } } };
}

function roll(verb: string, rest: string, speaker: Speaker): Typed {
  const [notation = '', label] = rest.split('#', 2).map((part) => part.trim());
  if (notation === '') return { kind: 'wrong', say: t('rollWhat') };
  const mode = verb === '/r' ? speaker.mode : MODES[verb];
  return { kind: 'op', op: { roll: { notation, ...(mode ? { mode } : {}), ...(label ? { label } : {}) } } };
}

function whisper(rest: string, parts: string[], speaker: Speaker): Typed {
  const names = speaker.people.map((person) => person.name);
  // The longest name that fits, for names may have spaces.
  const found = speaker.people
    .filter(
      (person) =>
        rest.toLowerCase().startsWith(person.name.toLowerCase()) ||
        rest.toLowerCase().startsWith(`@${person.name.toLowerCase()}`),
    )
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!found || parts.length === 0)
    return { kind: 'wrong', say: t('whisperWhom', { names: names.join(', ') }) };
  const words = rest
    .replace(/^@/, '')
    .slice(found.name.length)
    .replace(/^[:,]?\s*/, '');
  if (words === '') return { kind: 'wrong', say: t('saySomething') };
  return { kind: 'op', op: { say: { voice: { type: 'whisper', to: [found.seat] }, words } } };
}

function hero(speaker: Speaker): { who?: Who } {
  return speaker.hero === undefined ? {} : { who: speaker.hero };
}
