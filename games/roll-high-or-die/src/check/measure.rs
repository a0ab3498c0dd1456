//! How far it is from one space to another, whether there is Line of Sight, and what lies between. Players measure
//! between spaces they have seen.

use std::borrow::Cow;

use boneyard_table::{Cx, Flow, Refusal, Seat, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::fact::CheckFact;
use crate::remembered;
use crate::rules;
use crate::sight;
use crate::state::Spot;

/// A line on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// From here.
    pub from: Spot,
    /// To there.
    pub to: Spot,
}

/// Measures a line on the map.
pub fn measure(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, line: Measure) -> Flow {
    let rule = rules::RH_LOS_01;
    let told = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let Some(board) = &cx.state().board else { return told("no-map", "There is no map.".into()) };
    for spot in [line.from, line.to] {
        let known = by.is_gm() || cx.state().explored.has(spot.square());
        if !board.has(spot) || !known {
            return told("unknown-space", format!("{spot} is no space anybody here has seen."));
        }
    }
    let known = if by.is_gm() { Cow::Borrowed(cx.state()) } else { remembered::known(cx.state()) };
    let Some(seen) = sight::between(&known, cx.book(), line.from, line.to) else { return Ok(()) };
    cx.cite(rules::RH_LOS_02);
    cx.cite(rules::RH_COVER_03);
    cx.cite(rules::RH_POS_01);
    if board_height(cx, line.from) != board_height(cx, line.to) {
        cx.cite(rules::RH_LOS_04);
    }
    let written = |row: &crate::book::SightCheckRow| (row.from, row.to) == (line.from, line.to);
    if crate::scenario::of_map(cx.state()).is_some() && cx.book().sight_checks.iter().any(written) {
        cx.cite(rules::RH_SCEN_05H);
    }
    let Measure { from, to } = line;
    let sight::Between { feet, cover, high } = seen;
    record(cx, rule, CheckFact::Measured { from, to, feet, cover, high }.into());
    Ok(())
}

fn board_height(cx: &Cx<'_, RollHighOrDie>, spot: Spot) -> i16 {
    cx.state().board.as_ref().map_or(0, |board| board.height(spot))
}
