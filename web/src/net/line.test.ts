import { beforeEach, expect, test, vi } from 'vitest';
import type { ToClient } from '../protocol';
import { TableLine, type Status, type Wire } from './line';

class PlayedWire implements Wire {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tells(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let wires: PlayedWire[];
let heard: ToClient[];
let states: Status[];
let line: TableLine;
const wire = () => wires.at(-1)!;
const whole = { type: 'whole', desk: {}, log: { from: 0, lines: [] }, place: { run: 'a', n: 4 } };

beforeEach(() => {
  vi.useFakeTimers();
  [wires, heard, states] = [[], [], []];
  const dial = () => {
    wires.push(new PlayedWire());
    return wire();
  };
  line = new TableLine(dial, {
    status: (status) => states.push(status),
    told: (message) => heard.push(message),
  });
  line.start();
  wire().opens();
  wire().tells(whole);
});

test('a command cut off by a lost connection is asked again with the same id and answered once', async () => {
  const answer = line.ask({ type: 'do', op: { command: 'end_turn' } });
  const first = wire().sent.at(-1)!;
  wire().close();
  expect(states.at(-1)).toBe('retrying');
  await vi.advanceTimersByTimeAsync(500);
  wire().opens();
  expect(wire().sent[0]).toEqual({ type: 'hello', since: { run: 'a', n: 4 } });
  wire().tells({ type: 'update', n: 5 });
  expect(wire().sent.at(-1)).toEqual(first);
  wire().tells({ type: 'done', id: first.id });
  expect(await answer).toMatchObject({ type: 'done' });
  expect(line.unanswered).toBe(0);
});

test('a gap in the updates asks for what was missed instead of guessing', async () => {
  wire().tells({ type: 'update', n: 6 });
  expect(heard.filter((message) => message.type === 'update')).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(500);
  wire().opens();
  expect(wire().sent[0]).toMatchObject({ since: { n: 4 } });
});

test('a table that says good-bye for good is not called again; one that closes is', async () => {
  wire().tells({ type: 'bye', code: 'closing', say: 'Back soon.' });
  wire().close();
  await vi.advanceTimersByTimeAsync(500);
  expect(wires).toHaveLength(2);
  wire().opens();
  wire().tells({ type: 'bye', code: 'revoked', say: 'Your seat was withdrawn.' });
  wire().close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wires).toHaveLength(2);
  expect(states.at(-1)).toBe('closed');
});

test('after twenty seconds without a connection it says so, and tries on', async () => {
  wire().close();
  for (let n = 0; n < 6; n += 1) {
    await vi.advanceTimersByTimeAsync(8000);
    wire().close();
  }
  expect(states.at(-1)).toBe('lost');
  expect(wires.length).toBeGreaterThan(3);
});

test('a message that is no JSON is asked for again', async () => {
  wire().onmessage?.({ data: '{"type":"upd' });
  await vi.advanceTimersByTimeAsync(500);
  expect(wires).toHaveLength(2);
});
