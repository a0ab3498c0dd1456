//! A map in words: what is on a square, from the layers a seat was given.
import type { Map as MapOf, Square, Token } from '../protocol';
import { m, square as named, t } from '../words';
import { known } from './sight';

/** A square in the units of the drawing. */
export const CELL = 40;

export const key = (at: Square) => `${at.level},${at.y},${at.x}`;

/** "E4, crate, low cover, dim". */
export function facts(map: MapOf, at: Square): string {
  const here = key(at);
  const holds = (squares: readonly Square[]) => squares.some((one) => key(one) === here);
  const parts: string[] = [named(at)];
  for (const layer of map.layers) {
    switch (layer.type) {
      case 'floor':
      case 'terrain':
      case 'light':
        for (const patch of layer.squares.filter((one) => holds(one.squares))) {
          parts.push(m(patch.say));
          if (patch.height) parts.push(t('heightIs', { n: patch.height }));
        }
        break;
      case 'fog':
        if (known(map, at) === 'never') parts.push(t('neverSeen'));
        if (known(map, at) === 'before') parts.push(t('seenBefore'));
        break;
      case 'areas':
        parts.push(...layer.areas.filter((area) => holds(area.squares)).map((area) => m(area.say)));
        break;
      case 'tokens':
        for (const token of layer.tokens) {
          if (inside(token, at)) parts.push([m(token.name), ...(token.marks ?? []).map(m)].join(' '));
        }
        break;
      case 'notes':
        parts.push(...layer.notes.filter((note) => key(note.at) === here).map((note) => note.text));
        break;
    }
  }
  return parts.filter((part) => part !== '').join(', ');
}

/** Whether a square is one of those somebody stands on. */
export function inside(token: Token, at: Square | undefined): boolean {
  return (
    at !== undefined &&
    at.level === token.at.level &&
    at.x >= token.at.x &&
    at.x < token.at.x + token.size &&
    at.y >= token.at.y &&
    at.y < token.at.y + token.size
  );
}

/** Two letters for a token; a trailing letter or number tells two alike apart. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  if (words.length > 1) return `${words[0]!.charAt(0)}${words.at(-1)!.charAt(0)}`.toUpperCase();
  return name.slice(0, 2);
}
