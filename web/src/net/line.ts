//! The line to one table: a socket that comes back by itself, says where it stood, and asks again with the
//! same ids what was not answered.
import type { Json, Place, ToClient, ToServer } from '../protocol';

export type Status = 'connecting' | 'live' | 'retrying' | 'lost' | 'closed';

/** The part of a WebSocket that is used, so that tests can play one. */
export interface Wire {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** What somebody asked, until it is answered. */
interface Open {
  message: Record<string, unknown> & { id: string };
  answer: (told: ToClient | undefined) => void;
}

export interface LineEvents {
  status(status: Status): void;
  told(message: ToClient): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const LOST_AFTER = 20_000;

export class TableLine {
  place: Place | undefined;
  #wire: Wire | undefined;
  #open = new Map<string, Open>();
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #downSince: number | undefined;
  #ended = false;
  #said = false;

  constructor(
    private readonly dial: () => Wire,
    private readonly events: LineEvents,
    private readonly now: () => number = Date.now,
  ) {}

  start(): void {
    this.events.status('connecting');
    this.#connect();
  }

  /** Ends the line for good. */
  stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#wire?.close();
    this.events.status('closed');
  }

  /** "Try now". */
  tryNow(): void {
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#connect();
  }

  /** Drops the connection and asks for what was missed. */
  again(): void {
    this.#wire?.close();
  }

  /** Asks something that is answered once, across lost connections. */
  ask(message: Record<string, unknown>): Promise<ToClient | undefined> {
    const id = newId();
    return new Promise((answer) => {
      const open: Open = { message: { ...message, id }, answer };
      this.#open.set(id, open);
      if (this.#said) this.#send(open.message);
    });
  }

  /** Says something that needs no answer. */
  say(message: ToServer): void {
    if (this.#said) this.#send(message);
  }

  /** How many questions are still open. */
  get unanswered(): number {
    return this.#open.size;
  }

  #connect(): void {
    if (this.#ended) return;
    const wire = this.dial();
    this.#wire = wire;
    this.#said = false;
    wire.onopen = () => this.#send({ type: 'hello', since: this.place ?? null });
    wire.onmessage = (event) => {
      if (this.#wire === wire) this.#hear(event.data);
    };
    wire.onclose = () => {
      if (this.#wire === wire) this.#down();
    };
  }

  #hear(text: string): void {
    const message = read(text);
    if (!message) return this.again();
    if (!this.#said && message.type !== 'bye' && message.type !== 'failed') this.#up();
    if (message.type === 'whole') this.place = message.place;
    if (message.type === 'update') {
      if (!this.place || message.n !== this.place.n + 1) return this.again();
      this.place = { ...this.place, n: message.n };
    }
    if ('id' in message && message.id !== undefined) {
      const open = this.#open.get(message.id);
      this.#open.delete(message.id);
      open?.answer(message);
    }
    if (message.type === 'bye' && message.code !== 'closing') {
      this.#ended = true;
      this.events.status('closed');
    }
    this.events.told(message);
  }

  #up(): void {
    this.#said = true;
    this.#downSince = undefined;
    this.#wait = FIRST_WAIT;
    this.events.status('live');
    for (const open of this.#open.values()) this.#send(open.message);
  }

  #down(): void {
    this.#said = false;
    if (this.#ended) return;
    this.#downSince ??= this.now();
    this.events.status(this.now() - this.#downSince > LOST_AFTER ? 'lost' : 'retrying');
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #send(message: Json | Record<string, unknown> | ToServer): void {
    if (this.#wire?.readyState === 1) this.#wire.send(JSON.stringify(message));
  }
}

/** A message cut short on its way is asked for again. */
function read(text: string): ToClient | undefined {
  try {
    return JSON.parse(text) as ToClient;
  } catch {
    return undefined;
  }
}

// Not `randomUUID`: browsers have that only over https, and a table at home has none.
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
