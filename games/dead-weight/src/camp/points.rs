//! What points are spent on most: keeping watch, resting, sleeping.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Cx, Flow, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ambush_dice, campers, in_camp, may_afford, spend};
use crate::DeadWeight;
use crate::fact::CampFact;
use crate::house::SleepUnexhausts;
use crate::hurt;
use crate::rules;
use crate::state::{Affliction, Memorised};

/// Keeps a lookout: one ambush die fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lookout {}

impl Form<DeadWeight> for Lookout {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        in_camp(form)?;
        Ok(Self {})
    }
}

impl Deed<DeadWeight> for Lookout {
    const CARD: Card = Card::anyone("Keep a lookout", "Camp").rule(rules::DW_CAMP_04).cost(1, "points");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_afford(may, 1)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        if spend(cx, by, 1, "keeping a lookout", rules::DW_CAMP_04)? {
            ambush_dice(cx, -1, rules::DW_CAMP_04);
        }
        Ok(())
    }
}

/// The whole party recovers, is no longer Shaken, and prayers are fresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rest {}

impl Form<DeadWeight> for Rest {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        in_camp(form)?;
        Ok(Self {})
    }
}

impl Deed<DeadWeight> for Rest {
    const CARD: Card = Card::anyone("A well deserved rest", "Camp").rule(rules::DW_CAMP_06).cost(1, "points");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_afford(may, 1)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let rule = rules::DW_CAMP_06;
        if spend(cx, by, 1, "a well deserved rest", rule)? {
            recover(cx, &[Affliction::Shaken], rule);
            refresh(cx, rule);
        }
        Ok(())
    }
}

/// The whole party sleeps: deeper, and less on its guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sleep {}

impl Form<DeadWeight> for Sleep {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        in_camp(form)?;
        Ok(Self {})
    }
}

impl Deed<DeadWeight> for Sleep {
    const CARD: Card = Card::anyone("Sleep", "Camp").rule(rules::DW_CAMP_12).cost(2, "points");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_afford(may, 2)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let rule = rules::DW_CAMP_12;
        if spend(cx, by, 2, "sleep", rule)? {
            recover(cx, &[Affliction::Sleepy, Affliction::Shaken], rule);
            if cx.state().house.sleep_unexhausts == SleepUnexhausts::On {
                refresh(cx, rule);
            }
            ambush_dice(cx, 1, rule);
        }
        Ok(())
    }
}

fn recover(cx: &mut Cx<'_, DeadWeight>, ends: &[Affliction], rule: RuleId) {
    for who in campers(cx.state()) {
        hurt::recover_each(cx, who, u8::MAX, rule);
        for what in ends {
            let cited = if *what == Affliction::Shaken { rules::DW_AFFL_07 } else { rules::DW_AFFL_05 };
            if hurt::cured(cx, who, *what, rule) {
                cx.cite(cited);
            }
        }
    }
}

/// No prayer is exhausted any more.
fn refresh(cx: &mut Cx<'_, DeadWeight>, rule: RuleId) {
    let tired = |who: &Who| cx.state().live(*who).memorised.iter().any(|known| known.exhausted);
    let all: Vec<Who> = campers(cx.state()).into_iter().filter(tired).collect();
    for who in all {
        let fresh =
            cx.state().live(who).memorised.iter().map(|known| Memorised { exhausted: false, ..*known });
        let memorised = fresh.collect();
        cx.record(rule, CampFact::Memorised { who, memorised }.into());
    }
}
