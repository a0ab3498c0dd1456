//! Roll High or Die on the real server: a fight on its map with cover, light and fog, by mouse on a desktop and by
//! touch on a phone. Everything the players' sockets carry is kept: what is in the fog never is among it.
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { between, fingers, marked, middle, spot, told as painted } from './hands';
import { watch } from './party';
import { Served } from './served';

let browser: Browser;
const served = new Served();
const errors: string[] = [];
beforeAll(async () => {
  mkdirSync('shots', { recursive: true });
  browser = await launch();
  await served.start();
});
afterAll(async () => {
  await browser?.close();
  await served.end();
});

const WIDE = { width: 1440, height: 900 };
/** Nobody but the Referee knows her, and she stands behind walls. */
const CANARY = 'Zuzanka';
const like = (name: string, set: object = {}) => ({ like: name, set });

/** Opens a table of a scene of one's own, as the GM. */
async function begun(gm: Page, stage: object): Promise<string> {
  const made = await gm.evaluate(async (stage) => {
    const answer = await fetch('/api/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ game: 'roll-high-or-die', title: 'At the weir', stage }),
    });
    return { ok: answer.ok, text: await answer.text() };
  }, stage);
  expect(made.ok, made.text).toBe(true);
  return `/t/${(JSON.parse(made.text) as { id: string }).id}`;
}

/** Somebody knocks; all that is sent to them from the first word on is kept. */
async function joins(
  gm: Page,
  home: string,
  name: string,
  hero: string,
  options: object,
): Promise<[Page, string[]]> {
  const link = await gm.evaluate(async (home) => {
    const answer = await fetch(`/api${home.replace('/t/', '/tables/')}/invitation`);
    return ((await answer.json()) as { links: string[] }).links[0]!;
  }, home);
  const page = watch(await served.visit(browser, link, { colorScheme: 'dark', ...options }), name, errors);
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', (frame) => frames.push(frame.payload.toString())),
  );
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Knock' }).click();
  await gm.getByRole('button', { name: `Let in ${name}` }).click();
  await page.getByRole('button', { name: /Take a ready hero/ }).click();
  const ready = page.getByRole('group', { name: /ready hero/ });
  await ready.getByRole('button', { name: hero, exact: true }).click();
  await page.getByRole('button', { name: `This is me: ${hero}` }).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });
  return [page, frames];
}

