//! A whole evening on the real server, in real browsers: joining, making heroes, a fight with reactions, a
//! reload and a power cut in the middle of a question, undo, overruling, fork.
import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { answer, asked, knock, question, setUp, watch } from './party';
import { Served } from './served';
import { toldAgain } from './story';

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

test('an evening of DIRK RULES!, from the printed link to a fork', async () => {
  // The GM opens a table: one tap from the printed link.
  const gm = watch(
    await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }),
    'gm',
    errors,
  );
  expect(gm.url()).not.toContain('key=');
  await setUp(gm, 'DIRK RULES!', 'An ambush on the Ash Road');
  const home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  const link = await gm.locator('#invite-link').inputValue();

  // Two players knock from phones and are let in.
  const di = watch(await knock(served, browser, link, 'Di'), 'Di', errors);
  expect(di.url()).not.toContain('#');
  const bo = watch(await knock(served, browser, link, 'Bo'), 'Bo', errors);
  await gm.getByRole('button', { name: 'Let in Di' }).click();
  await gm.getByRole('button', { name: 'Let in Bo' }).click();

  // Di makes a hero step by step, leaving in the middle and coming back; Bo has one rolled.
  await di.getByRole('button', { name: /Make my own/ }).click();
  await di.getByLabel('Name of your hero').fill('Dido');
  await di.getByRole('button', { name: 'Start' }).click();
  await di.getByRole('button', { name: /Roll 3D6/ }).click();
  await di.getByRole('group', { name: /^Values/ }).waitFor();
  await di.goto(`${served.origin}${home}`);
  await di.getByRole('link', { name: 'Go on making Dido' }).click();
  const values = di.getByRole('group', { name: /^Values/ }).getByRole('button');
  await values.first().waitFor();
  for (const [at, slot] of ['STR', 'DEX', 'WIL', 'HP', 'GEMS'].entries()) {
    await values.nth(at).click();
    await di.locator('.slot', { hasText: slot }).click();
  }
  await di.screenshot({ path: 'shots/evening-creation.png' });
  await accessible(di, 'creation');
  await di.locator('form button[type=submit]').click();
  await di.getByRole('button', { name: 'This is me' }).click();
  await di.getByRole('navigation', { name: 'Parts of the table' }).waitFor();
  await bo.getByRole('button', { name: /Roll a hero for me/ }).click();
  await bo.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });

  // The foes play themselves; the fight begins.
  await gm.goto(`${served.origin}${home}/drawer/creatures`);
  await gm.getByRole('button', { name: 'Foes play themselves' }).click();
  // A hero made by chance may have brought a pack horse, which stays out of the fight.
  await expect
    .poll(() => gm.locator('summary .tag', { hasText: 'plays itself' }).count())
    .toBeGreaterThanOrEqual(3);
  const cards = await gm.locator('#drawer-body details:not(h3 ~ details) > summary').allInnerTexts();
  const beasts = cards
    .map((card) => card.replace(/plays itself.*/s, '').trim())
    .filter((name) => !/bandit/i.test(name));
  await gm.screenshot({ path: 'shots/evening-drawer.png' });
  await gm.goto(`${served.origin}${home}`);
  await gm.getByRole('button', { name: /^Begin a battle with some/ }).click();
  const ready = ['Brack', 'Isolde', 'Ottilie Vane', 'Fenn', ...beasts];
  await gm.locator('.checks label').first().waitFor();
  for (const label of await gm.locator('.checks label').all()) {
    if (!ready.includes(((await label.textContent()) ?? '').trim())) await label.click();
  }
  await gm.locator('form button[type=submit]', { hasText: 'Begin a battle with some of them' }).click();

  // Both bid, sealed; the GM sees who is waited for.
  await question(di).waitFor();
  await question(bo).waitFor();
  await di.screenshot({ path: 'shots/evening-bid.png' });
  await answer(bo);
  await gm
    .getByText(/^Waiting for Di/)
    .first()
    .waitFor();
  await gm.screenshot({ path: 'shots/evening-gm-waits.png' });
  await answer(di);

  // They play until somebody has been asked for a reaction twice.
  let reactions = 0;
  for (let step = 0; step < 120 && reactions < 2; step += 1) {
    const [who, page] = (await asked(di)) ? ['Di', di] : (await asked(bo)) ? ['Bo', bo] : ['', undefined];
    if (page) {
      const before = await question(page).locator('h2').textContent();
      if (reactions === 0) {
        // The phone is reloaded in the middle of the question.
        await page.screenshot({ path: 'shots/evening-reaction.png' });
        await page.reload();
        await question(page).waitFor();
      } else {
        // The server loses its power in the middle of the question.
        await served.kill();
        await page.getByText('Reconnecting. What you typed is kept.').first().waitFor();
        await served.start();
        await page.locator('.line.live').waitFor({ timeout: 30_000 });
      }
      expect(await question(page).locator('h2').textContent(), `${who} is still asked the same`).toBe(before);
      await answer(page);
      reactions += 1;
    } else if (await asked(gm)) await answer(gm);
    else {
      for (const page of [di, bo]) {
        const end = page.getByRole('button', { name: /^End (the )?turn/i });
        await page.getByRole('navigation').getByRole('button', { name: /^Act/ }).click();
        if ((await end.count()) > 0 && (await end.first().getAttribute('aria-disabled')) !== 'true')
          await end.first().click();
      }
    }
    await di.waitForTimeout(150);
  }
  expect(reactions, 'reactions met').toBe(2);
  while ((await asked(di)) || (await asked(bo))) await answer((await asked(di)) ? di : bo);
  await di.getByRole('button', { name: /^Log/ }).click();
  await di.screenshot({ path: 'shots/evening-log.png' });
  await gm.screenshot({ path: 'shots/evening-gm.png' });

  // The GM sets a value against the rules, takes it back, and opens another table from here.
  await gm.goto(`${served.origin}${home}/drawer/trackers`);
  await gm.locator('summary', { hasText: /^Edit$/ }).click();
  await gm.getByLabel('Which value').fill('Dido.hp');
  await gm
    .getByRole('button', { name: /^Dido\.hp\b/ })
    .first()
    .click();
  await gm.getByLabel('Dido.hp').fill('3');
  await gm.getByLabel('Why', { exact: true }).fill('A kind referee');
  await gm.getByRole('button', { name: 'Set it' }).click();
  await gm.getByText('Dido.hp is set.').waitFor();
  await di
    .getByText(/A kind referee/)
    .first()
    .waitFor();
  await gm.goto(`${served.origin}${home}`);
  await gm.getByRole('button', { name: 'Undo' }).first().click();
  await gm.getByRole('button', { name: 'Undo this' }).click();
  await expect
    .poll(() => di.locator('.line.struck', { hasText: 'A kind referee' }).count())
    .toBeGreaterThan(0);
  // The whole evening, copied, is a story that holds.
  await toldAgain(served, gm, home);
  await gm.screenshot({ path: 'shots/evening-history.png' });
  await gm.getByRole('button', { name: 'Copy the table as it is now' }).click();
  await expect.poll(() => new URL(gm.url()).pathname).not.toContain(home);
  await gm.getByText('another way').first().waitFor();
  expect(errors).toEqual([]);
});
