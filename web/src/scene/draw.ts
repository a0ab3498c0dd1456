//! A map as the painter is told of it: ground, light, creatures and marks, out of the layers a seat was given. Nothing is
//! added to what they say but how it looks.
import { mixed } from '../stage/crest';
import { square as named } from '../words';
import type { Direction, Layer, Map as MapOf, Run, SightLine, Square } from '../protocol';
import { index, kindOfGround } from './kinds';
import type { Ground, Kind, Mark, Shade, SquareMark } from './paint/drawing';

const here = (at: { level?: number }, level: number) => (at.level ?? 0) === level;

/** How bright each band is, from black to blinding; 3 is plain day. */
const LIGHTS: Record<string, number> = {
  'complete-darkness': 0,
  darkness: 1,
  dark: 1,
  dim: 2,
  low: 2,
  daylight: 3,
  bright: 4,
  blinding: 5,
};

/** Floor, walls and what stands on it. `name` is what cracks and blades fall by; `outdoors` the ground nobody walled in. */
export function groundOf(
  map: MapOf,
  layers: readonly Layer[],
  level: number,
  name: string,
  outdoors: Kind = 'stone',
): Ground {
  const { width, height } = map;
  const cells = new Uint8Array(width * height);
  const told = new Uint8Array(width * height);
  const heights = new Int16Array(width * height);
  for (const layer of layers) {
    if (layer.type !== 'floor' && layer.type !== 'terrain') continue;
    for (const patch of layer.squares) {
      const kind = kindOfGround(patch.kind);
      for (const at of patch.squares) {
        if (!here(at, level) || !within(map, at)) continue;
        const cell = at.y * width + at.x;
        if (kind !== undefined) {
          cells[cell] = index(kind);
          told[cell] = 1;
        }
        if (patch.height) heights[cell] = patch.height;
      }
    }
  }
  const rock = index('rock');
  if (outdoors !== 'stone') {
    masonry(cells, width, height, rock);
    const open = opening(cells, width, height);
    for (let cell = 0; cell < cells.length; cell += 1)
      if (open[cell] && !told[cell]) cells[cell] = index(outdoors);
  }
  const edges = layers
    .flatMap((layer) => (layer.type === 'walls' ? layer.edges : []))
    .map((edge) => ({
      from: [edge.from[0] / 10, edge.from[1] / 10] as [number, number],
      to: [edge.to[0] / 10, edge.to[1] / 10] as [number, number],
      kind: edge.kind.replace(/\W+/g, '-'),
      open: edge.open ?? false,
    }));
  return {
    width,
    height,
    seed: mixed(`${name} ${level}`),
    cells,
    heights,
    edges,
    grid: layers.some((layer) => layer.type === 'grid'),
    columns: Array.from({ length: width }, (_, x) => named({ level: 0, y: 0, x }).slice(0, -1)),
    rows: Array.from({ length: height }, (_, y) => String(y + 1)),
  };
}

const within = (map: MapOf, at: { x: number; y: number }) =>
  at.x >= 0 && at.y >= 0 && at.x < map.width && at.y < map.height;

/** Walls nowhere three squares thick were built; what is thicker is rock. */
function masonry(cells: Uint8Array, width: number, height: number, rock: number): void {
  const brick = index('brick');
  const solid = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height || cells[y * width + x] === rock;
  const seen = new Uint8Array(cells.length);
  for (let first = 0; first < cells.length; first += 1) {
    if (cells[first] !== rock || seen[first]) continue;
    const part = [first];
    seen[first] = 1;
    let thick = false;
    for (let at = 0; at < part.length; at += 1) {
      const [x, y] = [part[at]! % width, Math.floor(part[at]! / width)];
      const edge = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      let around = !edge;
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) if (!solid(x + dx, y + dy)) around = false;
      thick ||= around || edge;
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const [nx, ny] = [x + dx, y + dy];
        if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
        const cell = ny * width + nx;
        if (cells[cell] !== rock || seen[cell]) continue;
        seen[cell] = 1;
        part.push(cell);
      }
    }
    if (!thick) for (const cell of part) cells[cell] = brick;
  }
}

