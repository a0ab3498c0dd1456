//! One fight of each game on the real program: a GM at a desktop, a player at a phone, and everybody else plays itself in
//! fights. Nobody does anything that was not asked for, every result reaches the player, and the fight ends by itself.
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import type { Line } from '../src/protocol';
import { launch } from './browser';
import { answer, asked } from './party';
import { Served } from './served';

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

const like = (name: string, set: object = {}) => ({ like: name, set });

interface Fight {
  game: string;
  /** The hero of the player. */
  hero: string;
  /** Who else fights at the hero's side. */
  friend: string;
  foes: string[];
  stage: object;
}

const FIGHTS: Fight[] = [
  {
    game: 'dead-weight',
    hero: 'Gerda Holt',
    friend: 'Bo Tarrow',
    foes: ['Corpse'],
    stage: {
      heroes: { 'Gerda Holt': like('Gerda Holt'), 'Bo Tarrow': like('Bo Tarrow') },
      creatures: { Corpse: like('Freshly Risen Corpse') },
      at: { 'Gerda Holt': 'C3', 'Bo Tarrow': 'C5', Corpse: 'C4' },
    },
  },
  {
    game: 'dirk-rules',
    hero: 'Brack',
    friend: 'Isolde',
    foes: ['Wolf'],
    stage: {
      heroes: { Brack: like('DK-HERO-01H'), Isolde: like('DK-HERO-02H') },
      creatures: { Wolf: like('DK-FOE-03H') },
    },
  },
  {
    game: 'die-trying',
    hero: 'Marda Pell',
    friend: 'Quill',
    foes: ['Rat', 'Second rat'],
    stage: {
      heroes: { 'Marda Pell': like('Marda Pell'), Quill: like('Quill') },
      creatures: { Rat: like('Sewer Rat'), 'Second rat': like('Sewer Rat') },
      at: { 'Marda Pell': 'C3', Quill: 'C5', Rat: 'D3', 'Second rat': 'D4' },
    },
  },
  {
    game: 'roll-high-or-die',
    hero: 'Marta Voss',
    friend: 'Ilse Karr',
    foes: ['Rat', 'Second rat'],
    stage: {
      heroes: { 'Marta Voss': like('Marta Voss'), 'Ilse Karr': like('Ilse Karr') },
      creatures: { Rat: like('Giant Rat'), 'Second rat': like('Giant Rat') },
      at: { 'Marta Voss': 'C3', 'Ilse Karr': 'C5', Rat: 'D3', 'Second rat': 'D4' },
    },
  },
  {
    game: 'guts-plus',
    hero: 'Maria Castillo',
    friend: 'Gus Starjacker',
    foes: ['Tough'],
    stage: {
      // Fists among equals go on for dozens of rounds: these two are by far the better fighters.
      heroes: {
        'Maria Castillo': like('Maria Castillo', { gumption: 6 }),
        'Gus Starjacker': like('Gus Starjacker', { gumption: 6 }),
      },
      creatures: { Tough: like('Street Tough', { gumption: 1 }) },
    },
  },
];

/** Somebody at the table: their page, what went wrong on it, and what they were told. */
interface Seat {
  page: Page;
  errors: string[];
  lines: Line[];
}

/** Keeps what a page is told and what goes wrong on it, from now on. */
function overheard(page: Page): Seat {
  const seat: Seat = { page, errors: [], lines: [] };
  page.on('pageerror', (error) => seat.errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && seat.errors.push(message.text()));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { log } = JSON.parse(payload.toString()) as { log?: { from: number; lines: Line[] } };
      if (log) seat.lines = [...seat.lines.slice(0, log.from), ...log.lines];
    }),
  );
  return seat;
}

