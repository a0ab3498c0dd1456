//! What an adventure came to, counted from the lines this seat was told: fights, rolls, who went down, what each hero did.
import { chaptersOf } from '../log/chapters';
import type { Line, Who } from '../protocol';
import { m } from '../words';
import { isFall } from './outcome';

/** An adventure is over: the game says so in a line of its own. */
const ENDS =
  /\b(?:scenario|adventure|expedition|mission) (?:is over|ends|has ended)\b|^You are out of\b|^The party leaves\b/i;

export const endsAdventure = (line: Line): boolean =>
  !line.struck && line.type !== 'talk' && ENDS.test(m(line.say));

export interface Tally {
  fights: number;
  rolls: number;
  foesDown: number;
  heroesLost: number;
  of: Map<Who, { rolls: number; felled: number; fell: string | undefined }>;
}

export function tallyOf(lines: readonly Line[], heroes: readonly { who: Who; name: string }[]): Tally {
  const told = lines.filter((line) => !line.struck && line.type !== 'talk' && line.type !== 'people');
  const of: Tally['of'] = new Map(heroes.map(({ who }) => [who, { rolls: 0, felled: 0, fell: undefined }]));
  let foesDown = 0;
  /** Who acts: who goes down in an action was felled by them. */
  const actors = new Map<number, Who>();
  const down = new Set<string>();
  for (const line of told) {
    if (line.type === 'roll' && line.who !== undefined) {
      if (line.action !== undefined && !actors.has(line.action)) actors.set(line.action, line.who);
      const own = of.get(line.who);
      if (own) own.rolls += 1;
    }
    const words = m(line.say);
    if (line.type === 'roll' || !isFall(words) || down.has(words)) continue;
    down.add(words);
    const hero = heroes.find(({ name }) => words.startsWith(name));
    if (hero) of.get(hero.who)!.fell = words;
    else {
      foesDown += 1;
      const by = line.action === undefined ? undefined : of.get(actors.get(line.action) ?? -1);
      if (by) by.felled += 1;
    }
  }
  return {
    fights: chaptersOf(lines).filter((one) => one.rounds > 0).length,
    rolls: told.filter((line) => line.type === 'roll').length,
    foesDown,
    heroesLost: [...of.values()].filter((one) => one.fell && /\b(dies|dead|killed|slain)\b/i.test(one.fell))
      .length,
    of,
  };
}
