//! Encounters fought for real where the ground matters, on the real program: under another light, on the map as it lies
//! and on open ground; and whoever is placed then comes in where the GM points.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VerdictCard } from '../src/protocol';
import { launch } from './browser';
import { middle } from './hands';
import { Served } from './served';
import { setUp } from './party';

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

interface Asked {
  type: string;
  id: string;
  given: Record<string, string>;
  creatures: [string, number][];
}

/** What a page asks of the lab, and what it is told. */
function overheard(page: Page): { asked: Asked[]; told: Map<string, VerdictCard> } {
  const heard = { asked: [] as Asked[], told: new Map<string, VerdictCard>() };
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(payload.toString()) as Asked;
      if (message.type === 'verdict') heard.asked.push(message);
    });
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(payload.toString()) as Asked & { verdict: VerdictCard };
      if (message.type === 'verdict') heard.told.set(message.id, message.verdict);
    });
  });
  return heard;
}

const scenes = [
  {
    game: 'Die Trying',
    start: 'The Tithe Hole, for four',
    creature: 'Sewer Rat',
    across: 'Squares across',
    down: 'Squares down',
  },
  {
    game: 'Roll High or Die',
    start: 'The Weir House, for four',
    creature: 'Giant Rat',
    across: 'Spaces across',
    down: 'Spaces down',
  },
];

test.each(scenes)(
  '$game: a fight is tried out under another light and on another map, and then placed',
  async ({ game, start, creature, across, down }) => {
    const gm = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
    const { asked, told } = overheard(gm);
    await setUp(gm, game, start);
    const home = new URL(gm.url()).pathname.replace('/drawer/start', '');
    await gm.goto(`${served.origin}${home}`);
    await gm.getByLabel('Find in Act').fill('Lay out');
    await gm.getByRole('button', { name: /^Lay out an open map/ }).click();
    const form = gm.locator('.offer.open form');
    await form.getByRole('spinbutton', { name: across }).fill('12');
    await form.getByRole('spinbutton', { name: down }).fill('10');
    await form.locator('button[type=submit]').click();
    await gm.locator('.map canvas').waitFor();

    await gm.goto(`${served.origin}${home}/drawer/encounters`);
    // Who lives in the place stays out of it.
    const there = gm.getByRole('group', { name: 'Already there' }).getByRole('button', { pressed: true });
    // Who is there comes together with what may be different, a moment after the rest.
    await gm.getByRole('combobox', { name: 'Light', exact: true }).waitFor();
    while ((await there.count()) > 0) await there.first().click();
    const field = gm.getByLabel('Add a creature');
    await field.fill(creature);
    await gm
      .locator('.btn')
      .filter({ hasText: new RegExp(`^\\s*${creature}\\s*$`) })
      .first()
      .waitFor();
    for (let one = 0; one < 3; one += 1) await field.press('Enter');
    /** The question with these circumstances, as soon as it was fought at all. */
    const fought = async (given: Record<string, string>): Promise<VerdictCard> => {
      const found = () =>
        asked.findLast(
          (one) => JSON.stringify(one.given) === JSON.stringify(given) && one.creatures[0]?.[1] === 3,
        );
      await expect
        .poll(() => told.get(found()?.id ?? '')?.fights ?? 0, { timeout: 150_000 })
        .toBeGreaterThan(0);
      return told.get(found()!.id)!;
    };
    const plain = await fought({});
    expect(plain.fighters.filter(([, hero]) => !hero).length).toBe(3);
    expect(plain.fighters.filter(([, hero]) => hero).length).toBe(4);

    const light = gm.getByRole('combobox', { name: 'Light', exact: true });
    const dark = (await light.locator('option').allTextContents()).find((one) => /dark/i.test(one))!;
    await light.selectOption({ label: dark });
    const name = await light.inputValue();
    expect((await fought({ light: name })).fighters.length).toBe(7);
    await gm.getByRole('combobox', { name: 'Map', exact: true }).selectOption({ label: 'Open ground' });
    expect((await fought({ light: name, map: 'open' })).fighters.length).toBe(7);
    await gm.locator('[data-verdict]').waitFor();

    // Nothing of it has happened: nobody stands on the map. Now they come in, unseen, where the GM points.
    expect(await gm.locator('[data-token]').count()).toBe(0);
    await gm.getByRole('button', { name: 'Place hidden' }).click();
    await gm.getByText('3 placed where players do not see them.').waitFor();
    await gm.getByText('Where do they come in? Pick a square.').waitFor();
    const at = await middle(gm, 4, 3);
    await gm.mouse.click(at.x, at.y);
    await gm.getByRole('button', { name: 'Here: E4' }).click();
    await expect.poll(() => gm.locator('[data-token]').count()).toBe(3);
    await gm.getByRole('region', { name: 'Where do they come in?' }).waitFor({ state: 'detached' });
    await gm.context().close();
  },
  // A slow machine takes its time over thousands of fights.
  600_000,
);
