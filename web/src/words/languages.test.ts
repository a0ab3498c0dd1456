import { expect, test } from 'vitest';
import { en } from './en';
import { LANGUAGES } from './languages';

test('every language offered has a name and every sentence, and the made-up one is not offered', async () => {
  expect(LANGUAGES[0]).toEqual({ tag: 'en', name: 'English' });
  expect(LANGUAGES.map((one) => one.tag)).not.toContain('pseudo');
  for (const one of LANGUAGES) {
    expect(Intl.getCanonicalLocales(one.tag)).toEqual([one.tag]);
    expect(one.name).not.toBe('');
    expect(Object.keys((await one.words?.()) ?? en).sort()).toEqual(Object.keys(en).sort());
  }
});
