//! A page against a played server: fixtures instead of a game, so that every block, question and screen can
//! be shown. What the page sends is kept for the test to look at.
import { readFileSync, existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { desk } from '../src/fixtures/desk';
import { lines } from '../src/fixtures/log';
import type { Desk, GameCard, Line, TableRow } from '../src/protocol';

const DIST = new URL('../dist/', import.meta.url).pathname;
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
/** As strict as the server's own. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

export const ORIGIN = 'http://boneyard.test';

export const games: GameCard[] = [
  ['dead-weight', 'Dead Weight'],
  ['dirk-rules', 'DIRK RULES!'],
  ['die-trying', 'Die Trying'],
  ['roll-high-or-die', 'Roll High or Die'],
  ['guts-plus', 'GUTS+'],
].map(([name, title]) => ({
  name: name!,
  title: title!,
  rules: 'abc',
  heroes: [],
  creatures: [
    ['XX-F1', 'Goblin'],
    ['XX-F2', 'Wolf'],
  ],
  foresees: true,
  making: ['draft', 'ready'],
  ready: 'The Drowned Chapel',
  starts: [{ title: 'The Drowned Chapel', heroes: ['Bo', 'Cy', 'Di', 'Ed'] }],
  switches: [
    {
      name: 'soft_hits',
      rule: 'XX-8',
      values: ['off', 'on'],
      title: 'Whether hits are soft',
      words: ['no', 'yes'],
    },
  ],
  credits: 'Written by **somebody**.',
}));

const tables: TableRow[] = [
  {
    id: 'abc',
    title: 'The Drowned Chapel',
    game: 'dead-weight',
    game_title: 'Dead Weight',
    last_at: Date.now() - 6 * 86_400_000,
    seat: 0,
    archived: false,
  },
];

export interface Play {
  desk: Desk;
  lines: Line[];
  /** Everything the page asked of the table. */
  sent: { type: string; id: string; op?: unknown }[];
  /** What the server answers to the next question; `done` unless something else is put here. */
  answers: ((id: string) => object)[];
  tell(message: object): void;
  drop(): void;
}

export interface Played {
  page: Page;
  play: Play;
  errors: string[];
}

const QR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#fff"/><path d="M0 0h1v1H0zM2 1h1v1H2z"/></svg>';

const answers: Record<string, (path: string) => unknown> = {
  '/api/me': () => ({ owner: true }),
  '/api/games': () => games,
  '/api/tables': () => tables,
  '/api/verify': () => ({ holds: true, say: 'These dice are as they were promised.' }),
};

function answer(path: string): unknown {
  if (answers[path]) return answers[path](path);
  if (path.endsWith('/door')) return { type: 'seated', table: 'abc', seat: 1 };
  if (path.endsWith('/invitation')) return { code: 'K7QM-2XRT', links: [`${ORIGIN}/t/abc#secret`], qr: QR };
  if (path.endsWith('/waiting'))
    return [
      [0, 'Ana'],
      [1, 'Di'],
    ];
  if (path.endsWith('/published')) return { Brack: { hp: 4 }, round: 2, house: { soft_hits: 'on' } };
  if (path.endsWith('/survey'))
    return {
      fighters: [
        { who: 1, name: 'Bo', hero: true },
        { who: 2, name: 'Cy', hero: true },
        { who: 3, name: 'Rat', hero: false },
      ],
      circumstances: [
        {
          name: 'light',
          label: 'Light',
          choices: [
            ['dim', 'Dim Light'],
            ['dark', 'Darkness'],
          ],
        },
        { name: 'surprise', label: 'Surprise', choices: [['heroes', 'The heroes are surprised']] },
        { name: 'map', label: 'Map', choices: [['open', 'Open ground']] },
      ],
    };
  if (path.endsWith('/times'))
    return [
      [1, 1_700_000_000_000],
      [2, 1_700_000_060_000],
      [3, 1_700_000_120_000],
    ];
  if (path.endsWith('/house')) return [];
  if (path.endsWith('/story')) return { text: 'story = "An evening"', holds: true };
  if (path.endsWith('/packs')) return [{ name: 'House weapons', files: [['weapons.toml', 312]] }];
  if (path.startsWith('/api/rules/'))
    return {
      total: 1,
      rules: [
        { id: 'XX-4', game: 'x', title: 'Reactions', section: 'Battle', text: 'A hero may react **once**.' },
      ],
    };
  if (path.startsWith('/api/odds'))
    return {
      roll: '2d6',
      meaning: 'Two dice.',
      mean: '7',
      rows: [
        { total: 2, share: 278, or_more: 10000, chance: '1/36' },
        { total: 3, share: 556, or_more: 9722, chance: '2/36' },
      ],
    };
  return {};
}

export async function open(
  browser: Browser,
  path: string,
  seat: 0 | 1,
  options: BrowserContextOptions = {},
  changed: (desk: Desk) => Desk = (one) => one,
): Promise<Played> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  let socket: { send(text: string): void; close(): Promise<void> } | undefined;
  const play: Play = {
    desk: changed(desk(seat)),
    lines,
    sent: [],
    answers: [],
    tell: (message) => socket?.send(JSON.stringify(message)),
    drop: () => void socket?.close(),
  };
  await page.routeWebSocket(/\/api\/tables\/abc\/socket/, (wire) => {
    socket = wire;
    wire.onMessage((text) => {
      const message = JSON.parse(String(text)) as { type: string; id: string; op?: unknown };
      if (message.type === 'hello')
        play.tell({
          type: 'whole',
          desk: play.desk,
          log: { from: 0, lines: play.lines },
          place: { run: 'r', n: 0 },
        });
      else {
        play.sent.push(message);
        if (message.id)
          play.tell((play.answers.shift() ?? ((id: string) => ({ type: 'done', id })))(message.id));
      }
    });
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/api/')) return route.fulfill({ json: answer(pathname) });
    const file = join(DIST, pathname);
    const asset = extname(pathname) !== '' && existsSync(file);
    return route.fulfill({
      body: readFileSync(asset ? file : join(DIST, 'index.html')),
      headers: {
        'content-type': TYPES[asset ? extname(pathname) : '.html'] ?? 'text/plain',
        'content-security-policy': POLICY,
      },
    });
  });
  await page.goto(`${ORIGIN}${path}`);
  return { page, play, errors };
}
