//! Chance that is the same on every screen: a number out of a seed and a place.

/** From 0 up to 1. */
export function chance(seed: number, x: number, y: number, of = 0): number {
  let mix = Math.imul(seed ^ Math.imul(x + 1013, 0x9e3779b1), 0x85ebca6b);
  mix = Math.imul(mix ^ Math.imul(y + 7919, 0xc2b2ae35) ^ Math.imul(of + 31, 0x27d4eb2f), 0x165667b1);
  mix = Math.imul(mix ^ (mix >>> 15), 0x2c1b3c6d);
  mix ^= mix >>> 13;
  return (mix >>> 0) / 0x1_0000_0000;
}

/** A colour lighter or darker by a share of -1 to 1. */
export function shaded(color: string, by: number): string {
  const [r, g, b] = parts(color);
  const to = by < 0 ? 0 : 255;
  const share = Math.abs(by);
  const mixed = [r, g, b].map((one) => Math.round(one + (to - one) * share));
  return `rgb(${mixed.join(',')})`;
}

function parts(color: string): [number, number, number] {
  const hex = /^#([0-9a-f]{6})$/i.exec(color.trim())?.[1];
  if (hex) return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
  const numbers = color.match(/\d+/g)?.map(Number) ?? [];
  return [numbers[0] ?? 80, numbers[1] ?? 80, numbers[2] ?? 80];
}
