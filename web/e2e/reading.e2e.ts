//! GUTS+ on the real server, in real browsers: a check that the GM reads and overrides, the earlier ruling beside
//! the next proposal, a body with injuries and protection, an essence skill used and kept up.
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { answer, asked, knock, question, watch } from './party';
import { Served } from './served';
import { toldAgain } from './story';

let browser: Browser;
const served = new Served();
const errors: string[] = [];
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
beforeAll(async () => {
  mkdirSync('shots', { recursive: true });
  browser = await launch();
  await served.start();
});
afterAll(async () => {
  await browser?.close();
  await served.end();
});

/** Opens an offer of somebody by its words, fills what is given by label, and sends it. */
async function act(page: Page, who: string, offer: RegExp, fields: Record<string, string>): Promise<void> {
  const actor = page.getByRole('group', { name: 'Act as' }).getByRole('button', { name: who, exact: true });
  const head = page.locator('.offer .head[aria-disabled=false]', { hasText: offer }).first();
  await actor.or(head).first().waitFor();
  if ((await actor.count()) > 0) await actor.click();
  await head.click();
  const form = page.locator('.offer.open form');
  for (const [label, value] of Object.entries(fields)) {
    const list = form.getByRole('group', { name: label, exact: true });
    const words = form.getByRole('textbox', { name: label, exact: true });
    await list.or(words).first().waitFor();
    if ((await list.count()) > 0) await list.locator('label').filter({ hasText: value }).first().click();
    else await words.fill(value);
  }
  await form.locator('button[type=submit]').click();
  await form.waitFor({ state: 'detached' });
}

async function takeHero(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Take a ready hero/ }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: `This is me: ${name}` }).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });
}

/** The same page as a phone shows it. */
async function onPhone(page: Page, path: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.waitForTimeout(300);
  await page.screenshot({ path });
  await page.setViewportSize(WIDE);
}

/** What people answer who let the dice fall and take what is proposed. */
const PLAIN = /^(Roll \d|No bonus|No$)/;

