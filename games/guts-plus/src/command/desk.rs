//! Commands of the GM's desk: checklist, places, cards, people, awards, powers.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::desk;
use crate::state::Card;

/// What the GM does at the desk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeskCommand {
    /// Ticks a point of the checklist, or takes the tick back.
    Tick {
        /// Its heading.
        heading: String,
        /// Its number, from 1.
        point: u8,
        /// Whether done.
        done: bool,
    },
    /// Writes a note under a heading.
    Note {
        /// Which heading.
        heading: String,
        /// The words.
        text: String,
    },
    /// Outlines a place that is nowhere yet.
    Outline {
        /// What it is called.
        place: String,
    },
    /// Sets an outlined place down.
    SetDown {
        /// Which.
        place: String,
        /// Where.
        at: String,
        /// Even if it was seen elsewhere.
        #[serde(default)]
        sure: bool,
    },
    /// Players see an outlined place.
    ShowPlace {
        /// Which.
        place: String,
    },
    /// Writes a card.
    Card(Box<Card>),
    /// Links two cards.
    Link {
        /// One.
        from: String,
        /// The other.
        to: String,
        /// By way of what.
        #[serde(default)]
        via: String,
    },
    /// Makes somebody to meet.
    Npc(desk::NewNpc),
    /// Gives what beaten enemies are worth.
    AwardCombat {
        /// Who was beaten.
        beaten: Vec<Who>,
        /// Who gets it.
        to: Vec<Who>,
        /// How much, if another number than their levels.
        #[serde(default)]
        amount: Option<u16>,
    },
    /// Gives learning experiences.
    AwardLe {
        /// To whom.
        who: Who,
        /// For which quality.
        quality: String,
        /// How many.
        count: u8,
        /// For what.
        #[serde(default)]
        why: String,
    },
    /// A challenge begins.
    Challenge {
        /// What it is.
        name: String,
        /// What it is worth, if that is announced.
        #[serde(default)]
        worth: Option<u16>,
    },
    /// A challenge is over.
    EndChallenge {
        /// Which.
        name: String,
        /// Who gets something; everybody who rolled in it if nobody is named.
        #[serde(default)]
        to: Vec<Who>,
        /// What they get: `worth`, `totals` or `none`.
        award: String,
    },
    /// Gives somebody a power of another game.
    Power {
        /// Whom.
        who: Who,
        /// What it is called.
        name: String,
        /// Uses a day.
        uses: u8,
    },
    /// Uses a power of another game.
    UsePower {
        /// Who.
        who: Who,
        /// Which.
        name: String,
    },
}

pub(super) fn address(command: &DeskCommand) -> Address {
    match command {
        DeskCommand::UsePower { who, .. } => Address { lane: Lane::Scene, by: By::Actor(*who) },
        DeskCommand::Npc(_)
        | DeskCommand::AwardCombat { .. }
        | DeskCommand::AwardLe { .. }
        | DeskCommand::EndChallenge { .. } => Address { lane: Lane::Scene, by: By::Gm },
        _ => Address { lane: Lane::Free, by: By::Gm },
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, _by: Seat, command: DeskCommand) -> Flow {
    match command {
        DeskCommand::Tick { heading, point, done } => desk::tick(cx, &heading, point, done),
        DeskCommand::Note { heading, text } => desk::note(cx, &heading, &text),
        DeskCommand::Outline { place } => desk::outline(cx, &place),
        DeskCommand::SetDown { place, at, sure } => desk::set_down(cx, &place, &at, sure),
        DeskCommand::ShowPlace { place } => desk::show_place(cx, &place),
        DeskCommand::Card(card) => desk::card(cx, *card),
        DeskCommand::Link { from, to, via } => desk::link(cx, &from, &to, &via),
        DeskCommand::Npc(npc) => desk::npc(cx, &npc),
        DeskCommand::AwardCombat { beaten, to, amount } => desk::award_combat(cx, &beaten, &to, amount),
        DeskCommand::AwardLe { who, quality, count, why } => desk::award_le(cx, who, &quality, count, &why),
        DeskCommand::Challenge { name, worth } => desk::challenge(cx, &name, worth),
        DeskCommand::EndChallenge { name, to, award } => desk::end_challenge(cx, &name, &to, &award),
        DeskCommand::Power { who, name, uses } => desk::power(cx, who, &name, uses),
        DeskCommand::UsePower { who, name } => desk::use_power(cx, who, &name),
    }
}
