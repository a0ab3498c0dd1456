//! A roll from its call to what came of it, step by step in the order of GP-ROLL-07.

use std::sync::LazyLock;

use boneyard_table::{Cx, First, Flow, Group, Party, Roll, Seat, Who};
use smallvec::SmallVec;

use super::Call;
use super::doubles::{Pairs, best_doubles, check_doubles};
use super::help::{check_help, could_help, join, take_help};
use super::points::take_off;
use super::pool::{counting, dice_of, points_off, pool_of};
use crate::GutsPlus;
use crate::fact::RollFact;
use crate::gm::{decide, has_player, unseen};
use crate::house::{AssistDeclare, StatusSubtract};
use crate::question::{
    Accept, AcceptSay, AcceptWord, Decide, Doubles, DoublesSay, DoublesWord, HelpSay, Matter, OfferHelp,
    Place, Prompt, SetDie, SetDieSay, TakeOff, WhichDie,
};
use crate::rules;
use crate::state::{Dice, EdgeForm, Rolled, Side, State, Tray};

/// How the talk before a roll ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Before {
    /// It is rolled.
    Roll,
    /// It works without a roll.
    Works,
    /// This side gave up.
    GaveUp(u8),
}

/// What stands in for a roll that is not there: rules that were broken on purpose must not panic.
static NOTHING: LazyLock<Tray> = LazyLock::new(|| Tray {
    kind: Rolled::Order,
    what: String::new(),
    on_failure: String::new(),
    needs: None,
    needs_hidden: false,
    sides: SmallVec::from_iter([Side::new(Who(0), None, 0)]),
});

#[inline]
pub(super) fn tray(state: &State) -> &Tray {
    state.tray.as_deref().unwrap_or(&NOTHING)
}

#[inline]
pub(super) fn side(state: &State, nth: u8) -> &Side {
    tray(state).sides.get(usize::from(nth)).unwrap_or(&NOTHING.sides[0])
}

/// Puts a roll on the table, with those who help from the start.
pub(super) fn call(cx: &mut Cx<'_, GutsPlus>, call: Call, kind: Rolled) {
    let Call { rule, mut tray, help, .. } = call;
    tray.kind = kind;
    cx.record(rule, RollFact::Called { tray }.into());
    for helper in help {
        if let Ok(helper) = check_help(cx.at(), helper, 0, None) {
            join(cx, 0, helper);
        }
    }
}

/// Step 2: everybody who rolls appeals, gives up or accepts; others offer help.
pub(super) fn before(cx: &mut Cx<'_, GutsPlus>) -> Flow<Before> {
    for nth in 0..tray(cx.state()).sides.len() as u8 {
        let who = side(cx.state(), nth).who;
        loop {
            let early = cx.state().house.assist_declare == AssistDeclare::BeforeRoll;
            let helpers =
                if has_player(cx.at(), who) || early { could_help(cx.at(), nth) } else { Vec::new() };
            if !has_player(cx.at(), who) && helpers.is_empty() {
                break;
            }
            match cx.ask_first(who, Accept { side: nth }, helpers.clone())? {
                First::Main(AcceptSay::Word(AcceptWord::Roll)) => break,
                First::Main(AcceptSay::Word(AcceptWord::Fail)) => return gives_up(cx, nth),
                First::Main(AcceptSay::Appeal { appeal, why }) => appeals(cx, nth, &appeal, &why)?,
                First::Main(AcceptSay::Argue { argue }) => {
                    if argues(cx, nth, &argue)? {
                        return Ok(Before::Works);
                    }
                }
                First::Other { nth: helper, answer } => helps(cx, nth, &helpers, helper, answer)?,
            }
        }
    }
    Ok(Before::Roll)
}

fn helps(
    cx: &mut Cx<'_, GutsPlus>,
    nth: u8,
    helpers: &[(Party, Prompt)],
    helper: usize,
    answer: crate::question::Answer,
) -> Flow {
    let say: HelpSay = cx.answer_to::<OfferHelp>(answer)?;
    if let Some((Party::Creature(who), _)) = helpers.get(helper) {
        cx.cite(rules::GP_ASST_05);
        take_help(cx, nth, *who, &say)?;
    }
    Ok(())
}

