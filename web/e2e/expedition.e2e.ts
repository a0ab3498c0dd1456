//! Dead Weight on the real server, in real browsers: heroes guided and by chance, a fight on the map with dice
//! clicked and wounds placed, a reload and a power cut in the middle of a question, undo, overruling, fork.
import { mkdirSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { marked, middle, spot, told } from './hands';
import { answer, asked, knock, question, take, watch } from './party';
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

/** Making a hero to the end: the first of what can be done next, the first of what can be chosen. */
async function makeTheRest(page: Page): Promise<void> {
  const shown = () => page.locator('main').innerText();
  const making = () => page.url().includes('/create/');
  // What one reaches for may go: the page is a step further, or on its way to the sheet.
  const tap = (what: Locator): Promise<boolean> =>
    what.click({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  while (making()) {
    const before = await shown();
    const done = page.locator('button[aria-disabled=false]', { hasText: /^This is me$/ });
    const form = page.locator('.offer.open form');
    const heads = page.locator('.offer .head');
    let taken = true;
    if ((await done.count()) > 0) taken = await tap(done);
    else if ((await form.count()) > 0) {
      for (const kind of ['radio', 'checkbox']) {
        const picks = form.locator(`label:has(input[type=${kind}])`);
        if ((await picks.count()) > 0) taken &&= await tap(picks.first());
      }
      taken &&= await tap(form.locator('button[type=submit]'));
    } else if ((await heads.count()) > 0) taken = await tap(heads.first());
    if (taken) await expect.poll(async () => !making() || (await shown()) !== before).toBe(true);
  }
}

/** Drags a token with a finger to one of the squares it can reach; a rule may ask something before it goes. */
async function dragAway(page: Page, token: string): Promise<boolean> {
  const before = await page.locator(token).first().getAttribute('data-square');
  const { marks, sprites } = await told(page);
  const free = marks.find(
    (mark) =>
      mark.as === 'square' &&
      ['wanted', 'asked'].includes(mark.kind) &&
      sprites.every((one) => one.x !== mark.x || one.y !== mark.y),
  ) as { x: number; y: number };
  const from = await middle(page, ...(await spot(page, page.locator(token).first())));
  const to = await middle(page, free.x, free.y);
  const wire = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    wire.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  await touch('touchMove', to);
  await touch('touchEnd');
  const moved = async () => (await page.locator(token).first().getAttribute('data-square')) !== before;
  // A finger that let go a moment too early or beside the square moves nothing: it is tried again next time.
  for (let look = 0; look < 25 && !(await moved()) && !(await asked(page)); look += 1)
    await page.waitForTimeout(200);
  return moved();
}

test('an expedition in Dead Weight, from the printed link to a fork', async () => {
  const gm = watch(
    await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }),
    'gm',
    errors,
  );
  await gm
    .locator('.game', { hasText: 'Dead Weight' })
    .getByRole('button', { name: /Play with friends/ })
    .click();
  await gm.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  const home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  const link = await gm.locator('#invite-link').inputValue();
  const di = watch(await knock(served, browser, link, 'Di'), 'Di', errors);
  const bo = watch(await knock(served, browser, link, 'Bo'), 'Bo', errors);
  await gm.getByRole('button', { name: 'Let all 2 in' }).click();

  // A television watches.
  const screen = watch(await knock(served, browser, link, 'Screen'), 'Screen', errors);
  await screen.setViewportSize({ width: 1920, height: 1080 });
  await gm.locator('.knock').getByRole('combobox').first().selectOption('display');
  await gm.getByRole('button', { name: 'Let in Screen' }).click();
  await screen.locator('main.tv').waitFor();

  // Di goes through the life paths and pays insight for a second throw; Bo has a hero rolled.
  await di.getByRole('button', { name: /Make my own/ }).click();
  await di.getByLabel('Name of your hero').fill('Dido');
  await di.getByRole('button', { name: 'Start' }).click();
  await di.getByRole('button', { name: 'Roll the infancy' }).click();
  await di.getByRole('button', { name: /Take it:/ }).waitFor();
  await di.screenshot({ path: 'shots/creation.png' });
  await accessible(di, 'creation');
  await di.getByText('1 of 3 insight').waitFor();
  await di.getByRole('button', { name: /^Roll both again\s*1 insight/ }).click();
  await di.getByText('The sheet so far').click();
  await di.getByRole('group', { name: /^Insight\W+0 of 3/ }).waitFor();
  await makeTheRest(di);
  await bo.getByRole('button', { name: /Roll a hero for me/ }).click();
  await bo.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });
  const other = (await bo.locator('[role=group][aria-label="Act as"] button').last().textContent())!.trim();

  // The GM leads the party on by an exit of the map of places; whoever is asked on the way answers.
  await gm.goto(`${served.origin}${home}`);
  await gm.getByRole('button', { name: /^Nave of Salt/ }).click();
  await gm.locator('.offer.open button[type=submit]').click();
  const settle = async (...wanted: RegExp[]) => {
    for (let quiet = 0; quiet < 2;) {
      const page = (await asked(di)) ? di : (await asked(bo)) ? bo : (await asked(gm)) ? gm : undefined;
      if (page) await answer(page, wanted[0]);
      quiet = page ? 0 : quiet + 1;
      if (!page) await gm.waitForTimeout(150);
    }
  };
  await settle();
  await gm.getByRole('heading', { name: 'Nave of Salt' }).waitFor();

  // A stone falls on Dido, and the server loses its power while Di is asked where the wound goes.
  const text = (page: Page) => question(page).locator('h2').textContent();
  await gm.getByLabel('Find in Act').fill('Wound somebody');
  await gm.locator('.offer .head', { hasText: /^Wound somebody/ }).click();
  await gm
    .locator('.offer.open form label', { hasText: /^\s*Dido/ })
    .first()
    .click();
  await gm.locator('.offer.open').getByRole('spinbutton', { name: 'Wounds' }).fill('1');
  await gm.locator('.offer.open button[type=submit]').click();
  await question(di).waitFor();
  while (!/to place\. Where/.test((await text(di))!)) {
    await answer(di, /^(Spare the armor|Take them)/);
    await question(di).waitFor();
  }
  const wound = await text(di);
  await di.screenshot({ path: 'shots/wounds.png' });
  await served.kill();
  await di.getByText('Reconnecting. What you typed is kept.').first().waitFor();
  await served.start();
  await di.locator('.line.live').waitFor({ timeout: 30_000 });
  expect(await text(di)).toBe(wound);
  await answer(di, /room for [1-9]/);
  await settle();

  // Three kneeling skeletons that play themselves against the two.
  await gm.goto(`${served.origin}${home}/drawer/creatures`);
  await gm.getByRole('button', { name: 'Foes play themselves' }).click();
  // All of them at least: others may have joined by now.
  await expect
    .poll(() => gm.locator('.drawer summary .tag', { hasText: 'plays itself' }).count())
    .toBeGreaterThanOrEqual(3);
  await gm.goto(`${served.origin}${home}`);
  await gm.locator('.offer .head', { hasText: /^Set up a fight/ }).click();
  const fighters = ['Dido', other, 'Dry Bones', 'Dry Bones 2', 'Dry Bones 3'];
  await gm.locator('.offer.open .checks label').first().waitFor();
  for (const label of await gm.locator('.offer.open .checks label').all())
    if (fighters.includes(((await label.textContent()) ?? '').trim())) await label.click();
  await gm.locator('.offer.open button[type=submit]').click();
  await settle();
  // Foes that play themselves wait until the GM begins.
  await gm.locator('.offer .head', { hasText: /^Start the fight/ }).click();
  await settle();
  for (const page of [di, bo]) await page.goto(`${served.origin}${home}/act`);

  // Chance decides how long they stand, so the others' screens are looked at while Di is about to move.
  const inTheFight = async () => {
    await gm.locator('[data-token]').first().waitFor();
    await gm.screenshot({ path: 'shots/table.png' });
    await accessible(gm, 'the GM in a fight');
    await screen.locator('[data-token]').first().waitFor();
    await screen.screenshot({ path: 'shots/display.png' });
    await accessible(screen, 'the television in a fight');
    expect(await screen.getByRole('button').count()).toBe(0);
  };

  // They fight until Di has clicked a die, moved by finger and been reloaded, and a skeleton has struck.
  const done = { die: false, drag: false, reload: false, struck: false };
  const strikes = gm.locator('.log').getByText(/Dry Bones.* attacks/);
  for (let step = 0; step < 150 && Object.values(done).includes(false); step += 1) {
    const page = (await asked(di)) ? di : (await asked(bo)) ? bo : (await asked(gm)) ? gm : undefined;
    if (page) {
      const before = (await text(page))!;
      const dice = question(page).locator('.dice button:not([aria-disabled=true])');
      if (page !== gm && (await dice.count()) > 0 && (!done.die || !done.reload)) {
        // A die is clicked, the phone is reloaded, and the choice is still there.
        await dice.first().click();
        await page.screenshot({ path: 'shots/question.png' });
        await accessible(page, 'the exchange');
        await page.reload();
        await question(page).waitFor();
        expect(await text(page)).toBe(before);
        await expect.poll(() => question(page).locator('.dice button[aria-checked=true]').count()).toBe(1);
        done.reload = true;
        const id = await question(page).getAttribute('data-prompt');
        await question(page).locator('form button[type=submit]').click();
        await page.locator(`.prompt[data-prompt="${id}"]`).waitFor({ state: 'detached' });
        done.die = true;
      } else await answer(page, /^(1 die\b|Spare the armor|Take )|room for [1-9]/);
      continue;
    }
    let acted = false;
    for (const hero of [di, bo]) {
      if (acted) break;
      if (await take(hero, /^Begin the turn/)) acted = true;
      else if (
        hero === di &&
        !done.drag &&
        (await hero.locator('.offer .head', { hasText: /^Move\s*\d/ }).count()) > 0
      ) {
        await hero.screenshot({ path: 'shots/phone.png' });
        await hero
          .getByRole('navigation')
          .getByRole('button', { name: /^Scene/ })
          .click();
        await expect.poll(() => marked(hero, 'wanted')).toBeGreaterThan(0);
        await hero.screenshot({ path: 'shots/map.png' });
        await accessible(hero, 'the map in a fight');
        await inTheFight();
        done.drag = await dragAway(hero, '.token.mine');
        await hero.getByRole('navigation').getByRole('button', { name: /^Act/ }).click();
        acted = true;
      } else acted = await take(hero, /^End the turn/);
    }
    done.struck ||= (await strikes.count()) > 0;
    await gm.waitForTimeout(120);
  }
  expect(done).toEqual({ die: true, drag: true, reload: true, struck: true });
  await settle();
  // What came of it stood on every screen that may know it; the last of it still does.
  for (const page of [gm, di, bo]) await page.locator('.beat, .settled').first().waitFor();

  // The GM moves a counter by its button, sets a value against the rules, and takes that back.
  await gm.goto(`${served.origin}${home}/drawer/trackers`);
  await gm.getByRole('button', { name: 'More: Decay' }).click();
  await accessible(gm, 'a counter about to change');
  await gm.screenshot({ path: 'shots/drawer.png' });
  await gm.locator('.drawer form button[type=submit]').first().click();
  await di.goto(`${served.origin}${home}/log`);
  await di
    .getByText(/The GM says so\./)
    .first()
    .waitFor();
  await gm.locator('summary', { hasText: /^Edit$/ }).click();
  await gm.getByLabel('Which value').fill('Dido.insight');
  await gm
    .getByRole('button', { name: /^Dido\.insight\b/ })
    .first()
    .click();
  await gm.getByLabel('Dido.insight').fill('3');
  await gm.getByLabel('Why', { exact: true }).fill('A kind GM');
  await gm.getByRole('button', { name: 'Set it' }).click();
  await gm.getByText('Dido.insight is set.').waitFor();
  await di
    .getByText(/A kind GM/)
    .first()
    .waitFor();
  await gm.goto(`${served.origin}${home}`);
  await gm.getByRole('button', { name: 'Undo' }).first().click();
  await gm.getByRole('button', { name: 'Undo this' }).click();
  await expect.poll(() => di.locator('.line.struck', { hasText: 'A kind GM' }).count()).toBeGreaterThan(0);

  // The same table goes on in another way.
  await gm.getByRole('link', { name: 'History' }).first().click();
  await accessible(gm, 'history');
  await toldAgain(served, gm, home);
  await gm.getByRole('button', { name: 'Copy the table as it is now' }).click();
  await expect.poll(() => new URL(gm.url()).pathname).not.toContain(home);
  await gm.getByText('another way').first().waitFor();
  await gm.goto(`${served.origin}/`);
  await gm.getByRole('heading', { name: 'Your tables' }).waitFor();
  await gm.screenshot({ path: 'shots/start.png' });
  await accessible(gm, 'the start');
  await gm.goto(`${served.origin}/about`);
  await gm
    .getByText(/Pedro Medeiros/)
    .first()
    .waitFor();
  await accessible(gm, 'about');
  expect(errors).toEqual([]);
});