/** Squares that can be reached from the map's edge: nobody walled them in. */
function opening(cells: Uint8Array, width: number, height: number): Uint8Array {
  const open = new Uint8Array(cells.length);
  const queue: number[] = [];
  const solid = (x: number, y: number) => {
    const kind = x < 0 || y < 0 || x >= width || y >= height ? undefined : cells[y * width + x];
    return kind === index('rock') || kind === index('brick');
  };
  /** A gap of one square in a wall is a door, whoever left it open. */
  const doorway = (x: number, y: number) =>
    (solid(x - 1, y) && solid(x + 1, y)) || (solid(x, y - 1) && solid(x, y + 1));
  const enter = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const cell = y * width + x;
    if (open[cell] || solid(x, y) || doorway(x, y)) return;
    open[cell] = 1;
    queue.push(cell);
  };
  for (let x = 0; x < width; x += 1) [0, height - 1].forEach((y) => enter(x, y));
  for (let y = 0; y < height; y += 1) [0, width - 1].forEach((x) => enter(x, y));
  for (let at = 0; at < queue.length; at += 1) {
    const [x, y] = [queue[at]! % width, Math.floor(queue[at]! / width)];
    [-1, 1].forEach((by) => (enter(x + by, y), enter(x, y + by)));
  }
  return open;
}

/** How well each square is known and lit. */
export function shadeOf(map: MapOf, layers: readonly Layer[], level: number): Shade {
  const { width, height } = map;
  const known = new Uint8Array(width * height);
  const light = new Uint8Array(width * height).fill(3);
  const run = (runs: readonly Run[], as: number) => {
    for (const one of runs)
      if (here(one, level) && one.y >= 0 && one.y < height)
        for (let x = Math.max(0, one.x); x < Math.min(width, one.x + one.n); x += 1)
          known[one.y * width + x] = as;
  };
  for (const layer of layers) {
    if (layer.type === 'fog') {
      run(layer.remembered, 1);
      run(layer.unseen, 2);
    } else if (layer.type === 'light')
      for (const patch of layer.squares) {
        const bright = LIGHTS[patch.kind.replace(/\W+/g, '-')] ?? 4;
        for (const at of patch.squares)
          if (here(at, level) && within(map, at)) light[at.y * width + at.x] = bright;
      }
  }
  return { width, height, known, light };
}

/** What the layers themselves mark: areas, what is within reach, notes, pings. */
export function layerMarks(layers: readonly Layer[], level: number): { under: Mark[]; over: Mark[] } {
  const under: Mark[] = [];
  const over: Mark[] = [];
  for (const layer of layers)
    switch (layer.type) {
      case 'areas':
        for (const area of layer.areas)
          under.push(
            ...marked(area.squares, area.tone === 'good' || area.tone === 'bad' ? area.tone : 'area', level),
          );
        break;
      case 'reach':
        under.push(
          ...marked(
            layer.squares.map((one) => one.square),
            'reach',
            level,
          ),
        );
        break;
      case 'notes':
        for (const note of layer.notes.filter((one) => here(one.at, level)))
          under.push({
            as: 'words',
            kind: 'note',
            x: note.at.x + 0.1,
            y: note.at.y + 0.35,
            text: note.text.slice(0, 12),
          });
        break;
      case 'pings':
        for (const ping of layer.pings.filter((one) => here(one.at, level)))
          over.push({ as: 'ping', x: ping.at.x + 0.5, y: ping.at.y + 0.5 });
    }
  return { under, over };
}

export const marked = (squares: readonly Square[], kind: SquareMark, level: number): Mark[] =>
  squares.filter((at) => here(at, level)).map((at) => ({ as: 'square', kind, x: at.x, y: at.y }));

/** Rows of squares somebody would see. */
export const glimpsed = (runs: readonly Run[], level: number): Mark[] =>
  runs
    .filter((run) => here(run, level))
    .map((run) => ({ as: 'square', kind: 'glimpse', x: run.x, y: run.y, w: run.n }));

/** Lines of sight and the squares that decide them. Broken ones are dashed: it does not take colour to tell them apart. */
export const sighted = (lines: readonly SightLine[], level: number): Mark[] =>
  lines.flatMap((line): Mark[] => [
    ...marked(line.by ?? [], 'decides', level),
    {
      as: 'line',
      kind: line.clear ? 'clear' : 'sight',
      points: [line.from[0] / 10, line.from[1] / 10, line.to[0] / 10, line.to[1] / 10],
    },
  ]);

export const TURNS: Record<Direction, number> = {
  north: 0,
  north_east: 45,
  east: 90,
  south_east: 135,
  south: 180,
  south_west: 225,
  west: 270,
  north_west: 315,
};
