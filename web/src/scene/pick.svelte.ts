//! The hand-over between a form that needs a square and the map that offers them.
import type { Square } from '../protocol';

interface Wanted {
  squares: Square[];
  chosen: Square | undefined;
  choose: (square: Square) => void;
}

class MapPick {
  wanted = $state.raw<Wanted | undefined>();

  offer(wanted: Wanted): void {
    this.wanted = wanted;
  }

  clear(): void {
    this.wanted = undefined;
  }
}

export const mapPick = new MapPick();
