//! The part of the window that no panel covers. The camera centres, frames and jumps inside it.

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

class Safe {
  /** In points of the screen; the whole window until something was measured. */
  now = $state.raw<Rect>({
    left: 0,
    top: 0,
    width: typeof innerWidth === 'number' ? innerWidth : 1200,
    height: typeof innerHeight === 'number' ? innerHeight : 800,
  });

  /** Measures an element that lies where no panel is, as long as it is there. */
  measures(free: HTMLElement): { destroy(): void } {
    const read = () => {
      const { left, top, width, height } = free.getBoundingClientRect();
      const now = this.now;
      const same = left === now.left && top === now.top && width === now.width && height === now.height;
      if (!same && width > 0 && height > 0) this.now = { left, top, width, height };
    };
    const watcher = typeof ResizeObserver === 'function' ? new ResizeObserver(read) : undefined;
    watcher?.observe(free);
    addEventListener('resize', read);
    read();
    return {
      destroy() {
        watcher?.disconnect();
        removeEventListener('resize', read);
      },
    };
  }
}

export const safe = new Safe();
