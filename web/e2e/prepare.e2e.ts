//! A GM prepares: what creatures are about to do, house rules with since when, an encounter compared, saved, told and
//! placed. Against fixtures where the words matter, on the real program where it must come out.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offers } from '../src/fixtures/offers';
import { frame, msg, named, square } from '../src/fixtures/parts';
import type { Desk, OfferCard, VerdictCard } from '../src/protocol';
import { accessible } from './axe';
import { launch } from './browser';
import { open, ORIGIN } from './played';
import { Served } from './served';
import { setUp } from './party';

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
const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };

test('the GM reads what a creature is about to do with its odds, and lets it, does something else, or plays it', async () => {
  const { page, play } = await open(browser, '/t/abc/drawer/creatures', 0, desktop);
  const offer: OfferCard = {
    ...offers[0]!,
    id: 'attack:2',
    actor: 2,
    fixed: { who: 2 },
    odds: { type: 'ask' },
  };
  const command = { attack: { who: 2, with: 'rope', target: 2 } };
  play.answers.push((id) => ({ type: 'intent', id, intent: { command, offer, by_itself: true } }));
  play.answers.push((id) => ({
    type: 'odds',
    id,
    odds: {
      type: 'action',
      odds: { outcomes: [{ name: msg('Brack falls'), share: 3100, tone: 'bad' }], found: { type: 'exact' } },
      losses: [],
    },
  }));
  await page.locator('#drawer-body summary', { hasText: 'Goblin' }).click();
  await page.getByText('Next: Attack: Rope, Goblin').waitFor();
  await page.getByText('Brack falls 31%').waitFor();
  expect(play.sent.at(-1)).toMatchObject({ type: 'odds', of: { type: 'action', command, instinct: true } });
  await accessible(page, 'what a creature is about to do');
  await page.getByLabel('It plays cleverly').check();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ stand: { creature: 2, answer: 'ahead', until: 'revoked' } });
  await page.getByRole('button', { name: 'Play this turn for it' }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ stand: { creature: 2, answer: 'instinct', until: 'turn_over' } });
  await page.locator('#drawer-body').getByRole('radio', { name: 'I play it' }).first().click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ stand_no_more: { creature: 2 } });
  await page.getByRole('button', { name: 'Do something else', exact: true }).click();
  await expect.poll(() => play.sent.at(-1)).toEqual({ type: 'watch', actors: [2] });
  await page.context().close();
});

test('the drawer says since when a house rule is so, and leads to the line', async () => {
  const { page } = await open(browser, '/t/abc', 0, desktop);
  await page.route(`${ORIGIN}/api/tables/abc/house`, (route) =>
    route.fulfill({ json: [{ switch: 'soft_hits', action: 1, at: Date.UTC(2026, 10, 12, 21, 14) }] }),
  );
  await page.evaluate(() => {
    history.pushState(null, '', '/t/abc/drawer/rules');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const since = page.getByRole('link', { name: /^Since November 12|^Since 12 November/ });
  await since.waitFor();
  expect(await since.getAttribute('href')).toBe('/t/abc/log/2');
  await accessible(page, 'house rules');
  await page.context().close();
});

const share = (share: number) => ({ share, err: 90 });
const verdict = (won: number): VerdictCard => ({
  fights: 1200,
  most: 20000,
  left: 6,
  done: true,
  verdict: 'risky',
  sentence: 'Somebody may die.',
  won: share(won),
  death: share(2200),
  wiped: share(400),
  rounds: [3, 4, 5],
  fighters: [['Bo', true, share(300)]],
  without: [],
  assumes: 'By instinct.',
});
const brings = (desk: Desk): Desk => ({
  ...desk,
  view: {
    ...desk.view,
    offers: [
      ...(desk.view.offers ?? []),
      {
        id: 'bring',
        command: 'bring',
        label: msg('Bring somebody in'),
        group: msg('Scene'),
        params: [
          {
            name: 'like',
            label: msg('Which'),
            domain: { type: 'one_of', options: [named('XX-F1', 'Goblin')] },
          },
          { name: 'called', label: msg('Name'), domain: { type: 'text', least: 1, most: 40 } },
          { name: 'unseen', label: msg('Unseen'), domain: { type: 'yes_no' }, optional: true },
        ],
      } as unknown as OfferCard,
    ],
  },
});

test('an encounter is tried rested, compared, told, saved and placed where players see nothing', async () => {
  const { page, play } = await open(browser, '/t/abc/drawer/encounters', 0, desktop, brings);
  const last = () => play.sent.filter((one) => one.type === 'verdict').at(-1)!;
  const field = page.getByLabel('Add a creature');
  await field.fill('gob');
  await field.press('Enter');
  await field.press('Enter');
  await expect.poll(last).toMatchObject({ creatures: [['XX-F1', 2]], rested: false });
  play.tell({ type: 'verdict', id: last().id, verdict: verdict(6000) });
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'rested' }).click();
  await expect.poll(last).toMatchObject({ creatures: [['XX-F1', 2]], rested: true });
  play.tell({ type: 'verdict', id: last().id, verdict: verdict(8100) });
  await page.getByText('before 60%, +21 points').waitFor();
  await accessible(page, 'an encounter compared');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/Goblin.*\.md$/);
  await page.getByLabel('Name of the fight').fill('Bell Loft');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toMatchObject({ write: { title: 'Bell Loft', body: { text: '- 2 × Goblin' } } });
  await page.getByRole('button', { name: 'Place hidden' }).click();
  await page.getByText('2 placed where players do not see them.').waitFor();
  const brought = play.sent.map((one) => one.op).filter((op) => JSON.stringify(op)?.includes('bring'));
  expect(brought).toEqual([
    { command: { bring: { like: 'XX-F1', called: 'Goblin 1', unseen: true } } },
    { command: { bring: { like: 'XX-F1', called: 'Goblin 2', unseen: true } } },
  ]);
  await page.context().close();
});

