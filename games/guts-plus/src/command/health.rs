//! Commands about bodies: harm, conditions, protection, treatment, recovery.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::health::{self, Given, Injure, Passing};

/// A command about bodies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum HealthCommand {
    /// The GM deals injuries.
    Injure(Injure),
    /// The GM gives a condition.
    Inflict {
        /// To whom.
        who: Who,
        /// Which.
        condition: Given,
    },
    /// The GM ends a condition.
    EndCondition {
        /// Whose.
        who: Who,
        /// Which, by name.
        condition: String,
        /// A permanent one is meant.
        #[serde(default)]
        permanent: bool,
    },
    /// A player asks whether a condition lasts.
    StillSo {
        /// Whose.
        who: Who,
        /// Which, by name.
        condition: String,
    },
    /// Puts protection right.
    Readjust {
        /// Who.
        who: Who,
        /// Which piece.
        item: String,
    },
    /// Repairs protection.
    Repair {
        /// Who.
        who: Who,
        /// Which piece.
        item: String,
    },
    /// Treats an injury.
    Treat {
        /// Who treats.
        who: Who,
        /// Whom.
        target: Who,
        /// Which part.
        part: String,
        /// With a quality of one's own.
        #[serde(default)]
        with: Option<String>,
    },
    /// Stops the clock of somebody unconscious.
    Stabilise {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
        /// With a quality of one's own.
        #[serde(default)]
        with: Option<String>,
    },
    /// A filling meal helps an injury.
    Meal {
        /// Who eats.
        who: Who,
        /// Which part it helps.
        part: String,
    },
    /// The GM sets how long an injury takes.
    HealsIn {
        /// Whose.
        who: Who,
        /// Which part.
        part: String,
        /// How many hours of an ordinary day.
        hours: u16,
    },
    /// The GM wakes somebody.
    Wake {
        /// Whom.
        who: Who,
    },
    /// The GM moves the clock.
    Time(Passing),
    /// The GM changes the scene.
    Scene,
}

pub(super) fn address(command: &HealthCommand) -> Address {
    use HealthCommand as H;
    let by = match command {
        H::StillSo { who, .. }
        | H::Readjust { who, .. }
        | H::Repair { who, .. }
        | H::Treat { who, .. }
        | H::Stabilise { who, .. } => By::Actor(*who),
        // The rules refuse by name where it is not the GM.
        _ => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, by: Seat, command: HealthCommand) -> Flow {
    use HealthCommand as H;
    match command {
        H::Injure(injure) => health::injure_by(cx, by, &injure),
        H::Inflict { who, condition } => health::inflict_by(cx, by, who, &condition),
        H::EndCondition { who, condition, permanent } => health::end(cx, by, who, &condition, permanent),
        H::StillSo { who, condition } => health::still(cx, who, &condition),
        H::Readjust { who, item } => health::readjust(cx, who, &item),
        H::Repair { who, item } => health::repair(cx, who, &item),
        H::Treat { who, target, part, with } => health::treat(cx, who, target, &part, with.as_deref()),
        H::Stabilise { who, target, with } => health::stabilise(cx, who, target, with.as_deref()),
        H::Meal { who, part } => health::meal(cx, by, who, &part),
        H::HealsIn { who, part, hours } => health::heals_in(cx, by, who, &part, hours),
        H::Wake { who } => health::wake(cx, by, who),
        H::Time(passing) => health::time(cx, by, &passing),
        H::Scene => health::scene(cx, by),
    }
}
