// Brings the pictures of the last run of the tests into the documentation.
import { copyFileSync } from 'node:fs';

const names = [
  ...['start', 'table', 'drawer', 'display', 'creation', 'phone', 'question', 'map'],
  ...['gm-explore', 'gm-fight', 'gm-edit', 'hero-phone', 'hero-filled', 'phone-reroll'],
  ...['lab-encounter', 'lab-odds', 'lab-advice', 'lab-report'],
];
for (const name of names)
  copyFileSync(
    new URL(`../shots/${name}.png`, import.meta.url),
    new URL(`../../docs/page/${name}.png`, import.meta.url),
  );
