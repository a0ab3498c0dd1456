import { expect, test } from 'vitest';
import { en } from './en';
import { gm } from './gm';
import { LANGUAGES } from './languages';

test('every language offered has a name and every sentence, and the made-up one is not offered', async () => {
  expect(LANGUAGES[0]).toEqual({ tag: 'en', name: 'English' });
  expect(LANGUAGES.map((one) => one.tag)).not.toContain('pseudo');
  for (const one of LANGUAGES) {
    expect(Intl.getCanonicalLocales(one.tag)).toEqual([one.tag]);
    expect(one.name).not.toBe('');
    const all = { ...en, ...gm };
    expect(Object.keys((await one.words?.()) ?? all).sort()).toEqual(Object.keys(all).sort());
  }
});

test('what the GM alone reads is said nowhere in a part that comes without it', () => {
  const parts = import.meta.glob('../**/*.svelte', { query: '?raw', import: 'default', eager: true });
  const gmOnly = Object.keys(gm);
  const misplaced = Object.entries(parts as Record<string, string>)
    .filter(([path]) => !path.startsWith('../gm/'))
    .flatMap(([path, text]) =>
      text.includes("words/gm'")
        ? []
        : gmOnly.filter((key) => text.includes(`t('${key}'`)).map((key) => `${path}: ${key}`),
    );
  expect(misplaced).toEqual([]);
});
