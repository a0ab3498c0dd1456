//! Commands that make an adventurer, each a short step in the adventurer's own lane.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::hero;
use crate::state::Attribute;

/// A step of making an adventurer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroCommand {
    /// Begins an adventurer.
    Draft {
        /// Their name.
        name: String,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Makes a whole adventurer in one step, every choice left to chance.
    DraftAtOnce {
        /// Their name.
        name: String,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat>,
        /// The class, if it is settled.
        #[serde(default)]
        class: Option<String>,
    },
    /// Rolls the two dice of this step of the life path.
    RollPath {
        /// Whose.
        who: Who,
    },
    /// Spends insight to roll one or both dice again.
    RerollPath {
        /// Whose.
        who: Who,
        /// The first die.
        #[serde(default)]
        first: bool,
        /// The second die.
        #[serde(default)]
        second: bool,
    },
    /// Rolls both dice again for nothing, where somebody else holds the row.
    FreeReroll {
        /// Whose.
        who: Who,
    },
    /// Takes the row that was rolled.
    AcceptPath {
        /// Whose.
        who: Who,
        /// The attribute a row lets one choose.
        #[serde(default)]
        attribute: Option<Attribute>,
    },
    /// Chooses a class.
    ChooseClass {
        /// Whose.
        who: Who,
        /// Which.
        class: String,
    },
    /// Takes one of the class's kits.
    TakeKit {
        /// Whose.
        who: Who,
        /// Which, by name or letter.
        kit: String,
    },
    /// Spends insight to move a point from the highest score.
    MovePoint {
        /// Whose.
        who: Who,
        /// From which attribute.
        lower: Attribute,
        /// To which.
        raise: Attribute,
    },
    /// Chooses a school of magic or a god.
    Follow {
        /// Whose.
        who: Who,
        /// Which.
        path: String,
    },
    /// Chooses spells or prayers.
    Learn {
        /// Whose.
        who: Who,
        /// All of them.
        powers: Vec<String>,
    },
    /// Picks a skill in the place of a doubled one.
    PickSkill {
        /// Whose.
        who: Who,
        /// Which.
        skill: String,
    },
    /// Finishes an adventurer.
    Ready {
        /// Who.
        who: Who,
    },
}

pub(super) fn address(command: &HeroCommand) -> Address {
    match command {
        // The list of the party is everybody's.
        HeroCommand::Draft { .. } | HeroCommand::DraftAtOnce { .. } => {
            Address { lane: Lane::Scene, by: By::Anyone }
        }
        HeroCommand::Ready { who } => Address { lane: Lane::Scene, by: By::Actor(*who) },
        HeroCommand::RollPath { who }
        | HeroCommand::RerollPath { who, .. }
        | HeroCommand::FreeReroll { who }
        | HeroCommand::AcceptPath { who, .. }
        | HeroCommand::ChooseClass { who, .. }
        | HeroCommand::TakeKit { who, .. }
        | HeroCommand::MovePoint { who, .. }
        | HeroCommand::Follow { who, .. }
        | HeroCommand::Learn { who, .. }
        | HeroCommand::PickSkill { who, .. } => Address { lane: Lane::Hero(*who), by: By::Actor(*who) },
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: HeroCommand) -> Flow {
    match command {
        HeroCommand::Draft { name, seat } => hero::draft(cx, by, &name, seat),
        HeroCommand::DraftAtOnce { name, seat, class } => {
            hero::at_once(cx, by, &name, seat, class.as_deref())
        }
        HeroCommand::RollPath { who } => hero::roll_path(cx, who),
        HeroCommand::RerollPath { who, first, second } => hero::reroll_path(cx, who, first, second),
        HeroCommand::FreeReroll { who } => hero::free_reroll(cx, who),
        HeroCommand::AcceptPath { who, attribute } => hero::accept_path(cx, who, attribute),
        HeroCommand::ChooseClass { who, class } => hero::choose_class(cx, who, &class),
        HeroCommand::TakeKit { who, kit } => hero::take_kit(cx, who, &kit),
        HeroCommand::MovePoint { who, lower, raise } => hero::move_point(cx, who, lower, raise),
        HeroCommand::Follow { who, path } => hero::follow(cx, who, &path),
        HeroCommand::Learn { who, powers } => hero::learn(cx, who, &powers),
        HeroCommand::PickSkill { who, skill } => hero::pick_skill(cx, who, &skill),
        HeroCommand::Ready { who } => hero::ready(cx, who),
    }
}
