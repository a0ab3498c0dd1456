//! A Strike, in its order: the attacks it has, and what each does once it is rolled. How it is declared, what is
//! rolled, what a hit and a fumble do is in files of their own.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::moment::Tie;
use boneyard_table::{Cx, Flow, Judgement, Pilot, RuleId, RulingOption, Seat, Who};

use super::aim::{Assault, Strike, may_assault, may_strike};
use super::attack_roll::{glimpses, roll};
use super::legal::{Cost, is_awake, opponents, pay};
use super::provoke::provoke;
use super::{fumble, hit};
use crate::DieTrying;
use crate::book::{Of, Passive, Strikes};
use crate::fact::{CheckFact, FightFact, GearFact, Spending};
use crate::house::DamageTypePerStrike;
use crate::hurt::{end_affects, tie_breaks};
use crate::passive;
use crate::question::NextTarget;
use crate::rules;
use crate::sight;
use crate::state::{Degree, Place, Ware, What};

impl Deed<DieTrying> for Strike {
    const CARD: Card =
        Card::acting("Strike", "Fight").rule(rules::DT_COM_07).cost(1, "Action").odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_strike(may, self).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let blow = may_strike(May::quiet(cx.at(), by), &self)?;
        strike(cx, blow)
    }
}

/// One attack after another, each resolved before the next.
fn strike(cx: &mut Cx<'_, DieTrying>, mut blow: Assault) -> Flow {
    let who = blow.who;
    if blow.weapon.foot && cx.state().live(who).free_hands() == 0 && !kick_granted(cx, who)? {
        let what = "a kick with both hands full".to_owned();
        cx.record(rules::DT_HOUSE_06H, CheckFact::Impossible { who, what }.into());
        return Ok(());
    }
    pay(cx, who, Cost::Action, rules::DT_COM_06);
    let strikes: Option<(Strikes, RuleId)> =
        passive::find(cx.state(), cx.book(), who, Of::Strikes, |passive| match passive {
            Passive::Strikes(strikes) => Some(strikes.clone()),
            _ => None,
        });
    let strikes = strikes.filter(|_| blow.both);
    let attacks = strikes.as_ref().map_or(1, |(strikes, _)| strikes.attacks);
    if let Some((strikes, rule)) = &strikes {
        cx.cite(rules::DT_CORE_04);
        cx.cite(*rule);
        blow.modifier = strikes.penalty;
        blow.twin_damage = strikes.twin;
    }
    for nth in 0..attacks {
        if nth > 0 {
            let Some(next) = next_target(cx, &blow)? else { break };
            blow.target = next;
        }
        let last = (who, nth, attacks, &blow);
        cx.within(last, |cx| assault(cx, &blow))?;
        if !is_awake(cx.state(), who) {
            break;
        }
    }
    sight::acted(cx, who);
    crate::magic::reappears(cx, who);
    Ok(())
}

