//! The end of a camp: the ambush, and breaking camp.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{At, Audience, Cx, Flow, Group, Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{campers, in_camp, may_afford};
use crate::DeadWeight;
use crate::expedition::{advance_doom, agreed, breaks_out, doom_events, settle, wanderers};
use crate::fact::CampFact;
use crate::house::SleepyAnyCamp;
use crate::hurt;
use crate::magic;
use crate::question::{Choose, Topic};
use crate::rules;
use crate::state::{Affliction, Blows, Start};

/// Ambush dice of the camp as it stands.
pub fn pool(at: At<'_, DeadWeight>, exposed: bool) -> u8 {
    let Some(camp) = &at.state.camp else { return 0 };
    let way = &at.state.expedition;
    let site = way.at_site().map_or(0, |site| site.ambush);
    let more = i16::from(exposed) + i16::from(camp.fire) + i16::from(way.camps > 0) + i16::from(site);
    u8::try_from((more + i16::from(camp.ambush)).max(0)).unwrap_or(u8::MAX).min(20)
}

/// The party has done what it wanted: the ambush is rolled, and then camp is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BreakCamp {}

impl Form<DeadWeight> for BreakCamp {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        in_camp(form)?;
        Ok(Self {})
    }
}

impl Deed<DeadWeight> for BreakCamp {
    const CARD: Card = Card::anyone("Break camp", "Camp").rule(rules::DW_CAMP_16);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_afford(may, 0)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        break_camp(cx, by)
    }
}

fn break_camp(cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
    let rule = rules::DW_CAMP_01;
    let all = campers(cx.state());
    if !agreed(cx, by, &all, "break camp", rule)? {
        return Ok(());
    }
    let place = cx.state().expedition.here.clone();
    let long = cx.state().camp.as_ref().is_some_and(|camp| camp.long);
    let flag = cx.state().expedition.room(&place).is_some_and(|room| room.is("exposed"));
    let exposed = Choose::yes_no(Topic::Exposed, format!("Is {place} particularly exposed?"), flag);
    let exposed = cx.ask(Seat::GM, exposed)? == "yes";
    let quiet = magic::sanctuary(cx);
    let dice = pool(cx.at(), exposed).saturating_add_signed(quiet);
    cx.cite(rules::DW_CAMP_14);
    let sixes = if dice == 0 { 0 } else { cx.within((long, dice), |cx| ambush(cx, dice))? };
    cx.record(rule, CampFact::Over { ambush: sixes > 0 }.into());
    if sixes > 0 {
        let came = cx.within((long, sixes > 1), |cx| wanderers(cx, &place))?;
        if !came.is_empty() {
            let start = if sixes > 1 { Start::Surprised } else { Start::Rolled };
            breaks_out(cx, Blows { start, camp: true, long }, rules::DW_CAMP_15);
            return Ok(());
        }
    }
    breaks(cx, long)
}

/// The GM rolls where nobody looks: how many sixes, of which two are as good as more.
fn ambush(cx: &mut Cx<'_, DeadWeight>, dice: u8) -> Flow<u8> {
    let groups = [Group::new(dice, 6).named("ambush")];
    let sixes = |faces: &boneyard_table::Faces| faces.count(|face| face == 6).min(2);
    let alike = |a: &boneyard_table::Faces, b: &boneyard_table::Faces| sixes(a) == sixes(b);
    let (rule, by) = (rules::DW_CAMP_15, Seat::GM.into());
    let roll = Roll { rule, by, audience: Audience::GM, groups: &groups, terms: None, alike: Some(&alike) };
    Ok(sixes(&cx.roll_one(&roll)?))
}

/// The fire is out, and the place has stirred: once, after a long rest twice.
pub fn breaks(cx: &mut Cx<'_, DeadWeight>, long: bool) -> Flow {
    let rule = rules::DW_CAMP_16;
    if cx.state().house.sleepy_any_camp == SleepyAnyCamp::On {
        for who in campers(cx.state()) {
            hurt::cured(cx, who, Affliction::Sleepy, rules::DW_AFFL_05);
        }
    }
    cx.record(rule, CampFact::Broken.into());
    for _ in 0..if long { 2 } else { 1 } {
        advance_doom(cx, 1, rule);
    }
    cx.within(0, doom_events)?;
    settle(cx)
}
