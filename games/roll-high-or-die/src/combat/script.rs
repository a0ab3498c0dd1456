//! The Referee has somebody do what they would do by themselves.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::legal::known;
use crate::RollHighOrDie;
use crate::instinct;
use crate::rules;

deed! {
    /// The Referee has somebody do what they would do by themselves.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Script(form: RollHighOrDie) {
        /// Who.
        who: Who = acting(form)?,
    }
}

/// The field `who`: whose Turn it is.
fn acting(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let state = form.state;
    let acting = state.acting();
    form.only_if(acting.is_some())?;
    if let Some(who) = acting {
        form.label(|| format!("Let {} do what comes to mind", state.name(who)).into());
    }
    form.creature_among("who", "Who", |who| acting == Some(who))
}

impl Deed<RollHighOrDie> for Script {
    const CARD: Card = Card::gm("Let somebody do what comes to mind", "Encounter").rule(rules::RH_HOUSE_23H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        known(may.state, self.who)?;
        may.not_if(instinct::command(may.at(), self.who).is_none(), || {
            let sentence = format!("It is not the Turn of {}.", may.state.name(self.who));
            Refusal::new(rules::RH_HOUSE_23H, "not-your-turn", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let Some(next) = instinct::command(cx.at(), self.who) else { return Ok(()) };
        cx.cite(rules::RH_HOUSE_23H);
        crate::command::resolve(cx, by, next)
    }
}
