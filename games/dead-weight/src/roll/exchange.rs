//! The reroll exchange: both sides in turn, the players' first, until both let the dice lie. What
//! can be rerolled is worked out from the tray each time.

use boneyard_table::{At, Cx, Faces, Flow, Party, Refusal, Seat, Who};
use smallvec::SmallVec;

use super::declare::check_effort;
use super::instinct;
use super::reading::read;
use super::throw::{faces, with_dice};
use crate::DeadWeight;
use crate::fact::RollFact;
use crate::house::EffortAfterRoll;
use crate::hurt;
use crate::question::{Keep, KeptFace, PayWith, Picked, Reroll, RerollSay, Spend, With};
use crate::rules;
use crate::state::{Affliction, Bar, Clash, Die, Outcome, State, Tray};

/// Lays somebody's dice out by `opening`, and lets both sides reroll until both pass in a row.
pub(super) fn exchange(
    cx: &mut Cx<'_, DeadWeight>,
    who: Who,
    opening: impl FnOnce(&mut Cx<'_, DeadWeight>) -> Flow,
) -> Flow {
    cx.mark_after(rules::DW_TEST_13, who, opening)?;
    // Each reroll ends at the mark it began at.
    while players_turn(cx)? || gm_turn(cx)? {}
    Ok(())
}

/// Whether the players' side rerolled a die: the roller is asked, then the helpers.
fn players_turn(cx: &mut Cx<'_, DeadWeight>) -> Flow<bool> {
    cx.cite_all(|at| {
        let clash = at.state.tray.as_ref().and_then(|tray| tray.clash.as_ref());
        let critical =
            |clash: &&Clash| clash.no_shield == Bar::WhenCritical || clash.no_dodge == Bar::WhenCritical;
        clash.filter(critical).map(|_| rules::DW_TOKEN_04)
    });
    let Some(tray) = &cx.state().tray else { return Ok(false) };
    if tray.passed {
        return Ok(false);
    }
    let mut asked: SmallVec<[Who; 2]> = SmallVec::new();
    asked.push(tray.who);
    asked.extend(tray.helpers.iter().map(|helper| helper.who));
    let mut passed = false;
    for who in asked {
        if !can_reroll(cx.at(), Some(who)) {
            continue;
        }
        if let Some(spend) = wanted(cx, Some(who))? {
            reroll(cx, Some(who), spend)?;
            return Ok(true);
        }
        passed = true;
    }
    if passed {
        cx.record(rules::DW_TEST_13, RollFact::Passed { gm: false }.into());
    }
    Ok(false)
}

/// Whether the game master's side rerolled a die.
fn gm_turn(cx: &mut Cx<'_, DeadWeight>) -> Flow<bool> {
    let open = cx.state().tray.as_ref().is_some_and(|tray| !tray.gm_passed);
    if !open || !can_reroll(cx.at(), None) {
        return Ok(false);
    }
    if let Some(spend) = wanted(cx, None)? {
        return reroll(cx, None, spend).map(|()| true);
    }
    cx.record(rules::DW_TEST_13, RollFact::Passed { gm: true }.into());
    Ok(false)
}

/// The reroll a side wants, if any: which die, and what it is paid with. Instinct knows both at once.
fn wanted(cx: &mut Cx<'_, DeadWeight>, who: Option<Who>) -> Flow<Option<Spend>> {
    if cx.by_instinct() {
        return Ok(instinct::reroll(cx.at(), who));
    }
    let asked = who.map_or(Party::from(Seat::GM), Party::from);
    let said = cx.ask(asked, Reroll { who })?;
    spends(cx, who, said)
}

/// The reroll that was meant; what it is paid with is asked where several things would do.
fn spends(cx: &mut Cx<'_, DeadWeight>, who: Option<Who>, said: RerollSay) -> Flow<Option<Spend>> {
    let id = match said {
        RerollSay::Reroll(spend) => return Ok(Some(spend)),
        RerollSay::Pass(_) | RerollSay::Picked(Picked(None)) => return Ok(None),
        RerollSay::Picked(Picked(Some(id))) => id,
    };
    let at = cx.at();
    let Some(die) = id.die(at) else { return Ok(Some(plain(With::ExtraEffort))) };
    let mut ways = payments(at, who, die);
    let first = ways.next();
    if ways.next().is_some() {
        let asked = who.map_or(Party::from(Seat::GM), Party::from);
        return cx.ask(asked, PayWith { who, die }).map(Some);
    }
    Ok(first)
}

fn reroll(cx: &mut Cx<'_, DeadWeight>, by: Option<Who>, spend: Spend) -> Flow {
    let Some(tray) = &cx.state().tray else { return Ok(()) };
    let (roller, test, attribute) = (tray.who, tray.test, tray.attribute);
    let thrower = by.map_or(Party::from(Seat::GM), Party::from);
    if let (With::ExtraEffort, Some(attribute)) = (spend.with, attribute) {
        hurt::tire(cx, roller, attribute, rules::DW_TEST_18)?;
        let face = faces(cx, rules::DW_TEST_18, thrower, 1, test, "effort")?.first();
        cx.record(rules::DW_TEST_18, RollFact::Added { die: Die { of: roller, face } }.into());
        return cx.mark(rules::DW_TEST_13, roller);
    }
    let old = Die { of: spend.of.unwrap_or(roller), face: spend.die };
    let rule = rule_of(spend.with, by, roller);
    let may_stand = spend.with == With::Disadvantage;
    let lies = |cx: &mut Cx<'_, DeadWeight>, thrown: Faces| -> Flow {
        let new = thrown.first();
        let kept_new = !may_stand || cx.ask(Seat::GM, Keep { old, new })? == KeptFace::New;
        let tokens_of = token_owner(cx.state(), spend);
        let fact = RollFact::Rerolled { by, with: spend.with, tokens_of, old, new, kept_new };
        cx.record(rule, fact.into());
        Ok(())
    };
    with_dice(cx, rule, thrower, 1, test, "reroll", |cx, roll| match may_stand {
        true => cx.roll_to_mark(roll, rules::DW_TEST_13, roller, lies),
        // The old face is gone, whatever it was.
        false => cx.roll_anew(roll, rules::DW_TEST_13, roller, lies),
    })
}

