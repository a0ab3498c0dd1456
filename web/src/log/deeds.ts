//! Lines of one action, put together wherever they stand in the log: that something was taken back is told after all
//! that went with it, so the lines of an action need not follow each other.
import type { Line } from '../protocol';

export interface Deed {
  action: number;
  lines: Line[];
}

/** Every action once, in the order in which they were first told of. */
export function deedsOf(lines: readonly Line[]): Deed[] {
  const found = new Map<number, Deed>();
  for (const line of lines) {
    if (line.action === undefined) continue;
    const deed = found.get(line.action);
    if (deed) deed.lines.push(line);
    else found.set(line.action, { action: line.action, lines: [line] });
  }
  return [...found.values()];
}
