//! How fast the stage is: frames while the camera moves, with the painter in its worker and, in the same run, on the page
//! itself; a tap to brackets; a roll to the other page; a cold start. What it measured goes to `bench/runs`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { deflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../e2e/browser';
import { marked } from '../e2e/hands';
import { open } from '../e2e/played';
import { knock } from '../e2e/party';
import { Served } from '../e2e/served';
import { large } from '../src/fixtures/large';

const SECONDS = 6;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const written: string[] = [];
const told = (line: string) => (console.log(line), written.push(line));

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  // A page of half a run would say less than none.
  if (!written.some((line) => line.startsWith('|')) || !written.some((line) => line.startsWith('A roll')))
    return;
  const runs = new URL('../../bench/runs/', import.meta.url).pathname;
  mkdirSync(runs, { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim();
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, headless Chromium without a GPU`;
  const head = [
    `# The stage, ${day}`,
    '',
    `At ${commit}, on ${machine}. Made by \`npm run bench\` in \`web\`; the machine was shared with other work, so ratios within`,
    'the run say more than the figures themselves.',
    '',
  ];
  writeFileSync(`${runs}${day}-stage.md`, [...head, ...written, ''].join('\n'));
});

/** A picture of 4096 by 4096 dots, as a file would hold it: a chequered land of two colours. */
function picture(): string {
  const side = 4096;
  const row = (y: number) => {
    const line = Buffer.alloc(1 + side / 8);
    for (let at = 1; at < line.length; at += 1) line[at] = ((at >> 2) + (y >> 5)) % 2 ? 0xff : 0x0f;
    return line;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), 8 + data.length);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 3, 0, 0, 0], 8);
  const rows = Buffer.concat(Array.from({ length: side }, (_, y) => row(y)));
  const png = Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from([58, 74, 46, 92, 82, 62])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function crc(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

interface Frames {
  /** Of the painter, and of the page beside it. */
  painted: number;
  page: number;
  p95: number;
  /** The longest task of the page. */
  longest: number;
}

/** Pans and zooms as a hand does, and counts. */
function moved(page: Page): Promise<Frames> {
  return page.evaluate(async (seconds) => {
    const surface = document.querySelector<HTMLElement>('.surface')!;
    const canvas = document.querySelector('canvas') as HTMLCanvasElement & { drawn: () => Promise<number[]> };
    let longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    }).observe({ type: 'longtask' });
    const at = (type: string, x: number, y: number) =>
      surface.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 9,
          clientX: x,
          clientY: y,
          button: 0,
          bubbles: true,
          pointerType: 'mouse',
        }),
      );
    surface.setPointerCapture = () => undefined;
    const began = performance.now();
    const from = performance.timeOrigin + began;
    let pages = 0;
    at('pointerdown', 195, 200);
    await new Promise<void>((done) => {
      const step = () => {
        const t = (performance.now() - began) / 1000;
        if (t > seconds) return done();
        pages += 1;
        at('pointermove', 195 + 150 * Math.sin(t * 1.7), 250 + 140 * Math.cos(t * 1.3));
        if (pages % 6 === 0)
          surface.dispatchEvent(
            new WheelEvent('wheel', {
              deltaY: Math.sin(t * 1.1) > 0 ? 1 : -1,
              clientX: 195,
              clientY: 300,
              cancelable: true,
            }),
          );
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
    at('pointerup', 195, 250);
    const until = performance.timeOrigin + performance.now();
    const drawn = (await canvas.drawn()).filter((time) => time >= from && time <= until);
    const gaps = drawn.slice(1).map((time, nth) => time - drawn[nth]!);
    gaps.sort((a, b) => a - b);
    return {
      painted: drawn.length / seconds,
      page: pages / seconds,
      p95: gaps[Math.floor(gaps.length * 0.95)] ?? Infinity,
      longest,
    };
  }, SECONDS);
}

test('the camera moves over the largest scene', async () => {
  const image = picture();
  told('| painter | CPU of the page | painted frames/s | p95 | page frames/s | longest task of the page |');
  told('|---|---|---|---|---|---|');
  const found = new Map<string, Frames>();
  for (const where of ['worker', 'page'] as const)
    for (const rate of [1, 4]) {
      const context = { ...phone, reducedMotion: 'no-preference' as const };
      const { page } = await open(browser, '/about', 1, context, large(image));
      if (where === 'page') await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));
      await page.goto(page.url().replace('/about', '/t/abc/scene'));
      await page.locator(`canvas[data-painter="${where}"]`).waitFor({ state: 'attached' });
      await page.waitForTimeout(4000);
      const wire = await page.context().newCDPSession(page);
      await wire.send('Emulation.setCPUThrottlingRate', { rate });
      // Once to warm up: the ground of the way is drawn the first time it is seen.
      await moved(page);
      const frames = await moved(page);
      found.set(`${where} ${rate}`, frames);
      told(
        `| in the ${where} | ${rate} × | ${frames.painted.toFixed(1)} | ${frames.p95.toFixed(0)} ms | ${frames.page.toFixed(1)} | ${frames.longest.toFixed(0)} ms |`,
      );
      await page.screenshot({ path: `shots/bench-${where}-${rate}.png` });
      await page.context().close();
    }
  told('');
  const ratio = found.get('worker 4')!.painted / found.get('page 4')!.painted;
  told(
    `With a slow page the worker paints ${ratio.toFixed(1)} times as many frames as the page would itself.`,
  );
  told('');
  expect(found.get('worker 4')!.painted).toBeGreaterThan(found.get('page 4')!.painted);
});

