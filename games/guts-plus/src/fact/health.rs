//! Facts of bodies: injuries, protection, unconsciousness, conditions, recovery.

use boneyard_table::Who;
use boneyard_table::change::{Change, Telling};
use boneyard_table::view::{Line, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::GutsPlus;
use crate::state::{Condition, Item, Live, Out, Part, State};
use crate::tell::{Teller, change};
use crate::values::clock;

/// Something that became true of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthFact {
    /// A part is as it is now.
    Part {
        /// Whose.
        who: Who,
        /// Which.
        part: u8,
        /// Before.
        from: Part,
        /// Now.
        to: Part,
    },
    /// Nothing more can happen to a part.
    Spared {
        /// Whose.
        who: Who,
        /// Which.
        part: u8,
    },
    /// A thing is as it is now.
    Item {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Before.
        from: Item,
        /// Now.
        to: Item,
    },
    /// Cannot act from now on, or has until another moment.
    Out {
        /// Who.
        who: Who,
        /// How long that may last.
        out: Out,
    },
    /// Can act again.
    Woke {
        /// Who.
        who: Who,
    },
    /// Died.
    Died {
        /// Who.
        who: Who,
    },
    /// Knocked down, or up again.
    Down {
        /// Who.
        who: Who,
        /// Whether down.
        down: bool,
    },
    /// Somebody has a condition, or has it otherwise.
    Condition {
        /// Who.
        who: Who,
        /// Its place among theirs; at the end if it is new.
        at: u8,
        /// What it is now.
        condition: Condition,
    },
    /// A condition has ended.
    ConditionEnded {
        /// Whose.
        who: Who,
        /// Its place among theirs.
        at: u8,
        /// What it was called.
        name: String,
    },
    /// The GM says that a condition lasts.
    ConditionLasts {
        /// Whose.
        who: Who,
        /// What it is called.
        name: String,
    },
    /// What heals next.
    HealsNext {
        /// Whose.
        who: Who,
        /// A part with one line.
        single: Option<u8>,
        /// A part that is crossed out.
        double: Option<u8>,
    },
    /// A meal helped.
    Meal {
        /// Whom.
        who: Who,
        /// How many today.
        count: u8,
    },
}

fn part(live: &mut Live, nth: u8, to: Part) {
    if let Some(part) = live.parts.get_mut(usize::from(nth)) {
        *part = to;
    }
}

/// The same of a fact nobody keeps: a condition is moved.
pub(super) fn apply_owned(state: &mut State, fact: HealthFact) {
    match fact {
        HealthFact::Condition { who, at, condition } => {
            live(state, who, |live| match live.conditions.get_mut(usize::from(at)) {
                Some(known) => *known = condition,
                None => live.conditions.push(condition),
            });
        }
        fact => fact.apply(state),
    }
}

