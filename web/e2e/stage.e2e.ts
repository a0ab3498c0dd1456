//! The stage: the map has the window, panels float over it, and the page itself never scrolls, whatever is open.
//! Who has the turn is selected, results stand as cards, and what is filled in can be sent without scrolling.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { die, line, msg, refusal } from '../src/fixtures/parts';
import { prompts } from '../src/fixtures/questions';
import { lines as told } from '../src/fixtures/log';
import type { Desk, Line } from '../src/protocol';
import { accessible } from './axe';
import { launch } from './browser';
import { looks, marked } from './hands';
import { open, ORIGIN, type Play } from './played';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const SIZES = [
  ['a desktop', { width: 1440, height: 900 }],
  ['a tablet', { width: 1024, height: 768 }],
  ['a phone', { width: 390, height: 844 }],
] as const;
const still = { reducedMotion: 'reduce' as const };
const phone = { viewport: { width: 390, height: 844 }, ...still, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 }, ...still };

/** Everybody's hero is made: nothing stands in the way of a turn. */
const playing = (desk: Desk): Desk => ({
  ...desk,
  view: {
    ...desk.view,
    sheets: desk.view.sheets.map((sheet) => ({
      ...sheet,
      blocks: sheet.blocks.filter((block) => block.type !== 'steps'),
    })),
  },
});

/** The window shows the top of the page and nothing lies beyond it. */
async function stays(page: Page, when: string): Promise<void> {
  await page.mouse.wheel(0, 400);
  const over = await page.evaluate(() => {
    const root = document.documentElement;
    root.scrollTop = 500;
    return [
      root.scrollTop + document.body.scrollTop,
      root.scrollHeight - innerHeight,
      root.scrollWidth - innerWidth,
    ];
  });
  expect(
    over.map((one) => Math.max(0, one)),
    when,
  ).toEqual([0, 0, 0]);
}

/** How much of the window shows the map: nothing lies over it there. */
const shown = (page: Page): Promise<number> =>
  page.evaluate(() => {
    let map = 0;
    for (let x = 0; x < 60; x += 1)
      for (let y = 0; y < 60; y += 1) {
        const at = document.elementFromPoint(((x + 0.5) / 60) * innerWidth, ((y + 0.5) / 60) * innerHeight);
        if (at?.closest('.surface')) map += 1;
      }
    return map / 3600;
  });

/** It is on the screen, and nothing lies over its middle. */
async function inView(what: Locator): Promise<void> {
  await expect
    .poll(() =>
      what.evaluate((one) => {
        const box = one.getBoundingClientRect();
        const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return at !== null && (one.contains(at) || at.contains(one));
      }),
    )
    .toBe(true);
}

const say = (play: Play, more: Line[], n = 1) =>
  play.tell({ type: 'update', n, log: { from: told.length, lines: more } });

test.each(SIZES)(
  'on %s the map has at least half of the window in a fight, and nothing scrolls',
  async (_, viewport) => {
    const { page, play } = await open(browser, '/t/abc', 1, { ...still, viewport }, playing);
    await page.locator('[data-token="1"]').waitFor();
    await page.getByText('Your turn: Brack').waitFor();
    expect(await shown(page)).toBeGreaterThanOrEqual(0.5);
    await stays(page, 'a turn');

    // A form is sent, and refused, without scrolling.
    await page.getByRole('button', { name: /^Attack/ }).click();
    await page.getByText('Oil', { exact: true }).click();
    await inView(page.locator('.offer.open button[type=submit]'));
    play.answers.push((id) => ({ type: 'refused', id, refusal }));
    await page.locator('.offer.open button[type=submit]').click();
    await inView(page.getByRole('alert').filter({ hasText: 'No shield in hand' }));
    await stays(page, 'a form');
    await page.keyboard.press('Escape');
    await page.locator('.offer.open').waitFor({ state: 'detached' });

    // A question leaves the map on the screen.
    const asked = prompts.find((prompt) => prompt.kind.type === 'pick_one')!;
    play.tell({ type: 'update', n: 1, patch: [{ op: 'replace', path: '/view/prompts', value: [asked] }] });
    await page.locator('.prompt').first().waitFor();
    const brack = (await page.locator('[data-token="1"]').boundingBox())!;
    expect(brack.y).toBeGreaterThanOrEqual(0);
    await inView(page.locator('[data-token="1"]'));
    await stays(page, 'a question');
    await page.context().close();
  },
);

