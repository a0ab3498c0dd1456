//! The last step of making a hero: HP, AC and Speed follow from the sheet, and play begins.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Lane, Refusal, Seat, Who, deed};

use super::bring::{in_play_beside, stand_beside};
use super::draft::{MAKING, made_at, may_step, step_of};
use super::levels::left_levels;
use super::spells::spells_fit;
use crate::DieTrying;
use crate::fact::{GearFact, HeroFact, HurtFact, TableFact};
use crate::gear;
use crate::hurt::{ac, max_hp, speed};
use crate::passive;
use crate::question::StartDying;
use crate::rules;
use crate::state::{Place, Step, Ware};

deed! {
    /// Finishes a hero.
    #[derive(Copy)]
    pub struct FinishHero(form: DieTrying) {
        who: Who = made_at(form, |step| step == Step::Finish)?,
    }
}

impl Deed<DieTrying> for FinishHero {
    const CARD: Card = Card::making("Done", MAKING).rule(rules::DT_CHAR_01);

    // Others see who comes into play.
    fn lane(&self) -> Lane {
        Lane::Scene
    }

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let who = self.who;
        may_step(may, who, Step::Kin)?;
        let (state, book) = (may.state, may.book);
        let left = left_levels(state, who);
        let step = step_of(state, book, who).unwrap_or(Step::Finish);
        may.not_if(step == Step::Levels && left > 0, || {
            let sentence = format!("Of the six levels, {} still to be spent.", count(left, "is", "are"));
            Refusal::new(rules::DT_CHAR_09, "levels-left", sentence).with("left", left)
        })?;
        may.not_if(step < Step::Finish, || {
            let sentence = format!("One step is missing: {}.", step.name());
            Refusal::new(rules::DT_CHAR_01, "step-missing", sentence).with("step", step.name())
        })?;
        may.not_if(!spells_fit(state, book, who), || {
            let sentence = "More or higher spells are known than the talents allow: give some up.";
            Refusal::new(rules::DT_MAG_07, "too-many-spells", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        finish(cx, self.who)
    }
}

fn finish(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let most = max_hp(cx.state(), cx.book(), who);
    if most <= 0 && !cx.ask(who, StartDying { who, hp: most })? {
        let what = "starting play Dying".to_owned();
        cx.record(rules::DT_CHAR_13, HeroFact::NotAllowed { who, what }.into());
        return Ok(());
    }
    equip(cx, who);
    for rule in [rules::DT_CHAR_12, rules::DT_CHAR_13, rules::DT_CHAR_14, rules::DT_CHAR_15] {
        cx.cite(rule);
    }
    passive::cite(cx, who, &["max-hp", "speed", "bulk-limit"]);
    debug_assert!(speed(cx.state(), cx.book(), who) > 0 && ac(cx.state(), cx.book(), who, None) > -20);
    cx.record(rules::DT_CHAR_01, HeroFact::Draft { who, draft: None }.into());
    let amount = most - cx.state().live(who).hp;
    cx.record(rules::DT_CHAR_12, HurtFact::Healed { who, amount, to: most }.into());
    // A player's second hero waits until the first is gone.
    match in_play_beside(cx.state(), who) {
        Some(_) => cx.record(rules::DT_CORE_01, TableFact::Waits { who }.into()),
        None => {
            stand_beside(cx, who, rules::DT_CHAR_01);
            cx.record(rules::DT_CHAR_01, TableFact::Joined { who }.into());
        }
    }
    if most <= 0 {
        crate::hurt::break_even(cx, who)?;
    }
    Ok(())
}

/// A new hero goes down armed: armor on, the first weapon in hand.
fn equip(cx: &mut Cx<'_, DieTrying>, who: Who) {
    let one = cx.state().one(who);
    let find = |fits: &dyn Fn(&Ware) -> bool| {
        (0..one.sheet.items.len())
            .find(|at| fits(&one.sheet.items[*at].ware) && one.live.items[*at].count > 0)
    };
    let armor = find(&|ware| matches!(ware, Ware::Armor(_))).map(|at| (at, Place::Worn));
    let weapon = find(&|ware| matches!(ware, Ware::Weapon(_)));
    let weapon = weapon.map(|at| (at, gear::in_hand(&one.sheet.items[at])));
    for (item, to) in armor.into_iter().chain(weapon) {
        cx.record(rules::DT_CHAR_11, GearFact::Placed { who, item: item as u8, to }.into());
    }
}
