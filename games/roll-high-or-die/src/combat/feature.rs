//! Features used as Actions: the Attack, check or effect a row describes, carried out. What each asks for at the moment of
//! use is in `ready`; Features that handle things are with inventory.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, RuleId, Seat, Who, deed};

use super::aims;
use super::arms::Weapon;
use super::assault::{Assault, assault, attack_again, check_assault};
use super::attack::settled;
use super::hide::hides;
use super::legal::pay;
use super::push::push_from;
use super::ready::{Ready, prepared, ready};
use super::run::go_line;
use super::way::{check_line, is_open_along};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body;
use crate::book::{CheckRow, FeatureRow, StrikeRow};
use crate::check::{Against, Throw, check, opposed, skill_sums};
use crate::effect;
use crate::fact::{FightFact, TableFact};
use crate::hurt::{Gain, end_conditions, gain};
use crate::inventory::{WITH_THINGS, use_with_things};
use crate::picks::fighting;
use crate::rules;
use crate::sight;
use crate::state::{Condition, Skill, Span, Spot, Stance, Used};

deed! {
    /// A Feature used.
    #[serde(deny_unknown_fields)]
    pub struct UseFeature(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Which, by its name.
        feature: String = aims::feature(form, who)?,
        /// Where to, for those that move or have a place.
        #[serde(default)]
        to: Option<Spot> = aims::to(form, who, &feature)?,
        /// On whom.
        #[serde(default)]
        target: Option<Who> = aims::target(form, who, &feature)?,
        /// On whom besides: the neighbour of a Cleave, the second target of a Flurry.
        #[serde(default)]
        against: Option<Who> = aims::against(form, &UseFeature::begun(who, &feature, to, target))?,
        /// With which weapon; the first that fits if nothing is said.
        #[serde(default)]
        with: Option<String> = aims::with(form, &UseFeature::begun(who, &feature, to, target))?,
        /// With which thing.
        #[serde(default)]
        item: Option<u8> = aims::item(form, &UseFeature::begun(who, &feature, to, target))?,
    }
}

impl UseFeature {
    /// As far as the form is filled in.
    fn begun(who: Who, feature: &str, to: Option<Spot>, target: Option<Who>) -> Self {
        Self { who, feature: feature.to_owned(), to, target, against: None, with: None, item: None }
    }
}

impl Deed<RollHighOrDie> for UseFeature {
    const CARD: Card = Card::acting("Use a Feature", "Encounter").rule(rules::RH_ACT_12).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        ready(may.at(), self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        match ready(cx.at(), &self) {
            Ok(ready) => use_feature(cx, &self, ready),
            Err(_) => Ok(()),
        }
    }
}

fn use_feature(cx: &mut Cx<'_, RollHighOrDie>, usage: &UseFeature, ready: Ready) -> Flow {
    let Ready { feature, weapon, ap } = ready;
    let Some(row) = cx.book().features.get(feature.as_str()) else { return Ok(()) };
    let who = usage.who;
    cx.cite(row.id);
    cx.cite(rules::RH_EXP_06);
    // What it took to gain it is not asked for again.
    if !crate::hero::unmet(cx.state(), who, &row.needs).is_empty() {
        cx.cite(rules::RH_EXP_07);
    }
    if row.hook.as_deref().is_some_and(|hook| WITH_THINGS.contains(&hook)) {
        return use_with_things(cx, row, usage, ap);
    }
    if row.id == rules::RH_FEAT_08H && !cx.state().sheet(who).features.contains(&row.id) {
        cx.cite(rules::RH_WTAG_19H);
    }
    pay(cx, who, ap, rules::RH_ACT_12);
    for (word, span) in [("once:turn", Span::Turn), ("once:encounter", Span::Encounter)] {
        if row.uses.iter().any(|need| need == word) {
            let used = Used { what: row.id, until: span, times: 1 };
            record(cx, row.id, TableFact::Used { who, used }.into());
        }
    }
    match row.hook.as_deref() {
        Some("hide-unseen") => return hides(cx, who, false, row.id),
        Some("roll-clear") => return roll_clear(cx, usage, row.id),
        Some("war-cry") => return war_cry(cx, row, who),
        _ => {}
    }
    match (&row.strike, weapon) {
        (Some(strike), Some(weapon)) => strikes(cx, usage, row, strike, &weapon),
        _ => {
            let targets = aimed(row, usage);
            for target in targets {
                cx.within((who, target, row.id), |cx| acts(cx, who, target, row))?;
            }
            Ok(())
        }
    }
}

fn aimed(row: &FeatureRow, usage: &UseFeature) -> Vec<Who> {
    match row.target.as_ref().map(|aim| aim.who.as_str()) {
        Some("self") | None => vec![usage.who],
        _ => usage.target.into_iter().collect(),
    }
}

/// A check, if the row has one, and what it does.
fn acts(cx: &mut Cx<'_, RollHighOrDie>, who: Who, target: Who, row: &FeatureRow) -> Flow {
    let won = match &row.check {
        None => true,
        Some(tried) => cx.within((who, target), |cx| tries(cx, who, target, tried, row.id))?,
    };
    if won { effect::on(cx, who, target, &row.effects, row.id) } else { Ok(()) }
}

