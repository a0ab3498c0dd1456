//! Applying a JSON patch to a value without touching what it does not name: unchanged parts stay the same
//! objects, so that only changed blocks are drawn again.

export type PatchOp =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; from: string; path: string };

/** A patch that does not fit: ask for the whole value instead. */
export class Misfit extends Error {}

export function patched<T>(value: T, ops: readonly PatchOp[]): T {
  let now: unknown = value;
  for (const op of ops) {
    switch (op.op) {
      case 'add':
      case 'replace':
        now = put(now, parts(op.path), op.value, op.op === 'add');
        break;
      case 'remove':
        now = drop(now, parts(op.path));
        break;
      case 'copy':
        now = put(now, parts(op.path), get(now, parts(op.from)), true);
        break;
      case 'move': {
        const moved = get(now, parts(op.from));
        now = put(drop(now, parts(op.from)), parts(op.path), moved, true);
        break;
      }
      case 'test':
        if (JSON.stringify(get(now, parts(op.path))) !== JSON.stringify(op.value)) throw new Misfit(op.path);
    }
  }
  return now as T;
}

function parts(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
}

function get(at: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return at;
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, first)) throw new Misfit(first);
  return get((at as Record<string, unknown>)[first], rest);
}

function put(at: unknown, [first, ...rest]: string[], value: unknown, insert: boolean): unknown {
  if (first === undefined) return value;
  if (Array.isArray(at)) {
    const copy: unknown[] = [...at];
    const index = first === '-' ? copy.length : place(first, copy.length);
    if (rest.length > 0) copy[index] = put(copy[index], rest, value, insert);
    else if (insert) copy.splice(index, 0, value);
    else if (index < copy.length) copy[index] = value;
    else throw new Misfit(first);
    return copy;
  }
  if (typeof at !== 'object' || at === null) throw new Misfit(first);
  const own = at as Record<string, unknown>;
  if ((rest.length > 0 || !insert) && !Object.hasOwn(own, first)) throw new Misfit(first);
  return { ...own, [first]: put(own[first], rest, value, insert) };
}

function drop(at: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return undefined;
  if (Array.isArray(at)) {
    const copy: unknown[] = [...at];
    const index = place(first, copy.length - 1);
    if (rest.length > 0) copy[index] = drop(copy[index], rest);
    else copy.splice(index, 1);
    return copy;
  }
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, first)) throw new Misfit(first);
  const copy = { ...(at as Record<string, unknown>) };
  if (rest.length > 0) copy[first] = drop(copy[first], rest);
  else delete copy[first];
  return copy;
}

function place(word: string, most: number): number {
  const index = Number(word);
  if (!/^\d+$/.test(word) || index > most) throw new Misfit(word);
  return index;
}
