//! The key for odds: it presses what shows them, where one is or where a question waits. Every one of these can be
//! tapped as well.

const SHOWS = '[data-odds]';
const OFFERS = '[data-odds-of]:not([aria-disabled=true])';

/** Shows the odds nearest to the focus: of its question or offer, else of the question that waits, else of the offer
 * that is open, else of the first that has any. `false` if nothing here has odds. */
export function openOdds(
  page: ParentNode = document,
  focus: Element | null = document.activeElement,
): boolean {
  const near = focus?.closest('.prompt, .offer');
  const places = [near, page.querySelector('.prompt'), page.querySelector('.offer.open'), page];
  for (const place of places) {
    const open = place instanceof Element && place.matches('.offer.open');
    const found =
      place?.querySelector<HTMLElement>(SHOWS) ??
      (open ? undefined : place?.querySelector<HTMLElement>(OFFERS));
    if (!found) continue;
    found.click();
    found.focus();
    return true;
  }
  return false;
}
