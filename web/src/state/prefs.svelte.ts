//! Me and this device: kept in the browser, never sent.

export interface Prefs {
  look: 'game' | 'plain';
  theme: 'auto' | 'dark' | 'light';
  text: number;
  easy: boolean;
  motion: 'full' | 'short' | 'none';
  sound: number;
  buzz: boolean;
  odds: boolean;
  advice: boolean;
  letters: boolean;
  /** Whoever rolls real dice is asked at each roll whether to. */
  asksDice: boolean;
  language: string;
  notices: boolean;
  keys: Record<string, string>;
  /** Tables that have begun: the GM no longer needs to be told what comes first. */
  begun: string[];
  /** Panels that were folded on this device. */
  railFolded: boolean;
  logFolded: boolean;
  /** Whether the camera goes to who acts. */
  follows: boolean;
  /** How wide the panels on the right were drawn, in points. */
  sideWidth: number;
}

const DEFAULTS: Prefs = {
  look: 'game',
  theme: 'auto',
  text: 100,
  easy: false,
  motion: 'full',
  sound: 50,
  buzz: true,
  odds: true,
  advice: false,
  letters: true,
  asksDice: false,
  language: 'en',
  notices: false,
  keys: {},
  begun: [],
  railFolded: false,
  logFolded: false,
  follows: true,
  sideWidth: 304,
};

const PLACE = 'boneyard.device';
/** More tables than anybody leads. */
const MOST_BEGUN = 60;

function kept(): Prefs {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return { ...DEFAULTS, ...(found as Partial<Prefs>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Device {
  prefs = $state<Prefs>(kept());
  /** The look of the game at hand; the start screen has none. */
  game = $state<string | undefined>();
  dark = $state(true);

  start(): void {
    const system = matchMedia('(prefers-color-scheme: dark)');
    this.dark = system.matches;
    system.addEventListener('change', () => (this.dark = system.matches));
    $effect.root(() => {
      $effect(() => this.#wear());
      $effect(() => {
        const text = JSON.stringify(this.prefs);
        try {
          localStorage.setItem(PLACE, text);
        } catch {
          // A browser that keeps nothing still plays.
        }
      });
    });
  }

  begun(table: string): void {
    this.prefs.begun = [...this.prefs.begun.filter((one) => one !== table), table].slice(-MOST_BEGUN);
  }

  get theme(): 'dark' | 'light' {
    if (this.prefs.theme !== 'auto') return this.prefs.theme;
    return this.dark ? 'dark' : 'light';
  }

  get look(): string {
    return this.prefs.look === 'game' && this.game && LOOKS.includes(this.game) ? this.game : 'boneyard';
  }

  /** Whether things may move. */
  get still(): boolean {
    return this.prefs.motion === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  #wear(): void {
    const root = document.documentElement;
    root.dataset.look = this.look;
    root.dataset.theme = this.theme;
    root.dataset.motion = this.prefs.motion;
    root.dataset.reading = this.prefs.easy ? 'easy' : 'plain';
    root.style.setProperty('--text-size', String(this.prefs.text / 100));
    const ground = getComputedStyle(root).getPropertyValue('--bg').trim();
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
  }
}

/** Looks the page has; a game without one of its own wears the plain look. */
export const LOOKS: readonly string[] = [
  'boneyard',
  'dead-weight',
  'die-trying',
  'dirk-rules',
  'roll-high-or-die',
  'guts-plus',
];

export const device = new Device();
