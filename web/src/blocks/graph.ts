//! Where places stand in their picture: rows by their distance from the first place, neighbours under each other.
//! It does not depend on who is where, so that the picture stays as it is while people walk about in it.

export interface Spot {
  key: string;
  /** From 0 at the start to 1 at the end of the widest row. */
  x: number;
  row: number;
}

export interface Graph {
  spots: Spot[];
  rows: number;
  /** Places in the widest row. */
  across: number;
}

const MOST = 4;

interface Way {
  from: string;
  to: string;
}

export function laidOut(keys: string[], links: Way[]): Graph {
  const near = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const { from, to } of links) {
    if (from === to || !near.has(from) || !near.has(to)) continue;
    near.get(from)?.push(to);
    near.get(to)?.push(from);
  }
  const rows = inRows(keys, near);
  for (let pass = 0; pass < 4; pass += 1) {
    for (let at = 1; at < rows.length; at += 1) sortBy(rows[at] ?? [], rows[at - 1] ?? [], near);
    for (let at = rows.length - 2; at >= 0; at -= 1) sortBy(rows[at] ?? [], rows[at + 1] ?? [], near);
  }
  const broken = rows.flatMap(inParts);
  const across = Math.max(1, ...broken.map((row) => row.length));
  const spots = broken.flatMap((row, at) =>
    row.map((key, nth) => ({ key, row: at, x: (nth + 0.5 + (across - row.length) / 2) / across })),
  );
  return { spots, rows: broken.length, across };
}

/** Rows too long to be read are broken into rows of nearly the same length. */
function inParts(row: string[]): string[][] {
  const parts = Math.ceil(row.length / MOST);
  const each = Math.ceil(row.length / parts);
  return Array.from({ length: parts }, (_, nth) => row.slice(nth * each, (nth + 1) * each));
}

function inRows(keys: string[], near: Map<string, string[]>): string[][] {
  const rows: string[][] = [];
  const placed = new Set<string>();
  for (const first of keys) {
    if (placed.has(first)) continue;
    let row = [first];
    placed.add(first);
    while (row.length > 0) {
      rows.push(row);
      const next: string[] = [];
      for (const key of row)
        for (const other of near.get(key) ?? []) {
          if (placed.has(other)) continue;
          placed.add(other);
          next.push(other);
        }
      row = next;
    }
  }
  return rows;
}

/** Each place as near as may be to the middle of its neighbours in the other row. */
function sortBy(row: string[], other: string[], near: Map<string, string[]>): void {
  const middle = new Map(
    row.map((key, nth) => {
      const at = (near.get(key) ?? []).map((one) => other.indexOf(one)).filter((one) => one >= 0);
      if (at.length === 0) return [key, nth / Math.max(1, row.length)];
      return [key, (at.reduce((sum, one) => sum + one, 0) / at.length + 0.5) / other.length];
    }),
  );
  row.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0));
}
