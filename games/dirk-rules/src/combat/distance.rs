//! How far two creatures stand apart, as the referee says.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use crate::DirkRules;
use crate::fact::Fact;
use crate::rules;

deed! {
    /// Says how far two creatures stand apart.
    #[derive(Copy)]
    pub struct Apart(form: DirkRules) {
        one: Who = placed(form, "one", "One", None)?,
        other: Who = placed(form, "other", "Other", Some(one))?,
        feet: u16 = form.amount("feet", "Feet", 0..=10_000)?,
    }
}

fn placed(
    form: &mut Filling<'_, DirkRules>,
    name: &'static str,
    label: &'static str,
    but: Option<Who>,
) -> Filled<Who> {
    let state = form.state;
    form.creature_among(name, label, |who| Some(who) != but && state.sheet(who).draft.is_none())
}

impl Deed<DirkRules> for Apart {
    const CARD: Card = Card::gm("Set a distance", "Scene").rule(rules::DK_RANGE_01H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (Self { one, other, feet }, rule) = (*self, rules::DK_RANGE_01H);
        let here = |who: Who| may.state.creature(who).is_some();
        may.not_if(one == other || !here(one) || !here(other), || {
            Refusal::new(rule, "no-such-creature", "Name two different creatures that are here.")
        })?;
        may.not_if(feet > 10_000, || {
            Refusal::new(rule, "too-far", "Distances go up to 10,000 feet.").with("feet", feet)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { one, other, feet } = self;
        cx.record(rules::DK_RANGE_01H, Fact::Apart { one, other, feet });
        Ok(())
    }
}
