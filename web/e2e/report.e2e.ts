//! What `boneyard sim` writes as a page: opened as a file, as a GM would, two encounters of each game.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { program } from './served';

let browser: Browser;
beforeAll(async () => {
  mkdirSync('shots', { recursive: true });
  browser = await launch();
});
afterAll(async () => browser?.close());

const encounters = [
  ['dirk-rules', 'Wolves at the ring of stones'],
  ['dirk-rules', 'Raiders before the crate'],
  ['dead-weight', 'Corpses in the nave'],
  ['dead-weight', 'Goblins in the cellar'],
  ['die-trying', 'Rats in the cellar'],
  ['die-trying', 'Bones in the chapel'],
  ['guts-plus', 'Toughs in the alley'],
  ['guts-plus', 'Cornered in the Kitchen'],
  ['roll-high-or-die', 'Wolves at the camp'],
  ['roll-high-or-die', 'Cutthroats on the road'],
] as const;

test.each(encounters)('%s: %s, as a page', async (game, encounter) => {
  const args = ['sim', game, encounter, '--fights', '120', '--seed', '7', '--html'];
  const html = execFileSync(program(), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const name = `report-${game}-${encounter.split(' ')[0]!.toLowerCase()}`;
  const file = resolve(`shots/${name}.html`);
  writeFileSync(file, html);
  const page = await browser.newPage({ viewport: { width: 900, height: 1100 } });
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  // It stands alone: nothing is fetched.
  page.on('request', (request) => request.url().startsWith('file:') || wrong.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.getByText(encounter).first().waitFor();
  await expect.poll(() => page.locator('svg').count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.screenshot({ path: `shots/${name}.png`, fullPage: true });
  if (encounter === 'Bones in the chapel') await page.screenshot({ path: 'shots/lab-report.png' });
  await accessible(page, name);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(wrong).toEqual([]);
  await page.close();
});
