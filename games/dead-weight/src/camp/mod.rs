//! Camp: set up for points that belong to the party, spent on actions, disturbed perhaps, and broken.

mod food;
mod items;
mod night;
mod points;
mod setup;
mod skill;
mod study;
mod tend;

pub use food::{Cook, Meal, MealSay, Portion, feeds};
pub use items::CampItems;
pub use night::{BreakCamp, breaks, pool};
pub use points::{Lookout, Rest, Sleep};
pub use setup::{PitchCamp, Supplies};
pub use skill::{Craft, Mend, Operate, Ritual, worn_down};
pub use study::{check_studies, memorise, together};
pub use tend::{Tend, Treated};

use boneyard_table::deed::{Filled, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who};

use crate::DeadWeight;
use crate::expedition::{able, agreed};
use crate::fact::CampFact;
use crate::form::{Form, whatever_picked};
use crate::rules;
use crate::state::{Camp, Doing, State};

/// The camp under way, or why there is none.
pub fn camping(state: &State) -> Result<&Camp, Refusal> {
    match (&state.camp, state.doing()) {
        (Some(camp), Doing::Camp) => Ok(camp),
        (_, Doing::Interlude) => {
            let sentence = "That belongs to an expedition, and this is the interlude.";
            Err(Refusal::new(rules::DW_GAME_02, "interlude", sentence))
        }
        _ => Err(Refusal::new(rules::DW_CAMP_01, "no-camp", "First the party sets up camp.")),
    }
}

/// Those in the camp.
pub fn campers(state: &State) -> Vec<Who> {
    let here = &state.expedition.here;
    state.heroes().filter(|who| state.expedition.place_of(*who) == here).collect()
}

/// Whether the points are there, for somebody who may say how they are spent.
fn afford(state: &State, by: Seat, points: u8) -> Result<(), Refusal> {
    let left = camping(state)?.points;
    if left < points {
        let sentence = format!("That takes {}; {left} are left.", count(points, "point", "points"));
        return Err(Refusal::new(rules::DW_CAMP_03, "no-points", sentence).with("left", left));
    }
    let own = campers(state).iter().any(|who| state.sheet(*who).seat == by);
    if !by.is_gm() && !own {
        let sentence = "Only those who camp here decide what is done.";
        return Err(Refusal::new(rules::DW_GAME_06, "not-yours", sentence));
    }
    Ok(())
}

/// The same, whatever else is picked.
pub fn may_afford(may: May<'_, DeadWeight>, points: u8) -> Lawful {
    whatever_picked(may, afford(may.state, may.by, points))
}

/// Whether the party is on its way and somebody here has an adventurer on their feet.
fn speaks(form: &Form<'_>) -> bool {
    let (state, seat) = (form.state, form.seat);
    state.expedition.under_way && able(state).any(|who| seat.is_gm() || state.sheet(who).seat == seat)
}

/// Offers what the party decides in camp to those who have an adventurer on their feet.
fn in_camp(form: &mut Form<'_>) -> Filled<()> {
    let here = form.state.camp.is_some() && speaks(form);
    form.only_if(here)
}

/// The party agrees and pays.
fn spend(cx: &mut Cx<'_, DeadWeight>, by: Seat, points: u8, on: &str, rule: RuleId) -> Flow<bool> {
    let all = campers(cx.state());
    if !agreed(cx, by, &all, &format!("spend camp time: {on}"), rule)? {
        return Ok(false);
    }
    let Some(camp) = cx.state().camp.clone() else { return Ok(false) };
    let camp = Camp { points: camp.points.saturating_sub(points), ..camp };
    cx.cite(rules::DW_CAMP_03);
    cx.record(rule, CampFact::Spent { on: on.to_owned(), camp }.into());
    Ok(true)
}

/// Changes the ambush dice of the camp.
pub fn ambush_dice(cx: &mut Cx<'_, DeadWeight>, by: i8, rule: RuleId) {
    if let Some(camp) = cx.state().camp.clone() {
        let camp = Camp { ambush: camp.ambush.saturating_add(by), ..camp };
        cx.record(rule, CampFact::Spent { on: "the watch".into(), camp }.into());
    }
}
