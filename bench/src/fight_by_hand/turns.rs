//! How turns begin and end, a round is cleaned up, a fight is over.

use std::sync::Arc;

use boneyard_table::Who;
use dead_weight::combat::{able, candidates, challenging_fight, challenging_foe, over};
use dead_weight::fact::FightOutcome;
use dead_weight::gear::encumbered;
use dead_weight::state::{Affliction, Span, SpentUntil, Tokens, Turn};
use smallvec::SmallVec;

use super::Fight;
use super::harm::Hit;

impl Fight<'_> {
    /// A turn begins. `false` where it may not.
    pub fn begin(&mut self, who: Who) -> bool {
        if !candidates(self.state).contains(&who) {
            return false;
        }
        let sheet = self.state.sheet(who);
        let (hero, actions) = (sheet.is_hero(), if sheet.is_hero() { 2 } else { sheet.foe.actions });
        if let Some(battle) = &mut self.state.battle {
            battle.order.begin(who);
        }
        self.live(who).turn = Turn { actions, ..Turn::default() };
        if hero {
            debug_assert!(!encumbered(self.at(), who), "nobody here carries too much");
        } else if self.state.live(who).suffers(Affliction::Bleeding) && self.throw(1)[0] <= 3 {
            self.strike(who, Hit { wounds: 1, armor: false, raw: true, non_lethal: false });
        }
        self.settle();
        true
    }

    /// A turn ends.
    pub fn end(&mut self, who: Who) -> bool {
        if self.state.battle.as_ref().and_then(|battle| battle.acting()) != Some(who) {
            return false;
        }
        self.finish(who);
        self.settle();
        true
    }

    pub(super) fn finish(&mut self, who: Who) {
        if let Some(battle) = &mut self.state.battle {
            battle.order.finish();
            battle.helps.retain(|help| help.ally != who || !help.now);
            battle.spent.retain(|spent| spent.who != who || spent.until != SpentUntil::Turn);
        }
        let live = self.live(who);
        live.turn = Turn::default();
        live.lasting.retain(|lasting| lasting.ends != Span::Turn);
        live.used.retain(|used| used.until != Span::Turn);
    }

    /// To the next moment at which somebody decides something.
    pub(super) fn settle(&mut self) {
        loop {
            let Some(battle) = &self.state.battle else { return };
            if let Some(outcome) = over(self.state) {
                return self.over(outcome);
            }
            match battle.acting() {
                Some(who) if able(self.state, who) => return,
                Some(who) => self.finish(who),
                None if !candidates(self.state).is_empty() => return,
                None => self.next_round(),
            }
        }
    }

    /// Dodge tokens go. Those here have no mind to give up when they are broken, nor to take a surrender.
    pub(super) fn next_round(&mut self) {
        let all: SmallVec<[Who; 8]> =
            self.state.battle.iter().flat_map(|battle| &battle.fighters).map(|fighter| fighter.who).collect();
        for who in all {
            let old = self.state.live(who).tokens;
            if old.dodges() > 0 {
                self.live(who).tokens = Tokens { dodge: old.late_dodge, late_dodge: 0, ..old };
            }
        }
        if let Some(battle) = &mut self.state.battle {
            battle.order.begin_round();
            battle.struck.clear();
        }
    }

    pub(super) fn over(&mut self, outcome: FightOutcome) {
        let hard = challenging_fight(self.at()) || challenging_foe(self.at());
        if outcome == FightOutcome::Won && hard {
            Arc::make_mut(&mut self.state.party).challenging = true;
        }
        let Some(battle) = self.state.battle.take() else { return };
        for fighter in &battle.fighters {
            let live = self.live(fighter.who);
            (live.tokens, live.turn) = (Tokens::default(), Turn::default());
            (live.held_by, live.cut_loose_by) = (None, 0);
            live.lasting.retain(|lasting| !matches!(lasting.ends, Span::Turn | Span::Combat));
            live.used.retain(|used| !matches!(used.until, Span::Turn | Span::Combat));
        }
    }
}
