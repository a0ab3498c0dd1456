//! What autopilot would answer, in words, where it can be said in a few.
import { candidates, same } from '../form/ready';
import type { Domain, Json } from '../protocol';
import { m, t } from '../words';

export function inWords(domain: Domain | undefined, say: Json | undefined): string | undefined {
  if (!domain || say === undefined || say === null) return undefined;
  if (domain.type === 'yes_no') return m(say === true ? domain.yes : domain.no);
  if (domain.type === 'die' && Array.isArray(say) && say.length === 0) return t('leaveThem');
  if (domain.type === 'amount' && typeof say === 'number') return String(say);
  const found = candidates(domain)?.find((one) => same(one.pick, say));
  return found && m(found.name);
}
