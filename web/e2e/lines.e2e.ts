//! Lines of the log by their address, and what was played taken along as a story.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { open } from './played';
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
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const };
const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };

test('the address of a line shows it with its why, on a phone and beside the rest on a desktop', async () => {
  for (const screen of [phone, desktop]) {
    const { page, errors } = await open(browser, '/t/abc/log/2', 1, screen);
    await page.getByText('17 beats 12.').waitFor();
    await expect
      .poll(() => page.locator('#line-2').evaluate((at) => at === document.activeElement))
      .toBe(true);
    expect(await page.locator('.meant').count()).toBe(1);
    await accessible(page, 'a line by its address');
    // From a line to its address, and back by the browser.
    await page.getByRole('button', { name: 'Why? Goblin falls' }).count();
    await page.getByRole('link', { name: 'Address of line 2' }).click();
    expect(new URL(page.url()).pathname).toBe('/t/abc/log/2');
    expect(errors).toEqual([]);
    await page.context().close();
  }
});

test('a line that is far back is fetched first; one that is not there is told so', async () => {
  const { page, play } = await open(browser, '/t/abc/log', 1, phone);
  await page.getByText('Brack: 2 damage').waitFor();
  const early = [1, 2, 3].map((seq) => ({
    seq,
    say: { text: `Long ago ${seq}` },
    type: 'change',
    rule: 'XX-4',
  }));
  const late = play.lines.map((line) => ({ ...line, seq: line.seq + 3 }));
  play.tell({ type: 'whole', desk: play.desk, log: { from: 3, lines: late }, place: { run: 'r', n: 1 } });
  play.answers.push((id) => ({ type: 'lines', id, log: { from: 0, lines: early } }));
  await page.evaluate(() => {
    history.pushState(null, '', '/t/abc/log/2');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.locator('.meant', { hasText: 'Long ago 2' }).waitFor();
  expect(play.sent.at(-1)).toMatchObject({ type: 'lines', before: 4 });
  await page.evaluate(() => {
    history.pushState(null, '', '/t/abc/log/99');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByText('This log has no line 99 for you.').waitFor();
  await page.context().close();
});

test('an evening is copied as a story that holds when it is told again', async () => {
  const gm = await served.visit(browser, served.link, {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await gm
    .locator('.game', { hasText: 'DIRK RULES!' })
    .getByRole('button', { name: /Play now/ })
    .click();
  await gm.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  const home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  await gm.goto(`${served.origin}${home}`);
  const name = gm.locator('.offer', { hasText: 'Give a proper name' });
  await name.locator('.head').click();
  await name.locator('[data-option]').first().click();
  await name.getByRole('textbox').fill('Grimbold');
  await name.locator('button[type=submit]').click();
  await gm.locator('.log').getByText('Grimbold').first().waitFor();
  await gm.goto(`${served.origin}${home}/history`);
  await gm.getByRole('button', { name: 'Copy as story' }).click();
  await gm.getByText(/^Copied\./).waitFor();
  const story = await gm.evaluate(() => navigator.clipboard.readText());
  expect(await gm.getByText('Copied. Told again, it holds.').count(), story).toBe(1);
  expect(story).toContain('game = "dirk-rules"');
  expect(story).toContain('Grimbold');
  await accessible(gm, 'history with a story');
  await gm.context().close();
});
