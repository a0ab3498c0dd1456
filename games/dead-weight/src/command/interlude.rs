//! Commands of the week between expeditions.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::interlude::{self, Activity, Buy, LevelUp, Lodge, Raise, Retire, SellGear, Share};
use crate::rules;

/// A command of the interlude.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InterludeCommand {
    /// The party is back.
    ReturnHome,
    /// The next step begins.
    NextStep,
    /// Sells treasure.
    SellTreasure(SellGear),
    /// Hands silver over.
    ShareSilver(Share),
    /// Takes a lodging.
    Lodge(Lodge),
    /// Raises a score or proficiency with lessons.
    Raise(Raise),
    /// Rises a level.
    LevelUp(LevelUp),
    /// Gives up a skill.
    DropSkill {
        /// Who.
        who: Who,
        /// Which.
        skill: String,
    },
    /// Asks for a thing at the market.
    Seek {
        /// Who.
        who: Who,
        /// What.
        ware: String,
    },
    /// Buys a thing.
    Buy(Buy),
    /// Sells equipment.
    SellGear(SellGear),
    /// Spends a part of the week.
    Activity(Activity),
    /// The GM notes a debt, or that it is paid.
    NoteDebt {
        /// Whose.
        who: Who,
        /// Whether it is open.
        owed: bool,
    },
    /// Retires.
    Retire(Retire),
}

pub(super) fn address(command: &InterludeCommand) -> Address {
    let who = match command {
        InterludeCommand::ReturnHome | InterludeCommand::NextStep | InterludeCommand::NoteDebt { .. } => {
            return Address { lane: Lane::Scene, by: By::Anyone };
        }
        InterludeCommand::SellTreasure(SellGear { who, .. })
        | InterludeCommand::ShareSilver(Share { who, .. })
        | InterludeCommand::Lodge(Lodge { who, .. })
        | InterludeCommand::Raise(Raise { who, .. })
        | InterludeCommand::LevelUp(LevelUp { who, .. })
        | InterludeCommand::DropSkill { who, .. }
        | InterludeCommand::Seek { who, .. }
        | InterludeCommand::Buy(Buy { who, .. })
        | InterludeCommand::SellGear(SellGear { who, .. })
        | InterludeCommand::Activity(Activity { who, .. })
        | InterludeCommand::Retire(Retire { who, .. }) => *who,
    };
    Address { lane: Lane::Scene, by: By::Actor(who) }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: InterludeCommand) -> Flow {
    // The source has no chapter on the week between; the whole procedure is ours.
    cx.state().house.allows(rules::DW_HOUSE_35H)?;
    match command {
        InterludeCommand::ReturnHome => interlude::return_home(cx, by),
        InterludeCommand::NextStep => interlude::next_step(cx, by),
        InterludeCommand::SellTreasure(SellGear { who, item }) => interlude::sell_treasure(cx, who, item),
        InterludeCommand::ShareSilver(share) => interlude::share(cx, share),
        InterludeCommand::Lodge(wanted) => interlude::lodge(cx, &wanted),
        InterludeCommand::Raise(raise) => interlude::raise(cx, raise),
        InterludeCommand::LevelUp(up) => interlude::level_up(cx, &up),
        InterludeCommand::DropSkill { who, skill } => interlude::drop_skill(cx, who, &skill),
        InterludeCommand::Seek { who, ware } => interlude::seek(cx, who, &ware),
        InterludeCommand::Buy(buy) => interlude::buy(cx, &buy),
        InterludeCommand::SellGear(sell) => interlude::sell_gear(cx, sell),
        InterludeCommand::Activity(act) => interlude::activity(cx, &act),
        InterludeCommand::NoteDebt { who, owed } => interlude::note_debt(cx, by, who, owed),
        InterludeCommand::Retire(retire) => interlude::retire(cx, retire),
    }
}