fn rule_of(with: With, by: Option<Who>, roller: Who) -> boneyard_table::RuleId {
    match with {
        With::Proficiency if by == Some(roller) => rules::DW_TEST_08,
        With::Proficiency => rules::DW_TEST_16,
        With::Advantage => rules::DW_TEST_09,
        With::Insight => rules::DW_HOUSE_01H,
        With::Shield => rules::DW_TOKEN_01,
        With::Dodge => rules::DW_TOKEN_02,
        With::ExtraEffort => rules::DW_TEST_18,
        With::Disadvantage => rules::DW_TEST_10,
        With::Hopelessness => rules::DW_AFFL_10,
    }
}

fn token_owner(state: &State, spend: Spend) -> Option<Who> {
    if !matches!(spend.with, With::Shield | With::Dodge) {
        return None;
    }
    let clash = state.tray.as_ref()?.clash.as_ref()?;
    spend.from.or_else(|| clash.tokens_of.iter().copied().find(|who| tokens(state, *who, spend.with) > 0))
}

/// How much is left of what a reroll is paid with, this one included.
pub fn left(state: &State, who: Option<Who>, spend: Spend) -> u8 {
    let Some(tray) = &state.tray else { return 0 };
    let helps = |who: Who| tray.helpers.iter().find(|helper| helper.who == who);
    match spend.with {
        With::Proficiency => who.and_then(helps).map_or(tray.proficiency, |helper| helper.proficiency),
        With::Advantage => tray.advantages,
        With::Insight => who.map_or(0, |who| state.live(who).insight),
        With::Shield | With::Dodge => {
            token_owner(state, spend).map_or(0, |owner| tokens(state, owner, spend.with))
        }
        With::Disadvantage => tray.disadvantages,
        With::ExtraEffort | With::Hopelessness => 0,
    }
}

