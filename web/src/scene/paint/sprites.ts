//! Creatures as pictures made once for each size they are shown at: field, emblem, ring, cross, number. What changes often
//! (health, whose turn it is, the name) is drawn around them.
import type { Look, Sprite } from './drawing';
import type { Brush } from './ground';
import { blank, brushOf } from './shade';

type Surface = OffscreenCanvas | HTMLCanvasElement;

/** Sizes a picture is made for, in dots; between two of them it is drawn smaller. */
const STEPS = [24, 40, 64, 96, 144, 208, 304] as const;
/** Pictures kept. */
const KEPT = 400;
/** A picture is a little wider than its square, for rings and numbers. */
const ROOM = 1.16;

const FONT = '"Atkinson Hyperlegible Next", system-ui, sans-serif';
const RINGS = { ours: '#8fd6a0', theirs: '#ff8f7d', other: '#d9c488' } as const;
const TONES = { good: '#7fcf8e', warn: '#f2be5c', bad: '#ff9180', plain: '#86bdf3' } as const;
const SHAPES = {
  ours: 'M28 6H72A22 22 0 0 1 94 28V72A22 22 0 0 1 72 94H28A22 22 0 0 1 6 72V28A22 22 0 0 1 28 6z',
  theirs: 'M50 6A44 44 0 1 1 49.9 6z',
  other: 'M50 4L92 27V73L50 96L8 73V27z',
} as const;
const AROUND = {
  ours: 'M26 -2H74A28 28 0 0 1 102 26V74A28 28 0 0 1 74 102H26A28 28 0 0 1 -2 74V26A28 28 0 0 1 26 -2z',
  theirs: 'M50 -2A52 52 0 1 1 49.9 -2z',
  other: 'M50 -6L101 22V78L50 106L-1 78V22z',
} as const;

export class Sprites {
  #shapes: Record<string, string> = {};
  #look: Look | undefined;
  #made = new Map<string, Surface>();

  shapes(shapes: Record<string, string>): void {
    this.#shapes = { ...this.#shapes, ...shapes };
  }

  look(look: Look): void {
    this.#look = look;
  }

  /** Text is drawn again once its font has come. */
  forget(): void {
    this.#made.clear();
  }

  /** One creature, `wide` dots wide with its upper left corner at `x`, `y`. */
  draw(brush: Brush, one: Sprite, x: number, y: number, wide: number): void {
    const unit = wide / 100;
    if (one.facing !== undefined) notch(brush, x + wide / 2, y + wide / 2, wide, one.facing);
    if (one.acting) this.#turn(brush, one, x, y, unit);
    const face = this.#face(one, wide);
    const room = (wide * (ROOM - 1)) / 2;
    brush.globalAlpha = one.hidden ? 0.75 : 1;
    brush.drawImage(face, x - room, y - room, wide * ROOM, wide * ROOM);
    brush.globalAlpha = 1;
    if (one.health) {
      const { share, tone } = one.health;
      bar(brush, x + 10 * unit, y + 96 * unit, 80 * unit, 10 * unit, 'rgba(0,0,0,.8)');
      if (share > 0) bar(brush, x + 11 * unit, y + 97 * unit, 78 * unit * share, 8 * unit, TONES[tone]);
    }
    if (one.marked) {
      brush.fillStyle = '#f2be5c';
      brush.beginPath();
      brush.arc(x + 88 * unit, y + 12 * unit, 11 * unit, 0, 7);
      brush.fill();
    }
  }

  /** A name on dark ground, its middle at `x`, its top at `y`. */
  plate(brush: Brush, words: string, x: number, y: number, dots: number): void {
    const size = Math.max(11, Math.round(dots));
    const plate = this.#once(`plate ${size} ${words}`, () => {
      const ruler = brushOf(blank(1, 1));
      ruler.font = `600 ${size}px ${FONT}`;
      const wide = Math.ceil(ruler.measureText(words).width + size * 1.1);
      const made = blank(wide, Math.ceil(size * 1.6));
      const to = brushOf(made);
      bar(to, 0, 0, wide, made.height, 'rgba(11,8,6,.8)', size * 0.42);
      to.font = ruler.font;
      to.fillStyle = '#f4efe2';
      to.textAlign = 'center';
      to.textBaseline = 'middle';
      to.fillText(words, wide / 2, made.height / 2 + size * 0.06);
      return made;
    });
    brush.drawImage(plate, Math.round(x - plate.width / 2), Math.round(y));
  }

  #turn(brush: Brush, one: Sprite, x: number, y: number, unit: number): void {
    brush.save();
    brush.translate(x, y);
    brush.scale(unit, unit);
    brush.strokeStyle = this.#look?.accent ?? '#fff';
    brush.lineWidth = 6;
    brush.stroke(new Path2D(AROUND[one.side]));
    brush.restore();
  }

  #face(one: Sprite, wide: number): Surface {
    const step = STEPS.find((size) => size >= wide) ?? STEPS.at(-1)!;
    const shape = one.emblem ? this.#shapes[one.emblem] : undefined;
    const key = [
      step,
      one.side,
      shape ? one.emblem : `“${one.letters}`,
      one.field,
      one.division,
      one.number,
      one.hidden,
      one.away,
      one.mine,
      one.picked,
      one.down,
    ].join('|');
    return this.#once(key, () => {
      const made = blank(Math.ceil(step * ROOM), Math.ceil(step * ROOM));
      const to = brushOf(made);
      const room = (step * (ROOM - 1)) / 2;
      to.translate(room, room);
      to.scale(step / 100, step / 100);
      face(to, one, shape);
      return made;
    });
  }

  #once(key: string, make: () => Surface): Surface {
    const known = this.#made.get(key);
    if (known) return known;
    if (this.#made.size >= KEPT) this.#made.clear();
    const made = make();
    this.#made.set(key, made);
    return made;
  }
}