/// Whether the TS lets somebody kick whose hands are full. It costs nothing to ask.
fn kick_granted(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow<bool> {
    let rule = rules::DT_HOUSE_06H;
    let name = cx.state().name(who).to_owned();
    let judgement = || Judgement {
        rule,
        tag: "a kick with both hands full".into(),
        question: format!("{name} has both hands full and wants to kick."),
        about: vec!["A hit does 1d3 Bludgeoning.".into()],
        options: vec![
            RulingOption::new("granted", "Go on"),
            RulingOption::new("refused", "Not with full hands"),
        ],
        proposal: 0,
        why: "A foot is free.".into(),
        precedents: Vec::new(),
    };
    Ok(cx.judge(rule, 0, &judgement)?.option() == 0)
}

/// Whom the next attack of a Strike is for.
fn next_target(cx: &mut Cx<'_, DieTrying>, blow: &Assault) -> Flow<Option<Who>> {
    let may = May::quiet(cx.at(), Seat::GM);
    let fits = |target: &Who| may_assault(may, &Assault { target: *target, ..blow.clone() }).is_ok();
    let among: Vec<Who> = opponents(cx.state(), blow.who).filter(fits).collect();
    match among[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => cx.ask(blow.who, NextTarget { who: blow.who, among }),
    }
}

/// One attack, whole. Gives its degree.
pub fn assault(cx: &mut Cx<'_, DieTrying>, assault: &Assault) -> Flow<Degree> {
    let (who, target) = (assault.who, assault.target);
    cx.note(assault.rule, |at| {
        let chosen = at.state.house.damage_type_per_strike == DamageTypePerStrike::On;
        let (with, kind) = (assault.weapon.name(at.state, who).to_owned(), assault.weapon.arms.kind);
        FightFact::Strikes { who, target, with, kind: chosen.then_some(kind) }.into()
    });
    cite_weapon(cx, assault);
    lets_go_of_others(cx, who, target);
    provoke(cx, target);
    spend_shot(cx, assault);
    let degree = if glimpses(cx, who, target)? { roll(cx, assault)? } else { Degree::Failure };
    cx.cite(rules::DT_CORE_12);
    cx.cite(rules::DT_COM_08);
    match degree {
        Degree::Failure => {}
        Degree::CriticalFailure => cx.within(assault, |cx| fumble::fumble(cx, assault))?,
        Degree::Success | Degree::CriticalSuccess => {
            cx.record(rules::DT_COM_08, FightFact::Spent { who, what: Spending::Struck(target) }.into());
            cx.within((assault, degree), |cx| hit::hit(cx, assault, degree))?;
        }
    }
    if assault.thrown
        && let Some(item) = assault.weapon.item
    {
        let to = Place::Floor(cx.state().live(target).at);
        cx.record(rules::DT_HOUSE_05H, GearFact::Placed { who, item, to }.into());
        tie_breaks(cx, Tie::Touches(who));
    }
    Ok(degree)
}

/// The rules and the entry of the weapon.
fn cite_weapon(cx: &mut Cx<'_, DieTrying>, assault: &Assault) {
    let arms = &assault.weapon.arms;
    match (arms.advanced, assault.weapon.item) {
        (Some(own), _) => {
            cx.cite(rules::DT_WPN_10);
            cx.cite(own);
        }
        (None, Some(_)) => {
            cx.cite(rules::DT_WPN_01);
            cx.cite(rules::DT_PROF_02);
        }
        (None, None) if assault.weapon.listed.is_some() => {
            let entry = cx.state().sheet(assault.who).like;
            cx.cite(entry.unwrap_or(rules::DT_HOUSE_20H));
            cx.cite(rules::DT_HOUSE_20H);
        }
        (None, None) => cx.cite(rules::DT_HOUSE_06H),
    }
}

/// The one who attacks somebody else, by a blow or by magic, no longer holds those impaled.
pub fn lets_go_of_others(cx: &mut Cx<'_, DieTrying>, who: Who, target: Who) {
    for other in cx.state().everybody().filter(|other| *other != target) {
        if cx.state().live(other).affects.is_empty() {
            continue;
        }
        end_affects(cx, other, |affect| {
            affect.by == rules::DT_WPN_06 && affect.from == Some(who) && matches!(affect.what, What::Is(..))
        });
    }
}

fn spend_shot(cx: &mut Cx<'_, DieTrying>, assault: &Assault) {
    if !assault.weapon.arms.shoots() || assault.weapon.item.is_none() {
        return;
    }
    let who = assault.who;
    if let Some(item) = crate::gear::owned(cx.state(), who, |ware| *ware == Ware::Ammunition) {
        let shots = cx.state().live(who).items[usize::from(item)];
        let fact = GearFact::Left { who, item, count: shots.count - 1, left: shots.left };
        cx.record(rules::DT_HOUSE_05H, fact.into());
    }
}
