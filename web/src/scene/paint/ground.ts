//! Ground drawn by code, square by square: stones, planks, grass, water, rubble, straw, and the rock around rooms. One
//! call draws a part of a map; what stays of it is the chunks' to say.
import { chance, shaded } from './chance';
import { kindAt, type Edge, type Ground, type Kind, type Look } from './drawing';

export type Brush = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

/** Rock goes on so many squares beyond the map, and fades into the dark. */
export const MARGIN = 3;

interface Part {
  x: number;
  y: number;
  /** Squares. */
  n: number;
  /** Dots a square is wide. */
  px: number;
}

const inside = (ground: Ground, x: number, y: number) =>
  x >= 0 && y >= 0 && x < ground.width && y < ground.height;
const solid = (kind: Kind) => kind === 'rock' || kind === 'brick';

/** Draws the squares of a part. */
export function drawGround(
  brush: Brush,
  ground: Ground,
  look: Look,
  part: Part,
  picture?: ImageBitmap | undefined,
): void {
  const { px } = part;
  brush.save();
  brush.scale(px, px);
  brush.translate(-part.x, -part.y);
  const all: [number, number, Kind][] = [];
  for (let y = part.y - 1; y <= part.y + part.n; y += 1)
    for (let x = part.x - 1; x <= part.x + part.n; x += 1) all.push([x, y, kindAt(ground, x, y)]);
  // What is far away needs no cracks.
  const fine = px >= 24;
  for (const [x, y, kind] of all) floor(brush, ground, look, x, y, kind, fine);
  if (picture) {
    brush.imageSmoothingEnabled = true;
    brush.drawImage(picture, 0, 0, ground.width, ground.height);
  } else {
    for (const [x, y, kind] of all) if (!solid(kind)) shadeOfWalls(brush, ground, x, y);
    for (const [x, y, kind] of all) things(brush, ground, look, x, y, kind, fine);
  }
  for (const [x, y] of all) raised(brush, ground, x, y);
  if (ground.grid) lines(brush, part, all, picture !== undefined);
  if (!picture) walls(brush, ground, look, all);
  drawEdges(
    brush,
    look,
    ground.edges.filter((edge) => near(edge, part)),
  );
  brush.restore();
}

const near = (edge: Edge, part: Part) =>
  Math.max(edge.from[0], edge.to[0]) >= part.x - 1 &&
  Math.min(edge.from[0], edge.to[0]) <= part.x + part.n + 1 &&
  Math.max(edge.from[1], edge.to[1]) >= part.y - 1 &&
  Math.min(edge.from[1], edge.to[1]) <= part.y + part.n + 1;

/** What shows no squares of its own. */
const GROWN: readonly Kind[] = ['water', 'deep', 'grass', 'brush', 'mud'];
const COLORS: Partial<Record<Kind, string>> = {
  grass: '#3f4a2c',
  brush: '#37452a',
  planks: '#5b412a',
  water: '#21465c',
  deep: '#16364c',
  mud: '#453a2a',
  brick: '#8d7c70',
};

function floor(
  brush: Brush,
  ground: Ground,
  look: Look,
  x: number,
  y: number,
  kind: Kind,
  fine: boolean,
): void {
  const { seed } = ground;
  const r = (of: number) => chance(seed, x, y, of);
  const base = kind === 'rock' ? look.rock : (COLORS[kind] ?? look.floor);
  const vary = kind === 'rock' ? 0 : (r(0) - 0.5) * (GROWN.includes(kind) ? 0.045 : 0.13);
  brush.fillStyle = shaded(base, vary);
  // A hair wider than the square: no seams show between two.
  brush.fillRect(x - 0.01, y - 0.01, 1.02, 1.02);
  if (kind === 'rock') return fine ? hatch(brush, ground, look, x, y) : undefined;
  if (!fine) return;
  switch (kind) {
    case 'grass':
    case 'brush':
      blades(brush, seed, x, y, kind === 'brush' ? 26 : 13);
      break;
    case 'planks':
      planks(brush, seed, x, y);
      break;
    case 'water':
    case 'deep':
      waves(brush, seed, x, y);
      break;
    case 'mud':
      specks(brush, seed, x, y, 10, '#2c2419', '#57492f');
      break;
    case 'brick':
      bricks(brush, seed, x, y);
      break;
    default:
      flags(brush, look, seed, x, y);
  }
}