function face(to: Brush, one: Sprite, shape: string | undefined): void {
  const outline = new Path2D(SHAPES[one.side]);
  to.save();
  if (one.down) to.globalAlpha = 0.65;
  to.save();
  to.shadowColor = 'rgba(0,0,0,.55)';
  to.shadowBlur = 6;
  to.shadowOffsetY = 3;
  to.fillStyle = one.down ? '#4c4a46' : one.field;
  to.fill(outline);
  to.restore();
  to.save();
  to.clip(outline);
  to.fillStyle = one.down ? '#2f2e2b' : one.shade;
  if (one.division) to.fill(new Path2D(one.division));
  const light = to.createRadialGradient(35, 25, 0, 35, 25, 100);
  light.addColorStop(0, 'rgba(255,255,255,.22)');
  light.addColorStop(0.6, 'rgba(255,255,255,0)');
  light.addColorStop(1, 'rgba(0,0,0,.45)');
  to.fillStyle = light;
  to.fillRect(0, 0, 100, 100);
  if (shape) {
    const path = new Path2D(shape);
    for (const [dx, dy, color] of [
      [19.5, 17.5, 'rgba(0,0,0,.45)'],
      [18, 15, one.down ? '#b9b4aa' : one.side === 'theirs' ? '#f3d9c8' : '#f3ead3'],
    ] as const) {
      to.save();
      to.translate(dx, dy);
      to.scale(0.125, 0.125);
      to.fillStyle = color;
      to.fill(path);
      to.restore();
    }
  } else {
    to.fillStyle = '#f3ead6';
    to.font = `700 38px ${FONT}`;
    to.textAlign = 'center';
    to.fillText(one.letters, 50, 63);
  }
  to.restore();
  to.strokeStyle = '#0b0806';
  to.lineWidth = 8;
  to.stroke(outline);
  to.strokeStyle = one.picked ? '#fff' : one.hidden ? '#cba8ff' : one.down ? '#8b877f' : RINGS[one.side];
  to.lineWidth = one.mine ? 6 : 4.5;
  if (one.hidden) to.setLineDash([9, 6]);
  else if (one.away) to.setLineDash([10, 7]);
  to.stroke(outline);
  to.restore();
  if (one.down) {
    to.strokeStyle = '#d8cdbb';
    to.lineWidth = 6;
    to.lineCap = 'round';
    to.stroke(new Path2D('M20 20 80 80M80 20 20 80'));
  }
  if (shape && one.number) {
    to.fillStyle = 'rgba(11,8,6,.85)';
    to.beginPath();
    to.arc(88, 12, 13, 0, 7);
    to.fill();
    to.fillStyle = '#f3ead6';
    to.font = `700 18px ${FONT}`;
    to.textAlign = 'center';
    to.fillText(one.number, 88, 18);
  }
}

function notch(brush: Brush, x: number, y: number, wide: number, degrees: number): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate((degrees * Math.PI) / 180);
  brush.scale(wide / 100, wide / 100);
  brush.fillStyle = '#f4f6f4';
  brush.fill(new Path2D('M-15 -44L0 -62L15 -44z'));
  brush.restore();
}

/** A rounded bar. */
export function bar(
  brush: Brush,
  x: number,
  y: number,
  wide: number,
  high: number,
  color: string,
  round = high / 2,
): void {
  const r = Math.min(round, wide / 2, high / 2);
  brush.fillStyle = color;
  brush.beginPath();
  brush.moveTo(x + r, y);
  brush.arcTo(x + wide, y, x + wide, y + high, r);
  brush.arcTo(x + wide, y + high, x, y + high, r);
  brush.arcTo(x, y + high, x, y, r);
  brush.arcTo(x, y, x + wide, y, r);
  brush.fill();
}