test('a fight at the weir with cover, light and fog, by mouse and by touch; sockets carry nothing from the fog', async () => {
  const gm = watch(
    await served.visit(browser, served.link, { viewport: WIDE, colorScheme: 'dark' }),
    'the GM',
    errors,
  );
  await gm.getByRole('heading', { name: 'Start a game' }).waitFor();
  const told: string[] = [];
  gm.on('websocket', (socket) => socket.on('framereceived', (frame) => told.push(frame.payload.toString())));
  const home = await begun(gm, {
    trackers: { board: 'The Weir House' },
    heroes: { 'Ilse Karr': like('Ilse Karr'), 'Marta Voss': like('Marta Voss') },
    creatures: {
      Raider: like('Bandit Cutthroat'),
      [CANARY]: like('Bandit Captain', { unseen: true }),
    },
    // A crate stands at G6, between Ilse and the raider; the house is closed.
    at: { 'Ilse Karr': 'E6', 'Marta Voss': 'C8', Raider: 'I6', [CANARY]: 'P4' },
    battle: { order: ['Ilse Karr', 'Marta Voss', 'Raider', CANARY], turn: 'Ilse Karr' },
  });
  await gm.goto(`${served.origin}${home}/drawer/people`);
  const [mira, toMira] = await joins(gm, home, 'Mira', 'Ilse Karr', { viewport: WIDE });
  const [bo, toBo] = await joins(gm, home, 'Bo', 'Marta Voss', { hasTouch: true });
  onTestFailed(async () => {
    await gm.screenshot({ path: 'shots/weir-failed-gm.png' });
    await mira.screenshot({ path: 'shots/weir-failed.png' });
    await bo.screenshot({ path: 'shots/weir-failed-phone.png' });
    console.error(errors);
  });

  // Fog, light and the raider behind the crate, in the game's own look.
  await mira.locator('.token.mine').waitFor();
  expect(await mira.locator('html').getAttribute('data-look')).toBe('roll-high-or-die');
  const drawing = await painted(mira);
  expect(drawing.known.filter((one) => one === 2).length, 'squares never seen').toBeGreaterThan(0);
  expect(drawing.light.filter((one) => one !== 3).length, 'squares with their own light').toBeGreaterThan(0);
  await expect.poll(() => mira.locator('[data-token]').count()).toBe(3);
  const raider = await middle(mira, 8, 5);
  await mira.mouse.move(raider.x, raider.y);
  await mira
    .getByText(/Raider.*cover/i)
    .first()
    .waitFor();
  await mira.screenshot({ path: 'shots/weir-desktop.png' });
  await accessible(mira, 'the weir on a desktop');

  // By mouse: while the token is dragged, what it would see is shown; let go, it has run there.
  const before = await spot(mira, '.token.mine');
  const [from, to] = [await middle(mira, 4, 5), await middle(mira, 5, 4)];
  await mira.mouse.move(from.x, from.y);
  await mira.mouse.down();
  const half = between(from, to, 0.6);
  await mira.mouse.move(half.x, half.y, { steps: 3 });
  await mira.mouse.move(to.x, to.y, { steps: 3 });
  await expect.poll(() => marked(mira, 'glimpse')).toBeGreaterThan(0);
  await mira.screenshot({ path: 'shots/weir-glimpse.png' });
  await mira.mouse.up();
  await expect.poll(() => spot(mira, '.token.mine')).not.toEqual(before);
  await mira.locator('.offer .head[aria-disabled=false]', { hasText: /^End the Turn/ }).click();

  // By touch: the next one in the order.
  await bo
    .getByRole('navigation')
    .getByRole('button', { name: /^Scene/ })
    .click();
  await bo.locator('.token.mine.acting').waitFor();
  const stood = await spot(bo, '.token.mine');
  const finger = await middle(bo, stood[0], stood[1]);
  const there = await middle(bo, stood[0] + 1, stood[1] - 1);
  await fingers(bo, [finger], [between(finger, there, 0.6)], [there]);
  await expect.poll(() => spot(bo, '.token.mine')).not.toEqual(stood);
  await bo.screenshot({ path: 'shots/weir-phone.png' });
  await accessible(bo, 'the weir on a phone');
  expect(await bo.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await bo.getByRole('navigation').getByRole('button', { name: /^Act/ }).click();
  await bo.locator('.offer .head[aria-disabled=false]', { hasText: /^End the Turn/ }).click();

  // The raider and then she who lurks take their turns; the GM's page knows both.
  await gm.goto(`${served.origin}${home}`);
  await gm.locator('[data-token]').nth(3).waitFor();
  await gm.screenshot({ path: 'shots/weir-gm.png' });
  for (const who of ['Raider', CANARY]) {
    await gm.getByRole('button', { name: `Play this turn for ${who}` }).click();
    await gm.getByRole('button', { name: `Play this turn for ${who}` }).waitFor({ state: 'detached' });
    for (
      let asked = 0;
      asked < 20 && (await gm.getByRole('button', { name: `Play this turn for ${who}` }).count()) > 0;
      asked += 1
    )
      await gm.waitForTimeout(250);
  }
  await mira.waitForTimeout(500);
  expect(
    told.some((frame) => frame.includes(CANARY)),
    'the GM is told of her',
  ).toBe(true);
  for (const [who, frames] of [
    ['Mira', toMira],
    ['Bo', toBo],
  ] as const) {
    expect(frames.length, who).toBeGreaterThan(2);
    expect(
      frames.some((frame) => frame.includes('Raider')),
      who,
    ).toBe(true);
    expect(
      frames.filter((frame) => frame.includes(CANARY)),
      who,
    ).toEqual([]);
    expect(
      frames.filter((frame) => frame.includes('Bandit Captain')),
      who,
    ).toEqual([]);
  }
  expect(errors).toEqual([]);
});

test('on 60 by 60 squares with 2,000 wall segments, what a dragged token would see is measured and printed', async () => {
  const gm = await served.visit(browser, served.link, { viewport: WIDE, colorScheme: 'dark' });
  await gm.getByRole('heading', { name: 'Start a game' }).waitFor();
  // 500 pillars that do not touch: four walls each.
  const pillar = (x: number, y: number) => y % 2 === 1 && x % 3 === 1 && Math.floor(y / 2) * 20 + x / 3 < 500;
  const map = Array.from({ length: 60 }, (_, y) =>
    Array.from({ length: 60 }, (_, x) => (pillar(x, y) ? '#' : '.')).join(''),
  );
  expect(map.join('').split('#').length - 1).toBe(500);
  const home = await begun(gm, {
    trackers: { board: { map: map.join('\n') } },
    heroes: { 'Ilse Karr': like('Ilse Karr') },
    creatures: { Raider: like('Bandit Cutthroat') },
    at: { 'Ilse Karr': 'E5', Raider: 'I9' },
    battle: { order: ['Ilse Karr', 'Raider'], turn: 'Ilse Karr' },
  });
  await gm.goto(`${served.origin}${home}/drawer/people`);
  const [mira] = await joins(gm, home, 'Mira', 'Ilse Karr', { viewport: WIDE });
  await mira.locator('.token.mine').waitFor();
  // In the page itself: from the pointer reaching a square to the picture that shows what is seen from there.
  await mira.evaluate(() => {
    const times: number[] = [];
    let since = 0;
    addEventListener('pointermove', () => (since ||= performance.now()), true);
    const surface = document.querySelector('.surface') as HTMLElement & {
      drawing?: { under: { kind?: string }[] };
    };
    let before = '';
    const look = () => {
      const seen = (surface.drawing?.under ?? []).filter((mark) => mark.kind === 'glimpse');
      const now = JSON.stringify(seen);
      if (now !== before && seen.length > 0 && since) {
        times.push(performance.now() - since);
        since = 0;
      }
      before = now;
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { glimpses: times });
  });
  const from = await middle(mira, 4, 4);
  await mira.mouse.move(from.x, from.y);
  await mira.mouse.down();
  for (const [x, y] of [
    [5, 4],
    [6, 4],
    [6, 5],
    [5, 6],
    [4, 6],
    [3, 5],
  ] as const) {
    const to = await middle(mira, x, y);
    await mira.mouse.move(to.x, to.y);
    await mira.waitForTimeout(400);
  }
  const back = await middle(mira, 4, 4);
  await mira.mouse.move(back.x, back.y);
  await mira.mouse.up();
  const times = await mira.evaluate(() => (globalThis as unknown as { glimpses: number[] }).glimpses);
  console.log(
    `What a dragged token would see was drawn after ${times.map((one) => Math.round(one)).join(', ')} ms.`,
  );
  expect(times.length).toBeGreaterThan(0);
});
