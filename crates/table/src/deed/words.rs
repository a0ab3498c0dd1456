//! What a form says of its card: the same for all that is picked on it, and made only where a card is drawn.

use super::Filling;
use super::filling::Hand;
use super::walk::Words;
use crate::view::{Cost, Msg};
use crate::{Playable, RuleId};

impl<G: Playable> Filling<'_, G> {
    /// Says what this card is called.
    pub fn label(&mut self, label: impl FnOnce() -> Msg) {
        self.card(|card| card.label = Some(label()));
    }

    /// Says by which rule this card is.
    pub fn rule(&mut self, rule: RuleId) {
        self.card(|card| card.rule = Some(rule));
    }

    /// Says what this card costs.
    pub fn cost(&mut self, amount: u32, unit: &'static str) {
        self.card(|card| card.cost = Some(Cost::new(amount, unit)));
    }

    /// Says what may be lost for good.
    pub fn danger(&mut self, loss: impl FnOnce() -> Option<Msg>) {
        self.card(|card| card.danger = loss());
    }

    /// Names the heading this card stands under.
    pub fn group(&mut self, group: impl FnOnce() -> Msg) {
        self.card(|card| card.group = Some(group()));
    }

    /// Names the card, so that blocks of the view can point at it.
    pub fn id(&mut self, id: impl FnOnce() -> String) {
        self.card(|card| card.id = Some(id()));
    }

    /// Names the block of the view it concerns.
    pub fn about(&mut self, block: impl FnOnce() -> String) {
        self.card(|card| card.about = Some(block()));
    }

    /// It would change what was chosen already, if that is so.
    pub fn again(&mut self, again: bool) {
        self.card(|card| card.again = again);
    }

    /// It comes before anything else, if that is so.
    pub fn advised(&mut self, advised: bool) {
        self.card(|card| card.advised = advised);
    }

    /// Suggests it after so many quiet seconds.
    pub fn nudge_after(&mut self, seconds: u32) {
        self.card(|card| card.nudge_after = Some(seconds));
    }

    fn card(&mut self, set: impl FnOnce(&mut Words)) {
        if let Hand::Walk(walk) = &mut self.hand
            && walk.draws()
        {
            set(&mut walk.words);
        }
    }
}
