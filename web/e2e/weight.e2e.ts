//! How heavy the page is: what a phone fetches before a table is drawn, compressed as the server sends it.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser';
import { open, ORIGIN } from './played';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

test('the first load of a table is at most 150 kB compressed, its heading font at most 25 kB', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1);
  expect(play.desk.table.id).toBe('abc');
  await page.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  await page.waitForTimeout(500);
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name));
  const files = fetched
    .filter((name) => name.startsWith(`${ORIGIN}/assets/`))
    .map((name) => new URL(name).pathname);
  const size = (path: string) => {
    const bytes = readFileSync(new URL(`../dist${path}`, import.meta.url));
    return path.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length;
  };
  const fonts = files.filter((path) => path.endsWith('.woff2'));
  const rest = files.filter((path) => !path.endsWith('.woff2')).reduce((sum, path) => sum + size(path), 0);
  console.log(
    `first load ${(rest / 1000).toFixed(1)} kB in ${files.length - fonts.length} files, fonts ${(fonts.reduce((sum, path) => sum + size(path), 0) / 1000).toFixed(1)} kB`,
  );
  expect(files.length).toBeGreaterThan(2);
  expect(rest).toBeLessThan(150_000);
  for (const font of fonts) expect(size(font), font).toBeLessThan(25_000);
});
