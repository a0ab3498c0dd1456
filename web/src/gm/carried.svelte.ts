//! What is being dragged out of the library onto the map.

export interface Carried {
  id: string;
  name: string;
  count: number;
  hidden: boolean;
}

class Hand {
  now = $state.raw<Carried | undefined>();
}

export const carried = new Hand();
