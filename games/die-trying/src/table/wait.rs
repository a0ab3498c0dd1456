//! Time the TS lets go by outside a fight. What it settles on the way is in `time`.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, deed};

use crate::DieTrying;
use crate::rules;
use crate::time;

deed! {
    /// Lets time go by.
    #[derive(Copy)]
    pub struct WaitFor(form: DieTrying) {
        /// Minutes.
        minutes: u16 = {
            let peace = form.state.battle.is_none();
            form.only_if(peace)?;
            form.amount("minutes", "Minutes", 1..=480)?
        },
    }
}

impl Deed<DieTrying> for WaitFor {
    const CARD: Card = Card::gm("Pass time", "Scene").rule(rules::DT_HOUSE_14H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may.not_if(may.state.battle.is_some() || !(1..=1440).contains(&self.minutes), || {
            let sentence = "Outside a fight 1 to 1440 minutes can go by at once.";
            Refusal::new(rules::DT_HOUSE_14H, "not-now", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let to = cx.state().now.later(u64::from(self.minutes) * 60);
        time::advance(cx, to)
    }
}
