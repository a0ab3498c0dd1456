import { expect, test } from 'vitest';
import type { Line } from '../protocol';
import { lastAction, soleDeed } from './deed';

const line = (action: number | undefined, more: object = {}): Line =>
  ({ type: 'change', seq: 1, say: { text: `action ${action}` }, action, ...more }) as unknown as Line;

test('what was done last can be taken back, whatever was said since', () => {
  const lines = [line(1), line(2), line(2), line(3, { type: 'talk' }), line(undefined)];
  expect(soleDeed(lines, 1)).toEqual({ action: 2, say: { text: 'action 2' } });
  expect(lastAction(lines)).toBe(3);
  expect(lastAction([])).toBe(-1);
});

test('not once others acted, not across dice or something revealed, not while it waits', () => {
  expect(soleDeed([line(1), line(2)], 0)).toBeUndefined();
  expect(soleDeed([line(1), line(1, { dice: [{}] })], 0)).toBeUndefined();
  expect(soleDeed([line(1), line(1, { type: 'reveal' })], 0)).toBeUndefined();
  expect(soleDeed([line(1, { provisional: true })], 0)).toBeUndefined();
  expect(soleDeed([line(1)], 1)).toBeUndefined();
});

test('once it is taken back, nothing of it is left to take back', () => {
  expect(soleDeed([line(1, { struck: { by: 1 } }), line(1, { type: 'undone' })], 0)).toBeUndefined();
});