test('with a sheet open the GM’s page stays where it is, and the sheet is in view', async () => {
  const { page } = await open(browser, '/t/abc', 0, desktop);
  await page.locator('.rail .person', { hasText: 'Bo Tarrow' }).click();
  const sheet = page.getByRole('article', { name: 'Bo Tarrow' });
  await sheet.waitFor();
  const box = (await sheet.boundingBox())!;
  expect(box.y).toBeLessThan(300);
  await stays(page, 'a sheet');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  for (const tab of ['encounters', 'rulings', 'people']) {
    await page.goto(`${ORIGIN}/t/abc/drawer/${tab}`);
    await page.locator('#drawer-body').waitFor();
    const drawer = (await page.locator('.drawer').boundingBox())!;
    expect(drawer.y + drawer.height).toBeLessThanOrEqual(900);
    expect(drawer.x + drawer.width).toBeLessThanOrEqual(1440);
    await stays(page, tab);
  }
  await page.context().close();
});

test('the log follows what happens, and goes on following when the window changes', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop);
  await page.locator('.log .line').first().waitFor();
  const more = Array.from({ length: 40 }, (_, at) =>
    line(20 + at, `Brack counts to ${at}.`, { type: 'change', action: 100 + at }),
  );
  say(play, more);
  const last = page.locator('.log .line').filter({ hasText: 'Brack counts to 39.' });
  await last.waitFor();
  await inView(last.locator('p').first());
  await page.setViewportSize({ width: 1300, height: 640 });
  await inView(last.locator('p').first());
  await page.context().close();
});

const order = (now: number) => [
  {
    op: 'replace',
    path: '/view/order/entries',
    value: [1, 2].map((who) => ({ who, name: msg(who === 1 ? 'Brack' : 'Goblin'), now: who === now })),
  },
];

test('whoever has the turn is selected, however one looked around before', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, phone, (desk) => {
    const ready = playing(desk);
    const own = {
      ...ready.view.offers![0]!,
      id: 'chat',
      actor: undefined,
      command: 'note',
      label: msg('Take a note'),
      params: [],
    };
    return { ...ready, view: { ...ready.view, offers: [...ready.view.offers!, own] } };
  });
  await page.getByText('Your turn: Brack').waitFor();
  await page.getByRole('group', { name: 'Act as' }).getByRole('button', { name: 'Yourself' }).click();
  await page.getByRole('button', { name: 'Take a note' }).waitFor();
  play.tell({ type: 'update', n: 1, patch: order(2) });
  await page.locator('.ribbon [aria-current]', { hasText: 'Goblin' }).waitFor();
  play.tell({ type: 'update', n: 2, patch: order(1) });
  await page.getByText('Your turn: Brack').waitFor();
  await inView(page.getByRole('button', { name: /^Attack/ }));
  await inView(page.getByRole('button', { name: /^End turn/ }));
  await page.context().close();
});

const strike: Line[] = [
  line(13, 'Brack strikes Goblin.', { type: 'change', action: 9, who: 1 }),
  line(14, 'Brack rolls.', {
    type: 'roll',
    action: 9,
    dice: [die('1', 20, 18)],
    outcome: msg('Critical hit'),
  }),
  line(15, 'Goblin falls.', { type: 'change', action: 9 }),
];

test.each(SIZES)(
  'on %s the result of an action stands as a card, and then as a line that opens it',
  async (_, viewport) => {
    const { page, play } = await open(browser, '/t/abc', 1, { ...still, viewport }, playing);
    await page.getByText('Your turn: Brack').waitFor();
    expect(await page.locator('.beat').count(), 'what was there before is no news').toBe(0);
    say(play, [line(13, 'Brack goes to C2.', { type: 'change', action: 8 })]);
    say(
      play,
      strike.map((one) => ({ ...one, seq: one.seq + 1 })),
      2,
    );
    const card = page.getByRole('region', { name: 'Result' });
    await card.getByText('Critical hit').waitFor();
    await card.getByText('Goblin falls.').waitFor();
    await inView(card);
    await accessible(page, 'a result');
    await card.waitFor({ state: 'detached', timeout: 15_000 });
    await page.getByRole('button', { name: /^Last result: Critical hit/ }).click();
    await card.getByText('Critical hit').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.context().close();
  },
);

test('a handout comes as a moment, and the end of a fight as well', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, phone, playing);
  await page.getByText('Your turn: Brack').waitFor();
  const paper = { id: 'n3', title: 'A torn map', text: 'The **crypt** is below.' };
  play.tell({ type: 'update', n: 1, patch: [{ op: 'add', path: '/papers/1', value: paper }] });
  const shows = page.getByRole('region', { name: 'A handout for you' });
  await shows.getByRole('heading', { name: 'A torn map' }).waitFor();
  await accessible(page, 'a handout');
  await shows.getByRole('button', { name: 'Go on' }).click();
  play.tell({
    type: 'update',
    n: 2,
    log: { from: told.length, lines: [line(13, 'The heroes win.', { type: 'change', action: 12 })] },
    patch: [{ op: 'remove', path: '/view/order' }],
  });
  const over = page.getByRole('region', { name: 'The fight is over' });
  await over.getByText('It took 2 rounds.').waitFor();
  await over.getByText('The heroes win.').waitFor();
  await over.getByRole('button', { name: 'Go on' }).click();
  await over.waitFor({ state: 'detached' });
  await page.context().close();
});

