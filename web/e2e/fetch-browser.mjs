// Fetches a Chromium by npm where the system has none. It is not part of the lockfile: most machines have one.
import { execSync } from 'node:child_process';
import { found } from './places.mjs';

if (found()) console.log(`The browser is ${found()}.`);
else {
  console.log('No Chromium on this machine: fetching one by npm.');
  execSync('npm install --no-save --no-audit --no-fund @sparticuz/chromium@153', { stdio: 'inherit' });
}
