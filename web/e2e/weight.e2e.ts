//! How heavy the page is: what a phone fetches before a table is drawn, compressed as the server sends it.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser';
import { open, ORIGIN } from './played';

const EMBLEMS = /\/(people|beasts|monsters|deeds|choice)-/;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

test('the first load of a table is at most 150 kB compressed, its heading font at most 25 kB, emblems later', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1);
  expect(play.desk.table.id).toBe('abc');
  await page.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  await page.waitForTimeout(2500);
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name));
  const files = fetched
    .filter((name) => name.startsWith(`${ORIGIN}/assets/`))
    .map((name) => new URL(name).pathname);
  const size = (path: string) => {
    const bytes = readFileSync(new URL(`../dist${path}`, import.meta.url));
    return path.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length;
  };
  const fonts = files.filter((path) => path.endsWith('.woff2'));
  // Emblems come after the first picture; until then a token has its letters.
  const emblems = files.filter((path) => EMBLEMS.test(path));
  const rest = files
    .filter((path) => !fonts.includes(path) && !emblems.includes(path))
    .reduce((sum, path) => sum + size(path), 0);
  if (process.env.FILES) for (const one of files) console.log(one, size(one));
  console.log(
    `first load ${(rest / 1000).toFixed(1)} kB in ${files.length - fonts.length} files, fonts ${(fonts.reduce((sum, path) => sum + size(path), 0) / 1000).toFixed(1)} kB`,
  );
  expect(files.length).toBeGreaterThan(2);
  expect(rest).toBeLessThan(150_000);
  expect(emblems.length).toBe(5);
  for (const sort of emblems) expect(size(sort), sort).toBeLessThan(41_000);
  for (const font of fonts) expect(size(font), font).toBeLessThan(25_000);
});
