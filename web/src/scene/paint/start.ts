//! A painter for a canvas: in a worker where the browser can, else on the page itself.
import type { Painter, Told } from './drawing';

export interface Started {
  painter: Painter;
  /** Where it draws. */
  where: 'worker' | 'page';
}

/** `lost` is told if a worker cannot be had after all; the canvas is then spent, and a fresh one is needed. */
export async function start(canvas: HTMLCanvasElement, lost: () => void, onPage = false): Promise<Started> {
  if (!onPage && typeof Worker === 'function' && 'transferControlToOffscreen' in canvas) {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const surface = canvas.transferControlToOffscreen();
    let ready = false;
    const asked: ((drawn: number[]) => void)[] = [];
    worker.onmessage = ({ data }: MessageEvent<'ready' | { drawn: number[] }>) => {
      ready = true;
      if (data !== 'ready') asked.shift()?.(data.drawn);
    };
    measured(canvas, () => new Promise((told) => (asked.push(told), worker.postMessage('drawn'))));
    worker.onerror = () => !ready && lost();
    worker.postMessage({ canvas: surface }, [surface]);
    return { painter: far(worker), where: 'worker' };
  }
  const { CanvasPainter } = await import('./canvas');
  const painter = new CanvasPainter(canvas);
  measured(canvas, () => Promise.resolve(painter.drawn));
  return { painter, where: 'page' };
}

/** The canvas says when it was painted, for tests and benchmarks. */
const measured = (canvas: HTMLCanvasElement, drawn: () => Promise<number[]>) =>
  Object.assign(canvas, { drawn });

/** Calls as messages. */
function far(worker: Worker): Painter {
  const tell = (told: Told, moved: Transferable[] = []) => worker.postMessage(told, moved);
  return {
    size: (...them) => tell({ call: 'size', with: them }),
    look: (...them) => tell({ call: 'look', with: them }),
    ground: (...them) => tell({ call: 'ground', with: them }),
    picture: (...them) => tell({ call: 'picture', with: them }, them[0] ? [them[0]] : []),
    mask: (...them) => tell({ call: 'mask', with: them }),
    shapes: (...them) => tell({ call: 'shapes', with: them }),
    sprites: (...them) => tell({ call: 'sprites', with: them }),
    overlay: (...them) => tell({ call: 'overlay', with: them }),
    camera: (...them) => tell({ call: 'camera', with: them }),
    end: () => worker.terminate(),
  };
}