/** Large stones, two by two squares or single ones, with a crack here and there. */
function flags(brush: Brush, look: Look, seed: number, x: number, y: number): void {
  const r = (of: number) => chance(seed, x, y, of);
  brush.strokeStyle = look.joint;
  brush.globalAlpha = 0.55;
  brush.lineWidth = 0.03;
  brush.beginPath();
  const offset = chance(seed, 0, y, 9) < 0.5 ? 0 : 0.5;
  brush.moveTo(x, y);
  brush.lineTo(x + 1, y);
  brush.moveTo(x + offset, y);
  brush.lineTo(x + offset, y + 1);
  if (r(1) < 0.35) {
    brush.moveTo(x, y + 0.5);
    brush.lineTo(x + 1, y + 0.5);
  }
  brush.stroke();
  brush.globalAlpha = 0.4;
  brush.lineWidth = 0.02;
  for (let crack = 0; crack < 2; crack += 1) {
    if (r(2 + crack) > 0.5) continue;
    const fx = x + r(4 + crack);
    const fy = y + (crack === 0 ? 0.05 : 0.95);
    brush.beginPath();
    brush.moveTo(fx, fy);
    brush.lineTo(fx + (r(6 + crack) - 0.5) * 0.5, fy + (crack === 0 ? 1 : -1) * (0.2 + r(8 + crack) * 0.3));
    brush.stroke();
  }
  brush.globalAlpha = 1;
  specks(brush, seed, x, y, 4, 'rgba(0,0,0,.25)', 'rgba(255,255,255,.08)');
}

function specks(
  brush: Brush,
  seed: number,
  x: number,
  y: number,
  n: number,
  dark: string,
  light: string,
): void {
  for (let at = 0; at < n; at += 1) {
    brush.fillStyle = at % 2 ? dark : light;
    const size = 0.02 + chance(seed, x, y, 40 + at) * 0.045;
    brush.fillRect(x + chance(seed, x, y, 60 + at), y + chance(seed, x, y, 80 + at), size, size);
  }
}

function blades(brush: Brush, seed: number, x: number, y: number, n: number): void {
  brush.lineWidth = 0.025;
  for (const [half, color] of [
    [0, 'rgba(126,148,78,.34)'],
    [1, 'rgba(22,30,14,.42)'],
  ] as const) {
    brush.strokeStyle = color;
    brush.beginPath();
    for (let at = half; at < n; at += 2) {
      const bx = x + chance(seed, x, y, 100 + at);
      const by = y + chance(seed, x, y, 140 + at);
      brush.moveTo(bx, by);
      brush.lineTo(
        bx + (chance(seed, x, y, 180 + at) - 0.5) * 0.1,
        by - 0.08 - chance(seed, x, y, 220 + at) * 0.1,
      );
    }
    brush.stroke();
  }
}

function planks(brush: Brush, seed: number, x: number, y: number): void {
  for (let at = 0; at < 4; at += 1) {
    brush.fillStyle = shaded('#6b4c30', (chance(seed, x, y, 20 + at) - 0.6) * 0.35);
    brush.fillRect(x + at * 0.25, y, 0.225, 1);
    brush.fillStyle = 'rgba(0,0,0,.45)';
    brush.fillRect(x + at * 0.25 + 0.225, y, 0.025, 1);
    const joint = chance(seed, x, y, 30 + at);
    brush.fillRect(x + at * 0.25, y + joint, 0.225, 0.02);
  }
}

