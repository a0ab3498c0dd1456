//! A map's drawing in parts that stay the same object while what they show stays the same, so that the painter is told only
//! what has changed: a step of somebody does not draw the floor anew.
import { healthOf, isDown, kindOf, sideOf } from '../stage/side';
import { crestOf } from '../stage/crest';
import { emblemOfCreature } from '../art/shapes.svelte';
import type { TableState } from '../state/table.svelte';
import type { Token, Who } from '../protocol';
import { m } from '../words';
import { TURNS } from './draw';
import { CELL, initials, numbered, spots } from './map';
import type { Ground, Shade, Sprite } from './paint/drawing';

/** The former, if it says the same. */
export function steady<Part extends Ground | Shade>(before: Part | undefined, now: Part): Part {
  return before && alike(before, now) ? before : now;
}

function alike(a: object, b: object): boolean {
  return Object.entries(a).every(([name, was]) => {
    const is = (b as Record<string, unknown>)[name];
    if (ArrayBuffer.isView(was) && ArrayBuffer.isView(is)) return same(was as Uint8Array, is as Uint8Array);
    return typeof was === 'object' ? JSON.stringify(was) === JSON.stringify(is) : was === is;
  });
}

const same = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((value, at) => value === b[at]);

/** A long name is cut to its first words: the card has the whole. */
const label = (name: string) => (name.length > 14 ? `${name.slice(0, 13).trimEnd()}…` : name);

/** Whether a name has room below its token; who acts or is picked has it in any case. */
const hasRoom = (token: Token, all: readonly Token[], picked: Who | undefined) =>
  token.acting ||
  picked === token.who ||
  !all.some(
    (one) =>
      one !== token &&
      ((one.at.y === token.at.y + token.size &&
        one.at.x < token.at.x + token.size &&
        one.at.x + one.size > token.at.x) ||
        (one.at.y === token.at.y && one.at.x === token.at.x + token.size)),
  );

/** Everybody who stands there, with what this seat knows of them. */
export function spritesOf(
  table: TableState,
  tokens: readonly Token[],
  { own, picked }: { own: readonly Who[]; picked: Who | undefined },
): Sprite[] {
  const places = spots(tokens);
  return tokens.map((token): Sprite => {
    const name = m(token.name);
    const side = sideOf(table, token.who, token.hero);
    const sheet = table.sheetOf(token.who);
    const health = healthOf(sheet);
    const { field, shade, division } = crestOf(name, side);
    const emblem = emblemOfCreature(name, side, kindOf(sheet));
    const { x, y, scale } = places.get(token.who)!;
    const number = numbered(name);
    return {
      who: token.who,
      x: x / CELL,
      y: y / CELL,
      size: token.size * scale,
      name,
      side,
      field,
      shade,
      division,
      ...(emblem ? { emblem } : {}),
      letters: initials(name),
      ...(number ? { number } : {}),
      ...(token.acting ? { acting: true } : {}),
      ...(token.hidden ? { hidden: true } : {}),
      ...(token.away ? { away: true } : {}),
      ...(own.includes(token.who) ? { mine: true } : {}),
      ...(picked === token.who ? { picked: true } : {}),
      ...(isDown(table, token.who, health) ? { down: true } : {}),
      ...(token.marks?.length ? { marked: true } : {}),
      ...(token.facing ? { facing: TURNS[token.facing] } : {}),
      ...(health ? { health: { share: health.share, tone: health.tone } } : {}),
      ...(hasRoom(token, tokens, picked) ? { plate: label(name) } : {}),
    };
  });
}
