//! Facts of essence: auras, skills, uses, what is kept up, strain.

use boneyard_table::change::{Change, Telling};
use boneyard_table::view::{Line, count};
use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{live, sheet};
use crate::GutsPlus;
use crate::state::{Essence, Halves, Holding, Lingers, Owes, Scale, State, Strain, Withstood};
use crate::tell::{Teller, change};

/// Something that became true of an essence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EssenceFact {
    /// Its nature and its skills; nothing if somebody has none to move.
    Essence {
        /// Whose.
        who: Who,
        /// All of it.
        essence: Option<Essence>,
    },
    /// A skill was learned.
    Learned {
        /// By whom.
        who: Who,
        /// Which.
        skill: RuleId,
    },
    /// Skills were merged, or the GM said no.
    Merged {
        /// Whose.
        who: Who,
        /// All of them.
        skills: Vec<RuleId>,
        /// Whether it may be.
        allowed: bool,
    },
    /// A skill came to something, or to nothing.
    Used {
        /// Whose.
        who: Who,
        /// Which.
        skill: RuleId,
        /// On whom.
        target: Option<Who>,
        /// On what, or for what.
        what: String,
        /// How it read.
        outcome: Scale,
        /// Whether it worked.
        worked: bool,
        /// What came of it, in the GM's words.
        words: String,
    },
    /// What somebody keeps up.
    Holding {
        /// Who.
        who: Who,
        /// All of it.
        holding: Vec<Holding>,
    },
    /// Strained from now on, or not any more.
    Strain {
        /// Who.
        who: Who,
        /// The strain.
        strain: Option<Strain>,
    },
    /// The strained use their essence all the same.
    Warned {
        /// Who.
        who: Who,
        /// Whether they go on.
        goes_on: bool,
    },
    /// Something is in the way, or not any more.
    Cut {
        /// Whose.
        who: Who,
        /// How far it still reaches.
        feet: Option<Halves>,
    },
    /// The maintenance check of a round was made.
    Checked {
        /// By whom.
        who: Who,
        /// In which round.
        round: u16,
    },
    /// Dice that coming rolls lose.
    Owes {
        /// Who.
        who: Who,
        /// All of it.
        owes: Vec<Owes>,
    },
    /// A mind withstood.
    Withstood {
        /// What is counted now.
        count: Withstood,
    },
    /// Something lasts for a while.
    Lingers {
        /// What.
        lingers: Lingers,
    },
    /// It does not last any more.
    Over {
        /// What.
        lingers: Lingers,
    },
}

