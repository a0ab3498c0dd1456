//! Accessibility by axe-core on whatever is on the screen.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const source = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown[]; html: string; failureSummary?: string }[];
}

/** Nothing is found. The page's policy forbids foreign scripts, so the debugger brings it in. */
export async function accessible(page: Page, what: string): Promise<void> {
  // Cards that are still sliding in are measured half transparent otherwise.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
    return (await axe.run()).violations;
  });
  const told = violations.map(
    (one) =>
      `${one.id}: ${one.help}\n${one.nodes
        .slice(0, 4)
        .map((node) => `   ${node.html.slice(0, 220)}\n   ${node.failureSummary ?? ''}`)
        .join('\n')}`,
  );
  expect(told, what).toEqual([]);
}
