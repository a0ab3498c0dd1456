//! Where the rooms of a plan lie on the screen, for what is put on them.

export interface Spot {
  left: number;
  top: number;
  right: number;
}

class Rooms {
  now = $state.raw<ReadonlyMap<string, Spot>>(new Map());

  /** Reads where they are, for as long as the plan is there. */
  read(plan: HTMLElement | undefined): void {
    const spots = new Map<string, Spot>();
    plan?.querySelectorAll<HTMLElement>('[data-room]').forEach((room) => {
      const { left, top, right } = room.getBoundingClientRect();
      spots.set(room.dataset.room ?? '', { left, top, right });
    });
    this.now = spots;
  }
}

export const rooms = new Rooms();