function waves(brush: Brush, seed: number, x: number, y: number): void {
  brush.strokeStyle = 'rgba(140,190,215,.22)';
  brush.lineWidth = 0.03;
  brush.beginPath();
  for (let at = 0; at < 3; at += 1) {
    const wx = x + 0.1 + chance(seed, x, y, 50 + at) * 0.4;
    const wy = y + 0.2 + at * 0.28;
    brush.moveTo(wx, wy);
    brush.quadraticCurveTo(wx + 0.1, wy - 0.08, wx + 0.2, wy);
    brush.quadraticCurveTo(wx + 0.3, wy + 0.08, wx + 0.4, wy);
  }
  brush.stroke();
}

function bricks(brush: Brush, seed: number, x: number, y: number): void {
  for (let row = 0; row < 2; row += 1) {
    brush.fillStyle = shaded('#8d7c70', (chance(seed, x, y, 11 + row) - 0.55) * 0.2);
    brush.fillRect(x, y + row * 0.5, 1, 0.48);
  }
  brush.strokeStyle = 'rgba(30,22,18,.7)';
  brush.lineWidth = 0.03;
  brush.beginPath();
  const shift = (x + y) % 2 === 0 ? 0.5 : 0;
  brush.moveTo(x, y + 0.5);
  brush.lineTo(x + 1, y + 0.5);
  brush.moveTo(x, y);
  brush.lineTo(x + 1, y);
  brush.moveTo(x + shift, y);
  brush.lineTo(x + shift, y + 0.5);
  brush.moveTo(x + 0.5 - shift + 0.25, y + 0.5);
  brush.lineTo(x + 0.5 - shift + 0.25, y + 1);
  brush.stroke();
}

/** Strokes in the rock along walls: thick where rooms are, none far from them. */
function hatch(brush: Brush, ground: Ground, look: Look, x: number, y: number): void {
  let near = 9;
  for (let dy = -2; dy <= 2; dy += 1)
    for (let dx = -2; dx <= 2; dx += 1)
      if (!solid(kindAt(ground, x + dx, y + dy))) near = Math.min(near, Math.max(Math.abs(dx), Math.abs(dy)));
  if (near > 2) return;
  brush.strokeStyle = look.hatch;
  brush.lineWidth = 0.035;
  brush.lineCap = 'round';
  const clumps = near === 1 ? 3 : 1;
  for (let clump = 0; clump < clumps; clump += 1) {
    const cx = x + 0.15 + chance(ground.seed, x, y, 300 + clump) * 0.7;
    const cy = y + 0.15 + chance(ground.seed, x, y, 310 + clump) * 0.7;
    const turn = chance(ground.seed, x, y, 320 + clump) * Math.PI;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    brush.globalAlpha = near === 1 ? 0.95 : 0.5;
    brush.beginPath();
    for (let line = -1; line <= 1; line += 1) {
      const [ox, oy] = [-s * line * 0.11, c * line * 0.11];
      brush.moveTo(cx + ox - c * 0.2, cy + oy - s * 0.2);
      brush.lineTo(cx + ox + c * 0.2, cy + oy + s * 0.2);
    }
    brush.stroke();
  }
  brush.globalAlpha = 1;
}

/** It is darker along walls: a floor lies lower than they stand. */
function shadeOfWalls(brush: Brush, ground: Ground, x: number, y: number): void {
  const sides: [number, number, number, number, number, number][] = [
    [-1, 0, x, y, x + 0.5, y],
    [0, -1, x, y, x, y + 0.6],
    [1, 0, x + 1, y, x + 0.6, y],
    [0, 1, x, y + 1, x, y + 0.65],
  ];
  for (const [dx, dy, x1, y1, x2, y2] of sides) {
    if (!solid(kindAt(ground, x + dx, y + dy)) || (dx && (x + dx < 0 || x + dx >= ground.width))) continue;
    if (dy && (y + dy < 0 || y + dy >= ground.height)) continue;
    const dark = brush.createLinearGradient(x1, y1, x2, y2);
    dark.addColorStop(0, 'rgba(0,0,0,.5)');
    dark.addColorStop(1, 'rgba(0,0,0,0)');
    brush.fillStyle = dark;
    brush.fillRect(x, y, 1, 1);
  }
}

