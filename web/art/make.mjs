// The emblems the page ships, out of the package they come from: `npm run emblems`. What is chosen, and who drew it, stands in
// `emblems.json`. Writes one file of shapes for each sort and the list of authors for the page and for CREDITS.md.
import { readFileSync, writeFileSync } from 'node:fs';

const here = new URL('./', import.meta.url);
const chosen = JSON.parse(readFileSync(new URL('emblems.json', here), 'utf8'));
const { icons } = JSON.parse(
  readFileSync(new URL('../node_modules/@iconify-json/game-icons/icons.json', here), 'utf8'),
);
const WHOLE = /^<path fill="currentColor" d="([^"]+)"\/>$/;

const authors = {};
for (const [sort, by] of Object.entries(chosen)) {
  const shapes = {};
  for (const [author, names] of Object.entries(by))
    for (const name of names) {
      const shape = WHOLE.exec(icons[name]?.body ?? '')?.[1];
      if (!shape) throw new Error(`there is no emblem ${name} that is one shape`);
      shapes[name] = shape;
      (authors[author] ??= []).push(name);
    }
  const sorted = Object.fromEntries(Object.entries(shapes).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(new URL(`../src/art/${sort}.json`, here), `${JSON.stringify(sorted, undefined, 2)}\n`);
}

const credited = Object.fromEntries(
  Object.entries(authors)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([author, names]) => [author, [...new Set(names)].sort().join(', ')]),
);
writeFileSync(new URL('../src/art/authors.json', here), `${JSON.stringify(credited, undefined, 2)}\n`);

const credits = new URL('../../CREDITS.md', here);
const [before, rest] = readFileSync(credits, 'utf8').split('## Emblems\n');
const after = rest.slice(rest.indexOf('\n## '));
const list = Object.entries(credited).map(([author, names]) => `- ${author}: ${names}`);
writeFileSync(
  credits,
  `${before}## Emblems

The pictures on tokens and actions come from <https://game-icons.net> (by way of the package @iconify-json/game-icons) under the [Creative Commons Attribution 3.0 licence](https://creativecommons.org/licenses/by/3.0/). Changes: colour, light and frame. Their authors:

${list.join('\n')}
${after}`,
);