/** Opens the table: the fight is under way, and it is the player's turn. */
async function begun(gm: Page, { game, hero, friend, foes, stage }: Fight): Promise<string> {
  const made = await gm.evaluate(
    async (body) => {
      const answer = await fetch('/api/tables', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { ok: answer.ok, text: await answer.text() };
    },
    {
      game,
      title: 'One fight',
      stage: { ...stage, battle: { order: [hero, ...foes, friend], turn: hero } },
    },
  );
  expect(made.ok, made.text).toBe(true);
  return `/t/${(JSON.parse(made.text) as { id: string }).id}`;
}

/** The player knocks, is let in and takes the hero. */
async function joins(gm: Page, home: string, hero: string): Promise<Seat> {
  const link = await gm.evaluate(async (home) => {
    const answer = await fetch(`/api${home.replace('/t/', '/tables/')}/invitation`);
    return ((await answer.json()) as { links: string[] }).links[0]!;
  }, home);
  const seat = overheard(await served.visit(browser, link, { colorScheme: 'dark', hasTouch: true }));
  const { page } = seat;
  await page.getByLabel('Your name').fill('Mira');
  await page.getByRole('button', { name: 'Knock' }).click();
  await gm.goto(`${served.origin}${home}/drawer/people`);
  await gm.getByRole('button', { name: 'Let in Mira' }).click();
  await page.getByRole('button', { name: /Take a ready hero/ }).click();
  const ready = page.getByRole('group', { name: /ready hero/ });
  await ready.getByRole('button', { name: hero, exact: true }).click();
  await page.getByRole('button', { name: `This is me: ${hero}` }).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor({ state: 'hidden' });
  // What the browser says of the line it opened before it had a seat is no fault of the page.
  seat.errors.length = 0;
  return seat;
}

/** The GM says that foes, and the heroes nobody plays, play themselves in fights. */
async function others(gm: Page, home: string, foes: string[], friend: string): Promise<void> {
  await gm.goto(`${served.origin}${home}/drawer/creatures`);
  await gm.getByRole('button', { name: 'Foes play themselves' }).click();
  const card = gm.locator('#drawer-body details', { hasText: friend });
  await card.locator('summary').first().click();
  await card.getByRole('radio', { name: 'In fights' }).click();
  await expect
    .poll(() => gm.locator('#drawer-body summary .tag', { hasText: 'plays itself' }).count())
    .toBe(foes.length + 1);
  await gm.goto(`${served.origin}${home}`);
}

/** Every card of a result that stands on this page from now on, by its action. */
async function results(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen = new Set<number>();
    const look = () =>
      document
        .querySelectorAll('[data-beat]')
        .forEach((one) => seen.add(Number((one as HTMLElement).dataset.beat)));
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-beat'],
    });
    Object.assign(globalThis, { results: seen });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { results: Set<number> }).results]);
}

/** The window shows the whole page. */
const stays = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const root = document.documentElement;
    root.scrollTop = 500;
    return (
      root.scrollTop + document.body.scrollTop === 0 &&
      root.scrollHeight <= innerHeight &&
      root.scrollWidth <= innerWidth
    );
  });

const open = (page: Page) => page.locator('.offer.open form');
const tile = (page: Page, name: RegExp) =>
  page.locator('.offer:not(.open) .head[aria-disabled=false]', { hasText: name });

/** Fills in a form with the first of everything, and sends it. */
async function fill(page: Page): Promise<boolean> {
  for (let at = 0; at < 12; at += 1) {
    const form = open(page);
    if ((await form.count()) === 0) return true;
    const submit = form.locator('button[type=submit]');
    if ((await submit.getAttribute('aria-disabled', { timeout: 2000 })) !== 'true') {
      await submit.click({ timeout: 3000 });
      await form.waitFor({ state: 'detached', timeout: 4000 }).catch(() => undefined);
      if ((await form.count()) === 0) return true;
      continue;
    }
    const free = form.locator('fieldset:not(:has(input:checked)) label:not(.off):has(input[type=radio])');
    const lists = form.locator('select');
    if ((await free.count()) > 0) await free.first().click({ timeout: 3000 });
    else if ((await lists.count()) > 0) await lists.last().selectOption({ index: 1 });
    else break;
  }
  if ((await open(page).count()) > 0) await page.keyboard.press('Escape');
  return false;
}

/** What a hero does with a turn, the best first. */
const ATTACK = /^\s*(attack|strike|hit|shoot|fight|swing|punch|melee|use .*(attack|strike))/i;
const BEFORE = /^\s*(begin the turn|take the turn|stand up|get up)/i;
const END = /^\s*(end (the |my )?turn|done|pass)/i;

