//! The GM on the stage, on the real program, with a player on a phone beside them: secrets as pins that only the GM has, the
//! library, the quick bar, values edited in place, a roll asked for in two taps, what is read aloud, and a hero made.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { knock } from './party';
import { Served } from './served';

let browser: Browser;
const served = new Served();
const WIDE = { width: 1440, height: 900 };
beforeAll(async () => {
  browser = await launch();
  await served.start();
});
afterAll(async () => {
  await browser?.close();
  await served.end();
});

interface Evening {
  gm: Page;
  player: Page;
  home: string;
  /** Everything that was sent to the player. */
  told: string[];
}

async function begin(game: string, name: string): Promise<Evening> {
  const gm = await served.visit(browser, served.link, { viewport: WIDE, colorScheme: 'dark' });
  const card = gm.locator('.game', { hasText: game });
  await card.getByRole('button', { name: 'Play with friends' }).click();
  const link = await gm.locator('#invite-link').inputValue();
  const home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  const player = await knock(served, browser, link, name);
  const told: string[] = [];
  player.on('websocket', (line) => line.on('framereceived', ({ payload }) => told.push(String(payload))));
  await gm.getByRole('button', { name: `Let in ${name}` }).click();
  await player.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await gm.goto(`${served.origin}${home}`);
  await gm.getByRole('button', { name: 'Ask for a roll' }).waitFor();
  // From here on everything is heard, also what came before.
  await player.reload();
  await player.getByRole('heading', { name: 'Who are you?' }).waitFor();
  return { gm, player, home, told };
}

async function be(player: Page, hero: string): Promise<void> {
  await player.getByRole('button', { name: /Take a ready hero/ }).click();
  await player.getByRole('button', { name: hero, exact: true }).click();
  await player.getByRole('button', { name: `This is me: ${hero}` }).click();
  await player.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });
}

test('secrets are pins that one key hides, and no player is ever sent one', async () => {
  const { gm, player, told, home } = await begin('Roll High or Die', 'Ann');
  await be(player, 'Ilse Karr');
  await gm.locator('.offer .head', { hasText: 'Next: The yard' }).click();
  const pins = gm
    .getByRole('group', { name: 'Secrets', exact: true })
    .getByRole('button', { name: /^Secret/ });
  await expect.poll(() => pins.count()).toBeGreaterThan(3);
  // A secret that names a square stands there, and opens with its words.
  const whistle = gm.getByRole('button', { name: /^Secret \d: Nobody in the house/ });
  await whistle.click();
  const card = gm.getByRole('region', { name: /^Secret \d: Nobody in the house/ });
  await card.getByText('Whistles and Loud weapons').waitFor();
  await card.getByText('Only you see this').waitFor();
  await gm.getByRole('button', { name: 'Read aloud' }).click();
  await accessible(gm, 'secrets on the map');

  // The library: what fits is counted, placed hidden, and stands where the GM points.
  await gm.locator('.tools').getByRole('link', { name: 'Bring in' }).click();
  const find = gm.locator('#drawer-body').getByPlaceholder('Find');
  await find.fill('unicorn');
  await gm.getByText('No unicorn.').waitFor();
  await find.fill('wol');
  await gm.getByText(/^1 of \d+$/).waitFor();
  await accessible(gm, 'the library');
  await gm.screenshot({ path: 'shots/gm-explore.png' });
  await gm.locator('#drawer-body').getByRole('button', { name: 'One more: Wolf' }).click();
  await expect
    .poll(() => gm.getByRole('switch', { name: 'Hidden' }).getAttribute('aria-checked'))
    .toBe('true');
  await gm.locator('#drawer-body').getByRole('button', { name: 'Place', exact: true }).first().click();
  await gm.getByText('2 placed where players do not see them.').waitFor();

  // One key hides what is secret on a screen that others see.
  await gm.keyboard.press('Escape');
  await gm.locator('body').press('h');
  await expect.poll(() => pins.count()).toBe(0);
  await gm.locator('body').press('h');
  await expect.poll(() => pins.count()).toBeGreaterThan(3);

  // Read aloud: every screen has it for a moment.
  await gm.goto(`${served.origin}${home}`);
  await gm.getByRole('button', { name: 'Read aloud' }).click();
  await gm.getByRole('button', { name: 'Show to all' }).click();
  await player.getByRole('region', { name: 'A handout for you' }).getByText('Bandits hold').waitFor();
  await player.getByRole('button', { name: 'Go on', exact: true }).click();

  const all = told.join('\n');
  expect(all).toContain('Bandits hold');
  for (const secret of ['Whistles and Loud', 'gives up both', 'Wolf 1', 'Captain Sorrel'])
    expect(all.includes(secret), secret).toBe(false);

  // A roll in two taps: the button, then what is rolled. Who is selected rolls.
  await gm.locator('.rail').getByText('Ilse Karr').click();
  await gm.getByRole('button', { name: 'Ask for a roll' }).click();
  const ask = gm.getByRole('region', { name: 'Ask for a roll' });
  await accessible(gm, 'asking for a roll');
  await ask.getByRole('button', { name: 'Stealth', exact: true }).click();
  await ask.waitFor({ state: 'detached' });
  await gm
    .locator('.results')
    .getByText(/Ilse Karr: Stealth \d+ against 10/)
    .waitFor();
});