impl Change<GutsPlus> for HealthFact {
    fn apply(&self, state: &mut State) {
        match self {
            HealthFact::Part { who, part: nth, to, .. } => live(state, *who, |live| part(live, *nth, *to)),
            HealthFact::Spared { .. } | HealthFact::ConditionLasts { .. } => {}
            HealthFact::Item { who, item, to, .. } => live(state, *who, |live| {
                if let Some(own) = live.items.get_mut(usize::from(*item)) {
                    own.clone_from(to);
                }
            }),
            HealthFact::Out { who, out } => {
                live(state, *who, |live| live.out = Some(*out));
                super::fight::falls(state, *who);
            }
            HealthFact::Woke { who } => live(state, *who, |live| live.out = None),
            HealthFact::Died { who } => {
                live(state, *who, |live| live.dead = true);
                super::fight::falls(state, *who);
            }
            HealthFact::Down { who, down } => live(state, *who, |live| live.down = *down),
            HealthFact::Condition { who, at, condition } => {
                live(state, *who, |live| match live.conditions.get_mut(usize::from(*at)) {
                    Some(known) => known.clone_from(condition),
                    None => live.conditions.push(condition.clone()),
                });
            }
            HealthFact::ConditionEnded { who, at, .. } => live(state, *who, |live| {
                if usize::from(*at) < live.conditions.len() {
                    live.conditions.remove(usize::from(*at));
                }
            }),
            HealthFact::HealsNext { who, single, double } => live(state, *who, |live| {
                live.heals_single = *single;
                live.heals_double = *double;
            }),
            HealthFact::Meal { who, count } => live(state, *who, |live| live.meals = *count),
        }
    }

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        let name = |who| teller.name(who);
        match self {
            HealthFact::Part { who, part, from, to } => {
                let part = teller.part(*who, *part);
                let say = if to.lost && !from.lost {
                    format!("{}: the {part} is lost for good.", name(*who))
                } else if to.struck && !from.struck {
                    format!("{}: the {part} is struck from the chart.", name(*who))
                } else if to.lines > from.lines {
                    let crossed = if to.lines >= 2 { ", crossed out" } else { "" };
                    format!("{}: {part} injuries {} to {}{crossed}.", name(*who), from.lines, to.lines)
                } else if to.lines < from.lines {
                    format!("{}: {part} injuries {} to {}.", name(*who), from.lines, to.lines)
                } else if to.treated.is_some() && from.treated.is_none() {
                    format!("{}: the {part} will be better soon.", name(*who))
                } else if to.needs != from.needs {
                    let hours = to.needs.unwrap_or(0) / 3600;
                    format!("{}: the {part} takes {} to heal.", name(*who), count(hours, "hour", "hours"))
                } else {
                    return None;
                };
                change(say, *who)
            }
            HealthFact::Spared { who, part } => change(
                format!("{}: nothing more happens to the {}.", name(*who), teller.part(*who, *part)),
                *who,
            ),
            HealthFact::Item { who, item, from, to } => {
                let thing = teller.thing(*who, *item);
                let say = if to.gone && !from.gone {
                    format!("{} drops the {thing}.", name(*who))
                } else if to.ruined && !from.ruined {
                    format!("{}: the {thing} must be repaired.", name(*who))
                } else if from.ruined && !to.ruined {
                    format!("{}: the {thing} is repaired.", name(*who))
                } else if to.marks != from.marks {
                    format!("{}: {thing} marks {} to {}.", name(*who), from.marks, to.marks)
                } else if to.hand != from.hand {
                    let hand = to.hand.map_or("no hand", |hand| teller.part(*who, hand));
                    format!("{}: the {thing} is in the {hand} now.", name(*who))
                } else {
                    return None;
                };
                change(say, *who)
            }
            HealthFact::Out { who, out } => match out.deadline {
                Some(at) => change(format!("{} has until {}.", name(*who), clock(at)), *who),
                None => change(format!("{} is unconscious; no clock is running.", name(*who)), *who),
            },
            HealthFact::Woke { who } => change(format!("{} comes to.", name(*who)), *who),
            HealthFact::Died { who } => {
                change(format!("{} dies.{}", name(*who), teller.what_now(*who)), *who)
            }
            HealthFact::Down { who, down: true } => change(format!("{} is knocked down.", name(*who)), *who),
            HealthFact::Down { who, down: false } => change(format!("{} gets up.", name(*who)), *who),
            HealthFact::Condition { who, condition, .. } => {
                let part =
                    condition.part.map_or(String::new(), |part| format!(" ({})", teller.part(*who, part)));
                change(
                    format!("{} is {}{part}: {}", name(*who), condition.name, dotted(&condition.effect)),
                    *who,
                )
            }
            HealthFact::ConditionEnded { who, name: what, .. } => {
                change(format!("{} is no longer {what}.", name(*who)), *who)
            }
            HealthFact::ConditionLasts { who, name: what } => {
                change(format!("{} is still {what}.", name(*who)), *who)
            }
            HealthFact::HealsNext { .. } => None,
            HealthFact::Meal { who, .. } => change(format!("{} eats well.", name(*who)), *who),
        }
    }
}

fn dotted(text: &str) -> String {
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}
