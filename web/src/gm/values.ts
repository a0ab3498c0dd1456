//! Values of a sheet that the GM can set in place: a block whose key names a published value of its owner that is what the
//! block shows. What follows from other values is refused by the rules, and the field says so.
import type { Block, Json, Sheet } from '../protocol';
import { m } from '../words';
import { paths } from './paths';

/** What a block shows as one number. */
export function shown(block: Block): number | undefined {
  if (block.type === 'pool' || block.type === 'tracker') return block.now;
  if (block.type === 'attribute') return block.value.total;
  return undefined;
}

/** The path of each such block, by its key. */
export function fields(sheet: Sheet, published: Json): Map<string, string> {
  const name = m(sheet.title);
  const own =
    typeof published === 'object' && published !== null && !Array.isArray(published)
      ? published[name]
      : undefined;
  const found = new Map<string, string>();
  const known = own === undefined ? [] : paths(own);
  for (const block of sheet.blocks) {
    if (block.type === 'tracker' && block.path) {
      found.set(block.key, block.path);
      continue;
    }
    const now = shown(block);
    if (now === undefined) continue;
    // By its key, else by its name: the shallowest that shows the same.
    const path = [block.key, m(block.label)]
      .map((word) => word.toLowerCase().replaceAll(' ', '_'))
      .flatMap((word) => known.filter(([one, value]) => value === now && last(one) === word))
      .sort((a, b) => a[0].split('.').length - b[0].split('.').length)[0]?.[0];
    if (path !== undefined) found.set(block.key, `${name}.${path}`);
  }
  return found;
}

const last = (path: string) => (path.split('.').at(-1) ?? '').toLowerCase();
