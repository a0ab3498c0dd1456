//! Facts of Watches and days: what they are spent on, what was eaten, drunk and slept, weather, miles, work.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sheet;
use crate::state::{Planned, Season, Skill, Spending, State, Tally, Watch};

/// Something that became true of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LivingFact {
    /// What the party means to do with the Day.
    Planned {
        /// Watch by Watch.
        plan: Vec<Planned>,
    },
    /// What somebody means to do with the next Watch.
    Declared {
        /// Who.
        who: Who,
        /// What.
        spend: Spending,
    },
    /// A Watch begins.
    Began {
        /// All about it.
        watch: Watch,
    },
    /// Some are in a tent for the Watch.
    Sheltered {
        /// Who.
        who: Vec<Who>,
    },
    /// Some come upon the camp.
    Visited {
        /// Who.
        who: Vec<Who>,
    },
    /// A Watch is over.
    Ended {
        /// How many of the Day are over now.
        spent: u8,
    },
    /// An Encounter broke into a Watch.
    Broken {
        /// For so many Rounds.
        rounds: u16,
    },
    /// Somebody ate.
    Ate {
        /// Who.
        who: Who,
        /// How many meals now.
        meals: u8,
        /// Water in sixths of a gallon now.
        water: u8,
    },
    /// Somebody drank.
    Drank {
        /// Who.
        who: Who,
        /// Sixths of a gallon now.
        water: u8,
    },
    /// Somebody rested.
    Slept {
        /// Who.
        who: Who,
        /// Hours now.
        hours: u8,
    },
    /// Somebody travelled.
    Walked {
        /// Who.
        who: Who,
        /// Travel Watches of the Day now.
        watches: u8,
    },
    /// The party came on.
    Miles {
        /// So far in this Watch.
        miles: u16,
    },
    /// Somebody's wounds were tended.
    Tended {
        /// Whose.
        who: Who,
    },
    /// Somebody's Watch is used.
    Worked {
        /// Whose.
        who: Who,
    },
    /// Watches spent on a Professional Skill since its last Degree.
    Logged {
        /// Whose.
        who: Who,
        /// Which.
        skill: Skill,
        /// How many now.
        watches: u16,
    },
    /// The Referee approves of a Knowledge Source, or it has served.
    Source {
        /// Whose.
        who: Who,
        /// For which Skill.
        skill: Skill,
        /// Approved for the next Degree.
        approved: bool,
    },
    /// The time of year.
    Season {
        /// Which.
        season: Season,
    },
    /// The weather.
    Weather {
        /// Which.
        weather: RuleId,
    },
    /// A day has passed.
    Passed {
        /// How many now.
        day: u16,
    },
    /// Somebody's needs were settled.
    Settled {
        /// Whose.
        who: Who,
        /// What they came to.
        had: Tally,
    },
    /// An Encounter was awarded.
    Awarded {
        /// Threat.
        threat: u16,
        /// Strength of the party.
        strength: u16,
        /// How hard that was.
        name: String,
    },
    /// Who took part in the last Encounter.
    Fought {
        /// All of them.
        who: Vec<Who>,
    },
}

pub(super) fn apply(state: &mut State, fact: &LivingFact) {
    let days = &mut state.days;
    match fact {
        LivingFact::Planned { plan } => days.plan.clone_from(plan),
        LivingFact::Declared { who, spend } => sheet(state, *who, |sheet| sheet.day.next = Some(*spend)),
        LivingFact::Began { watch } => {
            state.requests.clear();
            let all: Vec<Who> = watch.spends.iter().map(|(who, _)| *who).collect();
            days.camped = watch.camped;
            days.watch = Some(watch.clone());
            for who in all {
                sheet(state, who, |sheet| {
                    sheet.day.next = None;
                    sheet.day.worked = false;
                });
            }
        }
        LivingFact::Sheltered { who } => {
            if let Some(watch) = &mut days.watch {
                watch.tents.clone_from(who);
            }
        }
        LivingFact::Visited { who } => {
            if let Some(watch) = &mut days.watch {
                watch.visitors.clone_from(who);
            }
        }
        LivingFact::Ended { spent } => {
            days.watch = None;
            days.spent = *spent;
        }
        LivingFact::Broken { rounds } => {
            if let Some(watch) = &mut days.watch {
                watch.broken = *rounds;
            }
        }
        LivingFact::Ate { who, meals, water } => sheet(state, *who, |sheet| {
            sheet.day.meals = *meals;
            sheet.day.water = *water;
        }),
        LivingFact::Drank { who, water } => sheet(state, *who, |sheet| sheet.day.water = *water),
        LivingFact::Slept { who, hours } => sheet(state, *who, |sheet| sheet.day.slept = *hours),
        LivingFact::Walked { who, watches } => sheet(state, *who, |sheet| sheet.day.travelled = *watches),
        LivingFact::Miles { miles } => days.miles = days.miles.saturating_add((*miles).into()),
        LivingFact::Tended { who } => sheet(state, *who, |sheet| sheet.day.tended = true),
        LivingFact::Worked { who } => sheet(state, *who, |sheet| sheet.day.worked = true),
        LivingFact::Logged { who, skill, watches } => sheet(state, *who, |sheet| {
            sheet.practice.retain(|(known, _)| known != skill);
            if *watches > 0 {
                sheet.practice.push((*skill, *watches));
                sheet.practice.sort_unstable();
            }
        }),
        LivingFact::Source { who, skill, approved } => sheet(state, *who, |sheet| {
            sheet.sources.retain(|known| known != skill);
            if *approved {
                sheet.sources.push(*skill);
                sheet.sources.sort_unstable();
            }
        }),
        LivingFact::Season { season } => days.season = Some(*season),
        LivingFact::Weather { weather } => days.weather = Some(*weather),
        LivingFact::Passed { day } => {
            days.day = *day;
            days.spent = 0;
            days.plan.clear();
        }
        LivingFact::Settled { who, .. } => sheet(state, *who, |sheet| sheet.day = Tally::default()),
        LivingFact::Awarded { .. } => days.fought.clear(),
        LivingFact::Fought { who } => days.fought.clone_from(who),
    }
}
