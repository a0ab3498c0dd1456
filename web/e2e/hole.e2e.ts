//! Die Trying on the real server, in real browsers: a caster made step by step, and a dungeon opened with one
//! button. Dice are real ones, typed in.
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { knock, watch } from './party';
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

/** Types what real dice show, one question after the other. */
async function dice(page: Page, ...throws: string[]): Promise<void> {
  for (const faces of throws) {
    const card = page.locator('.prompt', { has: page.getByRole('button', { name: 'These fell' }) }).first();
    await card.waitFor();
    const id = await card.getAttribute('data-prompt');
    await card.locator('input').first().fill(faces);
    await card.getByRole('button', { name: 'These fell' }).click();
    await page.locator(`.prompt[data-prompt="${id}"]`).waitFor({ state: 'detached' });
  }
}

/** Takes an offer: its form is filled with what is named, in the order it is asked. */
async function act(page: Page, name: RegExp, ...picks: (string | number)[]): Promise<void> {
  const open = page.locator('.offer.open').filter({ has: page.locator('.head', { hasText: name }) });
  if ((await open.count()) === 0)
    await page.locator('.offer .head[aria-disabled=false]', { hasText: name }).first().click();
  for (const pick of picks) {
    const form = open.locator('form');
    if (typeof pick === 'number') await form.getByRole('spinbutton').last().fill(String(pick));
    else {
      const choice = form.locator('label').filter({ hasText: new RegExp(`^\\s*${pick}`) });
      const square = form.locator('option', { hasText: new RegExp(`^${pick}\\b`) });
      const field = form.locator('input.field:not([type=search], [type=number]), textarea').last();
      await choice.or(square).or(field).first().waitFor({ state: 'attached' });
      if ((await choice.count()) > 0) await choice.first().click();
      else if ((await square.count()) > 0)
        await form
          .locator('select')
          .last()
          .selectOption({ index: await place(square) });
      else await field.fill(pick);
    }
  }
  if (picks.length > 0) {
    await open.locator('button[type=submit]').click();
    await page.locator('.offer.open').waitFor({ state: 'detached' });
  }
}

/** Where an option stands in its list. */
const place = (option: ReturnType<Page['locator']>) =>
  option.first().evaluate((one) => (one as HTMLOptionElement).index);

const tab = (page: Page, name: RegExp) => page.getByRole('navigation').getByRole('button', { name }).click();

const as = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Act as' }).getByRole('button', { name, exact: true }).click();

/** What the GM does for the table itself; who is alone there has nobody else to act as. */
async function forTheTable(page: Page): Promise<void> {
  if ((await page.getByRole('group', { name: 'Act as' }).count()) > 0) await as(page, 'The table');
}

/** The GM and Di at one table; the second scene goes on where the first one ends. */
let gm: Page;
let di: Page;
let home = '';

/** What both saw when something went wrong, and what their pages said. */
function keepTraces(): void {
  onTestFailed(async () => {
    await gm?.screenshot({ path: 'shots/hole-failed-gm.png', fullPage: true });
    await di?.screenshot({ path: 'shots/hole-failed.png', fullPage: true });
    console.error(errors);
  });
}

test('a caster is made step by step, with real dice', async () => {
  keepTraces();
  gm = watch(
    await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }),
    'gm',
    errors,
  );
  await gm
    .locator('.game', { hasText: 'Die Trying' })
    .getByRole('link', { name: /^Set up/ })
    .click();
  await gm.locator('label.card', { hasText: 'An empty table' }).click();
  await gm.getByRole('button', { name: 'Open the table' }).click();
  await gm.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  home = new URL(gm.url()).pathname;
  await gm.goto(`${served.origin}${home}/drawer/start`);
  di = watch(await knock(served, browser, await gm.locator('#invite-link').inputValue(), 'Di'), 'Di', errors);
  await gm.getByRole('button', { name: 'Let in Di' }).click();
  await di.getByRole('button', { name: /Make my own/ }).waitFor();
  await gm.goto(`${served.origin}${home}/drawer/people`);
  await gm.getByLabel('Di rolls real dice').check();

  // Di makes a caster: kin, six results by d3 and d2, six levels with a magic talent, 45 silver.
  await di.getByRole('button', { name: /Make my own/ }).click();
  await di.getByLabel('Name of your hero').fill('Dido');
  await di.getByRole('button', { name: 'Begin' }).click();
  await act(di, /^Choose species/, 'elf', 'Medium');
  await act(di, /^Roll the six scores/);
  // 3, 3, 2, 2, 1, 0: a d3 below 3 is followed by a d2.
  await dice(di, '5', '6', '3', '2', '4', '2', '1', '2', '3', '1');
  const values = di.getByRole('group', { name: /^Values/ }).getByRole('button');
  await values.first().waitFor();
  expect((await values.allTextContents()).map((one) => one.trim())).toEqual(['3', '3', '2', '2', '1', '0']);
  await di.screenshot({ path: 'shots/hole-scores.png' });
  for (const [at, slot] of [
    'Intelligence',
    'Dexterity',
    'Constitution',
    'Wisdom',
    'Charisma',
    'Strength',
  ].entries()) {
    await values.nth(at).click();
    await di.locator('.slot', { hasText: slot }).click();
  }
  await di.locator('.offer.open button[type=submit]').click();
  for (const [left, what] of [
    'Arcane Spark',
    'Arcane Spark',
    'Stealth',
    'Stealth',
    'Perception',
    'Weapons',
  ].entries())
    await act(di, new RegExp(`^Spend a level \\(${6 - left} left`), what);
  for (const spell of ['Kindle', 'Force Dart', 'Fireball']) {
    await di.locator('.offer .head', { hasText: /^Learn a spell/ }).waitFor();
    if (spell === 'Fireball') {
      await di.screenshot({ path: 'shots/hole-spells.png', fullPage: true });
      await accessible(di, 'learning a spell');
    }
    await act(di, /^Learn a spell/, spell);
  }
  await act(di, /^Buy: Weapon/, 'Piercing', 'Finesse', 'dirk');
  await act(di, /^Buy something \(30/, 'Torch');
  await act(di, /^Buy something \(28/, 'Tinderbox');
  await di.locator('.offer .head', { hasText: /^Buy something \(18/ }).waitFor();
  await di.screenshot({ path: 'shots/hole-shop.png', fullPage: true });
  await act(di, /^Done shopping/);
  await di.getByRole('button', { name: 'This is me' }).click();
  await di.getByRole('heading', { name: 'Dido' }).first().waitFor();
  await di.screenshot({ path: 'shots/hole-sheet.png', fullPage: true });
  await accessible(di, 'the sheet of a caster');
  for (const words of ['Arcane Spark', 'Force Dart', 'Magic Dice'])
    await di.getByText(words).first().waitFor();

  expect(errors).toEqual([]);
});

test('one press opens the dungeon, and the hero stands on its map', async () => {
  keepTraces();
  // While the dungeon is furnished the table rolls for itself.
  const real = async (who: RegExp, on: boolean) => {
    await gm.goto(`${served.origin}${home}/drawer/people`);
    await gm.getByLabel(who).setChecked(on);
    await gm.goto(`${served.origin}${home}`);
    await gm.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  };
  await real(/^Di rolls real dice$/, false);

  // One press, and Di finds herself at the bottom of the well.
  await gm.goto(`${served.origin}${home}`);
  await forTheTable(gm);
  await act(gm, /^Open the dungeon/);
  await tab(di, /^Scene/);
  await di.locator('.token.mine').waitFor();
  await di.screenshot({ path: 'shots/hole-map.png' });
  expect(errors).toEqual([]);
});
