// Brings a Chromium where the machine has none: Debian's own if we may install it, else one that npm fetches.
// It is not part of the lockfile: most machines have one.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { found } from './places.mjs';

const run = (command) => execSync(command, { stdio: 'inherit' });

function debian() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false;
  try {
    console.log('No Chromium on this machine: installing the package chromium.');
    run('apt-get update -qq');
    run('DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium');
    return Boolean(found());
  } catch {
    return false;
  }
}

if (!found() && !debian()) {
  console.log(
    'No Chromium on this machine: fetching one by npm. Installing the package chromium serves as well.',
  );
  run('npm install --no-save --no-audit --no-fund @sparticuz/chromium@153');
}
console.log(`The browser is ${found() ?? 'the one from npm'}.`);
