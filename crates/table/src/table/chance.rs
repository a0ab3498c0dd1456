//! Odds at a table: commands and outcomes as stories and clients write them, explored from a state.

use boneyard_dice::Ratio;
use serde_json::Value;

use super::{OddsAsk, OddsTold};
use crate::odds::{Effort, Explorer, OddsError, Play, Query};
use crate::{At, Cx, Playable, Refusal, Stop};

/// The exact odds of what is asked, beginning where `start` says.
pub(super) fn odds_at<G: Playable>(start: At<'_, G>, ask: &OddsAsk) -> Result<OddsTold, OddsError> {
    // The first command means the same in every run; later ones may name what came up on the way.
    let first = ask.script.first().map(|(_, command)| read::<G>(start, command));
    let first = first.transpose().map_err(OddsError::Refused)?;
    let script = |cx: &mut Cx<'_, G>| {
        for (nth, (seat, command)) in ask.script.iter().enumerate() {
            let command = match (nth, &first) {
                (0, Some(first)) => first.clone(),
                _ => read::<G>(cx.at(), command).map_err(Stop::from)?,
            };
            // The same state later in the script is another place.
            cx.within(nth, |cx| G::resolve(cx, *seat, command))?;
        }
        Ok(())
    };
    let outcome = |at: At<'_, G>| {
        let published = G::publish(at);
        ask.outcome.iter().all(|(path, expected)| expected.holds(&published, path).is_ok())
    };
    let worth = |outcome: &bool| smallvec::smallvec![i64::from(*outcome)];
    let play = if ask.best { Play::Best { side: ask.side, worth: &worth } } else { Play::Instinct };
    let query = Query { start, script: &script, outcome: &outcome, play };
    let odds = Explorer::new(query, Effort::default()).odds()?;
    let unresolved = Ratio::new(odds.unresolved.clone(), odds.total.clone()).unwrap_or(Ratio::ZERO);
    Ok(OddsTold {
        chance: odds.chance(|outcome| *outcome),
        unresolved,
        assumptions: odds.assumptions.iter().map(ToString::to_string).collect(),
        runs: odds.runs,
    })
}

fn read<G: Playable>(at: At<'_, G>, command: &Value) -> Result<G::Command, Refusal> {
    serde_json::from_value(G::spell(at, command.clone())).map_err(|error| {
        Refusal::by_table("unreadable", format!("That is no command of this game: {error}."))
    })
}
