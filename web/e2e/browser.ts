//! A real Chromium for the tests: the one named by CHROMIUM, or the one the system has.
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function found(): string | undefined {
  const named = process.env.CHROMIUM;
  return named ? named : PLACES.find((place) => existsSync(place));
}

export async function launch(): Promise<Browser> {
  const executablePath = found();
  if (!executablePath)
    throw new Error('No Chromium was found. Install the package `chromium`, or set CHROMIUM to a browser.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      // Files of the page that a test brings along have no address, which a browser takes for a foreign network.
      '--disable-features=LocalNetworkAccessChecks',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
