//! After a fight: half of what was shot is found again, and everything that was thrown.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::slot::room;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{able, at_ease, known};
use crate::fact::{GearFact, TableFact};
use crate::picks::at_leisure;
use crate::rules;
use crate::state::{Place, State, Ware};

deed! {
    /// Somebody picks up what was shot and thrown.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Recover(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let who = at_leisure(form)?;
            form.only_if(scattered(form.state, who) != (Vec::new(), Vec::new()))?;
            who
        },
    }
}

const RULE: RuleId = rules::RH_HOUSE_13H;
const SECONDS: u64 = 600;

/// What somebody has shot, and what they have thrown, that lies about.
fn scattered(state: &State, who: Who) -> (Vec<usize>, Vec<usize>) {
    let Some(one) = state.creature(who) else { return Default::default() };
    let all = 0..one.live.items.len();
    let shot = |item: &usize| one.live.items[*item].spent > 0;
    let lies = |item: &usize| {
        let thrown = matches!(&one.sheet.items[*item].ware, Ware::Weapon(arms) if arms.thrown().is_some());
        thrown && matches!(one.live.items[*item].place, Place::Floor(_))
    };
    (all.clone().filter(shot).collect(), all.filter(lies).collect())
}

impl Deed<RollHighOrDie> for Recover {
    const CARD: Card = Card::acting("Pick up what was shot and thrown", "Things").rule(RULE);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        known(may.state, self.who)?;
        able(may.state, self.who)?;
        at_ease(may.state, RULE)?;
        may.not_if(scattered(may.state, self.who) == (Vec::new(), Vec::new()), || {
            let name = may.state.name(self.who);
            Refusal::new(RULE, "nothing", format!("{name} has shot and thrown nothing that lies about."))
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        recover(cx, self.who);
        Ok(())
    }
}

fn recover(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    let (shots, thrown) = scattered(cx.state(), who);
    for number in shots {
        let one = cx.state().one(who);
        let (thing, now) = (&one.sheet.items[number], &one.live.items[number]);
        let row = thing.like.and_then(|like| cx.book().ammunition.get(like.as_str()));
        let back = if row.is_some_and(|row| row.recover) { now.spent / 2 } else { 0 };
        let (item, count, gone) = (number as u8, now.count + back, now.place == Place::Gone);
        record(cx, RULE, GearFact::Spent { who, item, spent: 0 }.into());
        if back > 0 {
            record(cx, RULE, GearFact::Count { who, item, count }.into());
            if gone {
                record(cx, RULE, GearFact::Placed { who, item, to: Place::Quiver }.into());
            }
        }
    }
    for number in thrown {
        let thing = cx.state().sheet(who).items[number].clone();
        if let Ok(to) = room(cx.state(), cx.book(), who, &thing) {
            record(cx, RULE, GearFact::Placed { who, item: number as u8, to }.into());
        }
    }
    let to = cx.state().now.later(SECONDS);
    record(cx, RULE, TableFact::Time { to }.into());
}
