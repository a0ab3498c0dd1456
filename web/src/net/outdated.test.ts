import { expect, test } from 'vitest';
import { differs } from './outdated';

test('a page is outdated when the server names other scripts', () => {
  const html = '<script type="module" crossorigin src="/assets/index-a1.js"></script>';
  expect(differs(html, ['/assets/index-a1.js'])).toBe(false);
  expect(differs(html, ['/assets/index-b2.js'])).toBe(true);
  expect(differs(html, [])).toBe(false);
});
