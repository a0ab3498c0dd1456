//! How large the window is.
import { device } from '../state/prefs.svelte';

class ScreenSize {
  width = $state(typeof innerWidth === 'number' ? innerWidth : 1200);
  height = $state(typeof innerHeight === 'number' ? innerHeight : 800);

  constructor() {
    if (typeof addEventListener !== 'function') return;
    addEventListener('resize', () => {
      this.width = innerWidth;
      this.height = innerHeight;
    });
  }

  /** How wide, as large text sees it: at twice its size a desktop has as little room as a tablet. */
  get at(): number {
    const { text } = device.prefs;
    return text < 150 || this.width < 720 ? this.width : Math.max(720, (this.width * 100) / text);
  }
}

export const screenSize = new ScreenSize();
export const screenWidth = screenSize;
