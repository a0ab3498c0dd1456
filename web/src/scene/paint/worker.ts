//! The painter in a worker: the page stays free while it draws.
import face from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2?url';
import { CanvasPainter } from './canvas';
import type { Told } from './drawing';

interface Scope {
  fonts?: FontFaceSet;
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent<Told | { canvas: OffscreenCanvas } | 'drawn'>) => void) | null;
}
const scope = globalThis as unknown as Scope;
let painter: CanvasPainter | undefined;

scope.onmessage = ({ data }) => {
  if (data === 'drawn') return scope.postMessage({ drawn: painter?.drawn ?? [] });
  if ('canvas' in data) {
    painter = new CanvasPainter(data.canvas);
    void named();
    return scope.postMessage('ready');
  }
  if (!painter) return;
  (painter[data.call] as (...them: unknown[]) => void)(...data.with);
};

/** Names in the look's own letters; without them in the system's. */
async function named(): Promise<void> {
  try {
    const font = new FontFace('Atkinson Hyperlegible Next', `url(${face})`, { weight: '600 700' });
    scope.fonts?.add(await font.load());
    painter?.again();
  } catch {
    // Letters of the system do as well.
  }
}