test('who of the party fights, the light, the surprise and the map are part of an encounter', async () => {
  const { page, play } = await open(browser, '/t/abc/drawer/encounters', 0, desktop, brings);
  const last = () => play.sent.filter((one) => one.type === 'verdict').at(-1)!;
  const drawer = page.locator('#drawer-body');
  await drawer.getByRole('group', { name: 'The party' }).getByRole('button', { name: 'Cy' }).click();
  await drawer.getByRole('group', { name: 'Already there' }).getByRole('button', { name: 'Rat' }).click();
  await drawer.getByRole('combobox', { name: 'Light', exact: true }).selectOption('Darkness');
  await drawer
    .getByRole('combobox', { name: 'Surprise', exact: true })
    .selectOption('The heroes are surprised');
  await drawer.getByRole('combobox', { name: 'Map', exact: true }).selectOption('Open ground');
  const given = { light: 'dark', surprise: 'heroes', map: 'open' };
  await expect.poll(last).toMatchObject({ absent: [2, 3], given });
  const field = page.getByLabel('Add a creature');
  await field.fill('gob');
  await field.press('Enter');
  await accessible(page, 'an encounter under other circumstances');
  await page.screenshot({ path: 'shots/encounter-terms.png' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const text = '- 1 × Goblin\n- Light: Darkness\n- Surprise: The heroes are surprised\n- Map: Open ground';
  await expect.poll(() => play.sent.at(-1)?.op).toMatchObject({ write: { body: { text } } });
  await drawer.getByRole('combobox', { name: 'Light', exact: true }).selectOption('As it is');
  await expect.poll(last).toMatchObject({ given: { surprise: 'heroes', map: 'open' } });
  await page.context().close();
});

const offer = (id: string, label: string, more: Partial<OfferCard>): OfferCard =>
  ({ id, command: id, label: msg(label), group: msg('Scene'), ...more }) as OfferCard;

/** Two goblins have come in since, and the game can put them on the map. */
const withNewcomers = (desk: Desk): Desk => ({
  ...desk,
  gm: { ...desk.gm!, creatures: [...desk.gm!.creatures, [7, 'Goblin 1'], [8, 'Goblin 2']] },
  view: {
    ...desk.view,
    offers: [
      ...(desk.view.offers ?? []),
      offer('place', 'Put somebody on the map', {
        params: [
          {
            name: 'who',
            label: msg('Who'),
            domain: { type: 'creature', among: [named(7, 'Goblin 1'), named(8, 'Goblin 2')] },
          },
          {
            name: 'at',
            label: msg('Where'),
            domain: { type: 'square', among: [square(1, 1), square(1, 2), square(2, 2), square(5, 5)] },
          },
        ],
      } as Partial<OfferCard>),
    ],
  },
});

test('whoever is placed stands nowhere until the GM points, and then there and around it', async () => {
  const { page, play } = await open(browser, '/t/abc/drawer/encounters', 0, desktop, (desk) =>
    withNewcomers(brings(desk)),
  );
  await page.evaluate(() => sessionStorage.setItem('boneyard.drafts.abc', '{"newcomers":[7]}'));
  await page.reload();
  const asked = page.getByRole('region', { name: 'Where do they come in?' });
  await asked.getByText('Goblin 1 is not on the map yet.').waitFor();
  await accessible(page, 'where newcomers come in');
  // The map asks as well.
  await page.getByText('Where do they come in? Pick a square.').waitFor();
  await asked.getByRole('combobox').selectOption({ label: 'B2' });
  await asked.getByRole('button', { name: 'Place them there' }).click();
  const put = () => play.sent.map((one) => one.op).filter((op) => JSON.stringify(op)?.includes('"place"'));
  // Brack stands on B2.
  await expect.poll(put).toEqual([{ command: { place: { who: 7, at: square(1, 2) } } }]);
  await asked.waitFor({ state: 'detached' });
  await page.context().close();
});

test('tables of those who come by stand with the encounters', async () => {
  const { page, play } = await open(browser, '/t/abc/drawer/encounters', 0, desktop, (desk) => ({
    ...desk,
    view: {
      ...desk.view,
      offers: [...(desk.view.offers ?? []), offer('wander', 'Somebody wanders by', { about: 'encounters' })],
    },
  }));
  const drawer = page.locator('#drawer-body');
  await drawer.getByRole('heading', { name: 'Who comes by' }).waitFor();
  await drawer.getByRole('button', { name: /^Somebody wanders by/ }).click();
  await expect.poll(() => play.sent.flatMap((one) => one.op ?? [])).toEqual([{ command: 'wander' }]);
  await page.context().close();
});

test('what the game tells the GM alone stands with the notes, and whoever players do not see is hatched', async () => {
  const { page } = await open(browser, '/t/abc/drawer/notes', 0, desktop, (desk) => ({
    ...desk,
    view: {
      ...desk.view,
      sheets: [
        ...desk.view.sheets,
        {
          owner: { type: 'table', key: 'site' },
          title: msg('The site'),
          blocks: [
            { ...frame('known', 'What is known'), type: 'text', body: 'It is wet.' },
            {
              ...frame('waits', 'Who waits'),
              type: 'text',
              body: 'Crypt: 2 Dry Bones',
              state: { secret: { type: 'gm' } },
            },
          ],
        },
      ],
    },
  }));
  const drawer = page.locator('#drawer-body');
  await drawer.getByText('Crypt: 2 Dry Bones').waitFor();
  expect(await drawer.getByText('It is wet.').count(), 'that is no secret').toBe(0);
  await drawer.getByText('Nave of Salt').waitFor();
  await accessible(page, 'secrets among the notes');
  const goblin = page.locator('.person', { hasText: 'Goblin' });
  expect(await goblin.getAttribute('class')).toContain('secret');
  await goblin.getByText('only you').waitFor({ state: 'attached' });
  expect(await page.locator('.person', { hasText: 'Brack' }).getAttribute('class')).not.toContain('secret');
  await page.context().close();
});

test('beginning puts what is read aloud into the log, and what comes first goes away', async () => {
  const { page, play } = await open(browser, '/t/abc/drawer/start', 0, desktop);
  const aloud = page.locator('section.card', { hasText: 'Read aloud' }).locator('b');
  const title = (await aloud.textContent())!;
  await page.getByRole('button', { name: 'Start playing', exact: true }).click();
  await expect
    .poll(() => JSON.stringify(play.sent.find((one) => JSON.stringify(one.op)?.includes('say'))?.op))
    .toContain(title);
  await page.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  await page.keyboard.press('g');
  await page.getByRole('heading', { name: 'Edit' }).waitFor();
  expect(await page.locator('.tools a[href$="/start"]').count()).toBe(0);
  // Opened again, the drawer is where it was.
  await page.locator('.tools a[href$="/people"]').click();
  await page.getByRole('link', { name: 'Close the panel' }).click();
  await page.keyboard.press('g');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/t/abc/drawer/people');
  await page.context().close();
});

test('the GM reaches Act without scrolling, whatever the scene shows', async () => {
  const { page } = await open(browser, '/t/abc', 0, desktop);
  const head = page.getByRole('heading', { name: 'Act', exact: true });
  await head.waitFor();
  const place = (await head.boundingBox())!;
  expect(place.y + place.height).toBeLessThan(900);
  const first = (await page.locator('.act .offer').first().boundingBox())!;
  expect(first.y).toBeLessThan(900);
  await page.context().close();
});

test('on the real program an encounter is placed, its creatures say what they are about to do, and rest helps', async () => {
  const gm = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
  await setUp(gm, 'DIRK RULES!', 'An ambush on the Ash Road');
  const home = new URL(gm.url()).pathname.replace('/drawer/start', '');
  await gm.goto(`${served.origin}${home}/drawer/encounters`);
  const field = gm.getByLabel('Add a creature');
  await field.fill('grey wolf');
  await field.press('Enter');
  await field.press('Enter');
  await gm.getByRole('button', { name: 'rested' }).click();
  await gm.getByText('The heroes have rested fully').waitFor({ timeout: 60_000 });
  await gm.getByLabel('Name of the fight').fill('At the ford');
  await gm.getByRole('button', { name: 'Save', exact: true }).click();
  await gm.getByText('Saved.').waitFor();
  await gm.getByRole('button', { name: 'Place', exact: true }).click();
  await gm.getByText('2 placed.').waitFor();
  // It can be taken up again, also after a reload.
  await gm.reload();
  await gm.getByLabel('Ready fights').selectOption({ label: 'At the ford' });
  await gm.locator('.who', { hasText: 'Grey Wolf' }).waitFor();
  await gm.goto(`${served.origin}${home}/drawer/creatures`);
  await gm.locator('#drawer-body summary', { hasText: 'Grey Wolf 2' }).click();
  await gm.getByRole('group', { name: 'What Grey Wolf 2 is about to do' }).waitFor();
  await gm.context().close();
});
