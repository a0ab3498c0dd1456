//! What can be brought in or handed out, from the GM's offers: creatures, people, things. Each with what the game says of it.
import type { Json, OfferCard } from '../protocol';
import { m } from '../words';
import { gives, part } from './slots';

export interface Thing {
  id: string;
  name: string;
  say: string;
  kind: 'creatures' | 'people' | 'things';
  /** Only for things: the offer that gives it, and what is picked in it. */
  give?: { offer: OfferCard; pick: Json };
}

/** Everything an offer with a name to give and one of several to be can bring. Ready heroes are people. */
export function library(
  offers: readonly OfferCard[],
  known: readonly [string, string][],
  heroes: readonly { id: string; name: string }[],
): Thing[] {
  const said = new Map<string, string>();
  const people: Thing[] = [];
  for (const offer of offers) {
    if (offer.actor !== undefined || offer.refusal) continue;
    if (!(offer.params ?? []).some((param) => param.domain.type === 'text')) continue;
    for (const param of offer.params ?? []) {
      if (param.domain.type !== 'one_of') continue;
      for (const option of param.domain.options) {
        const name = m(option.name);
        said.set(name, m(option.say));
        const hero = heroes.find((one) => one.id === option.pick || one.name === name);
        if (hero && !people.some((one) => one.name === name))
          people.push({ id: hero.id, name, say: m(option.say), kind: 'people' });
      }
    }
  }
  const creatures = known.map(([id, name]): Thing => ({
    id,
    name,
    say: said.get(name) ?? '',
    kind: 'creatures',
  }));
  const give = gives(offers);
  const what = give && part(give, 'one_of');
  const things =
    give && what
      ? what.domain.options
          .filter((one) => !one.refusal)
          .map((one): Thing => ({
            id: `thing:${JSON.stringify(one.pick)}`,
            name: m(one.name),
            say: m(one.say),
            kind: 'things',
            give: { offer: give, pick: one.pick },
          }))
      : [];
  return [...creatures, ...people, ...things];
}

/** Those whose name or words hold all that was typed; names that begin with it first. */
export function search(all: readonly Thing[], typed: string): Thing[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const fits = all.filter((one) =>
    words.every((word) => one.name.toLowerCase().includes(word) || one.say.toLowerCase().includes(word)),
  );
  const rank = (one: Thing) => {
    const name = one.name.toLowerCase();
    const first = words[0] ?? '';
    return name.startsWith(first) ? 0 : name.includes(first) ? 1 : 2;
  };
  return [...fits].sort((a, b) => rank(a) - rank(b));
}
