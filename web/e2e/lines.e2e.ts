//! Lines of the log by their address.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { open } from './played';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const };
const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };

test('the address of a line shows it with its why, on a phone and beside the rest on a desktop', async () => {
  for (const screen of [phone, desktop]) {
    const { page, errors } = await open(browser, '/t/abc/log/2', 1, screen);
    await page.getByText('17 beats 12.').waitFor();
    await expect
      .poll(() => page.locator('#line-2').evaluate((at) => at === document.activeElement))
      .toBe(true);
    await expect.poll(() => page.locator('.meant').count()).toBe(1);
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
  play.tell({
    type: 'whole',
    desk: play.desk,
    log: { from: 3, older: true, lines: late },
    place: { run: 'r', n: 1 },
  });
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
  await page.getByText('You cannot see line 99 of this log.').waitFor();
  await page.context().close();
});

test('the history says when, who took what back and why, and shows only what is wanted', async () => {
  const { page } = await open(browser, '/t/abc/history', 0, desktop);
  const rows = page.locator('.deeds > li');
  await page.locator('.deeds time').first().waitFor();
  await expect.poll(() => rows.count()).toBe(3);
  await expect.poll(() => page.locator('.deeds time').count()).toBe(3);
  expect(await rows.last().locator('time').getAttribute('datetime')).toBe('2023-11-14T22:13:20.000Z');
  await page.getByText(/undid this: wrong rule/).waitFor();
  await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('With dice');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('Undone');
  await rows.getByText('Goblin falls').first().waitFor();
  await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('Rulings');
  await page.getByText('No action fits. Show everything?').waitFor();
  await accessible(page, 'the history');
  await page.context().close();
});

test('what was played is copied as a story; a browser that copies nothing shows it', async () => {
  const { page } = await open(browser, '/t/abc/history', 0, desktop);
  await page.getByRole('button', { name: 'Copy as story' }).click();
  // This address is no secure one, so there is no clipboard.
  const text = page.getByRole('textbox', { name: 'Copy as story' });
  await text.waitFor();
  expect(await text.inputValue()).toContain('An evening');
  await accessible(page, 'a story to copy');
  await page.context().close();
});