test('whose hero is gone has three ways to go on', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, phone, playing);
  await page.getByText('Your turn: Brack').waitFor();
  play.desk = { ...play.desk, you: { ...play.desk.you, heroes: [] } };
  play.tell({ type: 'update', n: 1, patch: [{ op: 'replace', path: '/you/heroes', value: [] }] });
  await page.getByRole('heading', { name: 'Brack is out of the game' }).waitFor();
  for (const way of ['Last words', 'Watch', 'New hero'])
    await inView(page.getByRole('button', { name: way }));
  await accessible(page, 'a hero is gone');
  await page.reload();
  await page.getByRole('heading', { name: 'Brack is out of the game' }).waitFor();
  await page.getByRole('button', { name: 'New hero' }).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await page.context().close();
});

test('what is looked for in vain says so, and part of a name is enough', async () => {
  const { page } = await open(browser, '/t/abc', 0, desktop, (desk) => ({
    ...desk,
    view: {
      ...desk.view,
      offers: [
        ...desk.view.offers!,
        ...['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({
          ...desk.view.offers![2]!,
          id: name,
          command: name,
          label: msg(`Count ${name}`),
        })),
      ],
    },
  }));
  const field = page.getByLabel('Find in Act');
  await field.fill('gobl');
  await page.locator('.offer', { hasText: 'Shove' }).waitFor();
  expect(await page.locator('.offer', { hasText: 'Count' }).count()).toBe(0);
  await field.fill('dragon');
  await page.getByText('No match for “dragon”.').waitFor();
  await page.context().close();
});

test('one’s own token is dragged out of a fight as in one: where it may not go, it says so and the map stays', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, desktop, (desk) => ({
    ...desk,
    view: { ...desk.view, offers: desk.view.offers!.filter((offer) => offer.command !== 'move') },
  }));
  await page.locator('[data-token="1"]').waitFor();
  const box = () => looks(page);
  const before = await box();
  const token = (await page.locator('[data-token="1"]').boundingBox())!;
  const at = { x: token.x + token.width / 2, y: token.y + token.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 90, at.y, { steps: 4 });
  await page.mouse.up();
  await page.getByText('Brack cannot walk now.').waitFor();
  expect(await box()).toBe(before);
  expect(play.sent.filter((one) => one.op !== undefined)).toEqual([]);
  // On empty ground the same hand pans.
  await page.mouse.move(at.x + 300, at.y + 200);
  await page.mouse.down();
  await page.mouse.move(at.x + 350, at.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(box).not.toBe(before);
  await page.context().close();
});

test.each(['act', 'scene', 'sheet', 'log'])(
  'under %s a finger hits everything: nothing is smaller than 44 px',
  async (tab) => {
    const { page } = await open(browser, `/t/abc/${tab}`, 1, { ...phone, isMobile: true }, playing);
    await page.getByRole('navigation', { name: 'Parts of the table' }).waitFor();
    await page.locator('[data-token="1"]').waitFor();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, summary, select, a.btn, a.tag')].flatMap((one) => {
        const box = one.getBoundingClientRect();
        if (box.width === 0 || one.closest('.sr, .skip')) return [];
        return box.width < 43.5 || box.height < 43.5
          ? [`${one.className} ${one.textContent?.trim().slice(0, 20)} ${box.width}x${box.height}`]
          : [];
      }),
    );
    expect(small).toEqual([]);
    await page.context().close();
  },
);

test('a tile and a tap on a bracketed target is all it takes', async () => {
  const { page, play } = await open(browser, '/t/abc', 1, phone, playing);
  await page.locator('[data-token="2"]').waitFor();
  await page.getByRole('button', { name: /^Shove/ }).click();
  await expect.poll(() => marked(page, 'aim')).toBe(1);
  const goblin = (await page.locator('[data-token="2"]').boundingBox())!;
  await page.touchscreen.tap(goblin.x + goblin.width / 2, goblin.y + goblin.height / 2);
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { shove: { who: 1, target: 2 } } });
  await page.locator('.offer.open').waitFor({ state: 'detached' });
  await page.context().close();
});

test('on a phone a question comes to the top, whatever pane is open', async () => {
  for (const tab of ['sheet', 'log']) {
    const { page, play } = await open(browser, `/t/abc/${tab}`, 1, phone, playing);
    await page.getByRole('navigation', { name: 'Parts of the table' }).waitFor();
    expect(await page.locator('.offer').count(), 'nothing is to be reached under a pane').toBe(0);
    const asked = prompts.find((prompt) => prompt.kind.type === 'pick_one')!;
    play.tell({ type: 'update', n: 1, patch: [{ op: 'replace', path: '/view/prompts', value: [asked] }] });
    await inView(page.locator('.prompt [data-option]').first());
    await page.context().close();
  }
});
