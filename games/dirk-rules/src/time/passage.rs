//! Letting time pass: unit by unit, with an event roll for each, until what is being done is done,
//! paused or broken off.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::events::{Interrupt, Interrupted, Rolls, WhetherRolls, happen};
use super::{Scale, TimeFact, want};
use crate::DirkRules;
use crate::check::{alive, referee};
use crate::fact::Fact;
use crate::house::EventRolls;
use crate::rules;
use crate::world;

/// The longest that may pass at once: a year of weeks.
const MOST_UNITS: u16 = 60;

/// Something that takes time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Task {
    /// What it is.
    pub kind: TaskKind,
    /// Who does it.
    pub who: Vec<Who>,
    /// Seconds it still takes.
    pub left: u32,
}

/// Kinds of things that take time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// An hour's rest.
    ShortRest,
    /// A day's rest.
    FullRest,
    /// A week's rest.
    LongRest,
    /// An hour's work on armor.
    TendArmor,
    /// Looking closely.
    Explore,
    /// A journey of so many miles.
    Travel(u16),
    /// 8 hours of sleep.
    Sleep,
    /// The way to a place of a scenario, by its number.
    Way(u16),
    /// The use of something that takes time.
    Using(RuleId),
    /// A repair of a thing, by its place in the list.
    Repair(u8),
    /// Working for gems.
    Toil,
    /// A crossing between worlds.
    Crossing,
    /// Lessons, by their number.
    Lessons(u8),
    /// Nothing in particular.
    Wait,
}

impl TaskKind {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::ShortRest => "a short rest",
            Self::FullRest => "a full rest",
            Self::LongRest => "a long rest",
            Self::TendArmor => "tending armor",
            Self::Explore => "exploring",
            Self::Travel(_) => "the journey",
            Self::Sleep => "sleep",
            Self::Way(_) => "the way",
            Self::Using(_) => "the treatment or work",
            Self::Repair(_) => "the repair",
            Self::Toil => "work",
            Self::Crossing => "the crossing",
            Self::Lessons(_) => "the training",
            Self::Wait => "waiting",
        }
    }
}

/// Time passes, and nothing in particular is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passing {
    /// On which scale.
    pub scale: Scale,
    /// How many units.
    #[serde(default = "one")]
    pub count: u16,
}

fn one() -> u16 {
    1
}

/// Lets time pass.
pub fn pass(cx: &mut Cx<'_, DirkRules>, by: Seat, passing: Passing) -> Flow {
    let Passing { scale, count } = passing;
    referee(by, rules::DK_EVENT_04, "let time pass")?;
    at_leisure(cx, rules::DK_EVENT_04)?;
    if count == 0 || count > MOST_UNITS {
        let sentence = format!("Let 1 to {MOST_UNITS} {} pass at once.", scale.name());
        return refuse(Refusal::new(rules::DK_EVENT_04, "how-long", sentence).with("most", MOST_UNITS));
    }
    let task = Task { kind: TaskKind::Wait, who: Vec::new(), left: scale.seconds() * u32::from(count) };
    spend(cx, scale, task)?;
    Ok(())
}

/// Refuses what cannot be done in a battle, or while somebody is without air.
pub(crate) fn at_leisure(cx: &Cx<'_, DirkRules>, rule: RuleId) -> Flow {
    let state = cx.state();
    if state.battle.is_some() {
        return refuse(Refusal::new(rule, "in-battle", "There is no time for that in a battle."));
    }
    if let Some(who) = state.everybody().find(|who| want::no_air(state, *who)) {
        let sentence = format!("{} is without air: count the minutes first.", state.sheet(who).name);
        return refuse(Refusal::new(rules::DK_DEPR_03, "no-air", sentence));
    }
    if state.clock > u32::MAX / 2 {
        return refuse(Refusal::new(
            rules::DK_BASIC_10,
            "end-of-time",
            "The calendar of this table is full.",
        ));
    }
    Ok(())
}

