//! Die Trying on the real server, in real browsers: a caster made step by step, a dungeon opened with one button,
//! a fight in the dark in which somebody goes out of sight, and castings that go wrong. Dice are real ones, typed in.
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { knock, question, watch } from './party';
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
    const card = page
      .locator('.prompt', { has: page.getByRole('button', { name: 'Use these dice' }) })
      .first();
    await card.waitFor();
    const id = await card.getAttribute('data-prompt');
    await card.locator('input').first().fill(faces);
    await card.getByRole('button', { name: 'Use these dice' }).click();
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
  await page.locator('.offer .head').first().waitFor();
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
    .getByRole('link', { name: /^More options/ })
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
  await di.getByRole('button', { name: 'Start' }).click();
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

test('somebody vanishes in the dark, and magic goes wrong', async () => {
  keepTraces();
  // While the dungeon is furnished the table rolls for itself; then both throw real dice.
  const real = async (who: RegExp, on: boolean) => {
    await gm.goto(`${served.origin}${home}/drawer/people`);
    await gm.getByLabel(who).setChecked(on);
    await gm.goto(`${served.origin}${home}`);
    await gm.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  };
  await real(/^Di rolls real dice$/, false);

  // One press opens the dungeon; Di looks around by the light of a torch.
  await gm.goto(`${served.origin}${home}`);
  await forTheTable(gm);
  await act(gm, /^Open the dungeon/);
  await tab(di, /^Scene/);
  await di.locator('.token.mine').waitFor();
  await expect.poll(() => di.locator('[data-token]').count()).toBe(1);
  await di.screenshot({ path: 'shots/hole-dim.png' });
  await tab(di, /^Act/);
  await act(di, /^Take out the Torch/);
  await act(di, /^Light the Torch/);
  await di.locator('.offer .head', { hasText: /^Put out the Torch/ }).waitFor();
  await as(di, 'Yourself');
  await act(di, /^Explore for ten minutes/);
  await tab(di, /^Log/);
  await di
    .getByText(/ten minutes|Ten minutes/)
    .first()
    .waitFor();
  await tab(di, /^Scene/);
  await di.screenshot({ path: 'shots/hole-torch.png' });
  await accessible(di, 'the map by the light of a torch');
  await gm.screenshot({ path: 'shots/hole-gm.png' });
  await tab(di, /^Act/);
  await as(di, 'Dido');
  await act(di, /^Put out the Torch/);

  // The GM darkens the place and brings in two who see no better in the dark than anybody.
  await real(/^Di rolls real dice$/, true);
  await real(/^(?!Di ).* rolls real dice$/, true);
  await forTheTable(gm);
  await gm.locator('.offer .head', { hasText: /^Say how bright it is/ }).click();
  const dark = gm.locator('.offer.open form');
  await dark.getByLabel('From', { exact: true }).selectOption({ label: 'A9' });
  await dark.getByRole('spinbutton', { name: 'Squares across' }).fill('6');
  await dark.getByRole('spinbutton', { name: 'Squares down' }).fill('6');
  await dark
    .locator('label')
    .filter({ hasText: /^\s*Darkness/ })
    .click();
  await dark.locator('button[type=submit]').click();
  for (const [name, square] of [
    ['Moth', 'E12'],
    ['Grub', 'D13'],
  ] as const) {
    await act(gm, /^Bring in a Creature/, 'Cultist of the Hole', name);
    await act(gm, /^Put somebody on the map/, name, square);
  }
  await act(gm, /^Begin a fight with some/, 'Dido', 'Moth', 'Grub');
  await dice(di, '9');
  await dice(gm, '2', '3');

  // Dido hides, and knows from whom.
  await act(di, /^Hide/);
  await di.locator('.offer.open form button[type=submit]').click();
  await dice(di, '9');
  await tab(di, /^Sheet/);
  for (const foe of ['Moth', 'Grub']) await di.getByText(`Hidden from ${foe}`).first().waitFor();
  await di.screenshot({ path: 'shots/hole-hidden.png', fullPage: true });
  await tab(di, /^Scene/);
  await di.locator('[data-token]').nth(2).waitFor();
  const seen = await di.locator('[data-token]').count();
  // What the dice said stands on the player's screen, as a card or as the line it leaves behind.
  await di.locator('.beat, .settled').first().waitFor();
  await di.screenshot({ path: 'shots/hole-fight.png' });
  await tab(di, /^Act/);
  await act(di, /^End the turn/);

  // Grub waits. Moth hides, sneaks and moves: on the player's pages there is no Moth any more.
  await as(gm, 'Grub');
  await act(gm, /^End the turn/);
  await as(gm, 'Moth');
  await act(gm, /^Hide/);
  await dice(gm, '9');
  await act(gm, /^Sneak/);
  await dice(gm, '9');
  await act(gm, /^Move/, 'F13');
  await tab(di, /^Scene/);
  await expect.poll(() => di.locator('[data-token]').count()).toBe(seen - 1);
  for (const part of ['scene', 'act']) {
    await di.goto(`${served.origin}${home}/${part}`);
    await di.getByRole('heading', { level: 1 }).waitFor();
    await di.waitForTimeout(300);
    expect(await di.locator('main').innerText(), part).not.toContain('Moth');
  }
  await tab(di, /^Sheet/);
  await expect.poll(() => di.locator('main select option', { hasText: 'Grub' }).count()).toBe(1);
  expect(await di.locator('main select option', { hasText: 'Moth' }).count()).toBe(0);
  await gm.screenshot({ path: 'shots/hole-unseen-gm.png' });
  await act(gm, /^End the turn/);

  // A casting goes wrong: two alike and a 1. The spell is reversed, as the GM says.
  await di.goto(`${served.origin}${home}/act`);
  await act(di, /^Cast Force Dart/, 2, 'Grub');
  await question(di).waitFor();
  await di.screenshot({ path: 'shots/hole-dice.png' });
  await accessible(di, 'typing the dice of a casting');
  await dice(di, '3 3', '1');
  await question(gm)
    .getByText(/reversed/)
    .first()
    .waitFor();
  await gm.screenshot({ path: 'shots/hole-reversed.png' });
  await accessible(gm, 'a miscast to be shaped');
  await question(gm).locator('[data-option]').first().click();
  await tab(di, /^Log/);
  await di
    .getByText(/It heals as much/)
    .first()
    .waitFor();
  await di.screenshot({ path: 'shots/hole-log.png' });
  await tab(di, /^Act/);
  await act(di, /^End the turn/);
  for (const foe of ['Grub', 'Moth']) {
    await as(gm, foe);
    await act(gm, /^End the turn/);
  }

  // The next one is worse: four dice, a pair, and a 9. The GM picks a curse, and Dido bears it.
  await act(di, /^Cast Force Dart/, 2, 'Grub');
  await dice(di, '4 4 1 2', '9');
  await question(gm)
    .getByText(/Which curse/)
    .first()
    .waitFor();
  await question(gm)
    .locator('[data-option]', { hasText: /^Moon Eyes/ })
    .click();
  await tab(di, /^Sheet/);
  await di.getByText('Moon Eyes').first().waitFor();
  await di.screenshot({ path: 'shots/hole-cursed.png', fullPage: true });
  await accessible(di, 'the sheet of somebody cursed');
  await di.setViewportSize({ width: 1440, height: 900 });
  await di.goto(`${served.origin}${home}`);
  await di.locator('[data-token]').first().waitFor();
  await di.screenshot({ path: 'shots/hole-desktop.png' });
  await gm.screenshot({ path: 'shots/hole-end-gm.png' });
  expect(errors).toEqual([]);
});
