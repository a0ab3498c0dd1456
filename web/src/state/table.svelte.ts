//! One table as this seat knows it: what the server last told, what was asked and not answered yet, and
//! choices half made. Nothing here guesses an outcome.
import { base } from '../net/base';
import { TableLine, type Status, type Wire } from '../net/line';
import { Misfit, patched } from '../net/patch';
import type {
  Desk,
  Frame,
  Glimpse,
  IntentCard,
  Json,
  Line,
  OddsCard,
  OfferCard,
  Op,
  Picks,
  Point,
  PromptCard,
  Refusal,
  Seat,
  Sheet,
  Square,
  ToClient,
  WaitingRoom,
  Who,
} from '../protocol';
import { lastAction } from '../people/deed';
import { m, t } from '../words';
import { Beats } from '../stage/beats.svelte';
import { Pointing } from '../scene/pointing.svelte';
import { Foresight } from './foresight.svelte';

export type Answer = { ok: true } | { ok: false; refusal: Refusal } | { ok: false; trouble: string };

/** Something the table reports to whoever draws it. */
export interface Watcher {
  asked(prompt: PromptCard): void;
  told(lines: Line[]): void;
  turn(): void;
  nudged(): void;
}

const MOST_LINES = 2000;
/** Milliseconds between two places of a ruler that is dragged. */
const RULER = 90;

