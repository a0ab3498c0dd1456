//! The first two moments of an evening with their taps counted: a GM's first two minutes, and a player on a phone.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser';
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

/** Somebody whose taps are counted. */
class Hand {
  taps = 0;
  async tap(what: Locator): Promise<void> {
    await what.click();
    this.taps += 1;
  }
}

async function knocks(link: string, name: string, hand: Hand): Promise<Page> {
  const page = await served.visit(browser, link, { hasTouch: true });
  await page.getByLabel('Your name').fill(name);
  await hand.tap(page.getByRole('button', { name: 'Knock' }));
  await page.getByText('Your sign').waitFor();
  return page;
}

test('a GM leads a table after four taps, and a player has a hero after four', async () => {
  const [ana, mira, di] = [new Hand(), new Hand(), new Hand()];
  const gm = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
  await gm.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: served.origin });
  const game = gm.locator('.game', { hasText: 'Dead Weight' });
  await ana.tap(game.getByRole('button', { name: /Play with friends/ }));
  await ana.tap(gm.getByRole('button', { name: 'Copy link' }).first());
  const link = await gm.evaluate(() => navigator.clipboard.readText());
  const phones = [await knocks(link, 'Mira', mira), await knocks(link, 'Di', di)];
  await ana.tap(gm.getByRole('button', { name: /^Let (both|all 2) in/ }));
  for (const phone of phones) await phone.getByRole('heading', { name: 'Who are you?' }).waitFor();
  const aloud = gm.locator('section.card', { hasText: 'Read aloud' }).locator('b');
  const place = (await aloud.textContent())!;
  await ana.tap(gm.getByRole('button', { name: 'Start playing', exact: true }));
  await gm.locator('.log').getByText(place).first().waitFor();
  expect(ana.taps).toBe(4);

  const [phone] = phones as [Page, Page];
  await mira.tap(phone.getByRole('button', { name: /^Take a ready hero/ }));
  await mira.tap(
    phone
      .getByRole('group', { name: /ready hero/ })
      .getByRole('button')
      .first(),
  );
  await mira.tap(phone.getByRole('button', { name: /^This is me/ }));
  await phone.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });
  expect(mira.taps).toBe(4);
});
