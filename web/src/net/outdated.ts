//! Whether the server has another page than the one that is open: it was updated while somebody sat at a table.
import { outer } from './base';

/** Whether a page's first file names other scripts than these. */
export const differs = (html: string, scripts: readonly string[]): boolean =>
  scripts.some((script) => !html.includes(script));

export async function outdated(): Promise<boolean> {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].map(
    (script) => new URL(script.src).pathname,
  );
  try {
    const answer = await fetch(outer('/'), { cache: 'no-cache', credentials: 'same-origin' });
    return answer.ok && differs(await answer.text(), scripts);
  } catch {
    // Whoever cannot be reached cannot be newer.
    return false;
  }
}
