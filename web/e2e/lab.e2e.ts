//! Odds on an action, advice at a question, and the verdict on an encounter: against fixtures where the words matter,
//! on the real program where the numbers do.
import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offers } from '../src/fixtures/offers';
import { prompts } from '../src/fixtures/questions';
import type { OddsCard, VerdictCard } from '../src/protocol';
import { accessible } from './axe';
import { launch } from './browser';
import { open } from './played';
import { Served } from './served';
import { setUp } from './party';

let browser: Browser;
const served = new Served();
beforeAll(async () => {
  mkdirSync('shots', { recursive: true });
  browser = await launch();
  await served.start();
});
afterAll(async () => {
  await browser?.close();
  await served.end();
});

const still = { reducedMotion: 'reduce' } as const;
const msg = (text: string) => ({ key: text, text, values: {} });
const attack: OddsCard = {
  type: 'action',
  odds: {
    outcomes: [
      { name: msg('Goblin dies'), share: 4200, exact: '21/50', tone: 'good' },
      { name: msg('Goblin is hurt'), share: 5800, exact: '29/50', tone: 'good' },
    ],
    found: { type: 'exact' },
    assumes: [msg('Everyone plays their best, the GM too')],
  },
  losses: [{ name: 'Goblin', pool: 'HP', hundredths: 380 }],
};

test('an action opened shows what may come of it, and on request everything', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still, (desk) => ({
    ...desk,
    view: { ...desk.view, offers: offers.map((offer) => ({ ...offer, odds: { type: 'ask' } })) },
  }));
  play.answers.push((id) => ({ type: 'odds', id, odds: attack }));
  await page.getByRole('button', { name: /^Attack/ }).click();
  await page.getByText('Rope', { exact: true }).click();
  await page.getByText('Goblin dies 42%').waitFor();
  expect(play.sent.at(-1)).toMatchObject({
    type: 'odds',
    of: { type: 'action', command: { attack: { who: 1, with: 'rope', target: 2 } } },
  });
  await page.getByRole('button', { name: 'All outcomes' }).click();
  await page.getByText('Goblin loses 3.8 HP on average.').waitFor();
  await page.getByText('the GM too').waitFor();
  await page.screenshot({ path: 'shots/lab-odds.png' });
  await accessible(page, 'odds');
});

const reroll = prompts.find((prompt) => prompt.kind.type === 'pick_dice')!;
const advice: OddsCard = {
  type: 'advice',
  best: 'Reroll the 1 with proficiency; then stop',
  choices: [
    {
      say: ['2'],
      words: 'reroll the 1 with proficiency',
      odds: { outcomes: [{ name: msg('Success'), share: 7500, tone: 'good' }], found: { type: 'exact' } },
    },
    {
      say: [],
      words: 'stop',
      odds: { outcomes: [{ name: msg('Failure'), share: 10000, tone: 'bad' }], found: { type: 'exact' } },
    },
  ],
  assumes: ['Everyone plays their best, the GM too'],
};
const asks = (on: boolean) => (desk: Parameters<NonNullable<Parameters<typeof open>[4]>>[0]) => ({
  ...desk,
  table: { ...desk.table, advice: on },
  view: { ...desk.view, prompts: [reroll] },
});

test('who is asked to reroll may ask what would be best', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still, asks(true));
  play.answers.push((id) => ({ type: 'odds', id, odds: advice }));
  await page.getByRole('button', { name: 'What would be best?' }).click();
  await page.getByText('Best: Reroll the 1 with proficiency; then stop.').waitFor();
  expect(play.sent.at(-1)).toMatchObject({ type: 'odds', of: { type: 'prompt', prompt: reroll.id } });
  await page.getByText('Every answer').click();
  await page.getByText('Failure 100%').waitFor();
  await page.screenshot({ path: 'shots/lab-advice.png' });
  await accessible(page, 'advice');
});

test('a table that does without advice offers none to players', async () => {
  const { page } = await open(browser, '/t/abc/act', 1, still, asks(false));
  await page.locator('.prompt').waitFor();
  expect(await page.getByRole('button', { name: 'What would be best?' }).count()).toBe(0);
});

const share = (share: number) => ({ share, err: 90 });
const verdict: VerdictCard = {
  fights: 1200,
  most: 20000,
  left: 6,
  done: false,
  verdict: 'risky',
  sentence: 'The party usually comes through, but somebody may die.',
  won: share(8100),
  death: share(2200),
  wiped: share(400),
  rounds: [3, 4, 5],
  fighters: [
    ['Bo', true, share(300)],
    ['Goblin 1', false, share(8000)],
  ],
  without: [],
  assumes: 'Everybody fights by instinct.',
};

const ahead = { fights: 40, won: share(9700), death: share(1500), wiped: share(0) };

