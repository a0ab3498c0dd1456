//! People at a real table: knocking, being asked, answering. What a game asks is answered without knowing the game.
import type { Browser, Page } from 'playwright-core';
import type { Served } from './served';

export const question = (page: Page) => page.locator('.prompt').first();
export const asked = async (page: Page) => (await question(page).count()) > 0;

/** Errors of these pages are kept under their names. */
export function watch(page: Page, who: string, errors: string[]): Page {
  page.on('pageerror', (error) => errors.push(`${who}: ${error}`));
  return page;
}

/** The GM opens a table with one of a game's beginnings, and is where one starts. */
export async function setUp(page: Page, game: string, start: string): Promise<void> {
  await page
    .locator('.game', { hasText: game })
    .getByRole('link', { name: /^More options/ })
    .click();
  await page.locator('label', { hasText: start }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  await page.goto(`${page.url()}/drawer/start`);
  await page.locator('#invite-link').waitFor();
}

export async function knock(served: Served, browser: Browser, link: string, name: string): Promise<Page> {
  const page = await served.visit(browser, link, { colorScheme: 'dark', hasTouch: true });
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Knock' }).click();
  await page.getByText('Your sign').waitFor();
  return page;
}

/** Answers whatever this seat is asked: one of the wanted options, else what is proposed, else the usual answer, else the last. */
export async function answer(page: Page, wanted?: RegExp): Promise<void> {
  const card = question(page);
  const id = await card.getAttribute('data-prompt');
  const options = card.locator('[data-option]:not([aria-disabled=true])');
  const liked = wanted ? options.filter({ hasText: wanted }) : options.filter({ hasText: /^$/ });
  const proposed = card.locator('[data-proposed]');
  if ((await liked.count()) > 0) await liked.first().click();
  else if ((await proposed.count()) > 0) await proposed.click();
  else if ((await options.count()) > 0) await options.last().click();
  else if ((await card.locator('[data-stop]').count()) > 0) await card.locator('[data-stop]').click();
  else {
    const suggest = card.getByRole('button', { name: 'Hint' });
    if ((await suggest.count()) > 0) await suggest.click();
    await card.locator('form button[type=submit]').click();
  }
  await page.locator(`.prompt[data-prompt="${id}"]`).waitFor({ state: 'detached' });
}

/** An offer with nothing to choose, if it stands open now. It may go while one reaches for it: others act too. */
export async function take(page: Page, name: RegExp): Promise<boolean> {
  const offer = page.locator('.offer .head[aria-disabled=false]', { hasText: name }).first();
  if ((await offer.count()) === 0) return false;
  return offer.click({ timeout: 1500 }).then(
    () => true,
    () => false,
  );
}
