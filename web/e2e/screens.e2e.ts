//! Every screen in a real browser against fixtures: nothing axe-core objects to, no error in the console, no
//! sideways scrolling on the narrowest phone. Pictures of them land in `shots/`.
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prompts } from '../src/fixtures/questions';
import type { Desk } from '../src/protocol';
import { accessible } from './axe';
import { launch } from './browser';
import { open, ORIGIN } from './played';

let browser: Browser;
beforeAll(async () => {
  mkdirSync('shots', { recursive: true });
  browser = await launch();
});
afterAll(() => browser?.close());

async function narrow(page: Page, what: string): Promise<void> {
  // The page hears of its new width a moment after the window has it, so the layout is given time to settle.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      { message: `${what} scrolls sideways` },
    )
    .toBeLessThanOrEqual(0);
}

/** Words that come from the server in the fixtures, not from the page. */
const OF_THE_GAME =
  /Brack|Goblin|Bo Tarrow|Guild|Chapel|Dead Weight|DIRK|Die Trying|Roll High|GUTS|Decay|Nave|Places|Crypt|Tomb|Water stands|said\.|Attack|Fight|Block|End turn|The tide|A letter|chapel|Come to|rises|at dusk|House weapons|weapons\.toml|Leap|Shove|Move|Within reach|Turn|dark|a rusted grate|Floor|Grid|Walls|Tokens|stone|Mira|Ana|Di\b|Bo\b|amber owl|phone|Round 1|hit|It looks|psst|Cover counts|Taken back|secret roll|Too far|joined|damage|XX-|Near success|pick lock|soft.hits|off|Reactions|Battle|A hero may|once|Two dice|somebody|Written by|K7QM|boneyard\.test|2d6|\d|wrong rule|the pillar|No shield|Cy\b|Rat\b|Wolf\b|Light|Darkness|Surprise|surprised|Map\b|Open ground|English|^yes$/;
const blank = (desk: Desk): Desk => ({
  ...desk,
  view: { ...desk.view, sheets: desk.view.sheets.map((sheet) => ({ ...sheet, blocks: [] })) },
});

const phone = { viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1440, height: 900 } };

const screens: [name: string, path: string, seat: 0 | 1, ready: string][] = [
  ['start', '/', 0, 'text=Play with friends'],
  ['new', '/new/dead-weight', 0, 'text=Open the table'],
  ['sheet', '/t/abc/sheet/1', 1, 'text=Hit points'],
  ['act', '/t/abc/act', 1, 'text=Attack'],
  ['scene', '/t/abc/scene', 1, 'text=Nave of Salt'],
  ['log', '/t/abc/log', 1, 'text=hit'],
  ['history', '/t/abc/history', 0, 'text=Brack attacks Goblin'],
  ['print', '/t/abc/print/1', 1, 'text=Hit points'],
  ['settings', '/t/abc/settings', 1, 'text=Text size'],
  ['display', '/t/abc/display', 1, 'text=Decay'],
  ['rules', '/rules/dead-weight', 1, 'text=Reactions'],
  ['odds', '/odds', 0, 'text=Exactly'],
  ['verify', '/verify', 0, 'text=Proof'],
  ['about', '/about', 0, 'text=somebody'],
  ...[
    'start',
    'trackers',
    'library',
    'creatures',
    'encounters',
    'word',
    'rulings',
    'notes',
    'people',
    'rules',
  ].map((tab): [string, string, 0, string] => [
    `drawer-${tab}`,
    `/t/abc/drawer/${tab}`,
    0,
    'text=Only you see this',
  ]),
];

