// Brings the pictures of the last run of the tests into the documentation.
import { copyFileSync } from 'node:fs';

for (const name of ['start', 'table', 'drawer', 'display', 'creation', 'phone', 'question', 'map'])
  copyFileSync(
    new URL(`../shots/${name}.png`, import.meta.url),
    new URL(`../../docs/page/${name}.png`, import.meta.url),
  );
