//! The page below a base, as a proxy may put it: its files, its requests and its links all lie there.
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser';

const DIST = new URL('../dist/', import.meta.url).pathname;
const ORIGIN = 'http://proxied.test';
const KINDS: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test('below a base every file, request and link of the page lies below it', async () => {
  const page = await (await browser.newContext()).newPage();
  const strays: string[] = [];
  const asked: string[] = [];
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.startsWith('/tables/')) {
      strays.push(pathname);
      return route.fulfill({ status: 404 });
    }
    const path = pathname.slice('/tables'.length);
    if (path.startsWith('/api/')) {
      asked.push(path);
      return route.fulfill({ json: path === '/api/me' ? { owner: true } : [] });
    }
    const file = join(DIST, path);
    if (extname(path) !== '' && existsSync(file))
      return route.fulfill({ body: readFileSync(file), contentType: KINDS[extname(path)] });
    // As the server does.
    const first = readFileSync(join(DIST, 'index.html'), 'utf8').replaceAll('="/', '="/tables/');
    return route.fulfill({ body: first, contentType: 'text/html' });
  });
  await page.goto(`${ORIGIN}/tables/settings`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => asked).toContain('/api/me');
  const home = page.getByRole('link').first();
  await home.hover();
  expect(await home.getAttribute('href')).toBe('/tables/');
  await home.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/tables/');
  await expect.poll(() => asked).toContain('/api/games');
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/tables/settings');
  expect(strays.filter((path) => path !== '/favicon.ico')).toEqual([]);
});
