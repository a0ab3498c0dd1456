//! What creatures may do while they play themselves. A game says of each command whether a person has to give it; the
//! table says which creatures play themselves, when, and whether they are held.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::frame::{Standing, StandingAnswer, StandingUntil};
use crate::view::{PromptKind, Stakes};
use crate::{At, By, Form, Game, Who};

/// Whether a creature that plays itself may give a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pilot {
    /// A deed of its own in a fight.
    Fight,
    /// In a fight too, but only for creatures that are no heroes: to run away, to end a round that is over.
    Foes,
    /// Harmless in a fight and outside: to walk with the party.
    Travel,
    /// Begins a fight: a person does that. Creatures that play themselves in fights answer what it asks.
    Opens,
    /// A person gives it: it leaves a place, ends something, lets time pass, or spends what cannot be got back.
    #[default]
    Never,
}

/// When a creature plays itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Plays {
    /// This one turn.
    Turn,
    /// Its turns and reactions in fights.
    Fights,
    /// That, and what is harmless outside fights.
    Always,
}

impl Standing {
    /// When the creature plays itself by this; `None` if it answers something else beforehand.
    pub fn plays(&self) -> Option<Plays> {
        self.creature?;
        if !matches!(self.answer, StandingAnswer::Instinct | StandingAnswer::Ahead) {
            return None;
        }
        match self.until {
            StandingUntil::MyTurn => None,
            StandingUntil::TurnOver => Some(Plays::Turn),
            StandingUntil::EndOfBattle | StandingUntil::Revoked => Some(Plays::Fights),
            StandingUntil::Always => Some(Plays::Always),
        }
    }
}

/// Whether a creature may give a command by itself in the fight under way: its own deeds, and what is nobody's where the
/// game leaves that to creatures that are no heroes.
pub(crate) fn fights<G: Game>(at: At<'_, G>, who: Who, command: &G::Command) -> bool {
    let by = G::address(command).by;
    match G::pilot(at, command) {
        Pilot::Fight | Pilot::Travel => by == By::Actor(who),
        Pilot::Foes => {
            let others = matches!(by, By::Actor(actor) if actor != who);
            !others && !G::party(at).contains(&who)
        }
        Pilot::Opens | Pilot::Never => false,
    }
}

/// Whether a creature may give a command by itself while nobody fights.
pub(crate) fn harmless<G: Game>(at: At<'_, G>, who: Who, command: &G::Command) -> bool {
    G::address(command).by == By::Actor(who) && G::pilot(at, command) == Pilot::Travel
}

/// Whether a creature answers a question by itself. `freely`: a fight is being begun, or everybody is to play on.
pub(crate) fn answers<G: Game>(
    standing: &Standing,
    at: At<'_, G>,
    freely: bool,
    form: impl FnOnce() -> Form,
) -> bool {
    if standing.creature.is_none() || freely || G::fight(at).is_some() {
        return true;
    }
    let outside = matches!(standing.until, StandingUntil::TurnOver | StandingUntil::Always);
    // The party's way and what is rare are for people to decide.
    outside && {
        let form = form();
        form.stakes == Stakes::None && !matches!(form.kind, PromptKind::Vote { .. })
    }
}
