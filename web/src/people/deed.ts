//! The one thing done since a seat acted, if it may be taken back without asking: nobody else did anything, no die
//! fell in it, nothing was revealed. The server has the last word.
import type { Line, Msg } from '../protocol';

export interface Deed {
  action: number;
  say: Msg;
}

/** The number of the last action told of. */
export const lastAction = (lines: readonly Line[]): number =>
  lines.reduce((last, line) => Math.max(last, line.action ?? -1), -1);

export function soleDeed(lines: readonly Line[], after: number): Deed | undefined {
  const since = lines.filter((line) => line.type !== 'talk' && (line.action ?? -1) > after);
  const action = since[0]?.action;
  const plain = since.every(
    (line) =>
      line.action === action &&
      !line.dice?.length &&
      !line.struck &&
      !line.provisional &&
      line.type !== 'reveal' &&
      line.type !== 'undone',
  );
  const say = since.find((line) => line.type !== 'time')?.say;
  return action !== undefined && plain && say ? { action, say } : undefined;
}
