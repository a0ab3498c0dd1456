import { expect, test } from 'vitest';
import { frame, msg } from '../fixtures/parts';
import type { Sheet } from '../protocol';
import { fields } from './values';

const sheet = {
  owner: { type: 'hero', who: 0 },
  title: msg('Marda Pell'),
  blocks: [
    { ...frame('hp', 'Hitpoints'), type: 'pool', now: 8, max: 9 },
    { ...frame('quality.0', 'Gumption'), type: 'attribute', value: { total: 2, terms: [] } },
    { ...frame('STR', 'Strength'), type: 'attribute', value: { total: 3, terms: [] } },
    { ...frame('athletics', 'Athletics'), type: 'attribute', value: { total: 5, terms: [] } },
    { ...frame('doom', 'Doom'), type: 'tracker', now: 1, path: 'doom.now' },
    { ...frame('words', 'Words'), type: 'text', body: '3' },
  ],
} as unknown as Sheet;

test('a value has the path under which the table publishes what it shows', () => {
  const published = {
    'Marda Pell': { hp: 8, gumption: 2, score: { STR: 3 }, athletics: 'Trained', old: { hp: 8 } },
    Quill: { hp: 8 },
  };
  expect([...fields(sheet, published)]).toEqual([
    ['hp', 'Marda Pell.hp'],
    ['quality.0', 'Marda Pell.gumption'],
    ['STR', 'Marda Pell.score.STR'],
    ['doom', 'doom.now'],
  ]);
});

test('what is published otherwise, or of somebody else, is no field', () => {
  expect([...fields(sheet, { 'Marda Pell': { hp: 4 } }).keys()]).toEqual(['doom']);
  expect([...fields(sheet, null).keys()]).toEqual(['doom']);
});
