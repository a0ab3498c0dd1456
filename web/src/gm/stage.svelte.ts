//! What the GM has open on the stage: a card, a pin, who is selected beside the first. Of this page alone.
import type { Who } from '../protocol';

class GmStage {
  card = $state<'aloud' | 'roll' | undefined>();
  /** The secret whose words are open. */
  pin = $state<string | undefined>();
  /** Others see this screen: nothing on it is secret. */
  hidden = $state(false);
  /** Selected beside the one the bar belongs to. */
  also = $state.raw<Who[]>([]);
  /** Values on sheets are fields. */
  editing = $state(false);

  toggle(card: 'aloud' | 'roll'): void {
    this.card = this.card === card ? undefined : card;
  }

  /** Somebody more is selected, or no longer. */
  join(who: Who): void {
    this.also = this.also.includes(who) ? this.also.filter((one) => one !== who) : [...this.also, who];
  }
}

export const gmStage = new GmStage();
