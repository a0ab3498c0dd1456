//! What keeps an evening going, against fixtures: the ring of a delay, a turn a creature plays by itself, taking back one's own
//! last deed, house rules as they stand, results that are looked at first.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prompts } from '../src/fixtures/questions';
import type { Desk, Line, PromptCard } from '../src/protocol';
import { accessible } from './axe';
import { launch } from './browser';
import { open, ORIGIN } from './played';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const };
const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };
const asks = (kind: string): PromptCard => prompts.find((prompt) => prompt.kind.type === kind)!;

test('where the table has a delay a ring runs, names what autopilot would answer, and goes on after a reload', async () => {
  const asked = (desk: Desk): Desk => ({
    ...desk,
    table: { ...desk.table, delay: 30 },
    view: { ...desk.view, prompts: [{ ...asks('pick_one'), default: 'evade', stakes: 'costly' }] },
  });
  const { page } = await open(browser, '/t/abc/act', 1, phone, asked);
  const ring = page.getByRole('timer');
  await ring.filter({ hasText: /^\s*“EVADE!” in (30|29) seconds/ }).waitFor();
  await accessible(page, 'a question with a ring');
  await ring.filter({ hasText: /in 2[0-8] seconds/ }).waitFor();
  await page.reload();
  await ring.filter({ hasText: /in (2[0-8]|1\d) seconds/ }).waitFor();
  await page.context().close();
});

test('what may kill has no ring: nobody answers it but people', async () => {
  const mortal = (desk: Desk): Desk => ({
    ...desk,
    table: { ...desk.table, delay: 30 },
    view: { ...desk.view, prompts: [{ ...asks('pick_one'), stakes: 'mortal' }] },
  });
  const { page } = await open(browser, '/t/abc/act', 1, phone, mortal);
  await page.getByText(/may die$/).waitFor();
  expect(await page.getByRole('timer').count()).toBe(0);
  await page.context().close();
});

test('whoever waits is told for how long', async () => {
  const waiting = (desk: Desk): Desk => ({
    ...desk,
    view: {
      ...desk.view,
      waiting_for: [{ seat: 2, say: { text: 'Waiting for Bo.' }, answered: false }],
    } as Desk['view'],
  });
  const { page } = await open(browser, '/t/abc/act', 1, phone, waiting);
  await page.getByText('Waiting for Bo.').waitFor();
  await page.getByText(/asked [5-9] seconds ago/).waitFor();
  await page.context().close();
});

test('the GM lets a creature play one turn, or all from now on, by itself', async () => {
  const move = (desk: Desk): Desk => ({
    ...desk,
    you: { ...desk.you, pilots: [] },
    gm: { ...desk.gm!, autopilot: [], awaits: { creatures: [2], seats: [], why: 'Goblin acts.' } },
  });
  const { page, play } = await open(browser, '/t/abc', 0, desktop, move);
  await page.getByRole('button', { name: 'Play this turn for Goblin' }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ stand: { creature: 2, answer: 'instinct', until: 'turn_over' } });
  await page.getByRole('button', { name: 'Foes play themselves' }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ stand: { creature: 2, answer: 'instinct', until: 'revoked' } });
  await accessible(page, 'a move of the GM');
  await page.context().close();
});

test('whoever plays a hero says when it plays itself, and lets it go on after an undo', async () => {
  const held = (desk: Desk): Desk => ({
    ...desk,
    you: { ...desk.you, pilots: [{ who: 1, plays: 'fights', held: true }] },
  });
  const { page, play } = await open(browser, '/t/abc/act', 1, phone, held);
  await page.getByText('Held after undo.').waitFor();
  await page.getByRole('button', { name: 'Let them go on' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual('go_on');
  const who = page.getByRole('radiogroup', { name: 'Who plays Brack' });
  await who.getByRole('radio', { name: 'In fights', checked: true }).waitFor();
  for (const [name, until] of [
    ['This turn', 'turn_over'],
    ['Always', 'always'],
  ] as const) {
    await who.getByRole('radio', { name }).click();
    await expect
      .poll(() => play.sent.at(-1)?.op)
      .toEqual({ stand: { creature: 1, answer: 'instinct', until } });
  }
  await who.getByRole('radio', { name: 'I play it' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ stand_no_more: { creature: 1 } });
  await accessible(page, 'who plays a hero');
  await page.context().close();
});

test('a player takes back the last deed with one tap, unless a die fell in it', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, phone);
  const told = (action: number, more: object): object => {
    const line = { seq: 20 + action, say: { text: `Deed ${action}.` }, type: 'change', action, ...more };
    return { type: 'update', n: action - 3, log: { from: play.lines.length, lines: [line as Line] } };
  };
  await page.getByRole('button', { name: 'End turn' }).click();
  await expect.poll(() => play.sent.length).toBe(1);
  play.tell(told(4, {}));
  const toast = page.locator('.toast');
  await toast.getByText('Deed 4.').waitFor();
  await accessible(page, 'a deed to take back');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ undo: {} });
  await toast.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'End turn' }).click();
  await expect.poll(() => play.sent.length).toBe(3);
  play.tell(told(5, { dice: [{ id: '1', sides: 6, face: 4, fate: 'kept' }] }));
  await page.getByRole('navigation').getByRole('button', { name: /^Log/ }).click();
  await page.getByText('Deed 5.').first().waitFor();
  expect(await toast.count()).toBe(0);
  await page.context().close();
});

test('the drawer tells which house rules are in force and lets the GM look at results first', async () => {
  const { page, play } = await open(browser, '/t/abc/drawer/rules', 0, desktop);
  const house = page.locator('li', { hasText: 'Whether hits are soft' });
  await house.locator('.tag', { hasText: 'yes' }).waitFor();
  await house.getByText('no, yes. The first is as written.').waitFor();
  await page.locator('.tools').getByRole('link', { name: 'Rulings', exact: true }).click();
  await page.getByLabel('I look at every result before it counts').check();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ review: { on: true } });
  await page.context().close();
});

test('the GM looks through a player’s eyes from the bar', async () => {
  const { page } = await open(browser, '/t/abc', 0, desktop);
  await page.locator('summary[aria-label="See as…"]').click();
  await page.getByRole('link', { name: 'See as Di' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/t/abc/as/1');
  await page.context().close();
});

test('a page older than the server says so when the line is back, and goes on', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, phone);
  await page.locator('.line.live').waitFor();
  play.drop();
  await page.getByText('Reconnecting. What you typed is kept.').first().waitFor();
  await page.locator('.line.live').waitFor();
  expect(await page.getByText('Boneyard was updated meanwhile.').count()).toBe(0);
  await page.route(`${ORIGIN}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/newer.js"></script>',
    }),
  );
  play.drop();
  await page.getByText('Boneyard was updated. Reload when you like.').waitFor();
  await page.getByRole('button', { name: 'End turn' }).click();
  await expect.poll(() => play.sent.length).toBe(1);
  await page.context().close();
});