/** What stands or lies on the floor of a square. */
function things(
  brush: Brush,
  ground: Ground,
  look: Look,
  x: number,
  y: number,
  kind: Kind,
  fine: boolean,
): void {
  const r = (of: number) => chance(ground.seed, x, y, of);
  switch (kind) {
    case 'crate':
    case 'palisade': {
      brush.fillStyle = 'rgba(0,0,0,.4)';
      brush.fillRect(x + 0.17, y + 0.2, 0.72, 0.72);
      brush.fillStyle = kind === 'crate' ? '#8a6230' : '#6a4a28';
      brush.fillRect(x + 0.13, y + 0.13, 0.74, 0.74);
      brush.strokeStyle = '#3a260f';
      brush.lineWidth = 0.055;
      brush.strokeRect(x + 0.15, y + 0.15, 0.7, 0.7);
      brush.lineWidth = 0.035;
      brush.beginPath();
      if (kind === 'crate') {
        brush.moveTo(x + 0.15, y + 0.15);
        brush.lineTo(x + 0.85, y + 0.85);
        brush.moveTo(x + 0.85, y + 0.15);
        brush.lineTo(x + 0.15, y + 0.85);
      } else
        for (let at = 1; at < 4; at += 1) {
          brush.moveTo(x + 0.15 + at * 0.175, y + 0.15);
          brush.lineTo(x + 0.15 + at * 0.175, y + 0.85);
        }
      brush.stroke();
      break;
    }
    case 'rubble':
      for (let at = 0; at < (fine ? 7 : 3); at += 1) {
        const [cx, cy, size] = [x + r(400 + at), y + r(420 + at), 0.06 + r(440 + at) * 0.12];
        brush.fillStyle = shaded(look.floor, 0.1 + (r(460 + at) - 0.5) * 0.5);
        brush.strokeStyle = 'rgba(0,0,0,.5)';
        brush.lineWidth = 0.025;
        brush.beginPath();
        for (let corner = 0; corner < 5; corner += 1) {
          const turn = (corner / 5) * Math.PI * 2 + r(480 + at);
          const far = size * (0.7 + chance(ground.seed, x, y, 500 + at * 5 + corner) * 0.5);
          brush.lineTo(cx + Math.cos(turn) * far, cy + Math.sin(turn) * far);
        }
        brush.closePath();
        brush.fill();
        brush.stroke();
      }
      break;
    case 'straw':
      brush.strokeStyle = 'rgba(190,160,70,.65)';
      brush.lineWidth = 0.025;
      brush.beginPath();
      for (let at = 0; at < 18; at += 1) {
        const [sx, sy, turn] = [x + r(400 + at), y + r(420 + at), r(440 + at) * Math.PI];
        brush.moveTo(sx, sy);
        brush.lineTo(sx + Math.cos(turn) * 0.22, sy + Math.sin(turn) * 0.22);
      }
      brush.stroke();
      break;
    case 'fire': {
      const glow = brush.createRadialGradient(x + 0.5, y + 0.5, 0, x + 0.5, y + 0.5, 0.5);
      glow.addColorStop(0, '#fff2c0');
      glow.addColorStop(0.25, '#ffb347');
      glow.addColorStop(0.6, '#b5520f');
      glow.addColorStop(0.75, '#2a1c10');
      glow.addColorStop(0.85, 'rgba(140,110,60,.8)');
      glow.addColorStop(1, 'rgba(0,0,0,0)');
      brush.fillStyle = glow;
      brush.fillRect(x, y, 1, 1);
      break;
    }
    case 'smoke':
      for (let at = 0; at < 4; at += 1) {
        const [cx, cy] = [x + 0.2 + r(400 + at) * 0.6, y + 0.2 + r(420 + at) * 0.6];
        const puff = brush.createRadialGradient(cx, cy, 0, cx, cy, 0.42);
        puff.addColorStop(0, 'rgba(150,156,160,.55)');
        puff.addColorStop(1, 'rgba(150,156,160,0)');
        brush.fillStyle = puff;
        brush.fillRect(cx - 0.42, cy - 0.42, 0.84, 0.84);
      }
      break;
    case 'brush':
      for (let at = 0; at < 3; at += 1) {
        brush.fillStyle = `rgba(${30 + at * 8},${56 + at * 10},30,.75)`;
        brush.beginPath();
        brush.arc(x + 0.2 + r(400 + at) * 0.6, y + 0.2 + r(420 + at) * 0.6, 0.14 + r(440 + at) * 0.14, 0, 7);
        brush.fill();
      }
      break;
    case 'trap':
    case 'find':
    case 'exit':
    case 'advantage':
      sign(brush, x, y, kind);
      break;
    default:
  }
}

