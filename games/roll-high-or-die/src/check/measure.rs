//! How far it is from one space to another, whether there is Line of Sight, and what lies between. Players measure
//! between spaces they have seen.

use std::borrow::Cow;

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, deed};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::fact::CheckFact;
use crate::picks::{everywhere, space};
use crate::remembered;
use crate::rules;
use crate::sight;
use crate::state::Spot;

deed! {
    /// A line on the map.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Measure(form: RollHighOrDie) {
        /// From here.
        from: Spot = {
            let at = form.at();
            form.only_if(form.seat.is_gm())?;
            space(form, "from", "From", || everywhere(at))?
        },
        /// To there.
        to: Spot = {
            let at = form.at();
            space(form, "to", "To", || everywhere(at))?
        },
    }
}

impl Deed<RollHighOrDie> for Measure {
    const CARD: Card = Card::anyone("Measure a line", "Table").rule(rules::RH_LOS_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let rule = rules::RH_LOS_01;
        let Some(board) = &may.state.board else {
            return may.no(|| Refusal::new(rule, "no-map", "There is no map."));
        };
        let known = |spot: Spot| may.by.is_gm() || may.state.explored.has(spot.square());
        for spot in [self.from, self.to] {
            may.not_if(!board.has(spot) || !known(spot), || {
                let sentence = format!("{spot} is no space anybody here has seen.");
                Refusal::new(rule, "unknown-space", sentence)
            })?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let Self { from, to } = self;
        let known = if by.is_gm() { Cow::Borrowed(cx.state()) } else { remembered::known(cx.state()) };
        let Some(seen) = sight::between(&known, cx.book(), from, to) else { return Ok(()) };
        cx.cite(rules::RH_LOS_02);
        cx.cite(rules::RH_COVER_03);
        cx.cite(rules::RH_POS_01);
        if board_height(cx, from) != board_height(cx, to) {
            cx.cite(rules::RH_LOS_04);
        }
        let written = |row: &crate::book::SightCheckRow| (row.from, row.to) == (from, to);
        if crate::scenario::of_map(cx.state()).is_some() && cx.book().sight_checks.iter().any(written) {
            cx.cite(rules::RH_SCEN_05H);
        }
        let sight::Between { feet, cover, high } = seen;
        record(cx, rules::RH_LOS_01, CheckFact::Measured { from, to, feet, cover, high }.into());
        Ok(())
    }
}

fn board_height(cx: &Cx<'_, RollHighOrDie>, spot: Spot) -> i16 {
    cx.state().board.as_ref().map_or(0, |board| board.height(spot))
}