test('a check read and overridden, a body hurt, an essence at work', async () => {
  const gm = watch(
    await served.visit(browser, served.link, { viewport: WIDE, colorScheme: 'dark' }),
    'gm',
    errors,
  );
  await gm
    .locator('.game', { hasText: 'GUTS+' })
    .getByRole('link', { name: /^More options/ })
    .click();
  await gm.locator('label', { hasText: 'An empty table' }).click();
  await gm.getByText('House rules').click();
  await gm
    .locator('label', { hasText: 'Whether essence exists in this world' })
    .locator('select')
    .selectOption('on');
  await gm.getByRole('button', { name: 'Open the table' }).click();
  await gm.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  const home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  await gm.goto(`${served.origin}${home}`);
  await act(gm, 'The table', /^Bring somebody in/, { Who: 'Maria Castillo', Name: 'Maria' });
  await gm.goto(`${served.origin}${home}/drawer/start`);
  const link = await gm.locator('#invite-link').inputValue();
  const di = watch(await knock(served, browser, link, 'Di'), 'Di', errors);
  await gm.getByRole('button', { name: 'Let in Di' }).click();
  await takeHero(di, 'Maria');
  await gm.goto(`${served.origin}${home}`);
  await di.goto(`${served.origin}${home}/act`);

  /** Everybody answers as people usually do, until something is so. */
  const until = async (there: () => Promise<boolean>, pages: Page[]) => {
    for (;;) {
      let page: Page | undefined;
      await expect
        .poll(async () => {
          if (await there()) return true;
          page = undefined;
          for (const one of pages) if (page === undefined && (await asked(one))) page = one;
          return page !== undefined;
        })
        .toBe(true);
      if (await there()) return;
      if (page) await answer(page, PLAIN);
    }
  };
  const settle = async (pages: Page[]) => {
    let quiet = 0;
    const still = async () => {
      for (const page of pages) if (await asked(page)) return ((quiet = 0), false);
      quiet += 1;
      return quiet > 3;
    };
    await until(still, pages);
  };
  const reads = async () => (await question(gm).locator('.read li').count()) > 0;
  const climb = async () => {
    await act(di, 'Maria', /^Try something/, { What: 'climb the drainpipe' });
    await until(reads, [di, gm]);
  };

  // The GM reads die by die, and decides against the proposal, with a reason.
  await climb();
  await accessible(gm, 'a reading');
  await gm.screenshot({ path: 'shots/reading.png' });
  await onPhone(gm, 'shots/reading-phone.png');
  await question(gm).getByRole('textbox').fill('the pipe is wet');
  const proposed = (await question(gm).locator('.options .primary').textContent())!;
  const other = proposed.includes('Failure') ? 'Near success' : 'Failure';
  await answer(gm, new RegExp(`^${other}$`));
  await settle([di, gm]);
  await di.goto(`${served.origin}${home}/log`);
  await di.getByText(new RegExp(other)).first().waitFor();
  await di.screenshot({ path: 'shots/reading-log.png' });

  // The next time the earlier ruling stands beside the proposal, which is the dice's own again.
  await di.goto(`${served.origin}${home}/act`);
  await climb();
  await question(gm)
    .getByText(new RegExp(`earlier ruling: ${other} \\(the pipe is wet\\)`))
    .waitFor();
  await gm.screenshot({ path: 'shots/precedent.png' });
  await settle([di, gm]);

  // A helmet takes the first blow; an arm has nothing; a hand is crossed out.
  await di.goto(`${served.origin}${home}/act`);
  await act(di, 'Maria', /^Take something along/, { What: 'helmet' });
  await act(di, 'Maria', /^Put something on/, { What: 'helmet' });
  await settle([di, gm]);
  for (const part of ['Head', 'Left Arm', 'Right Hand', 'Right Hand']) {
    await act(gm, 'The table', /^Deal an injury/, { Whom: 'Maria', Where: part, From: 'a falling tile' });
    await settle([di, gm]);
  }
  await di.goto(`${served.origin}${home}/sheet`);
  await di.locator('li.hurt', { hasText: 'Left Arm' }).first().waitFor();
  await di.locator('li.out', { hasText: 'Right Hand' }).first().waitFor();
  const head = di.locator('li.whole', { hasText: 'Head' }).first();
  expect(await head.textContent()).toContain('helmet: 1 of 2 marks');
  await accessible(di, 'a body with injuries and protection');
  await di.locator('li.out').first().scrollIntoViewIfNeeded();
  await di.screenshot({ path: 'shots/body.png' });
  await di.setViewportSize(WIDE);
  await di.waitForTimeout(300);
  await di.screenshot({ path: 'shots/body-wide.png', fullPage: true });
  await di.setViewportSize(PHONE);

  // Somebody with essence joins and warms a kettle; the GM reads seven dice, and the warmth is kept up.
  await act(gm, 'The table', /^Bring somebody in/, { Who: 'Picky', Name: 'Picky' });
  await gm.goto(`${served.origin}${home}/drawer/start`);
  const bo = watch(await knock(served, browser, link, 'Bo'), 'Bo', errors);
  await gm.getByRole('button', { name: 'Let in Bo' }).click();
  await takeHero(bo, 'Picky');
  await gm.goto(`${served.origin}${home}`);
  await bo.goto(`${served.origin}${home}/act`);
  await act(bo, 'Picky', /^Heat/, { 'What for': 'the kettle' });
  await until(async () => (await question(gm).locator('.read li').count()) === 7, [bo, gm]);
  await gm.screenshot({ path: 'shots/essence-reading.png' });
  await onPhone(gm, 'shots/essence-reading-phone.png');
  await answer(gm, /(^|: )Full success$/);
  await settle([bo, gm]);
  await bo.goto(`${served.origin}${home}/sheet`);
  await bo.getByText('Aura Hot, density 7, range 20 feet.').waitFor();
  const kept = bo.locator('section, div', { hasText: /^Kept up/ }).last();
  await kept.getByText('Heat').first().waitFor();
  await kept.scrollIntoViewIfNeeded();
  await bo.screenshot({ path: 'shots/essence.png' });
  await accessible(bo, 'an essence at work');
  await toldAgain(served, gm, home);
  expect(errors).toEqual([]);
});
