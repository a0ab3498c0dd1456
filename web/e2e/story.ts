//! An evening told again: what was played is copied from the history, as a GM would, and given to the program.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { program, type Served } from './served';

/** Copies the story of a table and has the program tell it: every step must come out as it did. */
export async function toldAgain(served: Served, gm: Page, home: string): Promise<string> {
  await gm.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: served.origin });
  await gm.goto(`${served.origin}${home}/history`);
  await gm.getByRole('button', { name: 'Copy as story' }).click();
  const said = gm.getByRole('status').filter({ hasText: /^\s*Copied\. It plays the same when told again/ });
  await said.waitFor({ timeout: 60_000 });
  const text = await gm.evaluate(() => navigator.clipboard.readText());
  const file = join(served.folder, 'told-again.toml');
  writeFileSync(file, text);
  const told = spawnSync(program(), ['story', file], { encoding: 'utf8' });
  expect(told.status, `${text.slice(0, 2000)}\n…\n${told.stdout}${told.stderr}`).toBe(0);
  return text;
}
