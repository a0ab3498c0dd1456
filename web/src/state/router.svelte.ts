//! Which screen the address means, and moving between them. Secrets never enter an address: the one in an
//! invitation's fragment is taken out at once. Below a base the page speaks of its paths without it.

import { base, inner, outer } from '../net/base';

export type Route =
  | { screen: 'start' }
  | { screen: 'new'; game: string }
  | { screen: 'table'; table: string; tab: Tab; rest: string[] }
  | { screen: 'history'; table: string }
  | { screen: 'create'; table: string; hero: string }
  | { screen: 'as'; table: string; seat: number }
  | { screen: 'display'; table: string }
  | { screen: 'print'; table: string; hero: string }
  | { screen: 'settings'; table?: string }
  | { screen: 'rules'; game: string; id?: string; q: string; table?: string }
  | { screen: 'odds' }
  | { screen: 'verify' }
  | { screen: 'about' }
  | { screen: 'lost' };

export const TABS = ['sheet', 'act', 'scene', 'log'] as const;
export type Tab = (typeof TABS)[number];

const isTab = (word: string | undefined): word is Tab => TABS.includes(word as Tab);

/** What an address means. */
export function route(path: string, query: URLSearchParams): Route {
  const [first, second, third, ...rest] = path.split('/').filter(Boolean).map(decode);
  switch (first) {
    case undefined:
      return { screen: 'start' };
    case 'new':
      return second ? { screen: 'new', game: second } : { screen: 'start' };
    case 'settings':
    case 'odds':
    case 'verify':
    case 'about':
      return { screen: first };
    case 'rules':
      return {
        screen: 'rules',
        game: second ?? '',
        id: third,
        q: query.get('q') ?? '',
        table: query.get('table') ?? undefined,
      };
    case 't':
      return second ? atTable(second, third, rest) : { screen: 'start' };
    default:
      return { screen: 'lost' };
  }
}

function atTable(table: string, what: string | undefined, rest: string[]): Route {
  switch (what) {
    case undefined:
      return { screen: 'table', table, tab: 'act', rest: [] };
    case 'drawer':
      return { screen: 'table', table, tab: 'act', rest: ['drawer', ...rest] };
    case 'history':
    case 'display':
      return { screen: what, table };
    case 'settings':
      return { screen: 'settings', table };
    case 'create':
    case 'advance':
      return { screen: 'create', table, hero: rest[0] ?? '' };
    case 'print':
      return { screen: 'print', table, hero: rest[0] ?? '' };
    case 'as':
      return { screen: 'as', table, seat: Number(rest[0] ?? 0) };
    default:
      return isTab(what) ? { screen: 'table', table, tab: what, rest } : { screen: 'lost' };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Puts the base before the address of a link that leads to a screen. */
function complete(target: Element): void {
  const link = target.closest?.('a[href^="/"]');
  const path = link?.getAttribute('href');
  if (link && path && !path.startsWith('//') && inner(path) === path) link.setAttribute('href', outer(path));
}

class Router {
  now = $state.raw<Route>({ screen: 'start' });
  /** How often the screen changed; the first one is the browser's own. */
  moves = 0;
  /** The secret of an invitation, read once. */
  secret: string | undefined;

  start(): void {
    if (location.hash.length > 1) {
      this.secret = location.hash.slice(1);
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.#follow(event));
    // A link may also be opened in another window, or copied.
    if (base !== '')
      for (const before of ['pointerover', 'focusin'])
        document.addEventListener(before, (event) => complete(event.target as Element), { passive: true });
    this.read();
  }

  go(path: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, '', outer(path));
    else history.pushState(null, '', outer(path));
    this.read();
  }

  /** Takes the secret, so that it is used once. */
  takeSecret(): string | undefined {
    const secret = this.secret;
    this.secret = undefined;
    return secret;
  }

  read(): void {
    this.moves += 1;
    this.now = route(inner(location.pathname), new URLSearchParams(location.search));
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    const to = new URL(link.href);
    const path = inner(to.pathname);
    if (to.origin !== location.origin || path.startsWith('/api/')) return;
    event.preventDefault();
    this.go(path + to.search);
  }
}

export const router = new Router();
