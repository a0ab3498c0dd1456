import { expect, test } from 'vitest';
import { Fingers, type Hands } from './fingers';

function playing(grabs: boolean): { fingers: Fingers; told: string[] } {
  const told: string[] = [];
  const hands: Hands = {
    grab: () => grabs,
    drag: (at) => told.push(`drag ${at.x},${at.y}`),
    drop: () => told.push('drop'),
    lose: () => told.push('lose'),
    pan: (dx, dy) => told.push(`pan ${dx},${dy}`),
    pinch: (by) => told.push(`pinch ${by}`),
    tap: (at) => told.push(`tap ${at.x},${at.y}`),
  };
  return { fingers: new Fingers(hands), told };
}
const at = (clientX: number, clientY: number, pointerId = 1, button = 0) => ({
  pointerId,
  clientX,
  clientY,
  button,
});

test('one that hardly moves taps, loose or not', () => {
  for (const grabs of [true, false]) {
    const { fingers, told } = playing(grabs);
    fingers.pressed(at(10, 10));
    fingers.moved(at(12, 11));
    fingers.released(at(12, 11));
    expect(told).toEqual(['tap 12,11']);
  }
});

test('one on something loose drags and drops it, one elsewhere pans', () => {
  const held = playing(true);
  held.fingers.pressed(at(0, 0));
  held.fingers.moved(at(30, 0));
  held.fingers.released(at(30, 0));
  expect(held.told).toEqual(['drag 30,0', 'drop']);
  const free = playing(false);
  free.fingers.pressed(at(0, 0));
  free.fingers.moved(at(30, 4));
  free.fingers.released(at(30, 4));
  expect(free.told).toEqual(['pan 30,4']);
});

test('a second finger lets go of what the first holds, and the two pinch', () => {
  const { fingers, told } = playing(true);
  fingers.pressed(at(0, 0, 1));
  fingers.moved(at(20, 0, 1));
  fingers.pressed(at(120, 0, 2));
  fingers.moved(at(220, 0, 2));
  fingers.released(at(220, 0, 2));
  fingers.released(at(20, 0, 1));
  expect(told).toEqual(['drag 20,0', 'lose', 'pinch 2', 'pan 50,0']);
});

test('what the browser takes away goes back, and other buttons do nothing', () => {
  const { fingers, told } = playing(true);
  fingers.pressed(at(0, 0));
  fingers.moved(at(20, 0));
  fingers.broken(at(20, 0));
  fingers.released(at(20, 0));
  fingers.pressed(at(0, 0, 1, 2));
  fingers.released(at(0, 0, 1, 2));
  expect(told).toEqual(['drag 20,0', 'lose']);
});
