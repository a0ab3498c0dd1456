//! How wide the window is.

class ScreenWidth {
  at = $state(typeof innerWidth === 'number' ? innerWidth : 1200);

  constructor() {
    if (typeof addEventListener === 'function') addEventListener('resize', () => (this.at = innerWidth));
  }
}

export const screenWidth = new ScreenWidth();
