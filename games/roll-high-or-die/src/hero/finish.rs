//! The last steps: Experience is spent, advice is given, everything that follows is worked out, and into play.

use boneyard_board::{Diagonals, Footprint};
use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Lane, Seat, Who, deed};

use super::draft::{MAKING, at_step, comes_now, draft, note};
use super::like::start_stance;
use crate::RollHighOrDie;
use crate::audience::{Needs, audience, record};
use crate::body::{hit_dice, max_vitality, tmk};
use crate::combat::{floor_under, in_the_way};
use crate::fact::{BoardFact, FightFact, GearFact, HeroFact, HurtFact, TableFact};
use crate::gear::{fresh, thing};
use crate::inventory::room;
use crate::living::party;
use crate::rules;
use crate::sight::place_of;
use crate::state::{Category, Draft, Place, Spot, State, Step};

deed! {
    /// Is done with Experience.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct DoneLearning(form: RollHighOrDie) {
        /// Who.
        who: Who = comes_now(form, Step::Experience)?,
    }
}

deed! {
    /// Finishes a Character.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct FinishHero(form: RollHighOrDie) {
        /// Whom.
        who: Who = comes_now(form, Step::Finish)?,
    }
}

impl Deed<RollHighOrDie> for DoneLearning {
    const CARD: Card = Card::making("Done with Experience", MAKING).rule(rules::RH_CHAR_04);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        at_step(may, self.who, Step::Experience).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        done_learning(cx, self.who);
        Ok(())
    }
}

impl Deed<RollHighOrDie> for FinishHero {
    const CARD: Card = Card::making("Done", MAKING).rule(rules::RH_CHAR_01);

    fn lane(&self) -> Lane {
        // The table's list of Characters is everybody's.
        Lane::Scene
    }

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        at_step(may, self.who, Step::Finish).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        finish_hero(cx, self.who);
        Ok(())
    }
}

/// What is advised and missing is said once.
fn done_learning(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    for text in advice(cx.state(), who) {
        record(cx, rules::RH_CHAR_04, HeroFact::Warned { who, text: text.to_owned() }.into());
    }
    if tmk(cx.state(), who) == 0 {
        let text = "with no Feature or Trait, any damage that reaches Vitality kills".to_owned();
        record(cx, rules::RH_CHAR_07, HeroFact::Warned { who, text }.into());
    }
    note(cx, who, Draft { learned: true, ..draft(cx, who) });
}

/// What a new Character lacks that is advised.
fn advice(state: &State, who: Who) -> Vec<&'static str> {
    let sheet = state.sheet(who);
    let combat = sheet.degrees.iter().any(|(skill, _)| skill.category() == Category::Combat);
    let all = [
        (sheet.features.is_empty(), "no Feature"),
        (sheet.traits.is_empty(), "no Trait"),
        (!combat, "no Combat Skill"),
    ];
    all.into_iter().filter_map(|(lacks, what)| lacks.then_some(what)).collect()
}

fn finish_hero(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    let book = cx.book();
    // Everybody begins with these; what fits nowhere lies beside them.
    for name in ["Food Ration", "Food Ration", "Waterskin"] {
        let thing = thing(book, name);
        let place = room(cx.state(), book, who, &thing).unwrap_or(Place::Floor(None));
        let item = fresh(book, &thing, place, 1);
        record(cx, rules::RH_HOUSE_02H, GearFact::Got { who, thing, item }.into());
    }
    let state = cx.state();
    let (to, left, stance) = (max_vitality(state, book, who), hit_dice(state, who), start_stance(state));
    let amount = to - state.live(who).vitality;
    cx.cite(rules::RH_VIT_01);
    record(cx, rules::RH_CHAR_06, HurtFact::Regained { who, amount, to }.into());
    record(cx, rules::RH_VIT_05, HurtFact::HitDice { who, left }.into());
    record(cx, rules::RH_STANCE_01, FightFact::Stance { who, to: stance }.into());
    record(cx, rules::RH_CHAR_01, HeroFact::Draft { who, draft: None }.into());
    stand_beside(cx, who);
    record(cx, rules::RH_CHAR_01, TableFact::Joined { who }.into());
}

/// The one who joins stands beside the party, on the nearest space that looks free. Where nobody of it stands on a map,
/// the Referee says where. Somebody there whom the players do not see makes room, and nobody is told: a space left out
/// would tell of them.
fn stand_beside(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    let (state, book) = (cx.state(), cx.book());
    let Some(board) = &state.board else { return };
    let Some(near) = party(state).into_iter().find_map(|other| place_of(state, other)) else { return };
    let size = state.sheet(who).size.spaces();
    let met = |spot: Spot, size: u8| -> Option<Vec<Who>> {
        let floor = floor_under(state, spot, size)?;
        Some(in_the_way(state, who, spot.footprint(size), floor).collect())
    };
    let noticed = |other: &Who| audience(state, book, *other, Needs::Sight) == Audience::ALL;
    let free = |square| {
        let met = Spot::of(square).and_then(|spot| met(spot, size));
        met.is_some_and(|met| !met.iter().any(noticed))
    };
    let Some(at) = board.grid.nearest(near, size, Diagonals::Equal, &free).and_then(Spot::of) else { return };
    for other in met(at, size).unwrap_or_default() {
        makes_room(cx, other, at.footprint(size));
    }
    record(cx, rules::RH_POS_01, BoardFact::Put { who, at: Some(at), lift: 0 }.into());
}

/// Somebody unseen leaves a space to one who comes.
fn makes_room(cx: &mut Cx<'_, RollHighOrDie>, who: Who, taken: Footprint) {
    let state = cx.state();
    let (Some(board), Some(here)) = (&state.board, place_of(state, who)) else { return };
    let free = |square| {
        let floor = Spot::of(square).and_then(|spot| Some((spot, floor_under(state, spot, 1)?)));
        floor.is_some_and(|(spot, floor)| {
            let own = spot.footprint(1);
            !taken.overlaps(own) && in_the_way(state, who, own, floor).next().is_none()
        })
    };
    let size = state.sheet(who).size.spaces();
    let at = board.grid.nearest(here, size, Diagonals::Equal, &free).and_then(Spot::of);
    if at.is_some() {
        cx.record_for(Audience::GM, rules::RH_POS_01, BoardFact::Put { who, at, lift: 0 }.into());
    }
}
