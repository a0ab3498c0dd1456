//! Where the page lies: at the root of its server, or below a base if a proxy puts it there. The server writes the
//! base into the page's first file.

/** What stands before every path, without a slash at its end: empty, or such as `/tables`. */
export function baseOf(page: Document): string {
  const said = page.querySelector<HTMLMetaElement>('meta[name="base"]')?.content ?? '/';
  return said.replace(/\/+$/, '');
}

export const base: string = typeof document === 'undefined' ? '' : baseOf(document);

/** A path of the page or of the server, as a browser finds it. */
export const outer = (path: string, below = base): string => (path.startsWith('/') ? below + path : path);

/** A path as the page speaks of it; one that does not lie below the base stays as it is. */
export function inner(path: string, below = base): string {
  if (below === '' || (path !== below && !path.startsWith(`${below}/`))) return path;
  return path.slice(below.length) || '/';
}
