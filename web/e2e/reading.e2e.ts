//! GUTS+ on the real server, in real browsers: a check that the GM reads and overrides, the earlier ruling beside
//! the next proposal, a body with injuries and protection, bonus points placed, an essence skill used.
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { answer, asked, knock, question, watch } from './party';
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

/** Opens an offer by its words, fills what is given by label, and sends it. */
async function act(page: Page, offer: RegExp, fields: Record<string, string> = {}): Promise<void> {
  await page.locator('.offer .head[aria-disabled=false]', { hasText: offer }).first().click();
  const form = page.locator('.offer.open form');
  for (const [label, value] of Object.entries(fields)) {
    const list = form.getByRole('group', { name: label, exact: true });
    const words = form.getByLabel(label, { exact: true });
    await list.or(words).first().waitFor();
    if ((await list.count()) > 0) await list.locator('label').filter({ hasText: value }).first().click();
    else await words.fill(value);
  }
  await form.locator('button[type=submit]').click();
}

test('a check read and overridden, a body hurt, an essence at work', async () => {
  const gm = watch(
    await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }),
    'gm',
    errors,
  );
  await gm
    .locator('.game', { hasText: 'GUTS+' })
    .getByRole('link', { name: /^Set up/ })
    .click();
  await gm.getByRole('button', { name: 'Open the table' }).click();
  await gm.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  const home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  await gm.goto(`${served.origin}${home}/drawer/start`);
  const link = await gm.locator('#invite-link').inputValue();
  const di = watch(await knock(served, browser, link, 'Di'), 'Di', errors);
  await gm.getByRole('button', { name: 'Let in Di' }).click();
  await di
    .getByRole('button', { name: /Roll me one/ })
    .first()
    .click();
  await di.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });
  const hero = (await di.locator('[role=group][aria-label="Act as"] button').last().textContent())!.trim();
  await gm.goto(`${served.origin}${home}`);
  await di.goto(`${served.origin}${home}/act`);

  /** Di tries to climb; everything up to the reading goes as instinct has it. */
  const climb = async () => {
    await act(di, /^Try something/, { What: 'climb the drainpipe' });
    for (;;) {
      await expect.poll(async () => (await asked(di)) || (await asked(gm))).toBe(true);
      if (await asked(di)) await answer(di);
      else if ((await question(gm).locator('.read li').count()) > 0) return;
      else await answer(gm, /^As proposed/);
    }
  };
  const settle = async () => {
    for (let quiet = 0; quiet < 3; ) {
      const page = (await asked(di)) ? di : (await asked(gm)) ? gm : undefined;
      if (page) await answer(page, /^As proposed/);
      quiet = page ? 0 : quiet + 1;
      if (!page) await gm.waitForTimeout(150);
    }
  };

  // The GM reads die by die, and decides against the proposal, with a reason.
  await climb();
  expect(await question(gm).locator('.read li').count()).toBeGreaterThan(0);
  await accessible(gm, 'a reading');
  await gm.screenshot({ path: 'shots/reading.png' });
  await question(gm).getByRole('textbox').fill('the pipe is wet');
  const proposed = (await question(gm).locator('.options .primary').textContent())!;
  const other = proposed.includes('Near') ? 'Failure' : 'Near success';
  await question(gm).getByRole('button', { name: other, exact: true }).click();
  await settle();
  await di.goto(`${served.origin}${home}/log`);
  await di.getByText(new RegExp(other)).first().waitFor();
  await di.goto(`${served.origin}${home}/act`);

  // The next time the earlier ruling stands beside the proposal.
  await climb();
  await question(gm)
    .getByText(new RegExp(`earlier ruling: ${other} \\(the pipe is wet\\)`))
    .waitFor();
  await gm.screenshot({ path: 'shots/precedent.png' });
  await settle();

  // A body with a helmet that takes the first blow, and an arm that has nothing.
  await di.goto(`${served.origin}${home}/act`);
  await act(di, /^Take something along/, { What: 'helmet' });
  await act(di, /^Put something on/, { What: 'helmet' });
  await settle();
  await gm.goto(`${served.origin}${home}`);
  for (const part of ['Head', 'Left Arm']) {
    await act(gm, /^Deal an injury/, { Whom: hero, Where: part, From: 'a falling tile' });
    await settle();
  }
  await di.goto(`${served.origin}${home}/sheet`);
  const body = di.locator('li.hurt', { hasText: 'Left Arm' }).first();
  await body.waitFor();
  expect(await body.textContent()).toContain('Injury');
  await di
    .getByText(/helmet.*1.*2/)
    .first()
    .waitFor();
  await accessible(di, 'a body with injuries and protection');
  await di.screenshot({ path: 'shots/body.png' });

  // Essence comes into the world: Picky warms a kettle.
  await gm.goto(`${served.origin}${home}`);
  await act(gm, /^Set a house rule/, { Which: 'essence_enabled', 'To what': 'on' });
  await act(gm, /^Bring somebody in/, { Who: 'Pinkatrink "Picky" Speldencracker', Name: 'Picky' });
  await gm.getByRole('group', { name: 'Act as' }).getByText('Picky').first().click();
  await act(gm, /^Heat/, { 'What for': 'the kettle' });
  await settle();
  await gm
    .locator('.log')
    .getByText(/Heat/)
    .first()
    .waitFor();
  await gm.screenshot({ path: 'shots/essence.png' });
  await accessible(gm, 'an essence at work');
  expect(errors).toEqual([]);
});
