//! A map in words: what is on a square, from the layers a seat was given.
import type { Map as MapOf, Square, Token, Who } from '../protocol';
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

/** Where a token is drawn, in the units of the drawing, and how large for its size. */
export interface Drawn {
  x: number;
  y: number;
  scale: number;
}

/** Tokens that share a square are drawn smaller and side by side, so that none hides another. */
export function spots(tokens: readonly Token[]): Map<Who, Drawn> {
  const placed = new Map<Who, Drawn>();
  const together = new Map<string, Token[]>();
  for (const token of tokens) {
    const place = `${key(token.at)},${token.size}`;
    together.set(place, [...(together.get(place) ?? []), token]);
  }
  for (const sharing of together.values()) {
    const side = Math.ceil(Math.sqrt(sharing.length));
    const scale = side === 1 ? 1 : sharing.length === 2 ? 0.7 : 1.12 / side;
    for (const [at, token] of sharing.entries()) {
      // Two stand across from each other and may touch, more stand in rows.
      const [column, row] = sharing.length === 2 ? [at, at] : [at % side, Math.floor(at / side)];
      const step = side === 1 ? 0 : (token.size * CELL * (1 - scale)) / (side - 1);
      placed.set(token.who, {
        x: token.at.x * CELL + column * step,
        y: token.at.y * CELL + row * step,
        scale,
      });
    }
  }
  return placed;
}

/** Two letters for a token; a trailing letter or number tells two alike apart. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  if (words.length > 1) return `${words[0]!.charAt(0)}${words.at(-1)!.charAt(0)}`.toUpperCase();
  return name.slice(0, 2);
}

/** What tells two of a name apart: "B" of "Dry Bones B", "2" of "Stickfighter 2". */
export function numbered(name: string): string {
  return /\s([A-Za-z]|\d{1,2})$/.exec(name)?.[1]?.toUpperCase() ?? '';
}
