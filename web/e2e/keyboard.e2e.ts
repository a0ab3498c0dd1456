//! A fight by keyboard alone, on the real server: the player never touches a mouse.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
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

/** Tabs on until something of that kind and name has the focus. */
async function tabTo(page: Page, name: RegExp, role = 'button'): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    const here = await page.evaluate(() => {
      const at = document.activeElement;
      const label =
        at?.getAttribute('aria-label') ??
        (at instanceof HTMLInputElement
          ? (at.closest('label')?.textContent ?? at.labels?.[0]?.textContent)
          : at?.textContent);
      const kind = at instanceof HTMLInputElement ? at.type : (at?.getAttribute('role') ?? at?.localName);
      return { label: (label ?? '').trim(), kind };
    });
    if (here.kind === role && name.test(here.label)) {
      const seen = await page.evaluate(() => {
        const at = document.activeElement!;
        const ring = (one: Element) => getComputedStyle(one).outlineStyle !== 'none';
        return ring(at) || (at.parentElement !== null && ring(at.parentElement));
      });
      expect(seen, `the focus on ${here.label} is visible`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`no ${role} called ${name} within 120 tab stops`);
}

/** In the open drawer: the three enemies are left to themselves, and the drawer closed. */
async function leftToThemselves(page: Page): Promise<void> {
  await tabTo(page, /^Creatures/, 'a');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Foes play themselves/);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('summary .tag', { hasText: 'plays itself' }).count()).toBe(3);
  await page.keyboard.press('Escape');
  await page.getByText('Only you see this').waitFor({ state: 'hidden' });
}

test('the GM alone begins, fights, reacts, undoes with the keyboard', async () => {
  const page = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
  await page
    .getByRole('link', { name: /^More options/ })
    .first()
    .waitFor();
  await tabTo(page, /^More options DIRK RULES!/, 'a');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: /^An ambush on the Ash Road/ }).waitFor();
  await tabTo(page, /^Open the table/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Act', exact: true }).waitFor();

  // Foes play themselves; the drawer's key opens and closes it.
  await page.keyboard.press('g');
  await page.getByText('Only you see this').waitFor();
  await page.keyboard.press('g');
  await page.getByText('Only you see this').waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.getByText('Only you see this').waitFor();
  await leftToThemselves(page);

  await tabTo(page, /^Begin a battle with some/);
  await page.keyboard.press('Enter');
  await page.locator('form input[type=checkbox]').first().waitFor();
  for (const who of [/^Brack/, /^Bandit/]) {
    await tabTo(page, who, 'checkbox');
    await page.keyboard.press('Space');
  }
  await tabTo(page, /^Begin a battle with some/);
  await page.keyboard.press('Enter');

  // Whatever is asked is answered with P and digits; on Brack's turn the turn is ended.
  const question = page.locator('.prompt').first();
  let answered = 0;
  for (let step = 0; step < 60 && answered < 3; step += 1) {
    if ((await question.count()) > 0) {
      const id = await question.getAttribute('data-prompt');
      await page.keyboard.press('p');
      if ((await question.locator('[data-option]').count()) > 0) await page.keyboard.press('1');
      else {
        await tabTo(page, /^Hint/);
        await page.keyboard.press('Enter');
        await tabTo(page, /^Choose /);
        await page.keyboard.press('Enter');
      }
      await page.locator(`.prompt[data-prompt="${id}"]`).waitFor({ state: 'detached' });
      answered += 1;
    } else {
      const end = page.getByRole('button', { name: /^End (the )?turn/i }).first();
      if ((await end.count()) > 0) {
        await tabTo(page, /^End (the )?turn/i);
        await page.keyboard.press('Enter');
      }
    }
    await page.waitForTimeout(150);
  }
  expect(answered, 'questions answered by keyboard').toBeGreaterThanOrEqual(2);

  // Undo has its key; Escape leaves things as they are.
  await page.keyboard.press('Control+z');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'All keys' }).waitFor();
});