fn tokens(state: &State, who: Who, with: With) -> u8 {
    let tokens = state.live(who).tokens;
    if with == With::Shield { tokens.shield } else { tokens.dodges() }
}

/// Every reroll somebody could make now; nobody is the game master's side.
pub fn reroll_options(at: At<'_, DeadWeight>, who: Option<Who>) -> Vec<Spend> {
    let mut options = Vec::new();
    each_option(at.state, who, |spend| {
        options.push(spend);
        true
    });
    options
}

/// Ways to roll one die again.
pub fn payments(at: At<'_, DeadWeight>, who: Option<Who>, die: Die) -> impl Iterator<Item = Spend> + use<> {
    let roller = at.state.tray.as_ref().map(|tray| tray.who);
    let mut ways: SmallVec<[Spend; 4]> = SmallVec::new();
    each_option(at.state, who, |spend| {
        if spend.with != With::ExtraEffort && spend.die == die.face && spend.of.or(roller) == Some(die.of) {
            ways.push(spend);
        }
        true
    });
    ways.into_iter()
}

fn can_reroll(at: At<'_, DeadWeight>, who: Option<Who>) -> bool {
    let mut any = false;
    each_option(at.state, who, |_| {
        any = true;
        false
    });
    any
}

/// Visits the options one by one until the visitor has enough. Equal dice of one owner are one choice.
pub(super) fn each_option(state: &State, who: Option<Who>, mut visit: impl FnMut(Spend) -> bool) {
    let Some(tray) = &state.tray else { return };
    let mut payments: SmallVec<[(With, Option<Who>, bool); 6]> = SmallVec::new();
    let own = who.unwrap_or(tray.who);
    match who {
        Some(who) if who == tray.who => {
            let heroic = tray.attribute.is_some();
            if tray.proficiency > 0 {
                payments.push((With::Proficiency, None, true));
            }
            if tray.advantages > 0 {
                payments.push((With::Advantage, None, false));
            }
            if heroic && wise(state, who) {
                payments.push((With::Insight, None, true));
            }
            if let Some(clash) = tray.clash.as_ref().filter(|clash| !clash.roller_attacks) {
                token_payments(state, tray, clash, &mut payments);
            }
            if may_add(state, tray) && !visit(plain(With::ExtraEffort)) {
                return;
            }
        }
        Some(who) => {
            let Some(helper) = tray.helpers.iter().find(|helper| helper.who == who) else { return };
            if helper.proficiency > 0 {
                payments.push((With::Proficiency, None, true));
            }
            if wise(state, who) {
                payments.push((With::Insight, None, true));
            }
        }
        None => {
            if tray.disadvantages > 0 {
                payments.push((With::Disadvantage, None, false));
            }
            if let Some(clash) = tray.clash.as_ref().filter(|clash| clash.roller_attacks) {
                token_payments(state, tray, clash, &mut payments);
            }
        }
    }
    for (with, from, only_own) in payments {
        let mut before = None;
        for die in &tray.dice {
            if Some(*die) == before || (only_own && die.of != own) {
                continue;
            }
            before = Some(*die);
            let of = (die.of != tray.who).then_some(die.of);
            if !visit(Spend { with, die: die.face, of, from }) {
                return;
            }
        }
    }
}

fn plain(with: With) -> Spend {
    Spend { with, die: 0, of: None, from: None }
}

/// Whether somebody has insight to spend, where the table plays with it.
fn wise(state: &State, who: Who) -> bool {
    state.live(who).insight > 0 && state.house.allows(rules::DW_HOUSE_01H).is_ok()
}