/// A side fails on purpose.
pub(super) fn gives_up(cx: &mut Cx<'_, GutsPlus>, nth: u8) -> Flow<Before> {
    let pool = pool_of(cx.at(), side(cx.state(), nth));
    pool.rules.iter().for_each(|rule| cx.cite(*rule));
    cx.record(
        rules::GP_VOL_01,
        RollFact::GaveUp { side: nth, who: side(cx.state(), nth).who, pool: pool.dice }.into(),
    );
    Ok(Before::GaveUp(nth))
}

fn argues(cx: &mut Cx<'_, GutsPlus>, nth: u8, words: &str) -> Flow<bool> {
    let (who, what) = (side(cx.state(), nth).who, tray(cx.state()).what.clone());
    cx.record(rules::GP_CORE_04, RollFact::Argued { side: nth, who, words: words.to_owned() }.into());
    let question = format!("{}: \"{words}\" Does it simply work?", cx.state().name(who));
    let matter = Decide::new(Matter::Argue, &what, question)
        .option("no", "Roll for it")
        .option("yes", "It works")
        .who(who);
    Ok(decide(cx, matter)?.choice == "yes")
}

fn appeals(cx: &mut Cx<'_, GutsPlus>, nth: u8, name: &str, why: &str) -> Flow {
    let (who, what) = (side(cx.state(), nth).who, tray(cx.state()).what.clone());
    let Some(quality) = cx.state().sheet(who).quality(name) else { return Ok(()) };
    let fits = super::suggest::matches(cx.at(), who, quality, &what);
    let question = format!("{} wants to roll {name} for {what}.", cx.state().name(who));
    let mut matter = Decide::new(Matter::Relevance, &what, question)
        .option("no", "It does not fit")
        .option("replace", "It replaces the base quality")
        .option("add", "It is added to the base quality")
        .who(who);
    if fits {
        matter = matter.propose("replace", "the quality matches what is tried");
    }
    if !why.is_empty() {
        matter = matter.about(why);
    }
    let say = decide(cx, matter)?;
    let own = side(cx.state(), nth);
    let base = own.quality;
    let sheet = cx.state().sheet(who);
    // An appeal is an option, never a penalty: the higher level is rolled.
    let replaces = say.choice == "replace" && sheet.level(quality) >= sheet.level(base);
    let adds = say.choice == "add";
    let granted = say.choice != "no";
    if granted && own.edges.iter().any(|edge| edge.unskilled) {
        cx.cite(rules::GP_ROLL_06);
    }
    let rule = if adds { rules::GP_ROLL_04 } else { rules::GP_ROLL_03 };
    cx.record(rule, RollFact::Appealed { side: nth, who, quality, replaces, adds, fits: granted }.into());
    Ok(())
}

/// Steps 3 to 5: the pool, the dice, a master's change.
pub(super) fn throw(cx: &mut Cx<'_, GutsPlus>, nth: u8) -> Flow {
    crate::essence::lends(cx, nth);
    crate::gear::helps(cx, nth);
    let pool = cx.keeps().then(|| pool_of(cx.at(), side(cx.state(), nth)));
    let dice = match &pool {
        Some(pool) => pool.dice,
        None => dice_of(cx.at(), side(cx.state(), nth)),
    };
    pool.iter().flat_map(|pool| &pool.rules).for_each(|rule| cx.cite(*rule));
    let who = side(cx.state(), nth).who;
    cx.record(rules::GP_ROLL_08, RollFact::Pool { side: nth, who, pool: dice }.into());
    let groups = [Group::new(dice, 6).named("pool")];
    let terms = || pool.as_ref().map_or_else(Vec::new, |pool| pool.terms.clone());
    let roll = Roll {
        rule: rules::GP_ROLL_01,
        by: who.into(),
        audience: boneyard_table::Audience::ALL,
        groups: &groups,
        terms: Some(&terms),
        alike: None,
    };
    let fell = cx.roll_one(&roll)?;
    let dice: Dice = fell.iter().collect();
    let low = dice.iter().any(|die| *die <= 2);
    let sum = u16::try_from(fell.sum()).unwrap_or(u16::MAX);
    cx.record(rules::GP_ROLL_01, RollFact::Fell { side: nth, who, dice, low, sum }.into());
    cx.mark(rules::GP_ROLL_01, nth)?;
    crate::gear::rerolls(cx, nth)?;
    let fell = side(cx.state(), nth).fell;
    crate::desk::counts(cx, who, fell);
    if masters(cx.state(), side(cx.state(), nth)) {
        masters_change(cx, nth, false)?;
    }
    Ok(())
}