const SIGNS = {
  exit: [[0.3, 0.38, 0.5, 0.58, 0.7, 0.38]],
  advantage: [
    [0.25, 0.7, 0.75, 0.7],
    [0.35, 0.52, 0.65, 0.52],
    [0.45, 0.34, 0.55, 0.34],
  ],
  trap: [
    [0.33, 0.33, 0.67, 0.67],
    [0.67, 0.33, 0.33, 0.67],
  ],
  find: [
    [0.3, 0.4, 0.7, 0.4, 0.7, 0.68, 0.3, 0.68, 0.3, 0.4],
    [0.5, 0.4, 0.5, 0.5],
  ],
};

function sign(brush: Brush, x: number, y: number, kind: keyof typeof SIGNS): void {
  brush.fillStyle = kind === 'trap' ? 'rgba(75,38,34,.7)' : 'rgba(59,58,38,.65)';
  brush.fillRect(x, y, 1, 1);
  brush.strokeStyle = kind === 'trap' ? '#ff9180' : '#dcc98a';
  brush.lineWidth = 0.06;
  brush.lineCap = brush.lineJoin = 'round';
  brush.beginPath();
  for (const line of SIGNS[kind])
    for (let at = 0; at < line.length; at += 2)
      brush[at === 0 ? 'moveTo' : 'lineTo'](x + line[at]!, y + line[at + 1]!);
  brush.stroke();
}

function raised(brush: Brush, ground: Ground, x: number, y: number): void {
  const at = (dx: number, dy: number) => {
    const [nx, ny] = [x + dx, y + dy];
    const inside = nx >= 0 && ny >= 0 && nx < ground.width && ny < ground.height;
    return inside ? ground.heights[ny * ground.width + nx]! : 0;
  };
  const feet = at(0, 0);
  if (feet === 0) return;
  brush.fillStyle = feet > 0 ? 'rgba(255,255,255,.09)' : 'rgba(0,0,0,.35)';
  brush.fillRect(x, y, 1, 1);
  brush.strokeStyle = feet > 0 ? 'rgba(216,210,184,.65)' : 'rgba(0,0,0,.6)';
  brush.lineWidth = 0.05;
  const same = (dx: number, dy: number) => at(dx, dy) === feet;
  brush.beginPath();
  if (!same(0, -1)) line(brush, x, y, x + 1, y);
  if (!same(0, 1)) line(brush, x, y + 1, x + 1, y + 1);
  if (!same(-1, 0)) line(brush, x, y, x, y + 1);
  if (!same(1, 0)) line(brush, x + 1, y, x + 1, y + 1);
  brush.stroke();
  brush.fillStyle = '#e6e0c8';
  brush.font = '600 0.26px "Atkinson Hyperlegible Next", system-ui, sans-serif';
  brush.textAlign = 'right';
  brush.fillText(String(feet), x + 0.92, y + 0.9);
}

const line = (brush: Brush | Path2D, x1: number, y1: number, x2: number, y2: number) => {
  brush.moveTo(x1, y1);
  brush.lineTo(x2, y2);
};

