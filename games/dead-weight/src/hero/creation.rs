//! Making an adventurer, as a draft in the state filled by short commands. Dice that fell are
//! facts of the draft: going on never rolls again what was seen.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::make::free_name;
use crate::DeadWeight;
use crate::fact::TableFact;
use crate::rules;
use crate::state::{Creature, Kept, Kind, Sheet};

/// An adventurer being made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Draft {
    /// The step it is at.
    pub step: Step,
    /// The two dice of a life path, rolled and not accepted yet, in the order they fell.
    #[serde(default)]
    pub dice: Option<[u8; 2]>,
    /// The free reroll for a shared row was used.
    #[serde(default)]
    pub rerolled_free: bool,
}

/// Steps of making an adventurer, in their order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Rolling the infancy.
    #[default]
    Infancy,
    /// Rolling the career.
    Career,
    /// Rolling the tragedy.
    Tragedy,
    /// Rolling the burden.
    Burden,
    /// Choosing a class.
    Class,
    /// Taking a kit.
    Kit,
    /// Moving points, choosing school or god, spells or prayers.
    Finish,
}

/// Begins an adventurer.
pub fn draft(cx: &mut Cx<'_, DeadWeight>, by: Seat, name: &str, seat: Option<Seat>) -> Flow {
    let rule = rules::DW_CHAR_01;
    let seat = seat.unwrap_or(by);
    if seat != by && !by.is_gm() {
        return refuse(Refusal::new(rule, "not-yours", "You can only make adventurers for yourself."));
    }
    let name = free_name(cx, name, rule)?;
    let who = Who(cx.state().creatures.len() as u16);
    let mut creature = Creature::blank(&name, Kind::Hero);
    creature.live.insight = 1;
    let sheet = Sheet { seat, draft: Some(Draft::default()), ..(*creature.sheet).clone() };
    creature.sheet = Kept::new(sheet);
    cx.record(rule, TableFact::Joined { who, creature: Box::new(creature) }.into());
    Ok(())
}
