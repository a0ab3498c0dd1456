//! A hand on the map beyond moving tokens: what the GM's drag means, two taps, pings, rulers, drawn lines, spotlight and
//! pause. What is sent is what the server passes on, and what comes from it is drawn.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk, OfferCard } from '../src/protocol';
import { ambushed } from '../src/fixtures/ambush';
import { accessible } from './axe';
import { launch } from './browser';
import { looks, marked, middle, told } from './hands';
import { open } from './played';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const, hasTouch: true };
const msg = (text: string) => ({ text });
const square = (x: number, y: number) => ({ level: 0, y, x });

/** The GM of this game may put anybody anywhere. */
const places = (desk: Desk): Desk => {
  const offer: OfferCard = {
    id: 'place',
    command: 'place',
    group: 'Scene',
    label: msg('Put somebody on the map'),
    params: [
      {
        name: 'who',
        label: msg('Whom'),
        domain: { type: 'creature', among: [1, 2].map((pick) => ({ pick, label: msg(`${pick}`) })) },
      },
      {
        name: 'at',
        label: msg('Where'),
        domain: {
          type: 'square',
          among: Array.from({ length: 48 }, (_, nth) => square(nth % 8, Math.floor(nth / 8))),
        },
      },
    ],
  } as unknown as OfferCard;
  return { ...desk, view: { ...desk.view, offers: [...desk.view.offers!, offer] } };
};

test('the GM’s drag puts anybody anywhere; with Alt it walks by the rules', async () => {
  const { page, play } = await open(browser, '/t/abc', 0, desktop, places);
  await page.locator('[data-token="2"]').waitFor();
  const drag = async (from: [number, number], to: [number, number]) => {
    const [a, b] = [await middle(page, ...from), await middle(page, ...to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 5 });
    await page.mouse.up();
  };
  await drag([3, 2], [7, 5]);
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { place: { who: 2, at: square(7, 5) } } });
  await page.keyboard.down('Alt');
  await drag([1, 1], [4, 1]);
  await page.keyboard.up('Alt');
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { move: { who: 1, to: square(4, 1) } } });
  // By the rules it does not get there, and is told how far it would.
  const before = play.sent.length;
  await page.keyboard.down('Alt');
  await drag([1, 1], [7, 5]);
  await page.keyboard.up('Alt');
  await page.getByText('H6 is out of reach. You can go as far as 3.').waitFor();
  expect(play.sent.length).toBe(before);
});

test('while somebody walks, the cheapest way and its price are drawn', async () => {
  const { page } = await open(browser, '/t/abc', 1, desktop);
  await page.locator('[data-token="1"]').waitFor();
  const [from, to] = [await middle(page, 1, 1), await middle(page, 4, 1)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  const { marks } = await told(page);
  expect(marks).toContainEqual({ as: 'words', kind: 'cost', x: 4.5, y: 1.62, text: '3' });
  expect(marks.find((mark) => mark.as === 'line' && mark.kind === 'path')).toMatchObject({
    points: [1.5, 1.5, 2.5, 1.5, 3.5, 1.5, 4.5, 1.5],
  });
  expect(marks.find((mark) => mark.as === 'ghost')).toMatchObject({ out: false });
  await page.mouse.up();
});

test('two taps on empty ground frame the room, and the camera then follows nobody until the next turn', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, { ...desktop }, ambushed);
  await page.locator('[data-token="1"]').waitFor();
  const before = await looks(page);
  const at = await middle(page, 7, 5);
  await page.mouse.dblclick(at.x, at.y);
  await expect.poll(() => looks(page)).not.toBe(before);
  const framed = await looks(page);
  // By hand: away from whoever acts. A step of theirs does not bring the camera back.
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 500, at.y - 200, { steps: 4 });
  await page.mouse.up();
  const away = await looks(page);
  expect(away).not.toBe(framed);
  const layers = play.desk.view.scene!.map!.layers;
  const nth = layers.findIndex((layer) => layer.type === 'tokens');
  const put = (n: number, path: string, value: unknown) =>
    play.tell({
      type: 'update',
      n,
      patch: [{ op: 'replace', path: `/view/scene/map/layers/${nth}/tokens/${path}`, value }],
    });
  put(1, '0/at', square(0, 1));
  await expect.poll(async () => (await told(page)).sprites[0]!.x).toBe(0);
  expect(await looks(page), 'a hand holds the camera').toBe(away);
  // The next turn frees it: the goblin far to the left is brought into sight.
  play.tell({
    type: 'update',
    n: 2,
    patch: [
      { op: 'replace', path: `/view/scene/map/layers/${nth}/tokens/0/acting`, value: false },
      { op: 'add', path: `/view/scene/map/layers/${nth}/tokens/1/acting`, value: true },
      { op: 'replace', path: `/view/scene/map/layers/${nth}/tokens/1/at`, value: square(0, 0) },
    ],
  });
  await expect.poll(() => looks(page)).not.toBe(away);
  const corner = await middle(page, 0, 0);
  expect(corner.x).toBeGreaterThan(0);
  expect(corner.y).toBeGreaterThan(0);
});

