//! How large the window is.

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

  /** How wide, as text at twice its size sees it: then a desktop has as little room as a tablet. */
  get at(): number {
    return this.width;
  }
}

export const screenSize = new ScreenSize();
export const screenWidth = screenSize;