test('a whole fight of Dead Weight with the keyboard: the map, dice by their numbers, to the last skeleton', async () => {
  const page = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
  onTestFailed(() => page.screenshot({ path: 'shots/keyboard-failed.png' }).then(() => undefined));
  await page
    .getByRole('button', { name: /Play with friends/ })
    .first()
    .waitFor();
  await tabTo(page, /^Play with friends: Dead Weight/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  await page.keyboard.press('g');
  await page.getByText('Only you see this').waitFor({ state: 'hidden' });

  // By the exit into the nave, where three kneel; Gerda takes one of them on.
  await tabTo(page, /^Nave of Salt/);
  await page.keyboard.press('Enter');
  await page.locator('.offer.open form').waitFor();
  await tabTo(page, /^Go on$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nave of Salt' }).waitFor();
  await page.keyboard.press('g');
  await page.getByText('Only you see this').waitFor();
  await leftToThemselves(page);
  await tabTo(page, /^Set up a fight/);
  await page.keyboard.press('Enter');
  await page.locator('form input[type=checkbox]').first().waitFor();
  for (const who of [/^Gerda Holt/, /^Dry Bones$/]) {
    await tabTo(page, who, 'checkbox');
    await page.keyboard.press('Space');
  }
  await tabTo(page, /^Set up a fight$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Battle chart' }).waitFor();

  const prompt = page.locator('.prompt').first();
  const offer = (name: RegExp) => page.locator('.offer .head[aria-disabled=false]', { hasText: name });
  const met = { dice: 0, moves: 0, strikes: 0 };
  let missed = 0;
  // What was there a moment ago may have given way to a question since, and come back behind one's back.
  const reach = async (name: RegExp): Promise<boolean> => {
    const found = await tabTo(page, name).then(
      () => true,
      () => false,
    );
    missed = found ? 0 : missed + 1;
    expect(missed, 'what is offered can be reached with the keyboard').toBeLessThan(3);
    return found;
  };
  const fight = page.getByRole('heading', { name: 'Battle chart' });
  for (let step = 0; step < 200 && (await fight.count()) > 0; step += 1) {
    if ((await prompt.count()) > 0) {
      const id = await prompt.getAttribute('data-prompt');
      await page.keyboard.press('p');
      if ((await prompt.locator('[data-option]').count()) > 0) await page.keyboard.press('1');
      else if ((await prompt.locator('.dice button').count()) > 0) {
        // A die by its number and Enter; what cannot be rolled again is left.
        await page.keyboard.press('1');
        if ((await prompt.locator('.dice [aria-checked=true]').count()) > 0) {
          await page.keyboard.press('Enter');
          met.dice += 1;
        } else await page.keyboard.press('s');
      } else {
        await tabTo(page, /^Hint/);
        await page.keyboard.press('Enter');
        await tabTo(page, /^Choose /);
        await page.keyboard.press('Enter');
      }
      await page.locator(`.prompt[data-prompt="${id}"]`).waitFor({ state: 'detached' });
    } else if ((await offer(/^Move\s*\d/).count()) > 0 && met.moves === 0) {
      await tabTo(page, /^Map,/, 'application');
      const before = await page.locator('.token.acting').getAttribute('data-square');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      // A rule may ask something before she goes.
      const gone = async () => (await page.locator('.token.acting').getAttribute('data-square')) !== before;
      await expect.poll(async () => (await gone()) || (await prompt.count()) > 0).toBe(true);
      met.moves += 1;
    } else if ((await offer(/^Attack/).count()) > 0) {
      if (!(await reach(/^Attack/))) continue;
      await page.keyboard.press('Enter');
      const form = page.locator('.offer.open form');
      if (await form.isVisible().catch(() => false)) {
        // The button of the form has no price behind its name.
        await tabTo(page, /^Attack: [a-z ]+$/);
        await page.keyboard.press('Enter');
      }
      met.strikes += 1;
    } else
      for (const name of [/^Start the fight/, /^Begin the turn/, /^End the turn/]) {
        if ((await offer(name).count()) === 0) continue;
        if (await reach(name)) await page.keyboard.press('Enter');
        break;
      }
    await page.waitForTimeout(120);
  }
  expect(await fight.count(), 'the fight is over').toBe(0);
  expect(met.moves).toBe(1);
  expect(met.strikes).toBeGreaterThan(0);
  await page.context().close();
});
