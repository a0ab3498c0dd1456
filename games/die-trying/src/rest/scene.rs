//! The end of a scene: what holds for one scene is over.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::moment::Moment;
use boneyard_table::{Cx, Flow, Seat};
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

/// Whether a hero is up and there.
pub(super) fn some_hero_up(state: &State) -> bool {
    state.heroes().any(|who| !state.live(who).away && state.live(who).fate == Fate::Up)
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
