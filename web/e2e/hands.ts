//! A hand on the map: where squares are on the screen, and fingers on the glass.
import type { Page } from 'playwright-core';

/** The middle of a square on the screen, counted from 0. */
export async function middle(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  return page.locator('.map svg').evaluate(
    (svg, [column, row]) => {
      const matrix = (svg as SVGSVGElement).getScreenCTM()!;
      const at = new DOMPoint((column! + 0.5) * 40, (row! + 0.5) * 40).matrixTransform(matrix);
      return { x: at.x, y: at.y };
    },
    [x, y],
  );
}

/** Fingers on the glass, as the browser gets them. */
export async function fingers(page: Page, ...frames: { x: number; y: number }[][]): Promise<void> {
  const wire = await page.context().newCDPSession(page);
  for (const [at, points] of frames.entries())
    await wire.send('Input.dispatchTouchEvent', {
      type: at === 0 ? 'touchStart' : 'touchMove',
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  await wire.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

export const between = (a: { x: number; y: number }, b: { x: number; y: number }, share: number) => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});
