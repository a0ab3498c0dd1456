//! Coming in and being put out, on the real server: invitations, ready heroes, roles, previews.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser';
import { Served } from './served';
import { setUp } from './party';

let browser: Browser;
let gm: Page;
let home: string;
const served = new Served();
beforeAll(async () => {
  browser = await launch();
  await served.start();
  gm = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
  await setUp(gm, 'DIRK RULES!', 'An ambush on the Ash Road');
  home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  await gm.goto(`${served.origin}${home}/drawer/people`);
});
afterAll(async () => {
  await browser?.close();
  await served.end();
});

async function invitation(): Promise<{ link: string; code: string }> {
  await gm.getByRole('button', { name: 'Invite' }).first().click();
  const link = await gm.locator('#invite-link').inputValue();
  const code = (await gm.locator('.code').textContent())!;
  await gm.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  // A panel that closes steps back in the browser's history; one opened before that would be closed by it.
  await gm.waitForFunction(() => !(history.state as { panel?: string } | null)?.panel);
  return { link, code };
}

async function knock(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Knock' }).click();
  await page.getByText('Your sign').waitFor();
}

test('the program serves the page it was built with', async () => {
  const answer = await fetch(`${served.origin}/`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<div id="page">');
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
});

test('a stranger learns nothing of a table but that it is private', async () => {
  const stranger = await served.visit(browser, home);
  await stranger.getByRole('heading', { name: 'A private table' }).waitFor();
  expect(await stranger.locator('body').textContent()).not.toContain('Ash Road');
  await stranger.context().close();
});

test('a player joins by code, takes a ready hero in two taps, and is seen as they see', async () => {
  const { code } = await invitation();
  const page = await served.visit(browser, '/');
  await page.getByLabel('Have a code?').fill(code);
  await page.getByRole('button', { name: 'Join' }).click();
  await knock(page, 'Mira');
  const sign = (await page.getByText('Your sign').textContent())!.replace('Your sign: ', '');
  await gm.getByText(`Their screen says “${sign}”.`).waitFor();
  await gm.getByRole('button', { name: 'Let in Mira' }).click();
  await page.getByRole('button', { name: /Take a ready hero/ }).click();
  await page.getByRole('button', { name: 'Isolde', exact: true }).click();
  await page.getByRole('button', { name: 'This is me: Isolde' }).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });
  await gm.getByText('Plays Isolde.').waitFor();

  // The GM looks through Mira's eyes: her offers are not there to be taken, and nothing secret is.
  await gm.goto(`${served.origin}${home}/as/1`);
  await gm.getByRole('link', { name: /You see what Mira sees/ }).waitFor();
  expect(await gm.getByRole('link', { name: 'GM panel' }).count()).toBe(0);
  await gm.getByRole('link', { name: /End preview/ }).click();
  await gm.goto(`${served.origin}${home}/drawer/people`);

  // Put out, Mira's phone says so and stays out.
  await gm.getByRole('button', { name: /^Remove\s+Mira/ }).click();
  await gm.getByRole('button', { name: /Remove Mira from the table/ }).click();
  await page.getByRole('heading', { name: 'You are no longer at this table' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'A private table' }).waitFor();
  await page.context().close();
});

test('a television is let in as a display: no sheets in full, nothing to press', async () => {
  const { link } = await invitation();
  const screen = await served.visit(browser, link, {
    viewport: { width: 1920, height: 1080 },
    colorScheme: 'dark',
  });
  await knock(screen, 'Screen');
  await gm.locator('.knock').getByRole('combobox').first().selectOption('display');
  await gm.getByRole('button', { name: 'Let in Screen' }).click();
  await screen.locator('main.tv').waitFor();
  // Whoever comes late scans it from the sofa.
  await screen.getByRole('img', { name: 'The invitation as a picture to scan' }).waitFor();
  await screen.screenshot({ path: 'shots/evening-display.png' });
  expect(await screen.getByRole('button').count()).toBe(0);
  await screen.context().close();
});

test('the GM puts the television on a screen of their own, and it knows no more than everybody', async () => {
  const before = gm.url();
  await gm.goto(`${served.origin}${home}/display`);
  await gm.locator('main.tv').waitFor();
  expect(new URL(gm.url()).pathname).toMatch(/\/as\/\d+$/);
  expect(await gm.locator('main.tv .secret').count()).toBe(0);
  await gm.goto(before);
});

test('a withdrawn invitation is told as such', async () => {
  const { link } = await invitation();
  await gm.getByRole('button', { name: 'Invite' }).first().click();
  await gm.getByRole('button', { name: /^Make a new invitation/ }).click();
  await expect.poll(() => gm.locator('#invite-link').inputValue()).not.toBe(link);
  await gm.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const late = await served.visit(browser, link);
  await late.getByRole('alert').waitFor();
  expect(await late.getByLabel('Your name').count()).toBe(0);
  await late.context().close();
});

test('opened dice are checked in the browser, and a changed face is found out', async () => {
  await gm.goto(`${served.origin}${home}`);
  await gm.locator('#chat').fill('/r 4d6kh3 # to be checked');
  await gm.keyboard.press('Enter');
  await gm
    .getByText(/to be checked/)
    .first()
    .waitFor();
  // The drawer lies where the log does.
  await gm.goto(`${served.origin}${home}/drawer/rules`);
  await gm.getByRole('button', { name: 'Open the dice used so far' }).click();
  await gm.getByRole('link', { name: 'Check dice' }).click();
  const proof = gm.getByLabel('Proof');
  await expect.poll(() => proof.inputValue()).toContain('commitment');
  await gm.getByRole('button', { name: 'Check' }).click();
  await gm.getByText(/exactly as promised/).waitFor();
  const changed = JSON.parse(await proof.inputValue()) as { draws: { face: number; sides: number }[] };
  changed.draws[0]!.face = (changed.draws[0]!.face % changed.draws[0]!.sides) + 1;
  await proof.fill(JSON.stringify(changed));
  await gm.getByRole('button', { name: 'Check' }).click();
  await gm.getByText(/but the seed gives/).waitFor();
});
