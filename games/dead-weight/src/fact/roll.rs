//! Facts of a roll: it is declared, thrown, rerolled, read.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::live;
use crate::question::With;
use crate::state::{Attribute, Die, Helper, Last, Outcome, State, Tray};

/// Something that became true of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RollFact {
    /// A player took back what was tried: nothing is rolled.
    Withdrawn {
        /// Who.
        who: Who,
    },
    /// The GM found no roll to be needed.
    NotNeeded {
        /// Whose.
        who: Who,
    },
    /// A roll is declared.
    Declared {
        /// Everything that was declared.
        tray: Tray,
    },
    /// Somebody helps with the roll.
    Helped {
        /// How.
        helper: Helper,
    },
    /// The dice lie on the table.
    Thrown {
        /// All of them, sorted.
        #[schemars(with = "Vec<Die>")]
        dice: SmallVec<[Die; 6]>,
    },
    /// A die was rolled again.
    Rerolled {
        /// Who spent something on it; nobody for a roll that was forced.
        by: Option<Who>,
        /// What was spent.
        with: With,
        /// Whose tokens, where tokens were spent.
        #[serde(default)]
        tokens_of: Option<Who>,
        /// The die as it lay.
        old: Die,
        /// What came up.
        new: u8,
        /// Whether the new face stands.
        kept_new: bool,
    },
    /// A die was added by an extra effort made late.
    Added {
        /// The die.
        die: Die,
    },
    /// A side lets the dice lie.
    Passed {
        /// The game master's side.
        gm: bool,
    },
    /// The roll was read.
    Read {
        /// Who rolled.
        who: Who,
        /// How it came out.
        outcome: Outcome,
        /// The dice that counted.
        #[schemars(with = "Vec<u8>")]
        dice: SmallVec<[u8; 8]>,
    },
    /// Nothing was rolled: there were fewer than no dice.
    FailedOutright {
        /// Who.
        who: Who,
    },
    /// A lesson was marked.
    Lesson {
        /// Who.
        who: Who,
        /// On what.
        attribute: Attribute,
        /// How many there are now.
        to: u8,
    },
    /// Something came out so.
    CameOut(Last),
}

pub(super) fn apply(state: &mut State, fact: &RollFact) {
    apply_owned(state, fact.clone());
}

pub(super) fn apply_owned(state: &mut State, fact: RollFact) {
    match fact {
        RollFact::Withdrawn { .. } => state.last = Some(last("withdrawn", SmallVec::new())),
        RollFact::NotNeeded { .. } => state.last = Some(last("not needed", SmallVec::new())),
        RollFact::Declared { tray } => {
            state.last = None;
            state.tray = Some(tray);
        }
        RollFact::Helped { helper } => tray(state, |tray| tray.helpers.push(helper)),
        RollFact::Thrown { dice } => tray(state, |tray| tray.dice = dice),
        RollFact::Rerolled { by, with, tokens_of, old, new, kept_new } => {
            tray(state, |tray| {
                tray.spend(by, with);
                if kept_new {
                    tray.replace(old, new);
                }
                (tray.passed, tray.gm_passed) = (false, false);
            });
            spend(state, by, with, tokens_of);
        }
        RollFact::Added { die } => tray(state, |tray| {
            tray.count += 1;
            tray.effort = true;
            tray.add(die);
            (tray.passed, tray.gm_passed) = (false, false);
        }),
        RollFact::Passed { gm } => {
            tray(state, |tray| if gm { tray.gm_passed = true } else { tray.passed = true });
        }
        RollFact::Read { outcome, dice, .. } => {
            state.tray = None;
            let (great, critical) = (outcome == Outcome::GreatSuccess, outcome == Outcome::CriticalFailure);
            state.last = Some(Last { great, critical, ..last(outcome.word(), dice) });
        }
        RollFact::FailedOutright { .. } => {
            state.tray = None;
            state.last = Some(last(Outcome::Failure.word(), SmallVec::new()));
        }
        RollFact::Lesson { who, attribute, to } => live(state, who, |live| live.lessons[attribute] = to),
        RollFact::CameOut(last) => state.last = Some(last),
    }
}

fn last(outcome: &'static str, dice: SmallVec<[u8; 8]>) -> Last {
    Last { outcome: outcome.into(), great: false, critical: false, dice }
}

fn tray(state: &mut State, change: impl FnOnce(&mut Tray)) {
    if let Some(tray) = &mut state.tray {
        change(tray);
    }
}

/// What a reroll takes from somebody beside the tray.
fn spend(state: &mut State, by: Option<Who>, with: With, tokens_of: Option<Who>) {
    // What is on the tray alone leaves everybody as they are.
    let (With::Shield | With::Dodge | With::Insight, Some(who)) = (with, tokens_of.or(by)) else { return };
    live(state, who, |live| match with {
        With::Shield => live.tokens.shield = live.tokens.shield.saturating_sub(1),
        // Those that would go first are spent first.
        With::Dodge if live.tokens.dodge > 0 => live.tokens.dodge -= 1,
        With::Dodge => live.tokens.late_dodge = live.tokens.late_dodge.saturating_sub(1),
        With::Insight => live.insight = live.insight.saturating_sub(1),
        _ => {}
    });
}