/// Refuses people who cannot set about something, or whom this seat does not speak for.
pub(crate) fn company(cx: &Cx<'_, DirkRules>, by: Seat, rule: RuleId, who: &[Who]) -> Flow {
    let state = cx.state();
    let doubled = who.iter().enumerate().any(|(at, one)| who[..at].contains(one));
    if who.is_empty() || doubled {
        return refuse(Refusal::new(rule, "who", "Name everybody who takes part, each once."));
    }
    for &one in who {
        alive(cx.at(), one)?;
        if !by.is_gm() && state.sheet(one).seat != by {
            let sentence = format!("{} is not yours to command.", state.sheet(one).name);
            return refuse(Refusal::new(rule, "not-yours", sentence));
        }
        if state.live(one).passed_out {
            let sentence = format!("{} has passed out.", state.sheet(one).name);
            return refuse(Refusal::new(rules::DK_COND_10H, "passed-out", sentence));
        }
    }
    Ok(())
}

/// Spends the time something takes, or what is left of it if the same people had paused it.
/// Gives whether its whole time is up.
pub(crate) fn spend(cx: &mut Cx<'_, DirkRules>, scale: Scale, mut task: Task) -> Flow<bool> {
    let paused = &cx.state().days.paused;
    if let Some(at) = paused.iter().position(|known| known.kind == task.kind && known.who == task.who) {
        task.left = paused[at].left;
        cx.record(rules::DK_EVENT_05, Fact::Time(TimeFact::TakenUp { at: at as u8 }));
    }
    let end = cx.state().clock + task.left;
    let rolls =
        if end > cx.state().days.rolled_to { cx.ask(Seat::GM, WhetherRolls { scale })? } else { Rolls::Safe };
    while task.left > 0 {
        cx.mark(rules::DK_EVENT_04, (&task, rolls, scale, end))?;
        let unit = scale.seconds().min(task.left);
        for nth in 0..rolls_now(cx, rolls, unit, end) {
            let local = (nth, &task, rolls, scale, end);
            let comes = cx.within(local, |cx| happen(cx, scale))?;
            if !comes {
                continue;
            }
            let goes_on = cx.ask(Seat::GM, Interrupt)?;
            if goes_on == Interrupted::GoOn {
                continue;
            }
            // What interrupts falls into the middle of its unit.
            cx.within((&task, unit, goes_on), |cx| pass_by(cx, &task, unit / 2))?;
            task.left -= unit / 2;
            let stopped = if goes_on == Interrupted::Pause {
                TimeFact::Paused(task)
            } else {
                TimeFact::BrokenOff(task)
            };
            cx.record(rules::DK_EVENT_05, Fact::Time(stopped));
            return Ok(false);
        }
        cx.within((&task, rolls, scale, end), |cx| pass_by(cx, &task, unit))?;
        task.left -= unit;
    }
    Ok(true)
}

/// Time passes, and the weather does what it does meanwhile.
fn pass_by(cx: &mut Cx<'_, DirkRules>, task: &Task, seconds: u32) -> Flow {
    let from = cx.state().clock;
    cx.within((task, from), |cx| want::let_pass(cx, seconds))?;
    world::hours_pass(cx, task, from)
}

/// How many event rolls a unit gets, marking its time as rolled for.
fn rolls_now(cx: &mut Cx<'_, DirkRules>, rolls: Rolls, unit: u32, end: u32) -> u8 {
    let number = match rolls {
        Rolls::Safe => 0,
        Rolls::Roll => 1,
        Rolls::Noisy => 2,
    };
    let clock = cx.state().clock;
    if number == 0 || clock < cx.state().days.rolled_to {
        return 0;
    }
    let to = match cx.state().house.event_rolls {
        EventRolls::PerUnit => clock + unit,
        EventRolls::PerPassage => end,
    };
    cx.record_for(boneyard_table::Audience::GM, rules::DK_EVENT_04, Fact::Time(TimeFact::RolledTo { to }));
    number
}
