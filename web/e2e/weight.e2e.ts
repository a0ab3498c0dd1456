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
  // Emblems come after the first picture, and so do the map and its painter: until then stand the panels around it.
  const emblems = files.filter((path) => EMBLEMS.test(path));
  const seen = await page.evaluate(() => performance.getEntriesByName('table')[0]?.startTime);
  expect(seen, 'the table was seen before its map was fetched').toBeDefined();
  const late = new Set(
    await page.evaluate(
      (seen) =>
        performance
          .getEntriesByType('resource')
          .filter((one) => one.startTime >= seen!)
          .map((one) => new URL(one.name).pathname),
      seen,
    ),
  );
  const others = files.filter((path) => !fonts.includes(path) && !emblems.includes(path));
  const sum = (paths: string[]) => paths.reduce((all, path) => all + size(path), 0);
  const rest = sum(others.filter((path) => !late.has(path)));
  const stage = sum(others.filter((path) => late.has(path)));
  for (const first of ['AtTable', 'PromptCard', 'index'])
    expect(
      [...late].some((path) => path.includes(`/${first}-`)),
      `${first} stands before the map`,
    ).toBe(false);
  if (process.env.FILES) for (const one of files) console.log(one, size(one));
  console.log(
    `first load ${(rest / 1000).toFixed(1)} kB in ${files.length - fonts.length} files, the stage after it ${(stage / 1000).toFixed(1)} kB, fonts ${(sum(fonts) / 1000).toFixed(1)} kB`,
  );
  expect(files.length).toBeGreaterThan(2);
  expect(rest).toBeLessThan(150_000);
  expect(stage, 'the map, its painter and what is drawn beside it').toBeLessThan(40_000);
  expect(emblems.length).toBe(5);
  for (const sort of emblems) expect(size(sort), sort).toBeLessThan(41_000);
  for (const font of fonts) expect(size(font), font).toBeLessThan(25_000);
});