test.each(FIGHTS)('$game: a fight at a desktop and on a phone, to its end', async (fight) => {
  const { game, hero, friend, foes } = fight;
  const gmPage = await served.visit(browser, served.link, {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
  });
  const gm = overheard(gmPage);
  await gmPage.getByRole('heading', { name: 'Start a game' }).waitFor();
  const home = await begun(gmPage, fight);
  const mira = await joins(gmPage, home, hero);
  const phone = mira.page;
  onTestFailed(async () => {
    await gmPage.screenshot({ path: `shots/fights-${game}-failed-gm.png` });
    await phone.screenshot({ path: `shots/fights-${game}-failed.png` });
    console.error(
      gm.errors,
      mira.errors,
      gm.lines.slice(-30).map((line) => line.say.text),
    );
  });
  await others(gmPage, home, foes, friend);
  await phone.goto(`${served.origin}${home}/act`);
  await phone.locator('.ribbon').waitFor();
  await gmPage.locator('.ribbon').waitFor();
  const shown = await results(phone);
  const ribbon = (page: Page) => page.locator('.ribbon').count();
  const mine = () => phone.locator('.whose', { hasText: 'Your turn' }).count();

  // Nobody has done anything yet: it is the player's turn.
  await expect.poll(mine).toBe(1);
  const before = mira.lines.length;
  await phone.waitForTimeout(600);
  expect(mira.lines.length, 'nobody acts before the player does').toBe(before);

  const pictures = async (when: string) => {
    await phone.screenshot({ path: `shots/fights-${game}-${when}-phone.png` });
    await gmPage.screenshot({ path: `shots/fights-${game}-${when}-desktop.png` });
  };
  const attacks: number[] = [];
  /** The last action before an attack that is not told yet. */
  let struck: number | undefined;
  const told = () => {
    const action = mira.lines.find((line) => (line.action ?? -1) > (struck ?? Infinity))?.action;
    if (action === undefined) return;
    attacks.push(action);
    struck = undefined;
  };
  let idle = 0;
  let tired = '';
  for (let step = 0; step < 140 && idle < 40 && (await ribbon(phone)) > 0; step += 1) {
    if (step === 0) await pictures('turn');
    if (step === 6) await pictures('later');
    expect(await stays(phone), 'the phone’s page never scrolls').toBe(true);
    expect(await stays(gmPage), 'the desktop’s page never scrolls').toBe(true);
    idle += 1;
    told();
    if (await asked(phone)) {
      await answer(phone, /./);
      idle = 0;
    } else if (await asked(gmPage)) {
      await answer(gmPage, /./);
      idle = 0;
    } else if ((await gmPage.getByText(/leaves this turn to you/).count()) > 0) {
      // Who would rather run leaves that to a person, who says no.
      const done = tile(gmPage, END).first();
      if (
        await done.click({ timeout: 2000 }).then(
          () => true,
          () => false,
        )
      )
        idle = 0;
    } else if (struck === undefined && (await mine()) > 0) {
      const last = mira.lines.at(-1)?.action ?? -1;
      const strike = tile(phone, ATTACK);
      const way = [tile(phone, BEFORE), strike, tile(phone, END)];
      for (const one of way) {
        const label = ((await one.count()) > 0 && (await one.first().textContent())?.trim()) || '';
        if (label === '' || (one === strike && label === tired)) continue;
        const took = await one
          .first()
          .click({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          );
        if (!took) continue;
        if (one === strike && attacks.length === 0) await pictures('form');
        const sent = await fill(phone);
        if (one === strike) tired = sent ? '' : label;
        else tired = '';
        if (one === strike && sent) struck = last;
        idle = 0;
        break;
      }
    }
    await phone.waitForTimeout(150);
  }
  told();
  expect(attacks.length, 'the player has attacked').toBeGreaterThan(0);

  // It is over, on both screens, and both say so.
  for (const page of [phone, gmPage]) {
    await expect.poll(() => ribbon(page)).toBe(0);
    const over = page.getByRole('region', { name: 'The fight is over' });
    await over.getByText(/ is over after \d+ rounds?: /).waitFor();
  }
  await pictures('over');

  // Every attack stood on the player's screen as a card.
  await expect
    .poll(async () => {
      const cards = await shown();
      return attacks.filter((action) => !cards.includes(action));
    })
    .toEqual([]);

  // Nothing happens by itself any more.
  const rail = () => gmPage.locator('.rail').innerText();
  const [count, party] = [gm.lines.length, await rail()];
  await phone.waitForTimeout(2500);
  expect(gm.lines.slice(count).map((line) => line.say.text)).toEqual([]);
  expect(await rail()).toBe(party);
  expect(await ribbon(phone)).toBe(0);
  expect([...gm.errors, ...mira.errors]).toEqual([]);
  await gmPage.context().close();
  await phone.context().close();
});
