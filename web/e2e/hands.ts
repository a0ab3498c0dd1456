//! A hand on the map: where squares are on the screen, what the painter was told, and fingers on the glass.
import type { Locator, Page } from 'playwright-core';
import type { Drawing, Lens } from '../src/scene/paint/drawing';

/** The surface of the map carries what the painter was told, for tests alone. */
type Surface = HTMLElement & { drawing?: Drawing; lens?: Lens };

/** The middle of a square on the screen, counted from 0. */
export async function middle(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  return page.locator('.surface').evaluate(
    (surface, [column, row]) => {
      const lens = (surface as Surface).lens!;
      const frame = surface.getBoundingClientRect();
      return {
        x: frame.left + lens.x + (column! + 0.5) * lens.scale,
        y: frame.top + lens.y + (row! + 0.5) * lens.scale,
      };
    },
    [x, y],
  );
}

/** Where the camera stands, as one word. */
export const looks = (page: Page): Promise<string> =>
  page.locator('.surface').evaluate((surface) => JSON.stringify((surface as Surface).lens));

/** What the painter was told last: numbers instead of typed arrays. */
export interface Told {
  sprites: Drawing['sprites'];
  marks: Drawing['over'];
  heights: number[];
  known: number[];
  light: number[];
  kinds: number[];
}

export const told = (page: Page): Promise<Told> =>
  page.locator('.surface').evaluate((surface) => {
    const drawing = (surface as Surface).drawing!;
    return {
      sprites: drawing.sprites,
      marks: [...drawing.under, ...drawing.over],
      heights: [...drawing.ground.heights],
      known: [...drawing.shade.known],
      light: [...drawing.shade.light],
      kinds: [...drawing.ground.cells],
    };
  });

/** How many marks of a sort are drawn: lines of sight, squares to choose, brackets. */
export const marked = async (page: Page, sort: string): Promise<number> =>
  (await told(page)).marks.filter((mark) => mark.as === sort || ('kind' in mark && mark.kind === sort))
    .length;

/** Where somebody stands, as the painter shows it. */
export async function spot(page: Page, token: string | Locator): Promise<[number, number]> {
  const found = typeof token === 'string' ? page.locator(token) : token;
  const [x, y] = (await found.getAttribute('data-square'))!.split(',').map(Number);
  return [x!, y!];
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
