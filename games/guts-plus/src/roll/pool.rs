//! How many dice: levels and what adds to them, held at ten, then what takes from them, never below one.

use boneyard_table::view::Term;
use boneyard_table::{At, RuleId};

use crate::GutsPlus;
use crate::house::StatusFollowBase;
use crate::rules;
use crate::state::{Base, Condition, EdgeForm, Side, State};

/// The most dice levels and advantages give.
pub const MOST_DICE: u8 = 10;

/// A pool, with the numbers behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pool {
    /// How many dice.
    pub dice: u8,
    /// Why.
    pub terms: Vec<Term>,
    /// The rules that bear on it.
    pub rules: Vec<RuleId>,
}

/// Conditions that count for a roll.
pub fn counting<'a>(state: &'a State, side: &Side) -> impl Iterator<Item = &'a Condition> + use<'a> {
    let replaced = side.base.is_some_and(|base| base.nth() != side.quality) && side.added.is_none();
    let free = side.lifted || (replaced && state.house.status_follow_base == StatusFollowBase::Off);
    let base = side.base.filter(|_| !free);
    let all = state.creature(side.who).map_or(&[][..], |one| &one.live.conditions);
    all.iter().filter(move |condition| base.is_some() && condition.quality == base)
}

/// The pool of a side.
pub fn pool_of(at: At<'_, GutsPlus>, side: &Side) -> Pool {
    let one = at.state.one(side.who);
    let sheet = &one.sheet;
    let mut terms = Vec::new();
    let mut cited = vec![rules::GP_ROLL_01];
    let level = sheet.level(side.quality);
    let mut dice = i16::from(if side.halved { level.div_ceil(2) } else { level });
    terms.push(Term::new(sheet.quality_name(side.quality).to_owned(), dice.into()).by(rules::GP_ROLL_01));
    if side.base.is_some_and(|base| base.nth() != side.quality) {
        cited.push(rules::GP_ROLL_03);
    }
    if let Some(added) = side.added {
        let more = i16::from(sheet.level(added));
        dice += more;
        terms.push(Term::new(sheet.quality_name(added).to_owned(), more.into()).by(rules::GP_ROLL_04));
        cited.push(rules::GP_ROLL_04);
    }
    let counted = |edge: &&crate::state::Edge| edge.form == EdgeForm::Dice;
    for edge in side.edges.iter().filter(counted).filter(|edge| edge.amount > 0) {
        dice += i16::from(edge.amount);
        terms.push(Term::new("advantage", edge.amount.into()).by(rules::GP_ROLL_05));
        cited.push(rules::GP_ROLL_05);
    }
    if !side.past_ten {
        dice += i16::from(side.more.max(0));
    }
    if dice > i16::from(MOST_DICE) {
        let over = dice - i16::from(MOST_DICE);
        terms.push(Term::new("held at 10", (-over).into()).by(rules::GP_ROLL_04));
        cited.push(rules::GP_ROLL_04);
        dice = MOST_DICE.into();
    }
    if side.past_ten {
        dice += i16::from(side.more.max(0));
    }
    if side.more > 0 {
        terms.push(Term::new("more dice", side.more.into()).by(rules::GP_ROLL_08));
    }
    let mut fewer = i16::from(side.more.min(0));
    if side.more < 0 {
        terms.push(Term::new("fewer dice", side.more.into()).by(rules::GP_ROLL_08));
    }
    for edge in side.edges.iter().filter(counted).filter(|edge| edge.amount < 0) {
        fewer += i16::from(edge.amount);
        terms.push(Term::new("disadvantage", edge.amount.into()).by(rules::GP_ROLL_05));
        cited.push(rules::GP_ROLL_05);
    }
    for condition in counting(at.state, side).filter(|condition| condition.dice() > 0) {
        fewer -= i16::from(condition.dice());
        terms.push(Term::new(condition.name.clone(), -i32::from(condition.dice())).by(rules::GP_COND_04));
        cited.push(rules::GP_COND_04);
        if side.base.is_some_and(|base| base.nth() != side.quality) || side.added.is_some() {
            cited.push(rules::GP_COND_05);
        }
    }
    let torso = |(chart, part): (&crate::state::PartSheet, &crate::state::Part)| {
        chart.kind == "torso" && part.crossed_out()
    };
    if side.base == Some(Base::Gumption) && sheet.chart.iter().zip(&one.live.parts).any(torso) {
        fewer -= 1;
        terms.push(Term::new("torso crossed out", -1).by(rules::GP_HOUSE_03H));
        cited.push(rules::GP_HOUSE_03H);
    }
    if fewer < 0 {
        cited.push(rules::GP_ROLL_08);
    }
    dice += fewer;
    if dice < 1 {
        terms.push(Term::new("never below 1", (1 - dice).into()).by(rules::GP_ROLL_08));
        dice = 1;
    }
    Pool { dice: u8::try_from(dice).unwrap_or(1), terms, rules: cited }
}

/// Points conditions take off what is rolled.
pub fn points_off(state: &State, side: &Side) -> u8 {
    counting(state, side).map(Condition::points).fold(0, u8::saturating_add)
}