fn tries(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    target: Who,
    tried: &CheckRow,
    rule: RuleId,
) -> Flow<bool> {
    if let Some(with) = tried.contest {
        return opposed(cx, who, tried.skill, target, with, rule, &[]);
    }
    let dc = match tried.versus {
        Some(versus) => {
            cx.cite(body::defense_rule(versus));
            body::defense_now(cx.state(), cx.book(), target, versus)
        }
        None => tried.dc.map_or(10, i16::from),
    };
    let sums = skill_sums(cx.state(), cx.book(), who, tried.skill, &[]);
    let own = Throw::new(who, tried.skill.name(), sums, rule);
    check(cx, own, Against { dc, hidden: false })
}

/// The Attack or Attacks of a Feature.
fn strikes(
    cx: &mut Cx<'_, RollHighOrDie>,
    usage: &UseFeature,
    row: &FeatureRow,
    strike: &StrikeRow,
    weapon: &Weapon,
) -> Flow {
    let who = usage.who;
    if strike.run > 0
        && let Some(to) = usage.to
        && !cx.within((who, to), |cx| go_line(cx, who, to, strike.run.into()))?
    {
        return Ok(());
    }
    let targets: Vec<Who> = match strike.also.as_deref() {
        Some("each-in-range") => {
            let state = cx.state();
            let near =
                |other: &Who| *other != who && sight::distance(state, who, *other) <= weapon.arms.reach();
            state.here().filter(near).collect()
        }
        _ => usage.target.into_iter().collect(),
    };
    for target in targets {
        let Ok(mut blow) = prepared(cx.state(), who, target, weapon.clone(), strike, row.id) else {
            continue;
        };
        if check_assault(cx.at(), &mut blow, None).is_err() {
            continue;
        }
        let struck = cx.within((who, target, row.id), |cx| assault(cx, &blow))?;
        if struck.hit && !cx.state().live(target).dead {
            cx.within((who, target, row.id, struck), |cx| effect::on(cx, who, target, &row.effects, row.id))?;
            if strike.push > 0 {
                cx.within((who, target, row.id), |cx| push_from(cx, who, target, strike.push, row.id))?;
            }
        }
        if strike.also.as_deref() == Some("neighbour")
            && let Some(other) = usage.against.filter(|other| *other != target && *other != who)
            && cx.state().creature(other).is_some_and(|one| !one.live.dead)
        {
            let second = Assault { target: other, ..blow.clone() };
            cx.within((who, other, row.id), |cx| attack_again(cx, &second, struck))?;
        }
        for _ in 1..strike.times.unwrap_or(1) {
            let next = usage.against.unwrap_or(target);
            let second = Assault { target: next, ..blow.clone() };
            let alive = cx.state().creature(next).is_some_and(|one| !one.live.dead);
            if alive && check_assault(cx.at(), &mut second.clone(), None).is_ok() {
                cx.within((who, next, row.id), |cx| assault(cx, &second))?;
            }
        }
    }
    settled(cx, who);
    Ok(())
}

/// Rolls up to 10 feet away: no Maneuver, and Crouched at the end.
fn roll_clear(cx: &mut Cx<'_, RollHighOrDie>, usage: &UseFeature, rule: RuleId) -> Flow {
    let who = usage.who;
    if let Some(to) = usage.to
        && let Ok(route) = check_line(cx.at(), who, to, 10)
        && is_open_along(cx.state(), cx.book(), who, &route)
    {
        record(cx, rule, FightFact::Moved { who, to, lift: 0 }.into());
        super::push::ties(cx);
    }
    if cx.state().live(who).stance != Stance::Crouched {
        record(cx, rule, FightFact::Stance { who, to: Stance::Crouched }.into());
    }
    Ok(())
}

/// Allies in hearing are Inspired; one roll against the Will of each foe.
fn war_cry(cx: &mut Cx<'_, RollHighOrDie>, row: &FeatureRow, who: Who) -> Flow {
    let state = cx.state();
    let near = |other: &Who| {
        *other != who
            && sight::distance(state, who, *other) <= 30
            && !state.live(*other).is(Condition::Deafened)
    };
    let heard: Vec<Who> = state.here().filter(near).collect();
    let (foes, allies): (Vec<Who>, Vec<Who>) =
        heard.into_iter().partition(|other| state.hostile(who, *other));
    for ally in allies {
        gain(cx, ally, Gain::new(Condition::Inspired, row.id).from(who));
    }
    if foes.is_empty() {
        return Ok(());
    }
    let sums = skill_sums(cx.state(), cx.book(), who, Skill::Intimidation, &[]);
    let total = crate::check::throw(cx, Throw::new(who, "Intimidation", sums, row.id))?.total;
    for foe in foes {
        if total >= body::defense_now(cx.state(), cx.book(), foe, crate::state::Defense::Will) {
            gain(cx, foe, Gain::new(Condition::Frightened, row.id).from(who));
        }
    }
    end_conditions(cx, who, row.id, |ailment| ailment.what == Condition::Hidden);
    Ok(())
}
