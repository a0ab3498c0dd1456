//! The map by pointer, by touch and by keys: tokens are dragged, squares picked, somebody aimed at; near and far.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prompts } from '../src/fixtures/questions';
import { accessible } from './axe';
import { launch } from './browser';
import { between, fingers, looks, middle, told } from './hands';
import { open } from './played';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const, hasTouch: true };
const E2 = { level: 0, x: 4, y: 1 };
const C2 = { level: 0, x: 2, y: 1 };
const B3 = { level: 0, x: 1, y: 2 };

test('a token is dragged with the mouse; out of reach it springs back and says so', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop);
  await page.locator('[data-token="1"]').waitFor();
  const from = await middle(page, 1, 1);
  const drag = async (x: number, y: number) => {
    const to = await middle(page, x, y);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(...(Object.values(between(from, to, 0.5)) as [number, number]));
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
  };
  await drag(7, 5);
  await page.getByText('H6 is out of reach. You can go as far as 3.').waitFor();
  expect(play.sent).toEqual([]);
  await drag(4, 1);
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { move: { who: 1, to: E2 } } });
});

test('a tap on a square shows the way and its price, and a button goes there', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop);
  await page.locator('[data-token="1"]').waitFor();
  const to = await middle(page, 4, 1);
  await page.mouse.click(to.x, to.y);
  await page.getByText('Move E2, cost 3.').waitFor();
  expect((await told(page)).marks).toContainEqual({
    as: 'line',
    kind: 'path',
    points: [1.5, 1.5, 2.5, 1.5, 3.5, 1.5, 4.5, 1.5],
  });
  await accessible(page, 'a way on the map');
  await page.getByRole('button', { name: 'Here: E2' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { move: { who: 1, to: E2 } } });
});

test('one finger on a token drags it, two fingers look closer, and one then pans', async () => {
  const { page, play } = await open(browser, '/t/abc/scene', 1, phone);
  await page.locator('[data-token="1"]').waitFor();
  const from = await middle(page, 1, 1);
  for (const there of [C2, B3]) {
    const to = await middle(page, there.x, there.y);
    await fingers(page, [from], [between(from, to, 0.6)], [to]);
    await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { move: { who: 1, to: there } } });
  }

  const box = () => looks(page);
  const before = await box();
  const [left, right] = [await middle(page, 2, 4), await middle(page, 5, 4)];
  const apart = (by: number) => [
    { x: left.x - by, y: left.y },
    { x: right.x + by, y: right.y },
  ];
  await fingers(page, apart(0), apart(30), apart(60));
  await expect.poll(box).not.toBe(before);
  const near = await box();
  const scale = (lens: string) => (JSON.parse(lens) as { scale: number }).scale;
  expect(scale(near)).toBeGreaterThan(scale(before));
  await fingers(page, [left], [{ x: left.x + 20, y: left.y }], [{ x: left.x + 45, y: left.y }]);
  await expect.poll(box).not.toBe(near);
  await page.getByRole('button', { name: 'Whole map' }).click();
  // All of it, though a square is then a little smaller than a finger.
  await expect.poll(async () => scale(await box())).toBeLessThanOrEqual(scale(before));
});

test('arrows move a cursor that reads the square, Enter picks and Enter again goes there', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop);
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('C2, stone, costs 1').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Move C2, cost 1.').waitFor();
  expect(play.sent).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { move: { who: 1, to: C2 } } });
});

test('whoever is tapped tells what can be done to them; what needs no more is done at once', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop);
  await page.getByRole('application').focus();
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  const card = page.getByRole('group', { name: 'Goblin', exact: true });
  await card.getByRole('button', { name: 'Shove' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { shove: { who: 1, target: 2 } } });
  await card.getByRole('button', { name: /^Attack/ }).click();
  await page.locator('.offer.open', { hasText: 'Attack' }).waitFor();
  expect(play.sent.length).toBe(1);
});

test('everything on the map can be done from its list', async () => {
  const { page, play } = await open(browser, '/t/abc/scene', 1, phone);
  await page.getByRole('button', { name: 'As a list' }).click();
  await accessible(page, 'the map as a list');
  await page.getByRole('button', { name: 'E2, cost 3' }).click();
  await page.getByRole('button', { name: 'Here: E2' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { move: { who: 1, to: E2 } } });
});

test('a question for a square is answered on the map, on a phone as well', async () => {
  const asked = prompts.find((prompt) => prompt.kind.type === 'on_the_map')!;
  const { page, play } = await open(browser, '/t/abc/act', 1, phone, (desk) => ({
    ...desk,
    view: { ...desk.view, prompts: [asked] },
  }));
  await page.getByRole('button', { name: 'On the map' }).click();
  await page.locator('.map').waitFor();
  const to = await middle(page, 2, 1);
  await page.touchscreen.tap(to.x, to.y);
  await accessible(page, 'a question on the map');
  await page.screenshot({ path: 'shots/map-question.png' });
  await page.getByRole('button', { name: 'Here: C2' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ answer: { prompt: asked.id, say: C2 } });
});
