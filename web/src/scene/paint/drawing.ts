//! What a painter is told of a map: plain data, so that it can be sent to a worker, and compared by tests. All places are
//! in squares. What is where, and who may know it, was decided before.
import type { Side } from '../../stage/side';

/** Kinds of ground the painter can draw. Whatever a game calls its ground is one of these, or plain floor. */
export const KINDS = [
  'stone',
  'grass',
  'planks',
  'water',
  'deep',
  'rubble',
  'straw',
  'brush',
  'mud',
  'crate',
  'palisade',
  'fire',
  'smoke',
  'rock',
  'brick',
  'trap',
  'find',
  'exit',
  'advantage',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Edge {
  from: [number, number];
  to: [number, number];
  kind: string;
  open: boolean;
}

/** What stays as it is for long: floor, walls, the grid, a picture under it. */
export interface Ground {
  width: number;
  height: number;
  /** Cracks, blades and stones fall by it: the same on every screen. */
  seed: number;
  /** The kind of each square, by its place in `KINDS`, row by row. */
  cells: Uint8Array;
  /** How much higher or lower than the rest each square lies, in the game's own measure. */
  heights: Int16Array;
  edges: Edge[];
  grid: boolean;
  /** Letters and numbers of the squares along the edges. */
  columns: string[];
  rows: string[];
}

/** What goes on beyond the edge of a map; of rooms only their walls do. */
const GOES_ON: readonly Kind[] = ['grass', 'brush', 'mud', 'water', 'deep', 'rock'];

/** The kind of a square; beyond the map lies what lies at its edge outdoors, else rock. */
export function kindAt(ground: Ground, x: number, y: number): Kind {
  if (x < 0 || y < 0 || x >= ground.width || y >= ground.height) {
    const clamp = (at: number, most: number) => Math.min(most - 1, Math.max(0, at));
    const nearest = KINDS[ground.cells[clamp(y, ground.height) * ground.width + clamp(x, ground.width)]!];
    return nearest && GOES_ON.includes(nearest) ? nearest : 'rock';
  }
  return KINDS[ground.cells[y * ground.width + x]!] ?? 'stone';
}

/** How well each square is seen and lit. */
export interface Shade {
  width: number;
  height: number;
  /** 0 seen now, 1 remembered, 2 never seen. */
  known: Uint8Array;
  /** From 0 (black) to 5 (blinding); 3 where nothing is told of light. */
  light: Uint8Array;
}

export interface Sprite {
  who: number;
  x: number;
  y: number;
  /** How many squares wide. */
  size: number;
  name: string;
  side: Side;
  field: string;
  shade: string;
  division: string;
  /** The name of its emblem, if it is known yet; letters until then. */
  emblem?: string;
  letters: string;
  /** Tells two alike apart. */
  number?: string;
  acting?: boolean;
  hidden?: boolean;
  away?: boolean;
  mine?: boolean;
  picked?: boolean;
  down?: boolean;
  marked?: boolean;
  /** Degrees from north. */
  facing?: number;
  health?: { share: number; tone: 'good' | 'warn' | 'bad' | 'plain' };
  /** The name below it, where there is room. */
  plate?: string;
}

export type SquareMark =
  'reach' | 'wanted' | 'asked' | 'chosen' | 'cursor' | 'decides' | 'glimpse' | 'area' | 'good' | 'bad';

/** What lies over the ground for now. */
export type Mark =
  | { as: 'square'; kind: SquareMark; x: number; y: number; w?: number }
  | { as: 'line'; kind: 'sight' | 'clear' | 'path' | 'ruler' | 'drawn'; points: number[]; ink?: string }
  | { as: 'aim'; who: number; x: number; y: number; size: number; share?: string }
  | { as: 'words'; kind: 'cost' | 'note' | 'measure'; x: number; y: number; text: string }
  | { as: 'ping'; x: number; y: number; ink?: string }
  | { as: 'ghost'; x: number; y: number; out: boolean };

/** Everything a map shows, for the painter and for tests. */
export interface Drawing {
  ground: Ground;
  shade: Shade;
  sprites: Sprite[];
  /** Below the tokens. */
  under: Mark[];
  /** Above them. */
  over: Mark[];
}

/** Colours of the look, as the page's style says them. */
export interface Look {
  rock: string;
  hatch: string;
  floor: string;
  joint: string;
  wall: string;
  accent: string;
  onAccent: string;
}

/** Where the camera stands: how many points of the screen a square is wide, and where the first square begins. */
export interface Lens {
  scale: number;
  x: number;
  y: number;
}

/** Draws a map. The drawing can be exchanged for another without the page knowing. */
export interface Painter {
  /** The surface in points of the screen, and how many dots one of them has. */
  size(width: number, height: number, ratio: number): void;
  look(look: Look): void;
  ground(ground: Ground): void;
  /** A picture under everything, or none. */
  picture(picture: ImageBitmap | undefined): void;
  mask(shade: Shade): void;
  /** Outlines of emblems in a square of 512, by name. */
  shapes(shapes: Record<string, string>): void;
  /** `glides`: whether those who moved are seen moving. */
  sprites(sprites: Sprite[], glides: boolean): void;
  overlay(under: Mark[], over: Mark[]): void;
  camera(lens: Lens): void;
  end(): void;
}

/** One call of a painter as a message. */
export type Told = {
  [Name in keyof Painter]: { call: Name; with: Parameters<Painter[Name]> };
}[keyof Painter];
