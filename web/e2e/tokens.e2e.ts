//! What stands for somebody: emblem, side, health, the same in every place; what floats from it, and the card of a result.
import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import beasts from '../src/art/beasts.json';
import monsters from '../src/art/monsters.json';
import people from '../src/art/people.json';
import { die, line, msg } from '../src/fixtures/parts';
import { accessible } from './axe';
import { launch } from './browser';
import { looks, told } from './hands';
import { open } from './played';

let browser: Browser;
beforeAll(async () => {
  mkdirSync('shots', { recursive: true });
  browser = await launch();
});
afterAll(() => browser?.close());

const SHAPES: Record<string, string> = { ...people, ...beasts, ...monsters };
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

test('everybody bears the same emblem on the map, in the ribbon and in the rail, and every action has one', async () => {
  const { page, errors } = await open(browser, '/t/abc/act', 0, { viewport: sizes[0]! });
  const emblem = (where: string) => page.locator(`${where} .emblem`).first().getAttribute('d');
  const sprite = async (who: number) => (await told(page)).sprites.find((one) => one.who === who)!;
  await page.locator('[data-token="2"]').waitFor();
  await expect.poll(async () => (await sprite(2)).emblem).toBeDefined();
  // The painter knows an emblem by its name; on the page its outline is drawn.
  const goblin = await sprite(2);
  expect(await emblem('.rail .foes')).toBe(SHAPES[goblin.emblem!]);
  expect(await emblem('.ribbon li:nth-child(2)')).toBe(SHAPES[goblin.emblem!]);
  const brack = await sprite(1);
  expect(brack.emblem).not.toBe(goblin.emblem);
  expect(await emblem('.ribbon li:nth-child(1)')).toBe(SHAPES[brack.emblem!]);
  // Side is told by shape as well: a hero is a rounded square, a foe is round.
  expect([brack.side, goblin.side]).toEqual(['ours', 'theirs']);
  const tiles = page.locator('.offer.tile:not(.ends)');
  await expect.poll(() => tiles.count()).toBeGreaterThan(2);
  for (const tile of await tiles.all()) await expect.poll(() => tile.locator('.emblem path').count()).toBe(1);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('where emblems cannot be fetched, letters stand for everybody', async () => {
  const { page } = await open(browser, '/about', 0);
  await page.route(/\/assets\/(people|beasts|monsters|deeds|choice)-/, (route) => route.abort());
  await page.goto(page.url().replace('/about', '/t/abc/act'));
  await page.locator('[data-token="2"]').waitFor();
  await page.waitForTimeout(1500);
  const goblin = (await told(page)).sprites.find((one) => one.who === 2)!;
  expect([goblin.emblem, goblin.letters]).toEqual([undefined, 'Go']);
  await page.context().close();
});

test.each(sizes)(
  'what somebody loses floats from their token, and the result stands as a card ($width wide)',
  async (viewport) => {
    const { page, play, errors } = await open(browser, '/t/abc/act', 0, { viewport, colorScheme: 'dark' });
    await page.locator('[data-token="1"]').waitFor();
    expect(await page.locator('[data-float]').count(), 'what one finds is no news').toBe(0);
    const at = play.desk.view.sheets.findIndex(
      (sheet) => sheet.owner.type !== 'table' && sheet.owner.who === 1,
    );
    const pool = play.desk.view.sheets[at]!.blocks.findIndex((block) => block.type === 'pool');
    play.tell({
      type: 'update',
      n: 1,
      patch: [{ op: 'replace', path: `/view/sheets/${at}/blocks/${pool}/now`, value: 1 }],
      log: {
        from: 12,
        lines: [
          line(13, 'Goblin strikes Brack with the cudgel: hit.', {
            type: 'roll',
            action: 9,
            who: 2,
            dice: [die('1', 6, 5), die('2', 6, 2)],
            outcome: msg('Hit'),
            rule: 'XX-5',
          }),
          line(14, 'Brack takes 3 damage.', { type: 'change', action: 9, who: 1 }),
        ],
      },
    });
    await page.locator('[data-float="-3"]').waitFor({ state: 'attached' });
    const beat = page.locator('.beat');
    await beat.getByText('Hit', { exact: true }).waitFor();
    await expect.poll(() => beat.locator('.actor svg').count()).toBe(1);
    await expect.poll(() => beat.locator('.target svg').count()).toBe(1);
    await page.screenshot({ path: `shots/beat-${viewport.width}.png` });
    // The number goes by itself; the card has its time, and stays once it was tapped.
    await expect.poll(() => page.locator('[data-float]').count()).toBe(0);
    expect(errors).toEqual([]);
    await accessible(page, `a result, ${viewport.width} wide`);
    await page.context().close();
  },
);

test('a map larger than the room is drawn small beside it; a tap there looks there, and panels keep their width', async () => {
  const { page, errors } = await open(browser, '/t/abc/act', 0, { viewport: sizes[0]! });
  await page.locator('[data-token="1"]').waitFor();
  expect(await page.locator('.mini').count(), 'while all of it is in sight there is none').toBe(0);
  const box = () => looks(page);
  for (const _ of [1, 2, 3]) await page.getByRole('button', { name: 'Zoom in' }).click();
  const mini = page.locator('.mini svg').first();
  await mini.waitFor();
  const before = await box();
  const at = (await mini.boundingBox())!;
  await page.mouse.click(at.x + at.width * 0.7, at.y + at.height * 0.4);
  await expect.poll(box).not.toBe(before);
  await page.screenshot({ path: 'shots/mini-map.png' });
  await page.getByRole('button', { name: 'Follow on' }).click();
  await page.getByRole('button', { name: 'Follow off' }).waitFor();

  const edge = page.getByRole('separator', { name: 'Width of the panel' });
  const width = async () => (await page.locator('#pane-log').boundingBox())!.width;
  expect(await width()).toBeCloseTo(304, 0);
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBeCloseTo(344, 0);
  const line = (await edge.boundingBox())!;
  await page.mouse.move(line.x + 5, line.y + 300);
  await page.mouse.down();
  await page.mouse.move(line.x - 900, line.y + 300);
  await page.mouse.up();
  await expect.poll(width).toBeCloseTo(520, 0);
  await page.reload();
  await page.locator('#pane-log').waitFor();
  await expect.poll(width).toBeCloseTo(520, 0);
  await accessible(page, 'with a small map');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('when a fight is over, everybody sees how the heroes came out of it until they put it aside', async () => {
  for (const viewport of [sizes[0]!, sizes[2]!]) {
    const { page, play, errors } = await open(browser, '/t/abc/act', 0, { viewport, colorScheme: 'dark' });
    await page.locator('[data-token="1"]').waitFor();
    const at = play.desk.view.sheets.findIndex(
      (sheet) => sheet.owner.type !== 'table' && sheet.owner.who === 1,
    );
    const pool = play.desk.view.sheets[at]!.blocks.findIndex((block) => block.type === 'pool');
    play.tell({
      type: 'update',
      n: 1,
      patch: [
        { op: 'replace', path: `/view/sheets/${at}/blocks/${pool}/now`, value: 0 },
        { op: 'remove', path: '/view/order' },
      ],
    });
    const card = page.getByRole('region', { name: 'The fight is over' });
    await card.waitFor();
    const heroes = card.getByRole('list', { name: 'Heroes' }).getByRole('listitem');
    await expect.poll(() => heroes.count()).toBeGreaterThan(1);
    await expect.poll(() => heroes.filter({ hasText: 'Brack' }).locator('.cross').count()).toBe(1);
    expect(await heroes.filter({ hasText: 'Bo Tarrow' }).locator('.cross').count()).toBe(0);
    await page.screenshot({ path: `shots/fight-over-${viewport.width}.png` });
    await accessible(page, `the end of a fight, ${viewport.width} wide`);
    await card.getByRole('button').last().click();
    await expect.poll(() => card.count()).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  }
});