test.each(screens)(
  'the screen %s is accessible on a dark phone and a light desktop',
  async (name, path, seat, ready) => {
    const { page, errors } = await open(browser, path, seat, { reducedMotion: 'reduce' });
    await page.locator(ready).first().waitFor();
    // Both sizes and both themes; that every other pair of colours can be read is shown by their contrast.
    for (const [size, viewport, colorScheme] of [
      ['phone', phone.viewport, 'dark'],
      ['desktop', desktop.viewport, 'light'],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
      await page.screenshot({ path: `shots/${name}-${size}.png` });
      await accessible(page, `${name} ${size} ${colorScheme}`);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await narrow(page, name);
    expect(errors, name).toEqual([]);
    await page.context().close();
  },
);

test('every kind of question is drawn as a card that axe-core accepts', async () => {
  for (const prompt of prompts) {
    const { page, errors } = await open(
      browser,
      '/t/abc/act',
      1,
      { ...phone, colorScheme: 'dark', reducedMotion: 'reduce' },
      (desk) => ({ ...desk, view: { ...desk.view, prompts: [prompt] } }),
    );
    await page.getByRole('heading', { name: prompt.question.text }).waitFor();
    await page.screenshot({ path: `shots/prompt-${prompt.kind.type}.png` });
    await accessible(page, prompt.kind.type);
    expect(errors, prompt.kind.type).toEqual([]);
    await page.context().close();
  }
});

test('all six looks hold in both themes', async () => {
  for (const look of [
    'boneyard',
    'dead-weight',
    'die-trying',
    'dirk-rules',
    'roll-high-or-die',
    'guts-plus',
  ]) {
    for (const colorScheme of ['dark', 'light'] as const) {
      const { page } = await open(
        browser,
        '/t/abc/act',
        1,
        { ...phone, colorScheme, reducedMotion: 'reduce' },
        (desk) => ({
          ...desk,
          table: { ...desk.table, game: look },
          view: { ...desk.view, prompts: [prompts[1]!] },
        }),
      );
      await page.locator(`html[data-look="${look}"]`).waitFor();
      await page.screenshot({ path: `shots/look-${look}-${colorScheme}.png` });
      await accessible(page, `${look} ${colorScheme}`);
      await page.context().close();
    }
  }
});

test('text at twice its size loses nothing', async () => {
  const { page } = await open(browser, '/t/abc/act', 1, { ...phone, reducedMotion: 'reduce' }, (desk) => ({
    ...desk,
    view: { ...desk.view, prompts: [prompts[1]!] },
  }));
  await page.evaluate(() => localStorage.setItem('boneyard.device', JSON.stringify({ text: 200 })));
  await page.reload();
  await page.getByRole('heading', { name: /9 damage/ }).waitFor();
  await narrow(page, 'a question at 200 %');
  await page.screenshot({ path: 'shots/text-200.png' });
});

test('the page stands from right to left as well', async () => {
  for (const [name, path, seat, ready] of screens.filter(([name]) =>
    ['start', 'act', 'log', 'sheet', 'settings'].includes(name),
  )) {
    const { page } = await open(browser, path, seat, {
      viewport: { width: 320, height: 640 },
      reducedMotion: 'reduce',
    });
    await page.locator(ready).first().waitFor();
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await narrow(page, `${name} from right to left`);
    await page.context().close();
  }
});

test('no sentence is left in the code: in a made-up language every word of the page is in brackets', async () => {
  const left: string[] = [];
  for (const [name, path, seat] of screens.filter(([name]) => name !== 'print')) {
    const storageState = {
      cookies: [],
      origins: [{ origin: ORIGIN, localStorage: [{ name: 'boneyard.language', value: 'pseudo' }] }],
    };
    const { page } = await open(
      browser,
      path,
      seat,
      { ...phone, reducedMotion: 'reduce', storageState },
      blank,
    );
    await page.locator('h1', { hasText: '⟦' }).or(page.locator('[data-live]')).first().waitFor();
    await page.waitForLoadState('networkidle');
    const words = await page.evaluate(() => {
      const found: string[] = [];
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const place = walk.currentNode.parentElement;
        if (place?.closest('kbd, code, [data-game], noscript, script')) continue;
        found.push(walk.currentNode.textContent ?? '');
      }
      for (const one of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
        for (const attribute of ['aria-label', 'placeholder', 'title'])
          found.push(one.getAttribute(attribute) ?? '');
      }
      return found
        .map((text) => text.trim())
        .filter((text) => /[A-Za-z]{3}/.test(text) && !text.includes('⟦') && !text.includes('⟧'));
    });
    left.push(...words.filter((text) => !OF_THE_GAME.test(text)).map((text) => `${name}: ${text}`));
    await page.context().close();
  }
  expect([...new Set(left)]).toEqual([]);
});

test('a row of the start says whom the table waits for, once it is known', async () => {
  const { page } = await open(browser, '/', 0, phone);
  await page.getByText('Waiting for you and Di.').waitFor();
  await page.context().close();
});

test('the settings offer the languages there are, and how dice are rolled: drawn, typed, or asked each time', async () => {
  const { page, play } = await open(browser, '/t/abc/settings', 1, phone);
  const language = page.getByLabel('Language');
  await language.waitFor();
  expect(await language.locator('option').allTextContents()).toEqual(['English']);
  const dice = page.getByRole('combobox', { name: /^Dice/ });
  expect(await dice.inputValue()).toBe('drawn');
  const info = (types_dice: boolean) => ({
    sit: { seat: 1, info: { name: 'Di', role: 'player', types_dice } },
  });
  await dice.selectOption({ label: 'I roll my own' });
  await expect.poll(() => play.sent.at(-1)?.op).toEqual(info(true));
  play.desk = { ...play.desk, you: { ...play.desk.you, types_dice: true } };
  await page.reload();
  await expect.poll(() => dice.inputValue()).toBe('own');
  await dice.selectOption({ label: 'ask' });
  await expect.poll(() => play.sent.length).toBe(2);
  expect(play.sent.at(-1)?.op).toEqual(info(true));
  await page.reload();
  await expect.poll(() => dice.inputValue()).toBe('ask');
  await page.context().close();
});

test('whoever is asked at each roll has the table draw, or types the dice in', async () => {
  const typed = prompts.find((prompt) => prompt.kind.type === 'type_dice')!;
  const asks = {
    cookies: [],
    origins: [
      {
        origin: ORIGIN,
        localStorage: [{ name: 'boneyard.device', value: JSON.stringify({ asksDice: true }) }],
      },
    ],
  };
  const { page, play } = await open(browser, '/t/abc/act', 1, { ...phone, storageState: asks }, (desk) => ({
    ...desk,
    view: { ...desk.view, prompts: [typed] },
  }));
  const who = page.getByRole('group', { name: 'Who rolls these dice?' });
  await who.waitFor();
  await accessible(page, 'who rolls');
  expect(await page.getByRole('button', { name: 'Use these dice' }).count()).toBe(0);
  await who.getByRole('button', { name: 'I roll my own' }).click();
  await page.getByRole('button', { name: 'Use these dice' }).waitFor();
  await page.getByRole('button', { name: 'Roll for me' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ answer: { prompt: typed.id, say: 'draw' } });
  await page.context().close();
});

test('the owner reads on the list which table is damaged', async () => {
  const what = 'Table "abc", record 2, is damaged: it does not fit its checksum.';
  const { page } = await open(browser, '/', 0, phone);
  await page.getByRole('heading', { name: 'Your tables' }).waitFor();
  expect(await page.getByText('Damaged.').count()).toBe(0);
  await page.route(`${ORIGIN}/api/tables`, async (route) => {
    const row = { id: 'abc', title: 'The Crypt', game: 'dead-weight', game_title: 'Dead Weight', seat: 0 };
    await route.fulfill({ json: [{ ...row, last_at: Date.now(), archived: false, damaged: what }] });
  });
  await page.reload();
  await page.getByText(what).waitFor();
  await page.getByText('Damaged.').waitFor();
  await accessible(page, 'a damaged table');
  await narrow(page, 'a damaged table');
  await page.context().close();
});
