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

/// The pool of a side, with the numbers behind it.
pub fn pool_of(at: At<'_, GutsPlus>, side: &Side) -> Pool {
    let (mut terms, mut rules) = (Vec::new(), vec![rules::GP_ROLL_01]);
    let dice = counted(at, side, &mut |part| match part {
        Part::Term(label, amount, rule) => terms.push(Term::new(label.to_owned(), amount).by(rule)),
        Part::Rule(rule) => rules.push(rule),
    });
    Pool { dice, terms, rules }
}

/// How many dice a side has.
pub fn dice_of(at: At<'_, GutsPlus>, side: &Side) -> u8 {
    counted(at, side, &mut |_| {})
}

/// Something that bears on a pool.
enum Part<'a> {
    /// A number, what it is, and its rule.
    Term(&'a str, i32, RuleId),
    /// A rule.
    Rule(RuleId),
}

/// Counts the dice of a side, telling on the way where they come from.
fn counted(at: At<'_, GutsPlus>, side: &Side, tell: &mut dyn FnMut(Part<'_>)) -> u8 {
    let one = at.state.one(side.who);
    let sheet = &one.sheet;
    let level = sheet.level(side.quality);
    let mut dice = i16::from(if side.halved { level.div_ceil(2) } else { level });
    tell(Part::Term(sheet.quality_name(side.quality), dice.into(), rules::GP_ROLL_01));
    if side.base.is_some_and(|base| base.nth() != side.quality) {
        tell(Part::Rule(rules::GP_ROLL_03));
    }
    if let Some(added) = side.added {
        let more = i16::from(sheet.level(added));
        dice += more;
        tell(Part::Term(sheet.quality_name(added), more.into(), rules::GP_ROLL_04));
        tell(Part::Rule(rules::GP_ROLL_04));
    }
    let of_dice = |edge: &&crate::state::Edge| edge.form == EdgeForm::Dice;
    for edge in side.edges.iter().filter(of_dice).filter(|edge| edge.amount > 0) {
        dice += i16::from(edge.amount);
        tell(Part::Term("advantage", edge.amount.into(), rules::GP_ROLL_05));
        tell(Part::Rule(rules::GP_ROLL_05));
    }
    if !side.past_ten {
        dice += i16::from(side.more.max(0));
    }
    if dice > i16::from(MOST_DICE) {
        let over = dice - i16::from(MOST_DICE);
        tell(Part::Term("held at 10", (-over).into(), rules::GP_ROLL_04));
        tell(Part::Rule(rules::GP_ROLL_04));
        dice = MOST_DICE.into();
    }
    if side.past_ten {
        dice += i16::from(side.more.max(0));
    }
    if side.more > 0 {
        tell(Part::Term("more dice", side.more.into(), rules::GP_ROLL_08));
    }
    let mut fewer = i16::from(side.more.min(0));
    if side.more < 0 {
        tell(Part::Term("fewer dice", side.more.into(), rules::GP_ROLL_08));
    }
    for edge in side.edges.iter().filter(of_dice).filter(|edge| edge.amount < 0) {
        fewer += i16::from(edge.amount);
        tell(Part::Term("disadvantage", edge.amount.into(), rules::GP_ROLL_05));
        tell(Part::Rule(rules::GP_ROLL_05));
    }
    for condition in counting(at.state, side).filter(|condition| condition.dice() > 0) {
        fewer -= i16::from(condition.dice());
        tell(Part::Term(&condition.name, -i32::from(condition.dice()), rules::GP_COND_04));
        tell(Part::Rule(rules::GP_COND_04));
        if side.base.is_some_and(|base| base.nth() != side.quality) || side.added.is_some() {
            tell(Part::Rule(rules::GP_COND_05));
        }
    }
    let torso = |(chart, part): (&crate::state::PartSheet, &crate::state::Part)| {
        chart.kind == "torso" && part.crossed_out()
    };
    if side.base == Some(Base::Gumption) && sheet.chart.iter().zip(&one.live.parts).any(torso) {
        fewer -= 1;
        tell(Part::Term("torso crossed out", -1, rules::GP_HOUSE_03H));
        tell(Part::Rule(rules::GP_HOUSE_03H));
    }
    if fewer < 0 {
        tell(Part::Rule(rules::GP_ROLL_08));
    }
    dice += fewer;
    if dice < 1 {
        tell(Part::Term("never below 1", (1 - dice).into(), rules::GP_ROLL_08));
        dice = 1;
    }
    u8::try_from(dice).unwrap_or(1)
}

/// Points conditions take off what is rolled.
pub fn points_off(state: &State, side: &Side) -> u8 {
    counting(state, side).map(Condition::points).fold(0, u8::saturating_add)
}