test('a tap on a tile brackets its targets without asking the server', async () => {
  const { page, play } = await open(
    browser,
    '/t/abc/act',
    1,
    { ...phone, reducedMotion: 'reduce' },
    large(''),
  );
  await page.locator('canvas[data-painter="worker"]').waitFor({ state: 'attached' });
  const tile = page.getByRole('button', { name: /^Shove/ });
  await tile.waitFor();
  await page.waitForTimeout(2000);
  const times: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const sent = play.sent.length;
    const took = await tile.evaluate(async (button) => {
      const canvas = document.querySelector('canvas') as HTMLCanvasElement & {
        drawn: () => Promise<number[]>;
      };
      const surface = document.querySelector('.surface') as HTMLElement & {
        drawing: { over: { as: string }[] };
      };
      const from = performance.now();
      (button as HTMLElement).click();
      while (!surface.drawing.over.some((mark) => mark.as === 'aim'))
        await new Promise((go) => setTimeout(go));
      const known = performance.timeOrigin + performance.now();
      // The first picture painted after the painter was told.
      for (;;) {
        const shown = (await canvas.drawn()).find((time) => time >= known);
        if (shown !== undefined) return shown - performance.timeOrigin - from;
      }
    });
    times.push(took);
    expect(await marked(page, 'aim')).toBeGreaterThan(0);
    expect(play.sent.length, 'the server was not asked').toBe(sent);
    await page.keyboard.press('Escape');
    await expect.poll(() => marked(page, 'aim')).toBe(0);
  }
  times.sort((a, b) => a - b);
  told(
    `Tap on a tile to brackets on the picture: ${times[5]!.toFixed(0)} ms in the middle of ten, ${times[9]!.toFixed(0)} ms at most.`,
  );
  told('');
  await page.context().close();
});

test('the first table is in sight', async () => {
  const image = picture();
  for (const [name, changed] of [
    ['the sample table', undefined],
    ['the largest scene', large(image)],
  ] as const) {
    const times: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      // A browser of its own each time: nothing is cached.
      const { page } = await open(browser, '/about', 1, { ...phone, reducedMotion: 'reduce' }, changed);
      const wire = await page.context().newCDPSession(page);
      await wire.send('Network.clearBrowserCache');
      await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.goto(page.url().replace('/about', '/t/abc/act'));
      await page.locator('canvas[data-painter="worker"]').waitFor({ state: 'attached' });
      times.push(
        await page.evaluate(async () => {
          const canvas = document.querySelector('canvas') as HTMLCanvasElement & {
            drawn: () => Promise<number[]>;
          };
          for (;;) {
            const [first] = await canvas.drawn();
            if (first !== undefined) return first - performance.timeOrigin;
          }
        }),
      );
      await page.context().close();
    }
    times.sort((a, b) => a - b);
    told(
      `First picture of ${name}, nothing cached, the page's CPU 4 × slower: ${times[1]!.toFixed(0)} ms in the middle of three.`,
    );
    told('');
  }
});

test('what one page does is seen on another', async () => {
  const served = new Served();
  await served.start();
  try {
    const gm = await served.visit(browser, served.link, { viewport: { width: 1440, height: 900 } });
    await gm
      .locator('.game', { hasText: 'Die Trying' })
      .getByRole('button', { name: /Play with friends/ })
      .click();
    await gm.getByRole('heading', { name: 'Act', exact: true }).waitFor();
    const link = await gm.locator('#invite-link').inputValue();
    const di = await knock(served, browser, link, 'Di');
    await gm
      .getByRole('button', { name: /^Let in Di|^Let Di in/ })
      .first()
      .click();
    await di.locator('.over').first().waitFor();
    await gm.goto(`${served.origin}${new URL(gm.url()).pathname.replace(/\/drawer.*/, '')}`);
    await gm.locator('#chat').waitFor();
    await di.setViewportSize({ width: 1440, height: 900 });
    await di.locator('.log').waitFor();
    const times: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      await di.evaluate(() => {
        const page = globalThis as unknown as { seen?: number };
        delete page.seen;
        const lines = () => document.querySelectorAll('.log .line').length;
        const known = lines();
        const look = () => {
          if (lines() === known) return requestAnimationFrame(look);
          page.seen = performance.timeOrigin + performance.now();
          return 0;
        };
        look();
      });
      const sent = await gm.evaluate(() => {
        const box = document.querySelector<HTMLTextAreaElement>('#chat')!;
        box.value = '/r 2d6';
        box.dispatchEvent(new Event('input', { bubbles: true }));
        const now = performance.timeOrigin + performance.now();
        box.closest('form')!.requestSubmit();
        return now;
      });
      const seen = () => di.evaluate(() => (globalThis as unknown as { seen?: number }).seen);
      await expect.poll(seen).toBeDefined();
      times.push((await seen())! - sent);
      await di.waitForTimeout(500);
    }
    times.sort((a, b) => a - b);
    told(
      `A roll sent by one page to its line on the other, with the real program: ${times[2]!.toFixed(0)} ms in the middle of five, ${times[4]!.toFixed(0)} ms at most.`,
    );
  } finally {
    await served.end();
  }
});
