//! Sight on the map: fog in three shades, heights, light, cover and the line that decides, by pointer, by touch, by
//! keys and in words; and what somebody would see from where their token is dragged.
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ambush, ambushed, fromC2 } from '../src/fixtures/ambush';
import { accessible } from './axe';
import { launch } from './browser';
import { marked, middle, told } from './hands';
import { open } from './played';

let browser: Browser;
beforeAll(async () => {
  mkdirSync('shots', { recursive: true });
  browser = await launch();
});
afterAll(() => browser?.close());

const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const, hasTouch: true };

const drawn = (page: Page, line: 'clear' | 'sight') =>
  expect.poll(() => marked(page, line)).toBeGreaterThan(0);

const LOW = 'Brack sees Goblin, who has low cover: the crate at E2.';
const NONE = 'Brack does not see Archer: the stone wall at G3 stands between.';

test('fog, heights and light are drawn, and nothing is wrong with them', async () => {
  const { page, errors } = await open(browser, '/t/abc', 1, desktop, ambushed);
  await page.locator('[data-token="1"]').waitFor();
  const drawing = await told(page);
  const fog = ambush.layers.find((layer) => layer.type === 'fog')!;
  const squares = (runs: { n: number }[]) => runs.reduce((sum, run) => sum + run.n, 0);
  const counted = (of: number[], value: number) => of.filter((one) => one === value).length;
  expect(fog.type === 'fog' && squares(fog.unseen)).toBe(counted(drawing.known, 2));
  expect(fog.type === 'fog' && squares(fog.remembered)).toBe(counted(drawing.known, 1));
  expect(drawing.heights.filter((feet) => feet !== 0)).toEqual([10, 10, 10, 10]);
  expect(counted(drawing.light, 1), 'two dark squares').toBe(2);
  expect(await marked(page, 'sight')).toBe(0);
  await accessible(page, 'a map with fog');
  await page.screenshot({ path: 'shots/map-fog.png' });
  expect(errors).toEqual([]);
});

test('pointing at somebody draws the line that decides, with its reason', async () => {
  const { page } = await open(browser, '/t/abc', 1, desktop, ambushed);
  await page.locator('[data-token="2"]').waitFor();
  const goblin = await middle(page, 5, 1);
  await page.mouse.move(goblin.x, goblin.y);
  await drawn(page, 'clear');
  expect((await told(page)).marks).toContainEqual({
    as: 'line',
    kind: 'clear',
    points: [1.5, 1.5, 5.5, 1.5],
  });
  expect(await marked(page, 'decides')).toBe(1);
  await page.getByText(LOW).waitFor();
  await page.screenshot({ path: 'shots/map-sight.png' });
  const archer = await middle(page, 8, 4);
  await page.mouse.move(archer.x, archer.y);
  await page.getByText(NONE).waitFor();
  await drawn(page, 'sight');
  const nobody = await middle(page, 0, 0);
  await page.mouse.move(nobody.x, nobody.y);
  await expect.poll(async () => (await marked(page, 'sight')) + (await marked(page, 'clear'))).toBe(0);
});

test('keys tell the same: what the square is, how well it is known, how who stands there is seen', async () => {
  const { page } = await open(browser, '/t/abc', 1, desktop, ambushed);
  await page.getByRole('application').focus();
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await page.getByText(`F2, Goblin, ${LOW}`).waitFor();
  await drawn(page, 'clear');
  await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
  await page.getByText('I2, not seen yet').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByText('I3, seen before').waitFor();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await page.getByText('I6, platform, height 10').waitFor();
});

test('a tap tells it on a phone, and so does the list', async () => {
  const { page } = await open(browser, '/t/abc/scene', 1, phone, ambushed);
  await page.locator('[data-token="2"]').waitFor();
  const goblin = await middle(page, 5, 1);
  await page.touchscreen.tap(goblin.x, goblin.y);
  await drawn(page, 'clear');
  await page.getByRole('group', { name: 'Goblin', exact: true }).getByText(LOW).waitFor();
  await accessible(page, 'a line of sight on a phone');
  await page.screenshot({ path: 'shots/map-sight-phone.png' });
  await page.getByRole('button', { name: 'As a list' }).click();
  await page.getByRole('group', { name: 'Archer', exact: true }).getByText(NONE).waitFor();
  await accessible(page, 'lines of sight as a list');
});

test('while a token is dragged, what it would see from there is asked for and drawn', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop, ambushed);
  await page.locator('[data-token="1"]').waitFor();
  const looked = (id: string) => ({ type: 'looked', id, glimpse: fromC2 });
  play.answers.push(looked, looked, looked, looked, looked, looked);
  const [from, to] = [await middle(page, 1, 1), await middle(page, 2, 1)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await expect.poll(() => marked(page, 'glimpse')).toBe(3);
  await page.getByText('Goblin would have low cover: the crate at E2.').waitFor();
  // What it would see from the squares on the way is asked for first, and answered alike.
  await expect
    .poll(() => play.sent.at(-1))
    .toMatchObject({ type: 'look', who: 1, from: { level: 0, y: 1, x: 2 } });
  await page.screenshot({ path: 'shots/map-glimpse.png' });
  await page.mouse.move(from.x, from.y, { steps: 4 });
  await page.mouse.up();
  expect(play.sent.every((message) => message.type === 'look')).toBe(true);
});

test('the lines can be switched off', async () => {
  const { page } = await open(browser, '/t/abc', 1, desktop, ambushed);
  await page.locator('[data-token="2"]').waitFor();
  await page.locator('summary[aria-label=Layers]').click();
  await page.getByLabel('Lines of sight').uncheck();
  await page.locator('summary[aria-label=Layers]').click();
  const goblin = await middle(page, 5, 1);
  await page.mouse.move(goblin.x, goblin.y);
  await page.getByText('F2, Goblin').first().waitFor();
  expect((await marked(page, 'sight')) + (await marked(page, 'clear'))).toBe(0);
});
