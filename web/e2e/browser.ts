//! A real Chromium for the tests: the system's, or the one that `npm run browser` fetched.
import { chromium, type Browser } from 'playwright-core';
import { found } from './places.mjs';

interface Fetched {
  default: { executablePath(): Promise<string>; args: string[] };
}

async function fetched(): Promise<string> {
  const name = '@sparticuz/chromium';
  try {
    const { default: brought } = (await import(/* @vite-ignore */ name)) as Fetched;
    return await brought.executablePath();
  } catch {
    throw new Error(
      'No Chromium was found. Run `npm run browser`, install the package `chromium`, or set CHROMIUM to a browser.',
    );
  }
}

export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: found() ?? (await fetched()),
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
