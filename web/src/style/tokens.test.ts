//! Every text colour on every ground of every look is readable.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Colours = Record<string, string>;

const css = readFileSync('src/style/tokens.css', 'utf8');
const blocks = [...css.matchAll(/^(\[data-[^{]+\]) \{([^}]*)\}/gm)].map(([, selector, body]) => ({
  selector: selector!,
  colours: Object.fromEntries(
    [...body!.matchAll(/--([a-z-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  ) as Colours,
}));

function luminance(hex: string): number {
  const part = (at: number) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function whole(look: { selector: string; colours: Colours }): Colours {
  const theme = look.selector.includes("'dark'") ? 'dark' : 'light';
  const shared = blocks.find((block) => block.selector === `[data-theme='${theme}']`)!.colours;
  const all: Colours = { ...shared, ...look.colours };
  for (const [name, value] of Object.entries(all)) {
    const other = /^var\(--(.+)\)$/.exec(value);
    if (other) all[name] = all[other[1]!]!;
  }
  return all;
}

const looks = blocks.filter((block) => block.selector.includes('data-look'));

test('six looks come in two themes', () => {
  expect(looks).toHaveLength(12);
});

describe.each(looks)('$selector', (look) => {
  const colours = whole(look);
  const grounds = ['bg', 'surface', 'raised'] as const;

  test.each(['ink', 'muted', 'accent', 'second', 'good', 'bad', 'warn', 'info', 'secret'])(
    '%s is readable',
    (text) => {
      for (const ground of grounds)
        expect(contrast(colours[text]!, colours[ground]!), ground).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('buttons and dice are readable, outlines visible', () => {
    expect(contrast(colours['on-accent']!, colours.accent!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours['die-ink']!, colours.die!)).toBeGreaterThanOrEqual(4.5);
    for (const ground of grounds)
      expect(contrast(colours.edge!, colours[ground]!), ground).toBeGreaterThanOrEqual(3);
  });
});
