import { expect, test } from 'vitest';
import { AS_IT_IS } from '../gm/encounter';
import type { ToClient, ToServer } from '../protocol';
import { Foresight } from './foresight.svelte';

const found = (id: string, done: boolean) =>
  ({ type: 'verdict', id, verdict: { fights: 9, done } }) as unknown as ToClient;

function asking() {
  const said: ToServer[] = [];
  const job = new Foresight((message) => said.push(message));
  const id = () => (said.at(-1) as { id: string }).id;
  return { said, job, id };
}

test('the same question is not asked again while it runs, nor when it is answered and nothing happened since', () => {
  const { said, job, id } = asking();
  job.ask([['XX-F1', 2]], AS_IT_IS, 5);
  job.ask([['XX-F1', 2]], AS_IT_IS, 6);
  job.told(found(id(), true));
  job.ask([['XX-F1', 2]], AS_IT_IS, 5);
  expect(said.length).toBe(1);
  job.ask([['XX-F1', 2]], AS_IT_IS, 7);
  expect(said.length, 'something happened since').toBe(2);
  job.ask([['XX-F1', 3]], AS_IT_IS, 7);
  expect(said.length, 'another question').toBe(3);
});

test('a line that comes back asks for what was not done, and what is told of the old question is not taken', () => {
  const { said, job, id } = asking();
  job.again();
  expect(said).toEqual([]);
  job.ask([], AS_IT_IS, 0);
  const old = id();
  job.again();
  expect(said.length).toBe(2);
  job.told(found(old, true));
  expect([job.running, job.verdict]).toEqual([true, undefined]);
  job.told(found(id(), true));
  job.again();
  expect([job.running, said.length]).toEqual([false, 2]);
});

test('looking ahead asks the same once more, and another question goes by instinct again', () => {
  const { said, job, id } = asking();
  job.ask([['XX-F1', 2]], AS_IT_IS, 5);
  job.told(found(id(), true));
  job.lookAhead();
  expect([job.running, job.verdict?.fights], 'what was found stays').toEqual([true, 9]);
  expect(said.at(-1)).toMatchObject({ creatures: [['XX-F1', 2]], ahead: true });
  job.ask([['XX-F1', 3]], AS_IT_IS, 5);
  expect(said.at(-1)).toMatchObject({ creatures: [['XX-F1', 3]], ahead: false });
});

test('what ends while nobody looks is unread until somebody does', () => {
  const { job, id } = asking();
  const away = job.watch();
  job.ask([], AS_IT_IS, 0);
  away();
  job.told(found(id(), false));
  expect([job.running, job.unread]).toEqual([true, false]);
  job.told(found(id(), true));
  expect([job.running, job.unread]).toEqual([false, true]);
  job.watch();
  expect(job.unread).toBe(false);
});

test('a question that cannot be tried out says why, and may be asked again', () => {
  const { said, job, id } = asking();
  job.ask([], AS_IT_IS, 0);
  job.told({ type: 'failed', id: id(), code: 'verdict', say: 'Nobody to fight.' });
  expect([job.running, job.trouble]).toEqual([false, 'Nobody to fight.']);
  job.ask([], AS_IT_IS, 0);
  expect(said.length).toBe(2);
});
