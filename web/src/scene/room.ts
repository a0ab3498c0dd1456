//! The room around a square: everything that can be reached from it without a wall or a door between.
import { kindAt, type Ground } from './paint/drawing';

/** No room is larger. */
const MOST = 2500;

/** The squares among which the room lies; nothing where the square itself is solid. */
export function roomAround(
  ground: Ground,
  x: number,
  y: number,
): { x: number; y: number; w: number; h: number } | undefined {
  const beyond = (cx: number, cy: number) => cx < 0 || cy < 0 || cx >= ground.width || cy >= ground.height;
  const solid = (cx: number, cy: number) =>
    beyond(cx, cy) || ['rock', 'brick'].includes(kindAt(ground, cx, cy));
  if (solid(x, y)) return undefined;
  const walls = between(ground);
  const seen = new Set([y * ground.width + x]);
  const queue: [number, number][] = [[x, y]];
  let [left, top, right, bottom] = [x, y, x, y];
  for (let at = 0; at < queue.length && queue.length < MOST; at += 1) {
    const [cx, cy] = queue[at]!;
    [left, top, right, bottom] = [
      Math.min(left, cx),
      Math.min(top, cy),
      Math.max(right, cx),
      Math.max(bottom, cy),
    ];
    for (const [dx, dy, wall] of [
      [1, 0, `v${cx + 1},${cy}`],
      [-1, 0, `v${cx},${cy}`],
      [0, 1, `h${cx},${cy + 1}`],
      [0, -1, `h${cx},${cy}`],
    ] as const) {
      const [nx, ny] = [cx + dx, cy + dy];
      const cell = ny * ground.width + nx;
      if (seen.has(cell) || walls.has(wall) || solid(nx, ny)) continue;
      seen.add(cell);
      queue.push([nx, ny]);
    }
  }
  return { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/** Sides of squares with a wall or a door on them. */
function between(ground: Ground): Set<string> {
  const walls = new Set<string>();
  for (const { from, to, kind } of ground.edges) {
    if (!/wall|door|gate|window/.test(kind)) continue;
    const [x1, x2] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    const [y1, y2] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
    if (y1 === y2)
      for (let x = Math.floor(x1); x < Math.ceil(x2); x += 1) walls.add(`h${x},${Math.round(y1)}`);
    else if (x1 === x2)
      for (let y = Math.floor(y1); y < Math.ceil(y2); y += 1) walls.add(`v${Math.round(x1)},${y}`);
  }
  return walls;
}