export class TableState {
  status = $state<Status>('connecting');
  desk = $state.raw<Desk | undefined>();
  lines = $state.raw<Line[]>([]);
  room = $state.raw<WaitingRoom | undefined>();
  /** Why the line was ended, in the server's words. */
  bye = $state<{ code: string; say: string } | undefined>();
  /** Lines told while the connection was away. */
  missed = $state(0);
  sending = $state(0);
  /** The offer whose form is open, and a call to bring it into sight. */
  opened = $state<string | undefined>();
  /** Who was selected to act, or the table itself; nobody: whoever has the turn. */
  actAs = $state<Who | 'table' | undefined>();
  /** Whether the question is folded to one line, to look at something below it. */
  folded = $state(false);
  /** The last action before the one this seat did just now. */
  took = $state<number | undefined>();
  drafts = $state<Record<string, Json>>({});
  /** The number of the line before the first of these. */
  base = $state(0);
  /** Whether there are older lines that can be asked for. */
  hasOlder = $state(false);
  /** What was done, as cards. */
  readonly beats = new Beats();
  /** What people point at on the map. */
  readonly pointing = new Pointing();
  /** A fight that is being tried out. */
  readonly foresight = new Foresight((message) => this.#line.say(message));
  /** The tab of the drawer that was open last. */
  drawn = $state<string | undefined>();
  #line: TableLine;
  #began = false;

  constructor(
    readonly id: string,
    private readonly watcher: Watcher,
    as?: Seat,
  ) {
    const query = as === undefined ? '' : `?as=${as}`;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const address = `${scheme}://${location.host}${base}/api/tables/${encodeURIComponent(id)}/socket${query}`;
    this.#line = new TableLine(() => new WebSocket(address) as unknown as Wire, {
      status: (status) => this.#stands(status),
      told: (message) => this.#told(message),
    });
    this.#recall();
  }

  start(): void {
    this.#line.start();
  }

  stop(): void {
    this.#line.stop();
  }

  tryNow(): void {
    this.#line.tryNow();
  }

  get live(): boolean {
    return this.status === 'live';
  }

  get seat(): Seat {
    return this.desk?.you.seat ?? -1;
  }

  get isGm(): boolean {
    return this.desk?.you.role === 'gm';
  }

  get watches(): boolean {
    const role = this.desk?.you.role;
    return role === 'display' || role === 'spectator' || this.desk?.you.preview === true;
  }

  get prompts(): PromptCard[] {
    return this.desk?.view.prompts ?? [];
  }

  /** Questions this seat is asked and waited for, the deepest first. */
  get mine(): PromptCard[] {
    return this.#asked.filter((prompt) => !prompt.optional);
  }

  /** Chances of this seat to speak up; nobody waits for them. */
  get chances(): PromptCard[] {
    return this.#asked.filter((prompt) => prompt.optional);
  }

  /** Questions others are asked, that the GM may answer for them. */
  get theirs(): PromptCard[] {
    return this.prompts.filter((prompt) => !prompt.asks.includes(this.seat) && !prompt.optional);
  }

  get #asked(): PromptCard[] {
    return this.prompts.filter(
      (prompt) => prompt.asks.includes(this.seat) && answerable(prompt) && !this.#answered(prompt),
    );
  }

  get offers(): OfferCard[] {
    return this.desk?.view.offers ?? [];
  }

  /** This seat's heroes' sheets; the GM has all. */
  get sheets(): Sheet[] {
    return this.desk?.view.sheets ?? [];
  }

  get heroes(): Who[] {
    return this.desk?.you.heroes ?? [];
  }

  sheetOf(who: Who): Sheet | undefined {
    return this.sheets.find((sheet) => sheet.owner.type !== 'table' && sheet.owner.who === who);
  }

  nameOf(who: Who): string {
    const sheet = this.sheetOf(who);
    if (sheet) return m(sheet.title);
    return this.desk?.gm?.creatures.find(([one]) => one === who)?.[1] ?? t('somebody');
  }

  seatName(seat: Seat): string {
    const person = this.desk?.people.find((one) => one.seat === seat);
    return person?.name ?? t('somebody');
  }

  offersAbout(frame: Frame): OfferCard[] {
    if (this.watches) return [];
    const named = frame.offers ?? [];
    return this.offers.filter(
      (offer) => named.includes(offer.id) || (offer.about !== undefined && offer.about === frame.key),
    );
  }

  openOffer(id: string): void {
    this.opened = id;
  }

  /** Asks something of the table. */
  async do(op: Op): Promise<Answer> {
    this.sending += 1;
    try {
      return read(await this.#line.ask({ type: 'do', op }));
    } finally {
      this.sending -= 1;
    }
  }

  async take(offer: OfferCard, picks: Picks): Promise<Answer> {
    const before = lastAction(this.lines);
    const answer = await this.do({ command: filled(offer, picks) });
    if (answer.ok) this.took = before;
    return answer;
  }

  async rollHero(who?: Who, name?: string): Promise<Answer> {
    return read(await this.#line.ask({ type: 'roll_hero', who: who ?? null, name: name ?? null }));
  }

  async reveal(): Promise<Answer> {
    return read(await this.#line.ask({ type: 'reveal' }));
  }

  async probe(offer: OfferCard, picks: Picks): Promise<Refusal | undefined> {
    const told = await this.#line.ask({ type: 'probe', command: filled(offer, picks) });
    return told?.type === 'probed' ? told.refusal : undefined;
  }

  /** What a creature would do next if it were left to itself. */
  async intent(who: Who): Promise<IntentCard | undefined> {
    const told = await this.#line.ask({ type: 'intent', who });
    return told?.type === 'intent' ? told.intent : undefined;
  }

  /** What may come of a command, everybody going by instinct. */
  async oddsOf(command: Json): Promise<OddsCard | { trouble: string }> {
    return worked(await this.#line.ask({ type: 'odds', of: { type: 'action', command, instinct: true } }));
  }

  /** What somebody would see from another square, as far as this seat may know. */
  async look(who: Who, from: Square): Promise<Glimpse | undefined> {
    const told = await this.#line.ask({ type: 'look', who, from });
    return told?.type === 'looked' ? told.glimpse : undefined;
  }

  /** What may come of a filled offer, as far as this seat may know. */
  async odds(offer: OfferCard, picks: Picks): Promise<OddsCard | { trouble: string }> {
    const told = await this.#line.ask({
      type: 'odds',
      of: { type: 'action', command: filled(offer, picks) },
    });
    return worked(told);
  }

  /** What to answer to a question, as far as this seat may know. */
  async advice(prompt: string): Promise<OddsCard | { trouble: string }> {
    return worked(await this.#line.ask({ type: 'odds', of: { type: 'prompt', prompt } }));
  }

  async older(): Promise<void> {
    const first = this.lines[0];
    if (!this.hasOlder) return;
    const before = first?.seq ?? this.base + 1;
    const told = await this.#line.ask({ type: 'lines', before, count: 200 });
    // Everything may have been told anew meanwhile.
    if (told?.type !== 'lines' || this.lines[0] !== first) return;
    this.lines = [...told.log.lines, ...this.lines];
    this.base = told.log.from;
    this.hasOlder = told.log.older ?? false;
  }

  nudge(seat: Seat): void {
    this.#line.say({ type: 'nudge', seat });
  }

  /** Shows everybody something for a moment. */
  point(point: Point): void {
    this.#line.say({ type: 'point', point });
  }

  #measured = 0;
  /** Holds a ruler between two squares for all to see, or puts it away. */
  measure(from?: Square, to?: Square): void {
    if (!from || !to) return this.point({ type: 'ruler_end' });
    // Often enough to follow a hand.
    if (performance.now() - this.#measured < RULER) return;
    this.#measured = performance.now();
    this.point({ type: 'ruler', from, to });
  }

  watch(actors: Who[]): void {
    this.#line.say({ type: 'watch', actors });
  }

  delay(seconds: number | undefined): void {
    this.#line.say({ type: 'delay', seconds: seconds ?? null });
  }

  /** Keeps a choice half made, also across a reload. */
  keep(key: string, value: Json | undefined): void {
    if (value === undefined) delete this.drafts[key];
    else this.drafts[key] = value;
    try {
      sessionStorage.setItem(this.#drawer, JSON.stringify(this.drafts));
    } catch {
      // Kept in memory only.
    }
  }

  get #drawer(): string {
    return `boneyard.drafts.${this.id}`;
  }

  #recall(): void {
    try {
      this.drafts = JSON.parse(sessionStorage.getItem(this.#drawer) ?? '{}') as Record<string, Json>;
    } catch {
      this.drafts = {};
    }
  }

  #answered(prompt: PromptCard): boolean {
    return prompt.waits.length > 0 && !prompt.waits.includes(this.seat) && prompt.sealed === true;
  }

  #stands(status: Status): void {
    this.status = status;
    if (status === 'live') this.foresight.again();
  }

  #told(message: ToClient): void {
    switch (message.type) {
      case 'waiting':
        this.room = message.room;
        break;
      case 'whole': {
        const before = this.desk;
        const news = this.#began ? fresh(this.lines, message.log.lines) : [];
        this.room = undefined;
        this.desk = message.desk;
        this.lines = message.log.lines;
        this.base = message.log.from;
        this.hasOlder = message.log.older ?? false;
        this.missed = news.length;
        if (this.#began) this.beats.read(this.lines, this.isGm ? [] : this.heroes);
        else this.beats.begin(this.lines);
        this.#began = true;
        this.#report(before, news);
        break;
      }
      case 'update':
        this.#update(message);
        break;
      case 'verdict':
      case 'failed':
        this.foresight.told(message);
        break;
      case 'pointed':
        this.pointing.told(message.by, message.point);
        break;
      case 'nudged':
        this.watcher.nudged();
        break;
      case 'bye':
        this.bye = { code: message.code, say: message.say };
        break;
    }
  }

  #update(message: ToClient & { type: 'update' }): void {
    const before = this.desk;
    let news: Line[] = [];
    if (message.log) {
      const keep = message.log.from - this.base;
      const kept = keep > 0 ? this.lines.slice(0, keep) : [];
      news = fresh(this.lines.slice(kept.length), message.log.lines);
      if (keep < 0) this.base = message.log.from;
      this.lines = [...kept, ...message.log.lines];
      this.#forget();
      this.beats.read(this.lines, this.isGm ? [] : this.heroes);
    }
    if (message.patch && before) {
      try {
        this.desk = patched(before, message.patch);
      } catch (error) {
        if (!(error instanceof Misfit)) throw error;
        this.#line.place = undefined;
        this.#line.again();
        return;
      }
    }
    this.#report(before, news);
  }

  /** An evening is long: what scrolled far away is fetched again when somebody looks for it. */
  #forget(): void {
    const over = this.lines.length - MOST_LINES;
    if (over <= 0) return;
    this.lines = this.lines.slice(over);
    this.base += over;
    this.hasOlder = true;
  }

  #report(before: Desk | undefined, news: Line[]): void {
    if (this.opened !== undefined && !this.offers.some((offer) => offer.id === this.opened))
      this.opened = undefined;
    const known = new Set((before?.view.prompts ?? []).map((prompt) => prompt.id + prompt.digest));
    const fresh = this.mine.find((prompt) => !known.has(prompt.id + prompt.digest));
    if (fresh) {
      this.folded = false;
      this.watcher.asked(fresh);
    }
    // Another turn is another's: whoever was selected for the last one no longer is.
    if (before && turnOf(before) !== turnOf(this.desk)) this.actAs = undefined;
    const mine = (desk: Desk | undefined) =>
      desk?.view.order?.entries.some(
        (entry) => entry.now && entry.who !== undefined && desk.you.heroes.includes(entry.who),
      ) ?? false;
    if (before && mine(this.desk) && !mine(before)) this.watcher.turn();
    if (news.length > 0) this.watcher.told(news);
  }
}

