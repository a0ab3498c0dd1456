//! The same question to several creatures of one seat: which stand together, and which answers all of them may give.
import { candidates, same } from '../form/ready';
import type { Candidate, Domain, Json, PromptCard } from '../protocol';

/** Questions as cards: those of one group together, in the order in which the first of each stands. */
export function grouped(prompts: readonly PromptCard[]): PromptCard[][] {
  const cards: PromptCard[][] = [];
  for (const prompt of prompts) {
    const known = cards.find((card) => prompt.group !== undefined && card[0]?.group === prompt.group);
    if (known) known.push(prompt);
    else cards.push([prompt]);
  }
  return cards;
}

/** What can be tapped to answer a question, if its answers can be listed. */
export function options(domain: Domain | undefined): Candidate<Json>[] | undefined {
  if (domain?.type === 'yes_no')
    return [
      { pick: true, name: domain.yes },
      { pick: false, name: domain.no },
    ];
  return domain && candidates(domain);
}

/** The answers that every one of them may give, with the words of the first. */
export function forAll(prompts: readonly PromptCard[]): Candidate<Json>[] {
  const [first, ...rest] = prompts.map((prompt) => options(prompt.domain) ?? []);
  const open = (list: Candidate<Json>[], pick: Json) =>
    list.some((one) => one.refusal === undefined && same(one.pick, pick));
  return (first ?? []).filter(
    (one) => one.refusal === undefined && rest.every((list) => open(list, one.pick)),
  );
}

/** A number that all of them may name lies between these. */
export function amountForAll(prompts: readonly PromptCard[]): Domain | undefined {
  let least = -Infinity;
  let most = Infinity;
  for (const { domain } of prompts) {
    if (domain?.type !== 'amount') return undefined;
    least = Math.max(least, domain.least);
    most = Math.min(most, domain.most);
  }
  const first = prompts[0]?.domain;
  return first?.type === 'amount' && least <= most ? { ...first, least, most } : undefined;
}
