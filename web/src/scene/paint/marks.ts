//! What lies over the ground for now: squares to choose, ways with their price, brackets around targets, lines of sight.
import type { Look, Mark, SquareMark } from './drawing';
import type { Brush } from './ground';
import { bar } from './sprites';

const FONT = '"Atkinson Hyperlegible Next", system-ui, sans-serif';

/** How a square is marked: filled, framed, dashed. */
const SQUARES: Record<SquareMark, { fill?: string; line?: string; wide?: number; dash?: boolean }> = {
  reach: { fill: 'rgba(134,200,180,.13)', line: 'rgba(134,214,196,.45)', wide: 0.035 },
  wanted: { fill: 'rgba(134,200,180,.14)', line: 'rgba(134,214,196,.6)', wide: 0.04 },
  asked: { fill: 'rgba(220,201,138,.24)', line: 'rgba(220,201,138,1)', wide: 0.045, dash: true },
  chosen: { fill: 'rgba(220,201,138,.5)', line: '#ffe9a8', wide: 0.075 },
  cursor: { line: '#fff', wide: 0.065 },
  decides: { line: '#ffe08a', wide: 0.075 },
  glimpse: { fill: 'rgba(191,227,255,.16)' },
  area: { fill: 'rgba(134,189,243,.18)' },
  good: { fill: 'rgba(127,207,142,.2)' },
  bad: { fill: 'rgba(255,145,128,.22)' },
};
const LINES = {
  sight: { color: '#ff9180', wide: 0.075, dash: [0.18, 0.13] },
  clear: { color: '#7fcf8e', wide: 0.075, dash: [] },
  path: { color: '#ffe08a', wide: 0.1, dash: [0.04, 0.2] },
  ruler: { color: '#f4f0ff', wide: 0.06, dash: [0.22, 0.12] },
  drawn: { color: '#f2be5c', wide: 0.09, dash: [] },
} as const;

/** Draws with one square as the unit. `dots` is how many dots a square has; `beat` runs from 0 to 1 once a second. */
export function drawMark(brush: Brush, mark: Mark, look: Look, dots: number, beat: number): void {
  switch (mark.as) {
    case 'square':
      return square(brush, mark.x, mark.y, mark.w ?? 1, SQUARES[mark.kind]);
    case 'line': {
      const { color, wide, dash } = LINES[mark.kind];
      brush.strokeStyle = mark.ink ?? (mark.kind === 'path' ? look.accent : color);
      brush.lineWidth = wide;
      brush.lineCap = brush.lineJoin = 'round';
      brush.setLineDash([...dash]);
      brush.beginPath();
      for (let at = 0; at + 1 < mark.points.length; at += 2)
        brush[at === 0 ? 'moveTo' : 'lineTo'](mark.points[at]!, mark.points[at + 1]!);
      brush.stroke();
      brush.setLineDash([]);
      return;
    }
    case 'aim':
      return aim(brush, mark, look, dots);
    case 'words': {
      const size = mark.kind === 'note' ? 0.28 : 0.38;
      brush.font = `700 ${size}px ${FONT}`;
      brush.textAlign = mark.kind === 'note' ? 'left' : 'center';
      brush.lineJoin = 'round';
      brush.strokeStyle = '#10171a';
      brush.lineWidth = 0.1;
      brush.fillStyle = mark.kind === 'note' ? '#cba8ff' : '#fff';
      brush.strokeText(mark.text, mark.x, mark.y);
      brush.fillText(mark.text, mark.x, mark.y);
      return;
    }
    case 'ping':
      brush.strokeStyle = mark.ink ?? '#f2be5c';
      for (const ring of [0, 0.5]) {
        const grown = (beat + ring) % 1;
        brush.globalAlpha = 1 - grown;
        brush.lineWidth = 0.09;
        brush.beginPath();
        brush.arc(mark.x, mark.y, 0.15 + grown * 0.65, 0, 7);
        brush.stroke();
      }
      brush.globalAlpha = 1;
      return;
    case 'ghost':
      brush.fillStyle = mark.out ? 'rgba(255,145,128,.55)' : 'rgba(255,224,138,.55)';
      brush.strokeStyle = '#fff';
      brush.lineWidth = 0.05;
      brush.setLineDash(mark.out ? [0.1, 0.1] : []);
      brush.beginPath();
      brush.arc(mark.x, mark.y, 0.42, 0, 7);
      brush.fill();
      brush.stroke();
      brush.setLineDash([]);
  }
}

function square(
  brush: Brush,
  x: number,
  y: number,
  w: number,
  kind: { fill?: string; line?: string; wide?: number; dash?: boolean },
): void {
  const inset = kind.line ? 0.05 : 0;
  if (kind.fill) {
    brush.fillStyle = kind.fill;
    brush.fillRect(x + inset, y + inset, w - 2 * inset, 1 - 2 * inset);
  }
  if (!kind.line) return;
  brush.strokeStyle = kind.line;
  brush.lineWidth = kind.wide ?? 0.05;
  if (kind.dash) brush.setLineDash([0.12, 0.1]);
  brush.strokeRect(x + inset, y + inset, w - 2 * inset, 1 - 2 * inset);
  if (kind.dash) brush.setLineDash([]);
}

/** Brackets at four corners, and the chance above them. */
function aim(brush: Brush, mark: Mark & { as: 'aim' }, look: Look, dots: number): void {
  const { x, y, size: w } = mark;
  const [out, arm] = [0.08, 0.26];
  brush.strokeStyle = look.accent;
  brush.lineWidth = 0.075;
  brush.lineCap = 'butt';
  brush.lineJoin = 'round';
  brush.beginPath();
  for (const [cx, cy, sx, sy] of [
    [x - out, y - out, 1, 1],
    [x + w + out, y - out, -1, 1],
    [x + w + out, y + w + out, -1, -1],
    [x - out, y + w + out, 1, -1],
  ] as const) {
    brush.moveTo(cx + arm * sx, cy);
    brush.lineTo(cx, cy);
    brush.lineTo(cx, cy + arm * sy);
  }
  brush.stroke();
  if (!mark.share) return;
  // As large as a finger reads it, however far away one looks from.
  const size = Math.min(0.42, Math.max(0.3, 24 / dots));
  brush.font = `700 ${size}px ${FONT}`;
  brush.textAlign = 'center';
  const wide = Math.max(size * 2.5, mark.share.length * size * 0.62 + size * 0.7);
  bar(brush, x + w / 2 - wide / 2, y - size * 1.65, wide, size * 1.45, look.accent);
  brush.fillStyle = look.onAccent;
  brush.fillText(mark.share, x + w / 2, y - size * 0.6);
}