fn masters(state: &State, side: &Side) -> bool {
    let one = state.one(side.who);
    one.mastered(side.quality) || side.added.is_some_and(|added| one.mastered(added))
}

fn masters_change(cx: &mut Cx<'_, GutsPlus>, nth: u8, bonus: bool) -> Flow {
    let own = side(cx.state(), nth);
    let who = own.who;
    let mut dice = if bonus { own.bonus.clone() } else { own.dice.clone() };
    let say = cx.ask(who, SetDie { side: nth, dice: dice.to_vec() })?;
    if let SetDieSay::Set(set) = say
        && let Some(at) = dice.iter().position(|die| *die == set.die)
    {
        dice[at] = set.to;
        dice.sort_unstable();
        let fact = RollFact::Changed { side: nth, who, from: set.die, to: set.to, bonus, dice };
        cx.record(rules::GP_XP_11, fact.into());
    }
    Ok(())
}

/// Step 6: dice of helpers that do not lie yet.
pub(super) fn assist(cx: &mut Cx<'_, GutsPlus>, nth: u8) -> Flow {
    for number in 0..side(cx.state(), nth).helpers.len() {
        let helper = side(cx.state(), nth).helpers[number].clone();
        if !helper.dice.is_empty() {
            continue;
        }
        let fell = cx.dice(rules::GP_ASST_01, helper.who, Group::new(helper.pool, 6).named("assist"))?;
        let mut dice: Dice = fell.iter().collect();
        if cx.state().one(helper.who).mastered(helper.quality) {
            let say = cx.ask(helper.who, SetDie { side: nth, dice: dice.to_vec() })?;
            if let SetDieSay::Set(set) = say
                && let Some(at) = dice.iter().position(|die| *die == set.die)
            {
                dice[at] = set.to;
                dice.sort_unstable();
                cx.cite(rules::GP_XP_11);
            }
        }
        let fact = RollFact::HelperFell { side: nth, who: helper.who, helper: number as u8, dice };
        cx.record(rules::GP_ASST_02, fact.into());
        let low = fell.iter().any(|die| die <= 2);
        if low && tray(cx.state()).kind == Rolled::Check {
            crate::growth::gain_xp(cx, helper.who, 1, rules::GP_ASST_06, "");
        }
    }
    cx.cite(rules::GP_ROLL_11);
    // Without help nothing has happened since the dice fell, and a mark would only cost time.
    if side(cx.state(), nth).helpers.is_empty() {
        return Ok(());
    }
    cx.mark(rules::GP_ASST_02, nth)
}

/// Step 7: doubles and their bonus dice. In a contest help may still come while they are chosen.
pub(super) fn pair(cx: &mut Cx<'_, GutsPlus>, nth: u8) -> Flow {
    loop {
        let chain = cx.state().house.bonus_dice_chain;
        let own = side(cx.state(), nth);
        let best = best_doubles(own, chain);
        let who = own.who;
        let late = tray(cx.state()).kind == Rolled::Contest
            && cx.state().house.assist_declare == AssistDeclare::UntilReading
            && has_player(cx.at(), who);
        let helpers = if late { could_help(cx.at(), nth) } else { Vec::new() };
        if best.count() == 0 && helpers.is_empty() {
            return Ok(());
        }
        let say = match cx.ask_first(who, Doubles { side: nth }, helpers.clone())? {
            First::Main(say) => say,
            First::Other { nth: helper, answer } => {
                helps(cx, nth, &helpers, helper, answer)?;
                assist(cx, nth)?;
                continue;
            }
        };
        let pairs = match say {
            DoublesSay::Word(DoublesWord::All) => best,
            DoublesSay::Word(DoublesWord::None) => Pairs::default(),
            DoublesSay::Pairs { own: wants, cross, chain: chained } => {
                check_doubles(side(cx.state(), nth), &wants, &cross, &chained, chain).unwrap_or_default()
            }
        };
        let count = pairs.count() as u8;
        if count == 0 {
            cx.cite(rules::GP_DBL_04);
            return Ok(());
        }
        let rule = match (&pairs.cross[..], &pairs.chain[..]) {
            (_, [_, ..]) => rules::GP_DBL_08,
            ([_, ..], _) => rules::GP_ASST_02,
            _ => rules::GP_DBL_01,
        };
        if pairs.own.len() > 1 {
            cx.cite(rules::GP_DBL_03);
        }
        if !pairs.cross.is_empty() && side(cx.state(), nth).helpers.len() > 1 {
            cx.cite(rules::GP_ASST_04);
        }
        let fact =
            RollFact::Paired { side: nth, who, own: pairs.own, cross: pairs.cross, chained: pairs.chain };
        cx.record(rule, fact.into());
        bonus(cx, nth, count)?;
        if chain == crate::house::BonusDiceChain::Off {
            return Ok(());
        }
    }
}