test('a fight is tried out while creatures are added, and can be stopped', async () => {
  const { page, play } = await open(browser, '/t/abc/drawer/encounters', 0, {
    ...still,
    viewport: { width: 1440, height: 900 },
  });
  await expect.poll(() => play.sent.at(-1)).toMatchObject({ type: 'verdict', creatures: [] });
  const field = page.getByLabel('Add a creature');
  await field.fill('gob');
  await field.press('Enter');
  await field.press('Enter');
  await expect.poll(() => play.sent.at(-1)).toMatchObject({ type: 'verdict', creatures: [['XX-F1', 2]] });
  const asked = play.sent.at(-1)!;
  play.tell({ type: 'verdict', id: asked.id, verdict });
  await page.locator('[data-verdict=risky]').waitFor();
  await page.getByText('Bo dies 3%').waitFor();
  await page.getByRole('button', { name: 'That is enough' }).click();
  await expect.poll(() => play.sent.at(-1)).toEqual({ type: 'enough' });
  // What was found for another question is not told of this one.
  play.tell({ type: 'verdict', id: 'verdict-0', verdict: { ...verdict, verdict: 'hopeless' } });
  play.tell({ type: 'verdict', id: asked.id, verdict: { ...verdict, done: true } });
  await page.getByRole('button', { name: 'If the heroes play cleverly' }).click();
  await expect.poll(() => play.sent.at(-1)).toMatchObject({ creatures: [['XX-F1', 2]], ahead: true });
  const further = play.sent.at(-1)!;
  play.tell({ type: 'verdict', id: further.id, verdict: { ...verdict, ahead } });
  await page.getByText(/The heroes play cleverly, 6 seconds left/).waitFor();
  play.tell({ type: 'verdict', id: further.id, verdict: { ...verdict, done: true, ahead } });
  await page.getByText('They win 97% ± 0.9%').waitFor();
  await page.getByText('Sure enough').waitFor();
  expect(await page.locator('[data-verdict=hopeless]').count()).toBe(0);
  await accessible(page, 'encounter');
});

test('what is being tried out goes on elsewhere: a chip tells how far it is, leads back and ends it', async () => {
  const { page, play } = await open(browser, '/t/abc/drawer/encounters', 0, {
    ...still,
    viewport: { width: 1440, height: 900 },
  });
  const asked = () => play.sent.filter((one) => one.type === 'verdict');
  const tells = (more: Partial<VerdictCard>) =>
    play.tell({ type: 'verdict', id: asked().at(-1)!.id, verdict: { ...verdict, ...more } });
  const chip = page.locator('.job');
  await expect.poll(() => asked().length).toBe(1);
  tells({});
  await page.locator('[data-verdict=risky]').waitFor();
  await page.getByText('1,200 of about 20,000 fights, 6 seconds left.').waitFor();
  expect(await chip.count(), 'where it is shown there is no chip').toBe(0);

  await page.locator('.tools a[href$="/notes"]').click();
  await chip.getByText('1,200 of about 20,000 fights, 6 seconds left.').waitFor();
  await accessible(page, 'a fight tried out elsewhere');
  await page.screenshot({ path: 'shots/lab-chip.png' });
  tells({ fights: 5000, left: 2 });
  await chip.getByText('5,000 of about 20,000 fights').waitFor();
  expect(play.sent.some((one) => one.type === 'enough')).toBe(false);

  // The server forgets it with the line: it is asked for again.
  play.drop();
  await expect.poll(() => asked().length).toBe(2);
  tells({ done: true });
  await chip.getByText('The fight was tried out: Risky.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await chip.getByRole('link').click();
  await page.getByText('Sure enough').waitFor();
  expect(await chip.count()).toBe(0);

  // What was found is not asked anew; something else is, and can be given up from elsewhere.
  const field = page.getByLabel('Add a creature');
  await field.fill('gob');
  await field.press('Enter');
  await expect.poll(() => asked().length).toBe(3);
  expect(asked().at(-1)).toMatchObject({ creatures: [['XX-F1', 1]] });
  await page.locator('.tools a[href$="/notes"]').click();
  await chip.getByRole('button', { name: 'That is enough' }).click();
  await expect.poll(() => play.sent.at(-1)).toEqual({ type: 'enough' });
  await chip.waitFor({ state: 'detached' });
});

test('on the real program the verdict grows worse with every wolf', async () => {
  const gm = await served.visit(browser, served.link, {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
  });
  await setUp(gm, 'DIRK RULES!', 'An ambush on the Ash Road');
  const home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  await gm.goto(`${served.origin}${home}/drawer/encounters`);
  const told = gm.locator('[data-verdict]');
  const wiped = async () => {
    await gm.getByText('Sure enough').waitFor({ timeout: 60_000 });
    const row = gm.locator('dt', { hasText: 'All heroes fall' }).locator('+ dd b');
    return Number.parseFloat((await row.textContent()) ?? '');
  };
  await told.waitFor();
  const before = await wiped();
  const field = gm.getByLabel('Add a creature');
  await field.fill('grey wolf');
  for (let wolf = 0; wolf < 6; wolf += 1) await field.press('Enter');
  await gm.getByText('Refining').waitFor();
  const after = await wiped();
  expect(after).toBeGreaterThan(before);
  await gm.getByText(/one Grey Wolf less/i).waitFor();
  await gm.screenshot({ path: 'shots/lab-encounter.png' });
  await accessible(gm, 'encounter on the real program');
  await gm.setViewportSize({ width: 390, height: 844 });
  await told.scrollIntoViewIfNeeded();
  expect(await gm.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await gm.screenshot({ path: 'shots/lab-encounter-phone.png' });
});
