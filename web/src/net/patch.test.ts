import { expect, test } from 'vitest';
import { Misfit, patched } from './patch';

const view = { sheets: [{ hp: { now: 9 } }, { hp: { now: 4 } }], lines: ['a'], 'a/b': 1 };

test('what a patch does not name stays the same object, and the old value is untouched', () => {
  const next = patched(view, [
    { op: 'replace', path: '/sheets/1/hp/now', value: 2 },
    { op: 'add', path: '/lines/-', value: 'b' },
    { op: 'replace', path: '/a~1b', value: 3 },
  ]);
  expect(next).toEqual({ sheets: [{ hp: { now: 9 } }, { hp: { now: 2 } }], lines: ['a', 'b'], 'a/b': 3 });
  expect(next.sheets[0]).toBe(view.sheets[0]);
  expect(view.sheets[1]!.hp.now).toBe(4);
});

test('rows are put in, taken out and moved', () => {
  const next = patched(view, [
    { op: 'add', path: '/lines/0', value: 'z' },
    { op: 'remove', path: '/sheets/0' },
    { op: 'move', from: '/lines/0', path: '/first' },
    { op: 'copy', from: '/lines/0', path: '/second' },
  ]);
  expect(next).toEqual({ sheets: [{ hp: { now: 4 } }], lines: ['a'], 'a/b': 1, first: 'z', second: 'a' });
});

test('a patch that does not fit is refused whole', () => {
  expect(() => patched(view, [{ op: 'replace', path: '/sheets/7/hp', value: 1 }])).toThrow(Misfit);
  expect(() => patched(view, [{ op: 'remove', path: '/nothing' }])).toThrow(Misfit);
  expect(() => patched(view, [{ op: 'replace', path: '/nothing', value: 1 }])).toThrow(Misfit);
  expect(() => patched(view, [{ op: 'test', path: '/lines', value: [] }])).toThrow(Misfit);
});
