//! History after "Undo to here", on the real program: every card has its words, before and after a reload.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser';
import { Served } from './served';

let browser: Browser;
const served = new Served();
beforeAll(async () => {
  browser = await launch();
  await served.start();
});
afterAll(async () => {
  await browser?.close();
  await served.end();
});

/** The GM sets a number of a hero's against the rules: an action every game knows. */
async function overrule(gm: Page, hero: string, by: number): Promise<void> {
  await gm.getByLabel('Which value').fill(hero);
  const number = gm.locator('.found button').filter({ has: gm.locator('b', { hasText: /^[1-9]$/ }) });
  await number.first().click();
  await gm.locator('form .field').first().fill(String(by));
  await gm.getByRole('button', { name: 'Set it' }).click();
  await gm.getByText(/ is set\.$/).waitFor();
}

test.each([
  ['DIRK RULES!', 'Isolde.hp'],
  ['Die Trying', 'Marda'],
])('%s: after three actions are taken back, history tells all of them', async (game, hero) => {
  const errors: string[] = [];
  const gm = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
  gm.on('pageerror', (error) => errors.push(String(error)));
  await gm
    .locator('.game', { hasText: game })
    .getByRole('button', { name: /Play with friends/ })
    .click();
  await gm.waitForURL(/\/t\/[^/]+/);
  const home = /^\/t\/[^/]+/.exec(new URL(gm.url()).pathname)![0];
  for (const by of [1, 2, 3]) {
    await gm.goto(`${served.origin}${home}/drawer/trackers`);
    await gm.locator('summary', { hasText: /^Edit$/ }).click();
    await overrule(gm, hero, by);
  }
  await gm.goto(`${served.origin}${home}/history`);
  const cards = gm.locator('.deeds > li');
  await cards.nth(2).waitFor();
  const before = await cards.count();
  await cards
    .nth(2)
    .getByRole('button', { name: /^Before this/ })
    .click();
  await gm.getByRole('button', { name: 'Undo to here' }).click();
  const told = async () => {
    await expect.poll(() => gm.locator('.deeds > li.struck').count()).toBe(3);
    await expect.poll(() => cards.count()).toBe(before);
    for (const words of await gm.locator('.deeds .first').allInnerTexts()) expect(words.trim()).not.toBe('');
  };
  await told();
  await gm.reload();
  await told();
  expect(errors).toEqual([]);
  await gm.context().close();
});
