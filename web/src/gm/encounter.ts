//! An encounter on its way to the table: as a note that can be read and taken up again, as a report, and as what the
//! GM would have to do to bring somebody in. Which creatures there are comes from the game.
import type {
  AheadCard,
  CircumstanceCard,
  Json,
  OfferCard,
  Picks,
  ShareCard,
  VerdictCard,
} from '../protocol';
import { m, number, percent, t } from '../words';

/** So many of one kind. */
export interface Wanted {
  id: string;
  name: string;
  count: number;
}

/** How it differs from the table as it stands. */
export interface Terms {
  /** The heroes have rested. */
  rested: boolean;
  /** Those who take no part. */
  absent: number[];
  /** What else is different: circumstances by name. */
  given: Record<string, string>;
}

export const AS_IT_IS: Terms = { rested: false, absent: [], given: {} };

/** Notes with such ids are encounters. */
export const NOTE = 'encounter-';

/** As a note, a line for each kind and for each circumstance. Who was there and how is of the moment. */
export function note(wanted: Wanted[], given: Terms['given'], known: CircumstanceCard[]): string {
  const lines = wanted.map((one) => `- ${one.count} × ${one.name}`);
  for (const one of known) {
    const choice = one.choices.find(([name]) => name === given[one.name]);
    if (choice) lines.push(`- ${one.label}: ${choice[1]}`);
  }
  return lines.join('\n');
}

/** Circumstances read from a note; what the table does not know now is passed over. */
export function givenIn(text: string, known: CircumstanceCard[]): Terms['given'] {
  const lines = text.split('\n').map((line) => line.trim());
  return Object.fromEntries(
    known.flatMap((one): [string, string][] => {
      const choice = one.choices.find(([, label]) => lines.includes(`- ${one.label}: ${label}`));
      return choice ? [[one.name, choice[0]]] : [];
    }),
  );
}

/** Read from a note; lines that name nobody the game knows are passed over. */
export function fromNote(text: string, known: [string, string][]): Wanted[] {
  return text.split('\n').flatMap((line) => {
    const found = /^- (\d{1,2}) × (.+)$/.exec(line.trim());
    const kind = found && known.find(([, name]) => name === found[2]);
    const count = Number(found?.[1] ?? 0);
    return kind && count > 0 ? [{ id: kind[0], name: kind[1], count }] : [];
  });
}

const within = (one: ShareCard) => `${percent(one.share)} ± ${percent(one.err)}`;

/** What heroes who look ahead make of it. */
export const looksAhead = (ahead: AheadCard): string =>
  t('encounterAheadSays', {
    n: ahead.fights,
    won: within(ahead.won),
    death: within(ahead.death),
    wiped: within(ahead.wiped),
  });

/** How far it is, while it goes on. */
export const howFar = ({ ahead, fights, most, left }: VerdictCard): string =>
  ahead ? t('jobAhead', { n: left }) : t('jobFights', { fights, most, n: left });

/** Everything that was found of an encounter, given as a note, to keep or to show. */
export function report(title: string, made: string, verdict: VerdictCard): string {
  const rows: [string, string][] = [
    [t('encounterWon'), within(verdict.won)],
    [t('encounterDeath'), within(verdict.death)],
    [t('encounterWiped'), within(verdict.wiped)],
    ...verdict.fighters.map(([who, , dies]): [string, string] => [
      t('encounterDies', { who, share: '' }).trim(),
      within(dies),
    ]),
  ];
  const without = verdict.without.map(
    (one) =>
      `- ${t('encounterMatters', { what: one.what, death: percent(one.death.share), wiped: percent(one.wiped.share) })}`,
  );
  const [least, middle, most] = verdict.rounds;
  return [
    `# ${title}`,
    made,
    verdict.sentence,
    rows.map(([what, how]) => `- ${what}: ${how}`).join('\n'),
    t('encounterRounds', { least: number(least), middle: number(middle), most: number(most) }),
    ...(without.length > 0 ? [`## ${t('encounterWhatMatters')}`, without.join('\n')] : []),
    ...(verdict.ahead ? [`## ${t('encounterAhead')}`, looksAhead(verdict.ahead)] : []),
    verdict.assumes,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** How somebody is brought in: the offer, what is chosen in it, where the name goes, and where it can be hidden. */
export interface Bringing {
  offer: OfferCard;
  picks: Picks;
  name: string;
  hides?: string;
}

/** The GM's offer that has this creature among its choices and a name to give. */
export function bringing(offers: OfferCard[], one: Pick<Wanted, 'id' | 'name'>): Bringing | undefined {
  for (const offer of offers) {
    if (offer.actor !== undefined || offer.refusal) continue;
    const params = offer.params ?? [];
    const name = params.find((param) => param.domain.type === 'text')?.name;
    for (const param of params) {
      if (param.domain.type !== 'one_of' || name === undefined) continue;
      const fits = (option: { pick: Json; name: { text: string } }) =>
        option.pick === one.id || option.pick === one.name || m(option.name) === one.name;
      const found = param.domain.options.find(fits);
      if (!found) continue;
      const hides = params.find((other) => other.domain.type === 'yes_no' && other.name === 'unseen')?.name;
      return { offer, picks: { [param.name]: found.pick }, name, hides };
    }
  }
  return undefined;
}

/** Names nobody has yet, one for each newcomer: "Goblin 1", "Goblin 2". */
export function names(one: Wanted, taken: string[]): string[] {
  const found: string[] = [];
  for (let nth = 1; found.length < one.count; nth += 1) {
    const name = `${one.name} ${nth}`;
    if (!taken.includes(name)) found.push(name);
  }
  return found;
}
