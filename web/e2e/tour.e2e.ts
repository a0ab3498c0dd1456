import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser';
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
const WIDE = { width: 1440, height: 900 };
const GAMES = (process.env.GAMES ?? 'Roll High or Die,Die Trying,Dead Weight,GUTS+,DIRK RULES!').split(',');
for (const title of GAMES)
  test(title, async () => {
    const gm = await served.visit(browser, 'about:blank', { viewport: WIDE, colorScheme: 'dark' }).catch(() => undefined);
    const page: Page = gm ?? (await served.visit(browser, served.link, { viewport: WIDE, colorScheme: 'dark' }));
    let whole = '';
    page.on('websocket', (ws) =>
      ws.on('framereceived', (f) => {
        if (String(f.payload).startsWith('{"type":"whole"') || (!whole && String(f.payload).includes('"whole"'))) whole = String(f.payload);
      }),
    );
    await page.goto(served.link);
    const slug = title.replace(/\W+/g, '-').toLowerCase();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `shots/t-start.png` });
    await page.locator('.game', { hasText: title }).getByRole('button', { name: 'Play with friends' }).click();
    await page.waitForURL(/\/t\//);
    await page.waitForTimeout(3000);
    await page.screenshot({ path: `shots/t-${slug}-drawer.png` });
    const id = page.url().split('/t/')[1]!.split('/')[0]!;
    await page.goto(`${served.origin}/t/${id}`);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `shots/t-${slug}.png` });
    writeFileSync(`/tmp/whole-${slug}.json`, whole);
    const pub = await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/published`)).text(), id);
    writeFileSync(`/tmp/pub-${slug}.json`, pub);
    expect(whole.length).toBeGreaterThan(10);
  });
