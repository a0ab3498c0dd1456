//! Every game this program has, without knowing any of them: a table is begun, a hero rolled by chance, and
//! each part of the table drawn so that axe-core finds nothing.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GameCard } from '../src/protocol';
import { accessible } from './axe';
import { launch } from './browser';
import { answer, asked } from './party';
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

async function letIn(gm: Page, link: string): Promise<Page> {
  const page = await served.visit(browser, link, { colorScheme: 'dark' });
  await page.getByLabel('Your name').fill('Di');
  await page.getByRole('button', { name: 'Knock' }).click();
  await gm.getByRole('button', { name: 'Let in Di' }).click();
  await page.getByRole('navigation', { name: 'Parts of the table' }).waitFor();
  return page;
}

test('each game can be begun, brings forth a hero, and shows its table to everybody', async () => {
  const games = (await (await fetch(`${served.origin}/api/games`)).json()) as GameCard[];
  expect(games.length).toBeGreaterThan(0);
  for (const game of games) {
    const errors: string[] = [];
    const gm = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
    gm.on('pageerror', (error) => errors.push(String(error)));
    await gm
      .locator('.game', { hasText: game.title })
      .getByRole('link', { name: /^More options/ })
      .click();
    await gm.getByRole('button', { name: 'Open the table' }).click();
    await gm.getByRole('heading', { name: 'Act', exact: true }).waitFor();
    const home = new URL(gm.url()).pathname;
    await gm.goto(`${served.origin}${home}/drawer/start`);
    const player = await letIn(gm, await gm.locator('#invite-link').inputValue());
    player.on('pageerror', (error) => errors.push(String(error)));
    await player
      .getByRole('button', { name: /Roll a hero for me/ })
      .first()
      .click();
    await player.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });
    // The GM agrees with whatever there is to say to it, and the hero is made to the end.
    const unfinished = player.getByRole('link', { name: /^Go on making/ });
    await expect
      .poll(
        async () => {
          if (await asked(gm)) await answer(gm);
          return (await asked(gm)) || (await unfinished.count()) > 0;
        },
        { message: game.title },
      )
      .toBe(false);
    for (const tab of ['sheet', 'act', 'scene', 'log']) {
      await player.goto(`${served.origin}${home}/${tab}`);
      await player.getByRole('heading', { level: 1 }).waitFor();
      await player.waitForTimeout(200);
      await player.screenshot({ path: `shots/game-${game.name}-${tab}.png` });
      await accessible(player, `${game.title}, ${tab}`);
    }
    await accessible(gm, `${game.title}, GM`);
    await gm.screenshot({ path: `shots/game-${game.name}-gm.png` });
    expect(errors, game.title).toEqual([]);
    await player.context().close();
    await gm.context().close();
  }
});
