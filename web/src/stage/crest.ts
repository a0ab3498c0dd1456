//! A field of arms for everybody, out of the letters of their name: the same on every screen.
import type { Side } from './side';

/** Two colours of a field, dark enough for an emblem of bone. */
const TINCTURES: readonly [string, string][] = [
  ['#3d5a6c', '#243947'],
  ['#6b3f52', '#412433'],
  ['#4f5f3a', '#2f3a22'],
  ['#7a5a2c', '#4a3518'],
  ['#4b4a75', '#2b2a49'],
  ['#2f6460', '#1b3d3b'],
  ['#74452f', '#46281a'],
  ['#5a3f72', '#352446'],
];
/** Shapes laid over the field, in a square of 100: pale, bend, fess, chevron, saltire, quarters. */
const DIVISIONS: readonly string[] = [
  'M50 0h50v100H50z',
  'M0 0l100 100H0z',
  'M0 52h100v48H0z',
  'M0 100 50 44l50 56z',
  'M50 50L100 0V100z M50 50L0 0V100z',
  'M50 0H100V50H50z M0 50H50V100H0z',
];

export interface Crest {
  field: string;
  shade: string;
  division: string;
}

/** A number out of a name, the same everywhere. */
export function mixed(name: string): number {
  let mix = 7;
  for (const letter of name) mix = (mix * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  // Names that differ in one letter lie far apart.
  mix = Math.imul(mix ^ (mix >>> 15), 0x2c1b3c6d) >>> 0;
  return (mix ^ (mix >>> 12)) >>> 0;
}

/** Heroes have arms of their own; a foe is red and others are dull gold, so that a side is told by colour too. */
export function crestOf(name: string, side: Side): Crest {
  if (side === 'theirs') return { field: '#6a2b22', shade: '#2c110d', division: '' };
  if (side === 'other') return { field: '#5a5240', shade: '#332d20', division: '' };
  const mix = mixed(name);
  const [field, shade] = TINCTURES[mix % TINCTURES.length]!;
  return { field, shade, division: DIVISIONS[(mix >>> 4) % DIVISIONS.length]! };
}