/** Whose turn it is, in a word to compare. */
const turnOf = (desk: Desk | undefined): string =>
  JSON.stringify((desk?.view.order?.entries ?? []).filter((entry) => entry.now).map((entry) => entry.who));

/** A command with its form filled in. */
export function filled(offer: OfferCard, picks: Picks): Json {
  const known = (offer.params ?? []).map((param) => param.name);
  const chosen = Object.entries(picks).filter(([name, value]) => known.includes(name) && value !== null);
  const fields: Picks = { ...(offer.fixed ?? {}), ...Object.fromEntries(chosen) };
  return Object.keys(fields).length === 0 && known.length === 0 ? offer.command : { [offer.command]: fields };
}

/** Lines that were not there before. Places shift when an action told earlier goes on, so words are compared. */
export function fresh(before: readonly Line[], now: readonly Line[]): Line[] {
  const words = (line: Line) => `${line.type} ${line.action ?? ''} ${line.say.text}`;
  const known = new Map<string, number>();
  for (const line of before) known.set(words(line), (known.get(words(line)) ?? 0) + 1);
  return now.filter((line) => {
    const left = known.get(words(line)) ?? 0;
    known.set(words(line), left - 1);
    return left <= 0;
  });
}

function worked(told: ToClient | undefined): OddsCard | { trouble: string } {
  if (told?.type === 'odds') return told.odds;
  if (told?.type === 'refused') return { trouble: told.refusal.map((one) => one.sentence).join(' ') };
  return { trouble: told?.type === 'failed' ? told.say : t('noAnswer') };
}

/** A question comes with what may be answered; faces of real dice speak for themselves. */
const answerable = (prompt: PromptCard) => prompt.domain !== undefined || prompt.kind.type === 'type_dice';

function read(told: ToClient | undefined): Answer {
  switch (told?.type) {
    case 'done':
      return { ok: true };
    case 'refused':
      return { ok: false, refusal: told.refusal };
    case 'failed':
      return { ok: false, trouble: told.say };
    default:
      return { ok: false, trouble: t('noAnswer') };
  }
}
