//! Commands of a scenario: into it, from scene to scene, and how it ends. They are no deeds: the world takes their place.

use boneyard_table::{Address, At, By, Cx, Flow, Lane, Pilot, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::scenario::{self, Enter, Parley, Prize, Scene, Scout};

/// A command of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScenarioCommand {
    /// The Referee opens one.
    Enter(Enter),
    /// The Referee begins a scene.
    Scene(Scene),
    /// Looks at the place for a Watch.
    Scout(Scout),
    /// Talks to the one who leads the others.
    Parley(Parley),
    /// Frees the prisoner.
    FreePrisoner(Prize),
    /// Takes what there is to take.
    Search(Prize),
    /// The Referee ends it.
    FinishScenario,
}

pub(super) fn address(command: &ScenarioCommand) -> Address {
    let by = match command {
        ScenarioCommand::Scout(scout) => By::Actor(scout.who),
        ScenarioCommand::Parley(parley) => By::Actor(parley.who),
        ScenarioCommand::FreePrisoner(prize) | ScenarioCommand::Search(prize) => By::Actor(prize.who),
        // The rules refuse by name where it is not the Referee.
        ScenarioCommand::Enter(_) | ScenarioCommand::Scene(_) | ScenarioCommand::FinishScenario => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, command: ScenarioCommand) -> Flow {
    match command {
        ScenarioCommand::Enter(enter) => scenario::enter(cx, by, &enter),
        ScenarioCommand::Scene(wanted) => scenario::scene(cx, by, &wanted),
        ScenarioCommand::Scout(scout) => scenario::scouts(cx, scout),
        ScenarioCommand::Parley(parley) => scenario::parley(cx, parley),
        ScenarioCommand::FreePrisoner(prize) => scenario::free(cx, prize),
        ScenarioCommand::Search(prize) => scenario::search(cx, prize),
        ScenarioCommand::FinishScenario => scenario::finish(cx, by),
    }
}

/// Whether a creature that plays itself may give a command: none of these.
pub(super) fn pilot(_at: At<'_, RollHighOrDie>, _command: &ScenarioCommand) -> Pilot {
    Pilot::Never
}
