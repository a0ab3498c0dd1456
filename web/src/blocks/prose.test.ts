import { expect, test } from 'vitest';
import { prose, type Part } from './prose';

const told = (parts: Part[]) =>
  parts.map((part) =>
    part.kind === 'list'
      ? part.items.map((item) => item.map((run) => run.text).join(''))
      : part.runs.map((run) => run.text).join(''),
  );

test('a paragraph of the rules goes on over the ends of its lines', () => {
  expect(told(prose('One sentence\nand its end.\n\n- first\n- second\n\nAnother.'))).toEqual([
    'One sentence and its end.',
    ['first', 'second'],
    'Another.',
  ]);
});

test('notes keep their lines, and a list stays one list', () => {
  expect(told(prose('The ogre sleeps.\nThe wire rings.\n- one\n- two\nOut by the well.', true))).toEqual([
    'The ogre sleeps.',
    'The wire rings.',
    ['one', 'two'],
    'Out by the well.',
  ]);
  expect(told(prose('# Head\n\nText', true))).toEqual(['Head', 'Text']);
});