/// Tokens that may be spent on the dice as they lie now.
fn token_payments(
    state: &State,
    tray: &Tray,
    clash: &Clash,
    payments: &mut SmallVec<[(With, Option<Who>, bool); 6]>,
) {
    let several = clash.tokens_of.len() > 1;
    for &who in &clash.tokens_of {
        let from = several.then_some(who);
        for with in [With::Shield, With::Dodge] {
            // A shield may be lent, nimbleness may not.
            let lent = with == With::Dodge && !clash.roller_attacks && who != tray.who;
            if tokens(state, who, with) > 0 && !lent && !barred(state, tray, clash, with) {
                payments.push((with, from, false));
            }
        }
    }
}

/// Whether D or X bars a token at this moment.
fn barred(state: &State, tray: &Tray, clash: &Clash, with: With) -> bool {
    match if with == With::Shield { clash.no_shield } else { clash.no_dodge } {
        Bar::Open => false,
        Bar::Barred => true,
        Bar::WhenCritical => {
            let critical =
                if clash.roller_attacks { Outcome::GreatSuccess } else { Outcome::CriticalFailure };
            read(state, tray) == critical
        }
    }
}

/// Whether an extra effort may still be made, where the table plays it so.
fn may_add(state: &State, tray: &Tray) -> bool {
    state.house.extra_effort_after_roll == EffortAfterRoll::On
        && !tray.effort
        && !tray.safe
        && tray.attribute.is_some_and(|attribute| check_effort(state.one(tray.who), attribute).is_ok())
}

/// Whether a reroll is allowed now.
pub fn check_reroll(at: At<'_, DeadWeight>, who: Option<Who>, spend: Spend) -> Result<(), Refusal> {
    let Some(tray) = &at.state.tray else {
        return Err(Refusal::new(rules::DW_TEST_13, "no-roll", "No dice lie on the table."));
    };
    let options = reroll_options(at, who);
    let of = spend.of.filter(|of| *of != tray.who);
    let fits = |option: &Spend| {
        option.with == spend.with
            && option.of == of
            && (option.die == spend.die)
            && (spend.from.is_none() || option.from.is_none() || option.from == spend.from)
    };
    if options.iter().any(fits) {
        return Ok(());
    }
    Err(why_not(at.state, tray, who, spend, &options))
}

fn why_not(state: &State, tray: &Tray, who: Option<Who>, spend: Spend, options: &[Spend]) -> Refusal {
    let (with, roller) = (spend.with, tray.who);
    let own = spend.of.unwrap_or(roller);
    let angry = who.is_some_and(|who| state.live(who).suffers(Affliction::Angry));
    if with == With::Proficiency && angry {
        return Refusal::new(rules::DW_AFFL_06, "angry", "Nobody Angry rerolls from proficiency.");
    }
    if let (With::Shield | With::Dodge, Some(clash)) = (with, &tray.clash)
        && barred(state, tray, clash, with)
    {
        let sentence = format!("{} is no use against this.", with.name());
        let rule = if with == With::Shield { rules::DW_TOKEN_01 } else { rules::DW_TOKEN_02 };
        return Refusal::new(rule, "barred", sentence);
    }
    if options.iter().all(|option| option.with != with) {
        let sentence = format!(
            "There is no {} left for this.",
            with.name().trim_start_matches("an ").trim_start_matches("a ")
        );
        let refusal = Refusal::new(rule_of(with, who, roller), "nothing-left", sentence);
        if !matches!(with, With::Advantage | With::Disadvantage) {
            return refusal;
        }
        let sentence = "Advantages and disadvantages are named before the dice fall.";
        return refusal.and(Refusal::new(rules::DW_TEST_12, "too-late", sentence));
    }
    if matches!(with, With::Proficiency | With::Insight) && who != Some(own) {
        let sentence = format!("{} rerolls own dice alone.", with.name());
        let rule = if with == With::Insight { rules::DW_HOUSE_01H } else { rules::DW_TEST_16 };
        return Refusal::new(rule, "not-your-die", sentence);
    }
    let faces: Vec<String> =
        options.iter().filter(|option| option.with == with).map(|option| option.die.to_string()).collect();
    let sentence = format!("No such die shows {}; there are {}.", spend.die, faces.join(", "));
    Refusal::new(rules::DW_TEST_13, "no-such-die", sentence)
}
