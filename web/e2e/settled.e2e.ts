//! What stays of what happened: actions settle to a line, walks to one, fights to a chapter; an adventure has an end.
import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { die, line, msg } from '../src/fixtures/parts';
import { lines as told } from '../src/fixtures/log';
import type { Desk, Line } from '../src/protocol';
import { accessible } from './axe';
import { launch } from './browser';
import { open, type Play } from './played';

let browser: Browser;
beforeAll(async () => {
  mkdirSync('shots', { recursive: true });
  browser = await launch();
});
afterAll(() => browser?.close());

const desktop = {
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce' as const,
  colorScheme: 'dark' as const,
};
const say = (play: Play, more: Line[], n = 1) =>
  play.tell({ type: 'update', n, log: { from: told.length, lines: more } });
const strike = (seq: number, action: number): Line[] => [
  line(seq, 'Brack strikes Goblin with the axe.', { type: 'change', action, who: 1 }),
  line(seq + 1, 'Brack rolls 18.', {
    type: 'roll',
    action,
    who: 1,
    dice: [die(`${seq}`, 20, 18)],
    outcome: msg('Hit'),
    rule: 'XX-5',
  }),
  line(seq + 2, 'Goblin takes 4 damage.', { type: 'change', action, who: 2 }),
  line(seq + 3, 'Goblin is down.', { type: 'change', action, who: 2 }),
];
const step = (seq: number, action: number, at: string): Line =>
  line(seq, `Brack goes to ${at}.`, { type: 'change', action, who: 1 });

test('an action settles to one line once something else has happened, and opens again', async () => {
  const { page, play, errors } = await open(browser, '/t/abc', 1, desktop);
  await page.locator('.log .line').first().waitFor();
  const first = strike(20, 20);
  say(play, first);
  const roll = page.locator('#line-21');
  await roll.waitFor();
  const damage = page.locator('.log').getByText('Goblin takes 4 damage.');
  expect(await damage.isVisible(), 'the latest is open').toBe(true);
  say(play, [...first, line(30, 'Goblin laughs.', { type: 'change', action: 30, who: 2 })], 2);
  const sum = page.locator('.log .sum', { hasText: 'Brack strikes Goblin with the axe.' });
  await sum.waitFor();
  expect(await damage.isVisible(), 'its parts are folded away').toBe(false);
  expect((await sum.innerText()).replace(/\s+/g, ' ')).toContain('axe. Hit Goblin is down.');
  await accessible(page, 'a settled action');
  await sum.click();
  await damage.waitFor();
  await roll.waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a walk is one line, whoever looks for a step finds it', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop);
  await page.locator('.log .line').first().waitFor();
  const steps = ['C2', 'D2', 'E2', 'E3'].map((at, nth) => step(20 + nth, 20 + nth, at));
  say(play, [...steps, line(30, 'Goblin laughs.', { type: 'change', action: 30, who: 2 })]);
  await page.locator('.log').getByText('Brack goes to E3.').waitFor();
  expect(await page.locator('.log').getByText('Brack goes to D2.').isVisible()).toBe(false);
  await page.getByRole('button', { name: '3 steps before' }).click();
  await page.locator('.log').getByText('Brack goes to D2.').waitFor();
  await page.context().close();
});

test('a fight that is over folds to how it went; one that goes on does not', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop);
  await page.locator('.log .line').first().waitFor();
  const fight = [
    line(20, 'A fight begins.', { type: 'time' }),
    line(21, 'Round 1.', { type: 'time' }),
    ...strike(22, 22),
  ];
  say(play, fight);
  await page.locator('.log').getByText('Goblin takes 4 damage.').waitFor();
  expect(await page.locator('.chapter').count()).toBe(0);
  const recap = 'The fight is over after 1 round: won. Beaten: Goblin.';
  say(
    play,
    [...fight, line(30, recap, { type: 'time' }), line(31, 'They search.', { type: 'change', action: 31 })],
    2,
  );
  const chapter = page.getByRole('button', { name: recap });
  await chapter.waitFor();
  expect(await chapter.getAttribute('aria-expanded')).toBe('false');
  expect(await page.locator('.log').getByText('Round 1.').isVisible()).toBe(false);
  await page.locator('.log').getByText('They search.').waitFor();
  await page.screenshot({ path: 'shots/chapter.png' });
  await chapter.click();
  await page.locator('.log').getByText('Round 1.').waitFor();
  await accessible(page, 'a chapter');
  // The rolls alone are told as they fell.
  await page.getByRole('button', { name: 'rolls', exact: true }).click();
  expect(await page.locator('.chapter').count()).toBe(0);
  await page.locator('#line-23').waitFor();
  await page.context().close();
});

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('the end of an adventure takes the stage ($width wide)', async (viewport) => {
  const down = (desk: Desk): Desk => desk;
  const { page, play, errors } = await open(browser, '/t/abc', 0, { ...desktop, viewport }, down);
  await page.locator('[data-token="1"]').waitFor();
  const lines = [
    ...strike(20, 20),
    line(30, 'The fight is over after 1 round: won.', { type: 'time' }),
    line(31, 'The party leaves, with loot worth 84 silver. The interlude begins.', { type: 'time' }),
  ];
  say(play, lines);
  const end = page.getByRole('dialog', { name: 'Tomb of the Abbot-Knight' });
  await end.waitFor();
  await end.getByText('The party leaves, with loot worth 84 silver.').waitFor();
  await end.getByText('Brought 1 foe down.').waitFor();
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `shots/end-${viewport.width}.png` });
  await accessible(page, `the end, ${viewport.width} wide`);
  expect(await end.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  await end.getByRole('button', { name: 'Go on' }).click();
  await end.waitFor({ state: 'detached' });
  // Told once is enough, also after a reload.
  play.lines = lines;
  await page.reload();
  await page.locator('[data-token="1"]').waitFor();
  expect(await end.count()).toBe(0);
  expect(errors).toEqual([]);
  await page.context().close();
});
