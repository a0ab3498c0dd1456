//! A scene without squares on the stage: rooms, those who are there, and a tap that goes where one can go.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessible } from './axe';
import { launch } from './browser';
import { setUp, watch } from './party';
import { Served } from './served';

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

test('a site is drawn as rooms with doors; a tap on a room one can reach goes there', async () => {
  const errors: string[] = [];
  const gm = watch(
    await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } }),
    'GM',
    errors,
  );
  await setUp(gm, 'Dead Weight', 'The Drowned Chapel');
  await gm.goto(new URL(gm.url()).origin + new URL(gm.url()).pathname.replace('/drawer/start', ''));
  const plan = gm.getByRole('list', { name: 'The Drowned Chapel' });
  await plan.waitFor();
  const rooms = plan.locator('> li');
  await expect.poll(() => rooms.count()).toBeGreaterThan(5);
  const here = plan.locator('button[aria-current=location]');
  await expect.poll(() => here.count()).toBe(1);
  const before = (await here.getAttribute('aria-label')) ?? '';
  await gm.screenshot({ path: 'shots/plan-desktop.png' });
  await accessible(gm, 'the plan of a site');

  // No two rooms lie on each other.
  const boxes = await rooms.evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  boxes.forEach((one, nth) =>
    boxes
      .slice(nth + 1)
      .forEach((other) =>
        expect(
          one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top,
        ).toBe(true),
      ),
  );

  const open = plan.locator('button.go:not([aria-disabled=true]):not([aria-current])').first();
  const to = ((await open.getAttribute('aria-label')) ?? '').split(',')[0] ?? '';
  await open.click();
  // More can be said of this walk, so its form opens, with the room filled in.
  const form = gm.locator('#pane-act form').filter({ hasText: to });
  await form.waitFor();
  await form.locator('button[type=submit]').click();
  await expect.poll(() => here.getAttribute('aria-label'), { message: `from ${before}` }).toMatch(to);
  expect(errors).toEqual([]);
  await gm.context().close();
});