/** The grid, where one can stand. */
function lines(brush: Brush, part: Part, all: readonly [number, number, Kind][], everywhere: boolean): void {
  brush.strokeStyle = 'rgba(255,255,255,.08)';
  brush.lineWidth = 1 / part.px;
  brush.beginPath();
  for (const [x, y, kind] of all) {
    if (solid(kind) && !everywhere) continue;
    line(brush, x, y, x + 1, y);
    line(brush, x, y, x, y + 1);
  }
  brush.stroke();
}

/** Where solid ground meets open ground: the lines a wall is seen by, first all that is dark of them, then all light. */
function walls(brush: Brush, ground: Ground, look: Look, all: readonly [number, number, Kind][]): void {
  const built = new Path2D();
  const hewn = new Path2D();
  for (const [x, y, kind] of all) {
    if (!solid(kind) || !inside(ground, x, y)) continue;
    const path = kind === 'brick' ? built : hewn;
    const open = (dx: number, dy: number) =>
      inside(ground, x + dx, y + dy) && !solid(kindAt(ground, x + dx, y + dy));
    if (open(0, -1)) line(path, x, y, x + 1, y);
    if (open(0, 1)) line(path, x, y + 1, x + 1, y + 1);
    if (open(-1, 0)) line(path, x, y, x, y + 1);
    if (open(1, 0)) line(path, x + 1, y, x + 1, y + 1);
  }
  brush.lineCap = 'square';
  brush.strokeStyle = '#17110d';
  brush.lineWidth = 0.07;
  brush.stroke(built);
  brush.lineWidth = 0.2;
  brush.stroke(hewn);
  brush.strokeStyle = look.wall;
  brush.lineWidth = 0.085;
  brush.stroke(hewn);
}

/** Walls, cover and doors between squares: first all that is dark of walls, so that no joints show, doors last. */
function drawEdges(brush: Brush, look: Look, edges: readonly Edge[]): void {
  const doors = edges.filter((edge) => /door|gate/.test(edge.kind));
  const cover = edges.filter((edge) => edge.kind.includes('cover'));
  const walls = edges.filter((edge) => !doors.includes(edge) && !cover.includes(edge));
  brush.lineCap = 'square';
  const stroke = (them: readonly Edge[], color: string, wide: number, dash: number[] = []) => {
    brush.strokeStyle = color;
    brush.lineWidth = wide;
    brush.setLineDash(dash);
    brush.beginPath();
    for (const { from, to } of them) line(brush, from[0], from[1], to[0], to[1]);
    brush.stroke();
    brush.setLineDash([]);
  };
  const open = (one: Edge) => one.open;
  const shut = (one: Edge) => !one.open;
  stroke(walls.filter(shut), '#17110d', 0.2);
  stroke(walls.filter(shut), look.wall, 0.09);
  stroke(walls.filter(open), look.wall, 0.09, [0.1, 0.25]);
  const low = (one: Edge) => one.kind.includes('low');
  stroke(cover.filter(low), '#dcc98a', 0.075);
  stroke(
    cover.filter((one) => !low(one)),
    '#dcc98a',
    0.15,
    [0.2, 0.17],
  );
  for (const one of doors) door(brush, one);
}

/** A door lies in the wall; one that stands open is seen from its hinge. */
function door(brush: Brush, { from, to, open }: Edge): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy) || 1;
  brush.save();
  brush.translate(from[0], from[1]);
  brush.rotate(Math.atan2(dy, dx) + (open ? 1.15 : 0));
  const wide = open ? long * 0.9 : long;
  brush.fillStyle = 'rgba(0,0,0,.5)';
  brush.fillRect(0, -0.06, wide, 0.22);
  brush.fillStyle = '#9a6a2e';
  brush.fillRect(0, -0.1, wide, 0.2);
  brush.strokeStyle = '#2c1c0c';
  brush.lineWidth = 0.045;
  brush.strokeRect(0, -0.1, wide, 0.2);
  brush.fillStyle = '#f3cf7a';
  brush.beginPath();
  brush.arc(wide * 0.82, 0, 0.05, 0, 7);
  brush.fill();
  brush.restore();
}
