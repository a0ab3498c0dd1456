//! Rule texts fetched once and kept while the page is open.
import { server } from '../net/http';
import type { RuleCard } from '../protocol';

const kept = new Map<string, Promise<RuleCard | undefined>>();

export function ruleText(game: string, id: string): Promise<RuleCard | undefined> {
  const key = `${game} ${id}`;
  let found = kept.get(key);
  if (!found) {
    found = server
      .rules(game, id)
      .then((got) => (got.ok ? got.value.rules.find((rule) => rule.id === id) : undefined));
    kept.set(key, found);
  }
  return found;
}