test('whoever is selected is changed by the quick bar, and every value where it stands', async () => {
  const { gm, player } = await begin('Die Trying', 'Bo');
  await be(player, 'Marda Pell');
  await gm.locator('.rail').getByText('Quill').click();
  const bar = gm.getByRole('group', { name: 'Change Quill' });
  const health = () =>
    gm
      .locator('.rail')
      .getByRole('button', { name: /^Quill/ })
      .innerText();
  await bar.getByRole('button', { name: 'Health down by 1' }).click();
  await expect.poll(health).toMatch(/3\s*\/\s*4/);
  await bar.getByRole('textbox').fill('-2');
  await bar.getByRole('textbox').press('Enter');
  await expect.poll(health).toMatch(/1\s*\/\s*4/);
  await accessible(gm, 'the quick bar');

  // With Shift another is selected too, and both are changed at once.
  await gm
    .locator('.rail')
    .getByText('Marda Pell')
    .click({ modifiers: ['Shift'] });
  await gm.getByText('2 selected').waitFor();
  await gm.getByRole('button', { name: 'Health up by 1' }).click();
  await expect.poll(health).toMatch(/2\s*\/\s*4/);

  // The pencil makes fields of the sheet; what follows from other values says so.
  await gm.getByRole('button', { name: 'Edit values' }).click();
  const field = gm.locator('#pane-sheet').getByLabel('Hitpoints', { exact: true });
  await field.fill('4');
  await gm.locator('#pane-sheet').getByRole('button', { name: '2 to 4' }).click();
  await expect.poll(health).toMatch(/4\s*\/\s*4/);
  await accessible(gm, 'a sheet being edited');
  await gm.screenshot({ path: 'shots/gm-edit.png' });
  await gm.getByRole('button', { name: 'Edit values' }).click();

  // The fight starts with who stands by the heroes, and nobody from the rooms beyond.
  await gm.getByRole('button', { name: 'Start the fight' }).click();
  const form = gm.locator('.offer.open form');
  await form.locator('label', { hasText: 'Marda Pell' }).locator('input').first().waitFor();
  const in_it = (who: string) =>
    form
      .locator('label', { hasText: new RegExp(`^\\s*${who}\\s*$`) })
      .locator('input')
      .first();
  expect(await in_it('Marda Pell').isChecked()).toBe(true);
  expect(await in_it('Ogre').isChecked()).toBe(false);
  await form.locator('button[type=submit]').click();
  await gm.locator('.ribbon').waitFor();
  await gm.waitForTimeout(1500);
  await gm.screenshot({ path: 'shots/gm-fight.png' });
});

test('a hero is made one question at a time, and the rest is filled in and told', async () => {
  const { player } = await begin('Die Trying', 'Cy');
  await player.getByRole('button', { name: /Make my own/ }).click();
  await player.getByLabel('Name of your hero').fill('Wren');
  await player.getByRole('button', { name: 'Start', exact: true }).click();
  await player.waitForURL(/\/create\//);
  await player.getByText('1 of 6', { exact: true }).waitFor();
  await player.locator('.offer.open label', { hasText: 'halfling' }).click();
  const form = player.locator('.offer.open');
  if ((await form.locator('button[type=submit][aria-disabled=true]').count()) > 0)
    await form.locator('fieldset').last().locator('label').first().click();
  await player.screenshot({ path: 'shots/hero-phone.png' });
  await accessible(player, 'making a hero on a phone');
  await form.locator('button[type=submit]').click();
  await player.getByText('2 of 6', { exact: true }).waitFor();
  await player.getByText(/^You keep your choice of species/).waitFor();
  await player.getByRole('button', { name: 'Fill the rest' }).click();
  const filled = player.getByRole('region', { name: 'Filled in for you' });
  await filled.waitFor();
  await expect.poll(() => filled.getByRole('listitem').count()).toBeGreaterThan(2);
  await player.screenshot({ path: 'shots/hero-filled.png' });
  await filled.getByRole('link', { name: 'This is me' }).click();
  await player.getByRole('heading', { name: 'Wren' }).waitFor();
});
