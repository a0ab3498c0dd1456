import { expect, test } from 'vitest';
import { inner, outer } from './base';

test('a page at the root speaks of paths as the browser does', () => {
  expect(outer('/t/abc', '')).toBe('/t/abc');
  expect(inner('/t/abc', '')).toBe('/t/abc');
});

test('a page below a base puts it before every path and takes it away again', () => {
  expect(outer('/t/abc?q=1', '/tables')).toBe('/tables/t/abc?q=1');
  expect(outer('https://elsewhere.example/', '/tables')).toBe('https://elsewhere.example/');
  expect(inner('/tables/t/abc', '/tables')).toBe('/t/abc');
  expect(inner('/tables', '/tables')).toBe('/');
  expect(inner('/tables/', '/tables')).toBe('/');
  expect(inner('/tablesetting', '/tables')).toBe('/tablesetting');
});
