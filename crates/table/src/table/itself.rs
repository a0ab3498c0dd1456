//! Creatures that play themselves: which of them acts now, what it may do, and what it may answer. Looking ahead and the
//! pace of it are above.

use serde_json::Value;

use super::plan::plain;
use super::{Now, Planned, Record, TableOf};
use crate::frame::{Standing, StandingAnswer, StandingUntil};
use crate::live::{PromptId, Wants};
use crate::pilot::{Pilot, Plays, answers, fights, harmless};
use crate::{At, By, Party, Playable, Refusal, Seat, Who};

/// What a creature does by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnDeed {
    /// Which creature.
    pub who: Who,
    /// The seat that gives the command.
    pub seat: Seat,
    /// The command.
    pub command: Value,
    /// Whether it is to look ahead first.
    pub ahead: bool,
}

impl<G: Playable> TableOf<G> {
    /// What the next creature that plays itself does now; nothing while somebody is asked, or where a person is to say
    /// what happens.
    pub(super) fn own_deed(&self) -> Option<OwnDeed> {
        if !self.now.is_empty() || self.frame.standing.iter().all(|one| one.plays().is_none()) {
            return None;
        }
        let deed = |who: Who| {
            let standing = self.free_pilot(who)?;
            let command = self.next_by_itself(who, standing)?;
            let command = serde_json::to_value(command).ok()?;
            let seat = if self.plays_on() { Seat::GM } else { standing.seat };
            Some(OwnDeed { who, seat, command, ahead: self.looks_ahead(who, standing) })
        };
        if G::fight(self.at()).is_none() && !self.plays_on() {
            // Nobody's turn: the one who has something harmless to do does it.
            return self.frame.standing.iter().filter_map(|one| one.creature).find_map(deed);
        }
        // Where several may act in any order, the one who was told to act goes first; the others wait for their place.
        let may = G::awaits(self.at()).creatures;
        let told = |who: &Who| self.free_pilot(*who).is_some_and(|one| one.plays() == Some(Plays::Turn));
        may.iter().copied().find(told).or_else(|| may.first().copied()).and_then(deed)
    }

    /// By what a creature plays itself, unless that is held.
    fn free_pilot(&self, who: Who) -> Option<&Standing> {
        self.frame.pilot(who).filter(|_| !self.frame.held.contains(&who))
    }

    /// What a creature does next by itself, as far as its standing lets it.
    fn next_by_itself(&self, who: Who, standing: &Standing) -> Option<G::Command> {
        let next = match self.plays_on() {
            true => G::instinct(self.at(), who),
            false => G::by_itself(self.at(), who, &self.led(who, standing)),
        };
        next.filter(|command| self.lets(who, standing, command))
    }

    /// Heroes of the party that people play: a creature that plays itself keeps with them, and decides nothing for them.
    fn led(&self, who: Who, standing: &Standing) -> Vec<Who> {
        let party = G::party(self.at()).into_iter().filter(|other| *other != who);
        let once = standing.plays() == Some(Plays::Turn);
        party.filter(|other| once || self.frame.pilot(*other).is_none()).collect()
    }

    /// Whether a creature that plays itself may give a command now.
    fn lets(&self, who: Who, standing: &Standing, command: &G::Command) -> bool {
        let Some(plays) = standing.plays() else { return false };
        let by = G::address(command).by;
        if self.plays_on() && plays != Plays::Turn {
            return match by {
                By::Actor(actor) => actor == who || self.free_pilot(actor).is_some(),
                By::Gm | By::Anyone => true,
            };
        }
        if G::fight(self.at()).is_none() {
            return harmless::<G>(self.at(), who, command) && plays != Plays::Fights;
        }
        // A round or a fight is nobody's turn.
        fights::<G>(self.at(), who, command) && (plays != Plays::Turn || by == By::Actor(who))
    }

    /// Whether everybody is to play on without people: the table said so, and the whole party plays itself.
    pub(super) fn plays_on(&self) -> bool {
        if !self.frame.play_on {
            return false;
        }
        let plays = |who: &Who| self.free_pilot(*who).is_some_and(|one| one.plays() == Some(Plays::Always));
        let party = G::party(self.at());
        !party.is_empty() && party.iter().all(plays)
    }

    /// A hero somebody has taken since knows no more than that player does.
    fn looks_ahead(&self, who: Who, standing: &Standing) -> bool {
        standing.answer == StandingAnswer::Ahead && G::speaker(&self.state, who).is_gm()
    }

    /// The seat that answers an open question for a creature that plays itself, and whether it looks ahead first.
    pub(super) fn answers_itself(&self, prompt: PromptId) -> Option<(Seat, bool)> {
        let Some(Now::Asks { state, open, .. }) = self.now.get(&prompt.action) else { return None };
        let open = open.iter().find(|open| open.id == prompt && !open.answered)?;
        let Party::Creature(who) = open.party else { return None };
        let standing = self.free_pilot(who)?;
        let at = At { state, book: &*self.book };
        let opens = || {
            let action = self.waiting.get(&prompt.action);
            action.is_some_and(|action| G::pilot(self.at(), &action.command) == Pilot::Opens)
        };
        let Wants::Answer(asked) = &open.wants else { return None };
        let answers = answers(standing, at, self.plays_on() || opens(), || G::question(asked).form(at));
        answers.then(|| (standing.seat, self.looks_ahead(who, standing)))
    }

    /// Whose turn it is that plays itself and leaves what comes next to people.
    pub(super) fn leaves_to_people(&self) -> Option<Who> {
        let idle = self.now.is_empty() && G::fight(self.at()).is_some() && self.own_deed().is_none();
        let who = G::awaits(self.at()).creatures.first().copied().filter(|_| idle)?;
        self.free_pilot(who).map(|_| who)
    }

    /// Whether a creature could act by itself now if it were left to.
    pub(super) fn could_by_itself(&self, who: Who) -> bool {
        let (creature, answer) = (Some(who), StandingAnswer::Instinct);
        let once = Standing { seat: Seat::GM, creature, answer, until: StandingUntil::TurnOver };
        self.must_have_a_turn(&once).is_ok()
    }

    /// A single turn is only left to a creature that has one, or something harmless to do.
    pub(super) fn must_have_a_turn(&self, standing: &Standing) -> Result<(), Refusal> {
        let Some(who) = standing.creature.filter(|_| standing.until == StandingUntil::TurnOver) else {
            return Ok(());
        };
        let name = G::called(self.at(), who, standing.seat).unwrap_or("It".into());
        let fights = G::fight(self.at()).is_some();
        if fights && !G::awaits(self.at()).creatures.contains(&who) {
            return Err(Refusal::by_table("not-its-turn", format!("It is not the turn of {name}.")));
        }
        if self.next_by_itself(who, standing).is_some() {
            return Ok(());
        }
        let sentence = match fights {
            true => format!("{name} leaves this turn to you: what comes next is for a person to decide."),
            false => format!("{name} has nothing to do without you: nobody fights."),
        };
        Err(Refusal::by_table("nothing-by-itself", sentence))
    }

    /// Creatures that were held go on: all of them if the game master says so, a player's own if that player does.
    pub(super) fn plan_go_on(&self, seat: Seat) -> Result<Planned, Refusal> {
        self.must_act(seat)?;
        let own = |who: &Who| seat.is_gm() || G::speaker(&self.state, *who) == seat;
        let who: Vec<Who> = self.frame.held.iter().copied().filter(own).collect();
        if who.is_empty() {
            return Err(Refusal::by_table("nobody-held", "None of yours are held."));
        }
        plain(&Record::<G>::GoesOn { who })
    }
}
