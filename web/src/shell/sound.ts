//! Four short sounds made in the browser: knock (asked), bell (my turn), clack (dice), tick (message).
import { device } from '../state/prefs.svelte';

export type Sound = 'knock' | 'bell' | 'clack' | 'tick';

let audio: AudioContext | undefined;

/** Plays a sound if this device wants it; a browser that forbids it stays silent. */
export function play(sound: Sound): void {
  const volume = device.prefs.sound / 100;
  if (volume <= 0) return;
  try {
    audio ??= new AudioContext();
    if (audio.state !== 'running') return void audio.resume();
    shapes[sound](audio, volume * 0.25);
  } catch {
    // No sound is no fault.
  }
}

/** Buzzes a phone on being asked. */
export function buzz(): void {
  if (device.prefs.buzz) navigator.vibrate?.(30);
}

const shapes: Record<Sound, (audio: AudioContext, volume: number) => void> = {
  knock: (audio, volume) => [0, 0.14].forEach((at) => tone(audio, 150, at, 0.09, volume * 1.6, 'triangle')),
  bell: (audio, volume) => [880, 1320].forEach((pitch) => tone(audio, pitch, 0, 0.9, volume * 0.5, 'sine')),
  clack: (audio, volume) =>
    [0, 0.06, 0.1].forEach((at) => tone(audio, 1900 - at * 5000, at, 0.03, volume * 0.6, 'square')),
  tick: (audio, volume) => tone(audio, 1200, 0, 0.03, volume * 0.4, 'sine'),
};

function tone(
  audio: AudioContext,
  pitch: number,
  at: number,
  length: number,
  volume: number,
  type: OscillatorType,
): void {
  const begin = audio.currentTime + at;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = type;
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(begin + length);
}
