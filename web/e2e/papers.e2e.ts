//! What a GM brings along, on the real server: notes, handouts, packs, odds of a filled form; and talk with
//! names and rolls in it, spectators included.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { knock, setUp } from './party';
import { Served } from './served';

let browser: Browser;
let gm: Page;
let di: Page;
let bo: Page;
let home: string;
const served = new Served();
beforeAll(async () => {
  browser = await launch();
  await served.start();
  gm = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
  await setUp(gm, 'DIRK RULES!', 'An ambush on the Ash Road');
  home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  const link = await gm.locator('#invite-link').inputValue();
  di = await knock(served, browser, link, 'Di');
  await gm.getByRole('button', { name: 'Let in Di' }).click();
  bo = await knock(served, browser, link, 'Bo');
  await gm.locator('.knock').getByRole('combobox').first().selectOption('spectator');
  await gm.getByRole('button', { name: 'Let in Bo' }).click();
  await di.getByRole('navigation', { name: 'Parts of the table' }).waitFor();
  await bo.getByRole('navigation', { name: 'Parts of the table' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await served.end();
});

test('a note is the GM’s alone until it is shown, and then it is a handout for those it was shown to', async () => {
  await gm.goto(`${served.origin}${home}/drawer/notes`);
  await gm.getByRole('button', { name: 'Write a note or handout' }).click();
  await gm.getByLabel('Title').fill('A letter');
  await gm.getByLabel('Text (Markdown)').fill('Come to the **ring of stones**.');
  await gm.reload();
  await gm.getByRole('button', { name: 'Write a note or handout' }).click();
  expect(await gm.getByLabel('Text (Markdown)').inputValue()).toContain('ring of stones');
  await gm.getByRole('button', { name: 'Save', exact: true }).click();
  await gm.getByText('Only you see it.').waitFor();
  await di.goto(`${served.origin}${home}/scene`);
  await di.locator('#scene-head').waitFor();
  expect(await di.getByText('A letter').count()).toBe(0);
  await gm.locator('summary', { hasText: 'A letter' }).click();
  await accessible(gm, 'a note');
  await gm.getByRole('group', { name: 'Show A letter to' }).getByRole('button', { name: 'Di' }).click();
  await di.getByRole('heading', { name: 'Handouts' }).waitFor();
  // It comes as a moment of its own, and stays among the handouts.
  await di.getByRole('region', { name: 'A handout for you' }).getByText('ring of stones').waitFor();
  await di.getByRole('button', { name: 'Go on' }).click();
  await di.getByText('ring of stones').waitFor();
  await accessible(di, 'a handout');
  await bo.goto(`${served.origin}${home}/scene`);
  await bo.locator('#scene-head').waitFor();
  expect(await bo.getByText('A letter').count()).toBe(0);

  // A picture needs words for those who cannot see it.
  await gm.getByRole('button', { name: 'Write a note or handout' }).click();
  await gm.getByLabel('Title').fill('The gate');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await gm
    .locator('input[type=file][accept^="image"]')
    .setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer: png });
  await gm.getByLabel('What the picture shows, in words').fill('A broken gate in the grass');
  await gm.getByRole('button', { name: 'Save', exact: true }).click();
  await gm.locator('summary', { hasText: 'The gate' }).click();
  await gm.getByRole('group', { name: 'Show The gate to' }).getByRole('button', { name: 'All' }).click();
  await di.getByAltText('A broken gate in the grass').first().waitFor();
  await di.getByRole('button', { name: 'Go on' }).click();
  const drawn = () =>
    di
      .getByAltText('A broken gate in the grass')
      .evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(drawn).toBe(1);
});

test('a pack with a mistake is refused with its place', async () => {
  await gm.goto(`${served.origin}${home}/drawer/rules`);
  await gm.getByLabel('Name of the pack').fill('house');
  await gm.locator('input[type=file][accept^=".toml"]').setInputFiles({
    name: 'weapons.toml',
    mimeType: 'text/plain',
    buffer: Buffer.from('[[weapon]]\nname = 7\n'),
  });
  await gm.getByRole('button', { name: 'Add the pack' }).click();
  await gm
    .getByRole('alert')
    .getByText(/pack\.toml, line 1, column 1: the pack has no such file/)
    .first()
    .waitFor();
  await accessible(gm, 'a pack refused');
});

test('a sound pack joins the table, and what it brings can be put into play', async () => {
  const folder = new URL('../../games/dirk-rules/stories/packs/brass-and-bone/', import.meta.url).pathname;
  await gm.goto(`${served.origin}${home}/drawer/rules`);
  await gm.getByLabel('Name of the pack').fill('brass-and-bone');
  await gm
    .locator('input[type=file][accept^=".toml"]')
    .setInputFiles(
      ['pack.toml', 'weapons.toml', 'creatures.toml', 'mutations.toml'].map((file) => `${folder}${file}`),
    );
  await gm.getByRole('button', { name: 'Add the pack' }).click();
  await gm.getByRole('status').getByText('brass-and-bone').waitFor();
  await gm.locator('li', { hasText: 'brass-and-bone' }).getByText('creatures.toml').waitFor();
  await gm.goto(`${served.origin}${home}/drawer/creatures`);
  await gm.getByRole('searchbox').first().fill('Bring in');
  await gm.getByRole('button', { name: /Bring in a creature/ }).click();
  await gm.locator('.offer').getByLabel('Name').fill('Crow');
  await gm.locator('.offer').getByRole('searchbox').first().fill('bone');
  await gm.locator('.offer label', { hasText: 'bone crow' }).waitFor();
});

test('a name in a sentence calls, a roll in it rolls, and spectators talk once they may', async () => {
  await gm.goto(`${served.origin}${home}`);
  const chat = gm.locator('#chat');
  await chat.fill('Watch out, @d');
  await gm.getByRole('button', { name: '@Di' }).click();
  expect(await chat.inputValue()).toBe('Watch out, @Di ');
  await chat.pressSequentially('it bites for [[2d6]]');
  await gm.keyboard.press('Enter');
  await di.goto(`${served.origin}${home}/log`);
  await di.getByText('calls you').waitFor();
  await di.locator('.is-talk', { hasText: 'it bites' }).locator('.faces').waitFor();
  await bo.goto(`${served.origin}${home}/log`);
  await bo.locator('.is-talk', { hasText: 'it bites' }).waitFor();
  expect(await bo.getByText('calls you').count()).toBe(0);
  expect(await bo.locator('#chat').count()).toBe(0);
  await gm.goto(`${served.origin}${home}/drawer/people`);
  await gm.getByLabel('Spectators may talk').check();
  await bo.locator('#chat').fill('I saw that');
  await bo.keyboard.press('Enter');
  await di.getByText('I saw that').waitFor();
});
