//! The end of a scene: what holds for one scene is over. And to whom things happen in scenes.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::moment::Moment;
use boneyard_table::{Cx, Flow, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::combat::may_in_peace;
use crate::fact::TableFact;
use crate::hurt::moment_passes;
use crate::rules;
use crate::state::{Fate, Span, State};

/// The TS says that a scene is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndScene {}

fn up(state: &State, who: Who) -> bool {
    let one = state.one(who);
    one.sheet.is_hero() && !one.live.away && one.live.fate == Fate::Up
}

/// Whether a hero is up and there.
pub(super) fn some_hero_up(state: &State) -> bool {
    state.heroes().any(|who| up(state, who))
}

/// The field `who` of what befalls heroes: one who is up and there.
pub fn some_hero(form: &mut Filling<'_, DieTrying>, label: &'static str) -> Filled<Who> {
    let state = form.state;
    form.only_if(some_hero_up(state))?;
    form.creature_among("who", label, |who| up(state, who))
}

impl Form<DieTrying> for EndScene {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let state = form.state;
        form.only_if(state.battle.is_none() && some_hero_up(state))?;
        form.rule(rules::DT_CORE_03);
        Ok(Self {})
    }
}

impl Deed<DieTrying> for EndScene {
    const CARD: Card = Card::gm("The scene is over", "Scene").rule(rules::DT_CORE_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_in_peace(may, rules::DT_CORE_03)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        for who in cx.state().everybody() {
            cx.record(rules::DT_CORE_03, TableFact::Fresh { who, span: Span::Scene }.into());
        }
        moment_passes(cx, Moment::SceneEnd);
        Ok(())
    }
}
