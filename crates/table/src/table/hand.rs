//! Handing a hero to a seat: by the game master, or by a player who takes one that nobody plays.

use super::place::LinePlace;
use super::plan::{only_gm, plain};
use super::{Act, Planned, Record, TableOf};
use crate::live::Entry;
use crate::{Audience, Lane, Playable, Refusal, Role, Seat, Who};

impl<G: Playable> TableOf<G> {
    pub(super) fn plan_hand(&self, seat: Seat, who: Who, to: Seat) -> Result<Planned, Refusal> {
        self.must_act(seat)?;
        if !G::creatures(self.at(), seat).iter().any(|(known, _)| *known == who) {
            return Err(Refusal::by_table("no-such-creature", "There is no such hero here."));
        }
        let takes = seat == to && self.nobody_plays(who);
        let gives_back = G::speaker(&self.state, who) == seat && to.is_gm();
        if !(seat.is_gm() || takes || gives_back) {
            return Err(only_gm("hand a hero that somebody plays to another"));
        }
        if !self.plays(to) {
            return Err(Refusal::by_table("no-such-seat", format!("No player sits at {to}.")));
        }
        let (rule, facts) = G::change_player(self.at(), who, to)?;
        let fact = |fact| Entry::Fact { rule, audience: Audience::ALL, fact, terms: Vec::new() };
        let log = facts.into_iter().map(fact).collect();
        let id = self.next_action;
        // The one who plays a hero from now on decides for it: what others left it to is over.
        let others = self.frame.standing.iter().filter(|one| one.creature == Some(who) && one.seat != to);
        let ended = others.map(|one| (one.seat, one.creature)).collect();
        let told = Vec::new();
        let (lane, forgotten) = (Lane::Free, Vec::new());
        let act = Act {
            id,
            by: seat,
            lane,
            command: None,
            told,
            log,
            ended,
            forgotten,
            replaces: None,
            wrote: Vec::new(),
        };
        let planned = plain(&Record::<G>::Acted(act))?;
        Ok(Planned { action: Some(id), told_from: Some(LinePlace::of(id)), cited: vec![rule], ..planned })
    }

    /// Whether the game master speaks for a creature, or a seat where nobody sits.
    pub(super) fn nobody_plays(&self, who: Who) -> bool {
        let speaker = G::speaker(&self.state, who);
        speaker.is_gm() || !self.plays(speaker)
    }

    fn plays(&self, seat: Seat) -> bool {
        self.frame.seats.get(&seat).is_some_and(|info| matches!(info.role, Role::Gm | Role::Player))
    }
}
