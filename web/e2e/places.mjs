// Where a Chromium may be: named by CHROMIUM, or installed with the system.
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {string | undefined} */
export function found() {
  return process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
}
