//! A field of arms for everybody, out of the letters of their name: the same on every screen.

/** Two colours of a field, dark enough for bone letters. */
const TINCTURES: readonly [string, string][] = [
  ['#47613f', '#2f4429'],
  ['#5f4a6b', '#43324d'],
  ['#3f5a78', '#2b4058'],
  ['#2f6a63', '#204a45'],
  ['#7a5230', '#573a21'],
  ['#6d3f4f', '#4d2b37'],
  ['#4c5570', '#343b52'],
  ['#6a6131', '#4a4421'],
];
/** Shapes laid over the field, in a square of 100. */
const DIVISIONS: readonly string[] = [
  'M50 0H100V100H50z',
  'M0 50H100V100H0z',
  'M0 0L100 100H0z',
  'M50 50L100 0V100z M50 50L0 0V100z',
  'M50 0H100V50H50z M0 50H50V100H0z',
  'M0 100L50 42L100 100z',
];

export interface Crest {
  field: string;
  shade: string;
  division: string;
}

export function crestOf(name: string): Crest {
  let mix = 7;
  for (const letter of name) mix = (mix * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  const [field, shade] = TINCTURES[mix % TINCTURES.length]!;
  return { field, shade, division: DIVISIONS[(mix >>> 4) % DIVISIONS.length]! };
}

export const FOE: Crest = { field: '#6b2b2a', shade: '#4d1f20', division: 'M0 100L50 42L100 100z' };
export const OTHER: Crest = { field: '#6f5a28', shade: '#4d3f1c', division: 'M50 0H100V100H50z' };
