//! Where rooms stand in the plan of a scene without squares. A hall with many doors lies in the middle, its rooms above and
//! below it, what lies behind those farther out; elsewhere rooms stand in rows by their distance. It does not depend on
//! who is where, so the plan stays as it is while people walk about in it.
import { laidOut } from '../blocks/graph';

/** A room, in units: one is a usual room's width or height. */
export interface Room {
  key: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A way between two rooms: the door's place, and a line where the rooms do not touch. */
export interface Door {
  link: number;
  x: number;
  y: number;
  upright: boolean;
  line?: [number, number, number, number];
}

export interface Plan {
  rooms: Room[];
  doors: Door[];
  width: number;
  height: number;
}

interface Way {
  from: string;
  to: string;
}

/** Doors a place has before it counts as a hall. */
const HALL = 4;
/** Rooms side by side at most. */
const MOST = 6;
/** The widest a room becomes where its row is short. */
const WIDEST = 1.7;
const GAP = 0.2;

export function planned(keys: string[], links: readonly Way[]): Plan {
  const rows = inRows(keys, links);
  const width = Math.max(1, ...rows.map((row) => row.length));
  const rooms = rows.flatMap((row, at) => {
    // A row of one between others is a hall and as long as they are.
    const w = row.length === 1 && rows.length > 1 && width > 2 ? width : Math.min(WIDEST, width / row.length);
    return row.map((key, nth) => ({
      key,
      x: (width - w * row.length) / 2 + nth * w,
      y: at * (1 + GAP),
      w,
      h: 1,
    }));
  });
  const height = Math.max(1, rows.length + Math.max(0, rows.length - 1) * GAP);
  const where = new Map(rooms.map((room) => [room.key, room]));
  const doors = links.flatMap((link, nth) => {
    const [from, to] = [where.get(link.from), where.get(link.to)];
    return from && to && from !== to ? [door(nth, from, to)] : [];
  });
  return { rooms, doors, width, height };
}

function inRows(keys: string[], links: readonly Way[]): string[][] {
  const near = new Map<string, Set<string>>(keys.map((key) => [key, new Set<string>()]));
  for (const { from, to } of links) {
    if (from === to || !near.has(from) || !near.has(to)) continue;
    near.get(from)?.add(to);
    near.get(to)?.add(from);
  }
  const doors = (key: string) => near.get(key)?.size ?? 0;
  const hall = keys.reduce<string | undefined>(
    (best, key) => (doors(key) >= HALL && (best === undefined || doors(key) > doors(best)) ? key : best),
    undefined,
  );
  if (hall === undefined) {
    const rows: string[][] = [];
    for (const spot of laidOut(keys, [...links]).spots) (rows[spot.row] ??= []).push(spot.key);
    return rows.filter((row) => row.length > 0);
  }
  const placed = new Set([hall]);
  const around = keys.filter((key) => near.get(hall)?.has(key));
  around.forEach((key) => placed.add(key));
  const half = Math.ceil(around.length / 2);
  const above = outwards(around.slice(0, half), near, placed);
  const below = outwards(around.slice(half), near, placed);
  const left = keys.filter((key) => !placed.has(key));
  return [...above.reverse(), [hall], ...below, ...parts(left)].filter((row) => row.length > 0);
}

/** A row and the rows behind it, the nearest first. */
function outwards(first: string[], near: Map<string, Set<string>>, placed: Set<string>): string[][] {
  const rows: string[][] = [];
  let row = first;
  while (row.length > 0) {
    rows.push(...parts(row));
    const next = row.flatMap((key) => [...(near.get(key) ?? [])].filter((one) => !placed.has(one)));
    row = [...new Set(next)];
    row.forEach((key) => placed.add(key));
  }
  return rows;
}

function parts(row: string[]): string[][] {
  const count = Math.ceil(row.length / MOST);
  const each = Math.ceil(row.length / Math.max(1, count));
  return Array.from({ length: count }, (_, nth) => row.slice(nth * each, (nth + 1) * each));
}

function door(link: number, one: Room, other: Room): Door {
  const [left, right] = [Math.max(one.x, other.x), Math.min(one.x + one.w, other.x + other.w)];
  const apart = Math.abs(one.y - other.y);
  if (apart > 0 && apart < 1 + GAP + 0.01 && right - left > 0.3)
    return { link, x: (left + right) / 2, y: Math.max(one.y, other.y) - GAP / 2, upright: false };
  if (apart === 0 && left - right < 0.01) return { link, x: left, y: one.y + 0.5, upright: true };
  const [a, b] = [middle(one), middle(other)];
  return { link, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, upright: false, line: [a.x, a.y, b.x, b.y] };
}

const middle = (room: Room) => ({ x: room.x + room.w / 2, y: room.y + room.h / 2 });
