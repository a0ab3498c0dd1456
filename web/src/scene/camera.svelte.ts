//! What a map shows now, for whoever draws it small beside it, and the way to look elsewhere. Where there is no map there is
//! no camera.
import type { Box, Point } from './lens';

export interface View {
  /** What is in sight where no panel lies. */
  sight: Box;
  whole: Box;
  level: number;
  /** Brings a point into the middle. */
  go: (at: Point) => void;
}

class Camera {
  now = $state.raw<View | undefined>();
}

export const camera = new Camera();