test('a ping, a ruler and a drawn line are sent as they are, and those of others are drawn', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop);
  await page.locator('[data-token="1"]').waitFor();
  const points = () =>
    play.sent
      .filter((one) => one.type === 'point')
      .map((one) => (one as never as { point: { type: string } }).point);
  const tool = async (name: string) => {
    await page.locator('summary[aria-label="Point and draw"]').click();
    await page.getByRole('group', { name: 'Point and draw' }).getByRole('button', { name }).click();
  };
  await tool('Ping');
  const to = await middle(page, 5, 4);
  await page.mouse.click(to.x, to.y);
  await expect.poll(() => points().at(-1)).toEqual({ type: 'ping', at: square(5, 4) });

  await tool('Ruler');
  const from = await middle(page, 2, 4);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await expect.poll(() => points().at(-1)).toMatchObject({ type: 'ruler', from: square(2, 4) });
  await page.mouse.up();
  await expect.poll(() => points().at(-1)).toEqual({ type: 'ruler_end' });

  await tool('Draw');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => points().at(-1)?.type).toBe('draw');
  const drawn = points().at(-1) as unknown as { points: [number, number][]; pinned: boolean };
  expect(drawn.points[0]).toEqual([25, 45]);
  expect(drawn.points.at(-1)).toEqual([55, 45]);
  expect(drawn.pinned).toBe(false);

  // What the server passes on is drawn, whoever sent it.
  play.tell({ type: 'pointed', by: 0, point: { type: 'ping', at: square(3, 3) } });
  play.tell({ type: 'pointed', by: 2, point: { type: 'ruler', from: square(0, 0), to: square(4, 2) } });
  play.tell({
    type: 'pointed',
    by: 2,
    point: {
      type: 'draw',
      level: 0,
      points: [
        [5, 5],
        [25, 5],
      ],
      pinned: true,
    },
  });
  await expect.poll(() => marked(page, 'ping')).toBe(1);
  const { marks } = await told(page);
  expect(marks).toContainEqual(expect.objectContaining({ as: 'words', kind: 'measure', text: '4 squares' }));
  expect(marks).toContainEqual(
    expect.objectContaining({ as: 'line', kind: 'drawn', points: [0.5, 0.5, 2.5, 0.5] }),
  );
  // A ping goes by itself.
  await expect.poll(() => marked(page, 'ping')).toBe(0);
  play.tell({ type: 'pointed', by: 2, point: { type: 'ruler_end' } });
  await expect.poll(() => marked(page, 'ruler')).toBe(0);
  await page.locator('summary[aria-label="Point and draw"]').click();
  await page.getByRole('button', { name: 'Wipe off' }).click();
  await expect.poll(() => points().at(-1)).toEqual({ type: 'wipe' });
  play.tell({ type: 'pointed', by: 1, point: { type: 'wipe' } });
  expect(await marked(page, 'drawn'), 'a player wipes off what is theirs alone').toBe(1);
  play.tell({ type: 'pointed', by: 0, point: { type: 'wipe' } });
  await expect.poll(() => marked(page, 'drawn')).toBe(0);
});

test('the GM’s spotlight moves every camera, and a pause dims every screen until it goes on', async () => {
  const { page: gm, play: led } = await open(browser, '/t/abc', 0, desktop);
  await gm.locator('[data-token="1"]').waitFor();
  await gm.getByRole('group', { name: 'Point and draw' }).getByRole('button', { name: 'Spotlight' }).click();
  const at = await middle(gm, 6, 4);
  await gm.mouse.click(at.x, at.y);
  await expect
    .poll(() => led.sent.at(-1))
    .toMatchObject({ type: 'point', point: { type: 'spotlight', at: square(6, 4) } });
  await gm.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => led.sent.at(-1)).toMatchObject({ point: { type: 'pause', on: true } });

  const { page, play } = await open(browser, '/t/abc/scene', 1, phone);
  await page.locator('[data-token="1"]').waitFor();
  const before = await looks(page);
  play.tell({ type: 'pointed', by: 0, point: { type: 'spotlight', at: square(6, 4) } });
  await expect.poll(() => looks(page)).not.toBe(before);
  play.tell({ type: 'pointed', by: 0, point: { type: 'pause', on: true } });
  await page.getByText('The game waits. No timer runs.').waitFor();
  expect(await page.getByRole('button', { name: 'Play on' }).count(), 'a player cannot end it').toBe(0);
  await accessible(page, 'a pause');
  play.tell({ type: 'pointed', by: 0, point: { type: 'pause', on: false } });
  await page.getByText('The game waits. No timer runs.').waitFor({ state: 'detached' });
});
