import { expect, test } from 'vitest';
import { route } from './router.svelte';

const at = (path: string) => {
  const url = new URL(path, 'http://table');
  return route(url.pathname, url.searchParams);
};

test('every address of the table leads to its screen', () => {
  expect(at('/')).toEqual({ screen: 'start' });
  expect(at('/t/abc')).toEqual({ screen: 'table', table: 'abc', tab: 'act', rest: [] });
  expect(at('/t/abc/sheet/4')).toEqual({ screen: 'table', table: 'abc', tab: 'sheet', rest: ['4'] });
  expect(at('/t/abc/log/12')).toMatchObject({ tab: 'log', rest: ['12'] });
  expect(at('/t/abc/drawer/people')).toMatchObject({ rest: ['drawer', 'people'] });
  expect(at('/t/abc/create/7')).toEqual({ screen: 'create', table: 'abc', hero: '7' });
  expect(at('/t/abc/as/2')).toEqual({ screen: 'as', table: 'abc', seat: 2 });
  expect(at('/rules/some-game/AB-1?q=tired')).toMatchObject({ game: 'some-game', id: 'AB-1', q: 'tired' });
});

test('an address that means nothing says so', () => {
  expect(at('/t/abc/nonsense')).toEqual({ screen: 'lost' });
  expect(at('/else')).toEqual({ screen: 'lost' });
  expect(at('/t/%E0%A4%A')).toMatchObject({ screen: 'table' });
});