impl Change<GutsPlus> for EssenceFact {
    fn apply(&self, state: &mut State) {
        match self {
            EssenceFact::Essence { who, essence } => {
                sheet(state, *who, |own| own.essence.clone_from(essence));
            }
            EssenceFact::Learned { who, skill } => sheet(state, *who, |own| {
                if let Some(essence) = &mut own.essence {
                    essence.skills.push(*skill);
                }
            }),
            EssenceFact::Merged { .. } | EssenceFact::Used { .. } | EssenceFact::Warned { .. } => {}
            EssenceFact::Holding { who, holding } => {
                live(state, *who, |own| own.essence.holding.clone_from(holding));
            }
            EssenceFact::Strain { who, strain } => live(state, *who, |own| own.essence.strain = *strain),
            EssenceFact::Cut { who, feet } => live(state, *who, |own| own.essence.cut = *feet),
            EssenceFact::Checked { who, round } => live(state, *who, |own| own.essence.checked = *round),
            EssenceFact::Owes { who, owes } => live(state, *who, |own| own.essence.owes.clone_from(owes)),
            EssenceFact::Withstood { count } => {
                let same = |known: &&mut Withstood| known.user == count.user && known.target == count.target;
                match state.withstood.iter_mut().find(same) {
                    Some(known) => *known = *count,
                    None => state.withstood.push(*count),
                }
            }
            EssenceFact::Lingers { lingers } => state.lingering.push(*lingers),
            EssenceFact::Over { lingers } => state.lingering.retain(|known| known != lingers),
        }
    }

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        let name = |who| teller.name(who);
        let skill = |id: &RuleId| {
            teller.at.book.skills.get(id.as_str()).map_or_else(|| id.to_string(), |row| row.name.clone())
        };
        match self {
            EssenceFact::Essence { who, essence } => {
                let say = match essence {
                    None => format!("{} cannot move their essence.", name(*who)),
                    Some(essence) => match &essence.aura {
                        Some(aura) if essence.rolled => {
                            format!("The die says: {}'s aura is {aura}.", name(*who))
                        }
                        Some(aura) => format!("{}'s aura is {aura}.", name(*who)),
                        None if essence.objected => {
                            format!("{} resists. Aura roll.", name(*who))
                        }
                        None => format!("{} can move their essence; its aura is open.", name(*who)),
                    },
                };
                change(say, *who)
            }
            EssenceFact::Learned { who, skill: id } => {
                change(format!("{} learns {}.", name(*who), skill(id)), *who)
            }
            EssenceFact::Merged { who, skills, allowed } => {
                let all: Vec<String> = skills.iter().map(skill).collect();
                let how = if *allowed { "together" } else { "together, but that cannot be" };
                change(format!("{} would use {} {how}.", name(*who), all.join(" and ")), *who)
            }
            EssenceFact::Used { who, skill: id, target, what, outcome, worked, words } => {
                let on = target.map_or(String::new(), |target| format!(" on {}", name(target)));
                let what = if what.is_empty() { String::new() } else { format!(" ({what})") };
                let came = if *worked { "works" } else { "does nothing" };
                let words = if words.is_empty() { String::new() } else { format!(" {words}") };
                change(
                    format!("{}'s {}{on}{what} {came}: {}.{words}", name(*who), skill(id), outcome.name()),
                    *who,
                )
            }
            EssenceFact::Holding { who, holding } => {
                let all: Vec<String> = holding.iter().map(|held| skill(&held.skill)).collect();
                let say = if all.is_empty() {
                    format!("{} keeps nothing up any more.", name(*who))
                } else {
                    format!("{} keeps up {}.", name(*who), all.join(" and "))
                };
                change(say, *who)
            }
            EssenceFact::Strain { who, strain: Some(_) } => {
                change(format!("{} is strained.", name(*who)), *who)
            }
            EssenceFact::Strain { who, strain: None } => {
                change(format!("{} is not strained any more.", name(*who)), *who)
            }
            EssenceFact::Warned { who, goes_on } => {
                let does = if *goes_on { "goes on all the same" } else { "lets it be" };
                change(format!("{} is strained and {does}.", name(*who)), *who)
            }
            EssenceFact::Cut { who, feet: Some(feet) } => change(
                format!("Something is in the way: {}'s essence ends at {}.", name(*who), feet.feet()),
                *who,
            ),
            EssenceFact::Cut { who, feet: None } => {
                change(format!("Nothing holds {}'s essence back.", name(*who)), *who)
            }
            EssenceFact::Checked { .. } => None,
            EssenceFact::Owes { who, owes } => {
                let say = match owes.last() {
                    Some(owes) => {
                        format!(
                            "{}'s next {} roll has {} fewer.",
                            name(*who),
                            owes.base.name(),
                            count(owes.dice, "die", "dice")
                        )
                    }
                    None => format!("{} has paid for the lent dice.", name(*who)),
                };
                change(say, *who)
            }
            EssenceFact::Withstood { count: met } => {
                let say = format!(
                    "{} has withstood {} {} and is the better prepared.",
                    name(met.target),
                    name(met.user),
                    count(met.times, "time", "times")
                );
                change(say, met.target)
            }
            EssenceFact::Lingers { lingers } => {
                let until = crate::values::clock(lingers.until);
                change(
                    format!("{} holds {} until {until}.", skill(&lingers.skill), name(lingers.target)),
                    lingers.target,
                )
            }
            EssenceFact::Over { lingers } => change(
                format!("{} no longer holds {}.", skill(&lingers.skill), name(lingers.target)),
                lingers.target,
            ),
        }
    }
}
