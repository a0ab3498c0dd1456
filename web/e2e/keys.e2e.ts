//! The key for odds, and how much moves.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offers } from '../src/fixtures/offers';
import { prompts } from '../src/fixtures/questions';
import type { Desk } from '../src/protocol';
import { launch } from './browser';
import { open } from './played';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());
const still = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };
const withOdds = (desk: Desk): Desk => ({
  ...desk,
  view: { ...desk.view, offers: offers.map((offer) => ({ ...offer, odds: { type: 'ask' } })) },
});

test('O opens the odds of the offer that has the focus, else of the question that waits', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still, withOdds);
  await page.locator('.offer .head', { hasText: 'Shove' }).focus();
  await page.keyboard.press('o');
  await page.locator('.offer.open', { hasText: 'Shove' }).waitFor();
  const asking = prompts.find((prompt) => prompt.kind.type === 'pick_dice')!;
  play.tell({ type: 'update', n: 1, patch: [{ op: 'replace', path: '/view/prompts', value: [asking] }] });
  await page.locator('.prompt').waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('o');
  await expect
    .poll(() => play.sent.at(-1))
    .toMatchObject({ type: 'odds', of: { type: 'prompt', prompt: asking.id } });
  await page.context().close();
});

test('O says so where nothing has odds, and is silent while somebody types', async () => {
  const { page } = await open(browser, '/t/abc/act', 1, still);
  await page.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  await page.locator('#chat').fill('');
  await page.locator('#chat').press('o');
  expect(await page.locator('#chat').inputValue()).toBe('o');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('o');
  await page.getByText('Nothing here has odds.').waitFor({ state: 'attached' });
  await page.context().close();
});

test('motion is full, short or none, and short keeps everything under an eighth of a second', async () => {
  const { page } = await open(browser, '/t/abc/settings', 1, { viewport: { width: 1440, height: 900 } });
  const motion = page.getByLabel('Motion');
  await motion.waitFor();
  expect(await motion.locator('option').allTextContents()).toEqual(['full', 'short', 'none']);
  const takes = () =>
    page.evaluate(() => {
      const probe = document.createElement('div');
      probe.style.animation = 'throw 450ms 400ms';
      probe.style.transition = 'opacity 600ms';
      document.body.append(probe);
      const { animationDuration, animationDelay, transitionDuration } = getComputedStyle(probe);
      probe.remove();
      return [animationDuration, animationDelay, transitionDuration];
    });
  expect(await takes()).toEqual(['0.45s', '0.4s', '0.6s']);
  await motion.selectOption('short');
  expect(await takes()).toEqual(['0.12s', '0s', '0.06s']);
  await page.reload();
  expect(await motion.inputValue()).toBe('short');
  await page.context().close();
});

test('digits press tiles, Space ends the turn and asks once if something is left, letters reach the map from anywhere', async () => {
  const paid = (desk: Desk): Desk => ({
    ...desk,
    view: {
      ...desk.view,
      offers: offers.map((offer) =>
        offer.command === 'attack' ? { ...offer, cost: [{ amount: 2, unit: { text: 'AP' } }] } : offer,
      ),
      sheets: desk.view.sheets.map((sheet) => ({
        ...sheet,
        blocks: [
          ...sheet.blocks.filter((block) => block.type !== 'steps'),
          {
            key: 'ap',
            label: { text: 'AP' },
            say: { text: '4 of 7 AP' },
            type: 'pool' as const,
            now: 4,
            max: 7,
            filling: 'supply' as const,
          },
        ],
      })),
    },
  });
  const { page, play } = await open(browser, '/t/abc/act', 1, still, paid);
  const end = page.locator('.offer.ends .head');
  await end.getByText('4 AP left').waitFor();
  await page.keyboard.press('1');
  await page.locator('.offer.open', { hasText: 'Attack' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.offer.open').waitFor({ state: 'detached' });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press(' ');
  await page.getByText('4 AP left. Press Space again to end your turn.').waitFor({ state: 'attached' });
  expect(play.sent.filter((one) => one.op !== undefined)).toEqual([]);
  await page.keyboard.press(' ');
  await expect.poll(() => play.sent.filter((one) => one.op !== undefined).length).toBe(1);

  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'E2, cost 3' }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'E2, cost 3' }).waitFor({ state: 'detached' });
  await page.keyboard.press(']');
  await page.getByRole('group', { name: 'Brack', exact: true }).waitFor();
  await page.keyboard.press(']');
  await page.getByRole('group', { name: 'Goblin', exact: true }).waitFor();
  await page.keyboard.press('[');
  await page.getByRole('group', { name: 'Brack', exact: true }).waitFor();
  // Every key can be another.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('boneyard.device') ?? '{}') as object;
    localStorage.setItem('boneyard.device', JSON.stringify({ ...kept, keys: { list: 'y' } }));
  });
  await page.reload();
  await page.locator('[data-token="1"]').waitFor();
  await page.keyboard.press('t');
  await page.keyboard.press('y');
  await page.getByRole('button', { name: 'E2, cost 3' }).waitFor();
  await page.keyboard.press('?');
  for (const words of ['Space', 'End turn', '1 … 9', 'Full screen', 'Ruler'])
    await page.getByRole('dialog').getByText(words, { exact: true }).first().waitFor();
  await page.context().close();
});