fn bonus(cx: &mut Cx<'_, GutsPlus>, nth: u8, count: u8) -> Flow {
    let own = side(cx.state(), nth);
    let (who, pool) = (own.who, own.pool);
    let may_change = masters(cx.state(), own) && !own.changed;
    let chain = cx.state().house.bonus_dice_chain == crate::house::BonusDiceChain::On;
    let groups = [Group::new(count, 6).named("bonus")];
    // Only their sum matters, unless one may still be set or they pair in turn.
    let by_sum = |a: &boneyard_table::Faces, b: &boneyard_table::Faces| a.sum() == b.sum();
    let roll = Roll {
        rule: rules::GP_DBL_01,
        by: who.into(),
        audience: boneyard_table::Audience::ALL,
        groups: &groups,
        terms: None,
        alike: if may_change || chain { None } else { Some(&by_sum) },
    };
    let fell = cx.roll_one(&roll)?;
    if pool >= super::pool::MOST_DICE {
        cx.cite(rules::GP_DBL_07);
    }
    let mut dice = side(cx.state(), nth).bonus.clone();
    dice.extend(fell.iter());
    dice.sort_unstable();
    cx.record(rules::GP_DBL_01, RollFact::Bonus { side: nth, who, dice }.into());
    // The same dice come this way twice only where bonus dice pair in turn.
    if chain {
        cx.mark(rules::GP_DBL_01, nth)?;
    }
    if may_change {
        masters_change(cx, nth, true)?;
    }
    Ok(())
}

/// Step 8 of a check: advantages and conditions change what the dice are worth.
pub(super) fn worth(cx: &mut Cx<'_, GutsPlus>, nth: u8) -> Flow {
    let own = side(cx.state(), nth).clone();
    let mut values = own.dice.clone();
    let change = |value: u8, by: i8| (i16::from(value) + i16::from(by)).clamp(1, 6) as u8;
    for edge in &own.edges {
        match edge.form {
            EdgeForm::Each => {
                cx.cite(rules::GP_ROLL_05);
                values.iter_mut().for_each(|value| *value = change(*value, edge.amount));
            }
            EdgeForm::One => {
                cx.cite(rules::GP_ROLL_05);
                let which = WhichDie { side: nth, amount: edge.amount, values: values.to_vec() };
                let same = values.iter().all(|value| *value == values[0]);
                let party: Party = if edge.amount < 0 { Seat::GM.into() } else { own.who.into() };
                let taken = edge.amount < 0 && unseen(cx.state());
                let face = if same || taken {
                    boneyard_table::Question::instinct(&which, cx.at())
                } else {
                    cx.ask(party, which)?
                };
                if let Some(value) = values.iter_mut().find(|value| **value == face) {
                    *value = change(*value, edge.amount);
                }
            }
            EdgeForm::Colour | EdgeForm::Dice => {}
        }
    }
    let points = points_off(cx.state(), &own);
    if points > 0 {
        cite_conditions(cx, &own);
        if cx.state().house.status_subtract_on_checks == StatusSubtract::AllDice {
            values.iter_mut().for_each(|value| *value = value.saturating_sub(points).max(1));
        } else {
            let ask = TakeOff { side: nth, points, values: values.to_vec() };
            let usual = take_off(&values, points);
            let open = values
                .iter()
                .filter(|value| **value > 1)
                .any(|value| values.iter().filter(|other| **other > 1).any(|other| other != value));
            let off = if open && !unseen(cx.state()) {
                cx.ask(Seat::GM, ask)?.over(values.len()).unwrap_or_else(|| usual.to_vec())
            } else {
                usual.to_vec()
            };
            values.iter_mut().zip(off).for_each(|(value, off)| *value = value.saturating_sub(off).max(1));
        }
    }
    let rule = if points > 0 { rules::GP_COND_03 } else { rules::GP_CHECK_03 };
    if values != own.dice || own.values != values {
        let changed = values != own.dice;
        cx.record(rule, RollFact::Worth { side: nth, who: own.who, values, changed }.into());
    }
    Ok(())
}

