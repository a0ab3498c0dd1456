//! A phone and a finger: how many taps what one does all evening takes, and that everything can be hit.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prompts } from '../src/fixtures/questions';
import type { Desk } from '../src/protocol';
import { launch } from './browser';
import { fingers, marked, middle } from './hands';
import { open, type Play } from './played';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const phone = {
  viewport: { width: 390, height: 844 },
  reducedMotion: 'reduce' as const,
  hasTouch: true,
  isMobile: true,
};
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

/** A finger that counts. */
class Finger {
  taps = 0;
  constructor(
    private readonly page: Page,
    private readonly play: Play,
  ) {}
  async tap(at: { x: number; y: number }): Promise<void> {
    this.taps += 1;
    await this.page.touchscreen.tap(at.x, at.y);
  }
  async on(what: ReturnType<Page['locator']>): Promise<void> {
    await what.waitFor();
    const box = (await what.boundingBox())!;
    await this.tap({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  async sent(op: unknown): Promise<number> {
    await expect.poll(() => this.play.sent.at(-1)?.op).toEqual(op);
    return this.taps;
  }
}

async function at(changed: (desk: Desk) => Desk = playing): Promise<{ page: Page; finger: Finger }> {
  const { page, play } = await open(browser, '/t/abc', 1, phone, changed);
  await page.locator('[data-token="2"]').waitFor();
  return { page, finger: new Finger(page, play) };
}

test('a blow takes two taps, either way round', async () => {
  const { page, finger } = await at();
  await finger.on(page.getByRole('button', { name: /^Shove/ }));
  await expect.poll(() => marked(page, 'aim')).toBe(1);
  await finger.tap(await middle(page, 3, 2));
  expect(await finger.sent({ command: { shove: { who: 1, target: 2 } } })).toBe(2);
  const { page: other, finger: second } = await at();
  await second.tap(await middle(other, 3, 2));
  await second.on(
    other.getByRole('group', { name: 'Goblin', exact: true }).getByRole('button', { name: 'Shove' }),
  );
  expect(await second.sent({ command: { shove: { who: 1, target: 2 } } })).toBe(2);
});

test('a walk takes two taps or one drag', async () => {
  const { page, finger } = await at();
  await finger.tap(await middle(page, 2, 1));
  await finger.on(page.getByRole('button', { name: 'Here: C2' }));
  const to = { level: 0, x: 2, y: 1 };
  expect(await finger.sent({ command: { move: { who: 1, to } } })).toBe(2);
  const { page: other, finger: second } = await at();
  const [from, there] = [await middle(other, 1, 1), await middle(other, 2, 1)];
  await fingers(other, [from], [{ x: (from.x + there.x) / 2, y: from.y }], [there]);
  expect(await second.sent({ command: { move: { who: 1, to } } })).toBe(0);
});

test('ending a turn takes one tap, and so does a reroll', async () => {
  const { page, finger } = await at();
  await finger.on(page.locator('.offer.ends .head'));
  expect(await finger.sent({ command: { end_turn: { who: 1 } } })).toBe(1);
  const asked = {
    ...prompts.find((prompt) => prompt.kind.type === 'pick_dice')!,
    stands: { tone: 'bad' as const, say: { text: 'Miss so far' } },
    verbs: { take: { text: 'Reroll this' }, leave: { text: 'Keep the miss' } },
  };
  const { page: other, finger: second } = await at((desk) => ({
    ...playing(desk),
    view: { ...playing(desk).view, prompts: [asked] },
  }));
  // The lowest die is chosen to begin with.
  await second.on(other.getByRole('button', { name: 'Reroll this 1' }));
  expect(await second.sent({ answer: { prompt: asked.id, say: ['2'] } })).toBe(1);
});

test.each([
  ['/', 0],
  ['/about', 1],
  ['/settings', 1],
  ['/odds', 1],
  ['/verify', 1],
  ['/rules/dead-weight', 1],
  ['/new/dead-weight', 0],
  ['/t/abc', 1],
  ['/t/abc/act', 0],
  ['/t/abc/sheet', 0],
  ['/t/abc/log', 0],
  ['/t/abc/history', 0],
  ['/t/abc/settings', 1],
  ['/t/abc/drawer/start', 0],
  ['/t/abc/drawer/creatures', 0],
  ['/t/abc/drawer/encounters', 0],
  ['/t/abc/drawer/trackers', 0],
  ['/t/abc/drawer/rulings', 0],
  ['/t/abc/drawer/notes', 0],
  ['/t/abc/drawer/people', 0],
  ['/t/abc/drawer/rules', 0],
] as const)('a finger hits everything on %s (seat %i)', async (path, seat) => {
  const { page } = await open(browser, path, seat, phone, playing);
  await page.locator('h1, h2').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(700);
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, summary, select, a.btn, a.tag, input[type=checkbox], input[type=radio]',
      ),
    ].flatMap((one) => {
      // A label is hit with its box.
      const area = one instanceof HTMLInputElement ? (one.closest('label') ?? one) : one;
      const box = area.getBoundingClientRect();
      if (box.width === 0 || one.closest('.sr, .skip')) return [];
      return box.width < 43.5 || box.height < 43.5
        ? [`${one.className} ${area.textContent?.trim().slice(0, 24)} ${box.width}x${box.height}`]
        : [];
    }),
  );
  expect(small).toEqual([]);
  await page.context().close();
});
