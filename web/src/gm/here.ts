//! Who is here: the heroes, and of the others those whom players see or who stand near them.
import type { Square, Who } from '../protocol';
import type { TableState } from '../state/table.svelte';
import { m } from '../words';

/** So many squares from a hero is near enough to be in the fight. */
const NEAR = 8;

export function fightersHere<Pick extends string | number>(
  table: TableState,
  among: readonly Pick[],
): Pick[] {
  const map = table.desk?.view.scene?.map;
  const tokens = (map?.layers ?? []).flatMap((layer) => (layer.type === 'tokens' ? layer.tokens : []));
  const heroes = new Set(
    table.sheets.flatMap((sheet) => (sheet.owner.type === 'hero' ? [sheet.owner.who] : [])),
  );
  const at = new Map<Who, Square>(tokens.map((token) => [token.who, token.at]));
  const unseen = new Set(table.desk?.gm?.unseen ?? []);
  const far = (a: Square, b: Square) =>
    a.level === b.level ? Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) : Infinity;
  const led = [...heroes].flatMap((who) => at.get(who) ?? []);
  const fits = (who: Who): boolean => {
    if (heroes.has(who)) return true;
    const spot = at.get(who);
    if (!map || !spot || led.length === 0) return !unseen.has(who);
    return led.some((one) => far(one, spot) <= NEAR);
  };
  // Some games pick by number, some by name.
  const named = new Map((table.desk?.gm?.creatures ?? []).map(([who, name]): [string, Who] => [name, who]));
  for (const sheet of table.sheets)
    if (sheet.owner.type !== 'table') named.set(m(sheet.title), sheet.owner.who);
  return among.filter((pick) => {
    const who = named.get(String(pick)) ?? Number(pick);
    return Number.isInteger(who) && fits(who);
  });
}