fn cite_conditions(cx: &mut Cx<'_, GutsPlus>, own: &Side) {
    let many = counting(cx.state(), own).count();
    cx.cite(rules::GP_COND_03);
    if many > 1 {
        cx.cite(rules::GP_COND_06);
    }
    if own.base.is_some_and(|base| base.nth() != own.quality) || own.added.is_some() {
        cx.cite(rules::GP_COND_05);
    }
}

/// Step 9 of a check: bonus points go on the dice.
pub(super) fn place(cx: &mut Cx<'_, GutsPlus>, nth: u8) -> Flow {
    let own = side(cx.state(), nth);
    let (who, points, values) = (own.who, own.bonus_points(), own.values.clone());
    if points == 0 {
        return Ok(());
    }
    let placed = cx.ask(who, Place { side: nth, points, values: values.to_vec() })?;
    let placed: Dice =
        placed.over(values.len()).unwrap_or_else(|| vec![0; values.len()]).into_iter().collect();
    let after: Dice = values.iter().zip(&placed).map(|(value, more)| value + more).collect();
    let fact = RollFact::Placed { side: nth, who, placed, values: after };
    cx.record(rules::GP_DBL_05, fact.into());
    Ok(())
}

/// Steps 8 and 9 of a contest and of the first round: what it comes to.
pub(super) fn total(cx: &mut Cx<'_, GutsPlus>, nth: u8) {
    let own = side(cx.state(), nth);
    let (who, bonus) = (own.who, i16::from(own.bonus_points()));
    let mut total = i16::from(own.dice.iter().sum::<u8>()) + bonus;
    let mut edged = false;
    for edge in &own.edges {
        let times = match edge.form {
            EdgeForm::One => 1,
            EdgeForm::Each => i16::from(own.pool),
            EdgeForm::Colour | EdgeForm::Dice => continue,
        };
        edged = true;
        total += times * i16::from(edge.amount);
    }
    let points = points_off(cx.state(), own);
    total -= i16::from(points);
    if cx.keeps() {
        let own = own.clone();
        if bonus > 0 {
            cx.cite(rules::GP_DBL_06);
        }
        if edged || points > 0 {
            cx.cite(rules::GP_CONT_06);
        }
        if points > 0 {
            cite_conditions(cx, &own);
        }
    }
    cx.record(rules::GP_CONT_02, RollFact::Total { side: nth, who, total: total.max(0) }.into());
}

/// Everybody who helped a side, for what comes after.
pub(super) fn late_helpers(cx: &Cx<'_, GutsPlus>) -> Vec<(Party, Prompt)> {
    if cx.state().house.assist_declare == AssistDeclare::BeforeRoll {
        return Vec::new();
    }
    could_help(cx.at(), 0)
}

/// Help that comes while the GM reads: its dice pair with what is in no double, and all points are placed anew.
pub(super) fn reopen(
    cx: &mut Cx<'_, GutsPlus>,
    helpers: &[(Party, Prompt)],
    helper: usize,
    answer: crate::question::Answer,
) -> Flow {
    let say: HelpSay = cx.answer_to::<OfferHelp>(answer)?;
    let Some((Party::Creature(who), _)) = helpers.get(helper) else { return Ok(()) };
    cx.cite(rules::GP_ASST_05);
    if !take_help(cx, 0, *who, &say)? {
        return Ok(());
    }
    assist(cx, 0)?;
    let before = side(cx.state(), 0).bonus.len();
    pair(cx, 0)?;
    if side(cx.state(), 0).bonus.len() > before {
        place(cx, 0)?;
    }
    Ok(())
}

/// Those who roll, in order.
pub(super) fn everyone(state: &State) -> SmallVec<[(u8, Who); 4]> {
    tray(state).sides.iter().enumerate().map(|(nth, side)| (nth as u8, side.who)).collect()
}

/// The values of the one who acts, as they are read.
pub(super) fn values(state: &State) -> Dice {
    side(state, 0).read()
}
