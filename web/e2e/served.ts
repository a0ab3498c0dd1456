//! A real server for the tests: the program itself on a folder of its own, to be killed and started again.
//! The page's files come from `dist`, so that the program need not be built anew for each change of the page.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const DIST = new URL('../dist/', import.meta.url).pathname;
const ROOT = new URL('../../', import.meta.url).pathname;
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The program: named by BONEYARD, or the one cargo built last. */
export function program(): string {
  if (process.env.BONEYARD) return process.env.BONEYARD;
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');
  const built = ['release/boneyard', 'debug/boneyard'].map((place) => join(target, place)).filter(existsSync);
  const age = (place: string) => -statSync(place).mtimeMs;
  const found = built.sort((one, other) => age(one) - age(other))[0];
  if (!found) throw new Error('The program is not built: run `cargo build -p boneyard`, or set BONEYARD.');
  return found;
}

export class Served {
  readonly folder = mkdtempSync(join(tmpdir(), 'boneyard-e2e-'));
  port = 0;
  /** The GM's link. */
  link = '';
  #process: ChildProcess | undefined;
  said = '';

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    const child = spawn(program(), ['serve', '--port', String(this.port), '--data', this.folder, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    // A test run that is broken off leaves no server behind.
    process.once('exit', () => child.kill('SIGKILL'));
    child.stderr.on('data', (text: Buffer) => (this.said += text.toString()));
    this.link = await new Promise((ready, fail) => {
      let text = '';
      child.stdout.on('data', (part: Buffer) => {
        text += part.toString();
        const link = /"(http[^"]+#key=[^"]+)"/.exec(text)?.[1];
        if (link) ready(link);
      });
      child.on('exit', (code) => fail(new Error(`The server ended with ${code}: ${this.said}`)));
    });
  }

  /** As if the power went: nothing is tidied up. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.removeAllListeners('exit');
    child.once('exit', () => undefined);
    const ended = new Promise((done) => child.once('close', done));
    child.kill('SIGKILL');
    await Promise.race([gone, ended]);
    this.#process = undefined;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A browser of somebody's own, with the page's files from `dist`. */
  async visit(browser: Browser, path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    typeAgain(page);
    await page.route(`${this.origin}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname.startsWith('/api/')) return route.continue();
      const file = join(DIST, pathname);
      const asset = extname(pathname) !== '' && existsSync(file);
      return route.fulfill({
        body: readFileSync(asset ? file : join(DIST, 'index.html')),
        contentType: TYPES[asset ? extname(pathname) : '.html'],
      });
    });
    await page.goto(path.startsWith('http') ? path : `${this.origin}${path}`);
    return page;
  }
}

/**
 * A panel that closes steps back in the browser's history, and that step breaks off an address typed in the same
 * moment. A person types it once more; so does a test, once.
 */
function typeAgain(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...address) => {
    try {
      return await goto(...address);
    } catch (broken) {
      if (!String(broken).includes('net::ERR_ABORTED')) throw broken;
      await page.waitForLoadState();
      return goto(...address);
    }
  };
}

function freePort(): Promise<number> {
  return new Promise((found, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? found(address.port) : fail(new Error('no port')),
      );
    });
  });
}
