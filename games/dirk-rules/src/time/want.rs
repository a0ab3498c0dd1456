//! Want: food, sleep and air, what their lack does, passing out of it and waking again.

use boneyard_table::{Cx, Flow, Group, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::passage::{Task, TaskKind, at_leisure, spend};
use super::{Scale, TimeFact};
use crate::DirkRules;
use crate::check::{Save, alive, referee, related, save};
use crate::combat::let_go;
use crate::fact::Fact;
use crate::health::{Harm, die, inflict};
use crate::house::{Deprivation, FaintDeath};
use crate::power;
use crate::rules;
use crate::state::{Ability, State};

/// What somebody lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Want {
    /// Food.
    pub food: Option<Lack>,
    /// Sleep.
    pub sleep: Option<Lack>,
    /// Air.
    pub air: Option<Breath>,
    /// Passed out of want.
    pub fainted: bool,
    /// When they come to, in seconds.
    pub wakes: Option<u32>,
}

/// Food or sleep that is lacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lack {
    /// Since when, in seconds.
    pub since: u32,
    /// Whether it has done damage.
    pub harmed: bool,
}

/// Air that is lacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Breath {
    /// Calm minutes or exerted turns of breath left.
    pub left: u8,
    /// Whether its lack has done damage.
    pub harmed: bool,
}

/// What may be lacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wanting {
    /// Food.
    Food,
    /// Sleep.
    Sleep,
    /// Air.
    Air,
}

impl Want {
    /// What is lacking, in words.
    pub fn names(&self) -> Vec<&'static str> {
        let all =
            [(self.food.is_some(), "food"), (self.sleep.is_some(), "sleep"), (self.air.is_some(), "air")];
        all.into_iter().filter(|(lacks, _)| *lacks).map(|(_, name)| name).collect()
    }

    fn harmed(&self) -> bool {
        let long = [self.food, self.sleep].into_iter().flatten().any(|lack| lack.harmed);
        long || self.air.is_some_and(|air| air.harmed)
    }
}

/// Whether want has begun to do damage and is not met yet.
pub fn deprived(state: &State, who: Who) -> bool {
    state.live(who).want.harmed()
}

/// Whether somebody living is without air, and carries none.
pub fn no_air(state: &State, who: Who) -> bool {
    let live = state.live(who);
    !live.dead && live.want.air.is_some() && power::air_left(live).is_none()
}

/// Says that people are without food or sleep from now on.
pub fn deprive(cx: &mut Cx<'_, DirkRules>, by: Seat, who: &[Who], of: Wanting) -> Flow {
    let rule = match of {
        Wanting::Food => rules::DK_DEPR_01,
        Wanting::Sleep => rules::DK_DEPR_02,
        Wanting::Air => return breathless(cx, by, who, Stretch::default()),
    };
    called_for(cx, by, rule, who)?;
    let since = cx.state().clock;
    for &one in who {
        if let Some(row) = power::needs(cx.at(), one, "food").filter(|_| of == Wanting::Food) {
            cx.cite(row);
        }
        let mut want = cx.state().live(one).want;
        let lack = if of == Wanting::Food { &mut want.food } else { &mut want.sleep };
        lack.get_or_insert(Lack { since, harmed: false });
        cx.record(rule, Fact::Time(TimeFact::Wants { who: one, want }));
    }
    Ok(())
}

/// A stretch of time without air.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stretch {
    /// Turns instead of minutes.
    pub exerted: bool,
    /// There was no time to draw breath.
    pub caught: bool,
    /// How many minutes or turns.
    pub count: u16,
}

/// Without air for so many minutes, or turns under exertion. In a battle every own turn counts by itself.
pub fn breathless(cx: &mut Cx<'_, DirkRules>, by: Seat, who: &[Who], stretch: Stretch) -> Flow {
    let rule = if stretch.exerted { rules::DK_DEPR_04 } else { rules::DK_DEPR_03 };
    called_for(cx, by, rule, who)?;
    if stretch.count > 0 && cx.state().battle.is_some() {
        let sentence = "A battle counts its turns by itself.";
        return refuse(Refusal::new(rules::DK_DEPR_04, "in-battle", sentence));
    }
    if stretch.count > 100 {
        return refuse(
            Refusal::new(rule, "how-long", "Nobody counts more than 100 at once.").with("most", 100),
        );
    }
    for &one in who {
        if cx.state().live(one).want.air.is_none() && power::breathes(cx, one)? {
            continue;
        }
        let lungs = power::lungs(cx.at(), one);
        if let Some(row) = lungs {
            cx.cite(row);
        }
        let live = cx.state().live(one);
        if live.want.air.is_none() {
            let half = live.score(Ability::Str) / if lungs.is_some() { 1 } else { 2 };
            let left = if stretch.caught { 0 } else { half };
            let want = Want { air: Some(Breath { left, harmed: false }), ..live.want };
            cx.record(rules::DK_DEPR_03, Fact::Time(TimeFact::Wants { who: one, want }));
            power::open_air(cx, one);
        }
    }
    for left in (0..stretch.count).rev() {
        let from = cx.state().clock;
        let unit = if stretch.exerted { 10 } else { 60 };
        let to = from.saturating_add(unit);
        cx.record(rules::DK_BASIC_10, Fact::Clock { from, to });
        power::time_passed(cx);
        for &one in who {
            cx.within((who, one, left, stretch.exerted), |cx| gasp(cx, one, rule, unit))?;
        }
    }
    Ok(())
}

/// A turn of battle without air, if it was one.
pub fn turn_without_air(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    gasp(cx, who, rules::DK_DEPR_04, 10)
}

/// One minute or turn without air; whoever carries some breathes that first.
fn gasp(cx: &mut Cx<'_, DirkRules>, who: Who, rule: RuleId, seconds: u32) -> Flow {
    let live = cx.state().live(who);
    let (Some(air), false) = (live.want.air, live.dead) else {
        return Ok(());
    };
    if power::breathe(cx, who, seconds) < seconds {
        return Ok(());
    }
    let live = cx.state().live(who);
    if let Some(left) = air.left.checked_sub(1) {
        let want = Want { air: Some(Breath { left, ..air }), ..live.want };
        cx.record(rule, Fact::Time(TimeFact::Wants { who, want }));
        return Ok(());
    }
    hurt(cx, who, Wanting::Air, rule)
}

/// A want is met: a meal, 8 hours of sleep, air.
pub fn relieve(cx: &mut Cx<'_, DirkRules>, by: Seat, who: &[Who], of: Wanting, rough: bool) -> Flow {
    let rule = rules::DK_DEPR_05;
    called_for(cx, by, rule, who)?;
    let lacks = |cx: &Cx<'_, DirkRules>, one: Who| {
        let want = cx.state().live(one).want;
        match of {
            Wanting::Food => want.food.is_some(),
            Wanting::Sleep => want.sleep.is_some(),
            Wanting::Air => want.air.is_some(),
        }
    };
    if let Some(&one) = who.iter().find(|one| !lacks(cx, **one)) {
        let sentence = format!("{} lacks nothing of the kind.", cx.state().sheet(one).name);
        return refuse(Refusal::new(rule, "no-want", sentence));
    }
    if of == Wanting::Sleep {
        at_leisure(cx, rule)?;
        let task = Task { kind: TaskKind::Sleep, who: who.to_vec(), left: 8 * Scale::Hours.seconds() };
        if !spend(cx, Scale::Hours, task)? {
            return Ok(());
        }
    }
    for &one in who {
        if rough && of == Wanting::Sleep && !cx.within((who, one), |cx| sleeps_rough(cx, one))? {
            continue;
        }
        let mut want = cx.state().live(one).want;
        match of {
            Wanting::Food => want.food = None,
            Wanting::Sleep => want.sleep = None,
            Wanting::Air => want.air = None,
        }
        if want.fainted && !want.harmed() {
            want.wakes = Some(cx.state().clock.saturating_add(Scale::Hours.seconds()));
            cx.cite(rules::DK_DEPR_07);
        }
        cx.record(rule, Fact::Time(TimeFact::Wants { who: one, want }));
    }
    Ok(())
}

/// A night on bare ground: no hardship with the right things, a STR save without.
fn sleeps_rough(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow<bool> {
    if let Some(row) = power::spared(cx.at(), who, "sleeping-rough") {
        cx.cite(row);
        return Ok(true);
    }
    let mut own = Save::new(who, Ability::Str, rules::DK_DEPR_02);
    related(cx, who, "sleep-rough", &mut own.edge)?;
    let slept = save(cx, own)?;
    if !slept {
        let why = "The night on bare ground brought no sleep.".into();
        cx.record(rules::DK_DEPR_02, Fact::Fizzled { who, why });
    }
    Ok(slept)
}

/// The referee wakes somebody sooner.
pub fn wake(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who) -> Flow {
    let rule = rules::DK_DEPR_07;
    referee(by, rule, "wake somebody sooner")?;
    alive(cx.at(), who)?;
    let name = &cx.state().sheet(who).name;
    if !cx.state().live(who).passed_out {
        return refuse(Refusal::new(rule, "awake", format!("{name} is awake.")));
    }
    if deprived(cx.state(), who) {
        return refuse(Refusal::new(rule, "want-lasts", format!("{name} cannot wake while the want lasts.")));
    }
    come_to(cx, who);
    Ok(())
}

fn come_to(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let want = Want { fainted: false, wakes: None, ..cx.state().live(who).want };
    cx.record(rules::DK_DEPR_07, Fact::PassedOut { who, out: false });
    cx.record(rules::DK_DEPR_07, Fact::Time(TimeFact::Wants { who, want }));
}

/// Lets time pass, with what it does to those who lack something.
pub(super) fn let_pass(cx: &mut Cx<'_, DirkRules>, seconds: u32) -> Flow {
    let from = cx.state().clock;
    let to = from.saturating_add(seconds);
    cx.record(rules::DK_BASIC_10, Fact::Clock { from, to });
    power::time_passed(cx);
    for who in cx.state().everybody() {
        let want = cx.state().live(who).want;
        let long = [
            (want.food, Wanting::Food, Scale::Weeks, rules::DK_DEPR_01),
            (want.sleep, Wanting::Sleep, Scale::Days, rules::DK_DEPR_02),
        ];
        for (lack, of, period, rule) in long {
            let Some(lack) = lack else { continue };
            let periods = |clock: u32| clock.saturating_sub(lack.since) / period.seconds();
            for left in (0..periods(to).saturating_sub(periods(from))).rev() {
                if !cx.state().live(who).dead {
                    cx.within((who, left, from, to, rule), |cx| hurt(cx, who, of, rule))?;
                }
            }
        }
        let carried = want.air.is_some() && !cx.state().live(who).dead;
        let lacking = if carried { power::breathe(cx, who, seconds) } else { 0 };
        for left in (0..lacking / 60).rev() {
            if cx.state().live(who).dead {
                break;
            }
            cx.within((who, left, from, to), |cx| gasp(cx, who, rules::DK_DEPR_03, 60))?;
        }
        let live = cx.state().live(who);
        if !live.dead && live.want.wakes.is_some_and(|at| at <= to) && !live.want.harmed() {
            come_to(cx, who);
        }
    }
    Ok(())
}

/// Want does its damage: HP take it first, armor never; STR damaged, a save against passing out.
fn hurt(cx: &mut Cx<'_, DirkRules>, who: Who, of: Wanting, rule: RuleId) -> Flow {
    let amount = u16::from(cx.dice(rule, who, Group::new(1, 6))?.first());
    let mut want = Want { wakes: None, ..cx.state().live(who).want };
    match of {
        Wanting::Food => want.food = want.food.map(|lack| Lack { harmed: true, ..lack }),
        Wanting::Sleep => want.sleep = want.sleep.map(|lack| Lack { harmed: true, ..lack }),
        Wanting::Air => want.air = want.air.map(|air| Breath { harmed: true, ..air }),
    }
    if want != cx.state().live(who).want {
        cx.record(rule, Fact::Time(TimeFact::Wants { who, want }));
    }
    let harm = Harm { armor: false, unsaved: true, ..Harm::of(who, amount) };
    if cx.within((who, rule), |cx| inflict(cx, harm))? == 0 {
        return Ok(());
    }
    if cx.state().live(who).dead { Ok(()) } else { faint(cx, who) }
}

fn faint(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let rule = rules::DK_DEPR_06;
    if !cx.state().sheet(who).named {
        cx.cite(rules::DK_DEPR_07);
        if !save(cx, Save::new(who, Ability::Str, rules::DK_HARM_09))? {
            die(cx, who, rules::DK_HARM_09);
        }
        return Ok(());
    }
    let out = cx.state().live(who).passed_out;
    if out && cx.state().house.faint_death == FaintDeath::Automatic {
        die(cx, who, rule);
        return Ok(());
    }
    if save(cx, Save::new(who, Ability::Str, rule))? {
        return Ok(());
    }
    if out {
        die(cx, who, rule);
        return Ok(());
    }
    let want = Want { fainted: true, ..cx.state().live(who).want };
    cx.record(rule, Fact::PassedOut { who, out: true });
    cx.record(rule, Fact::Time(TimeFact::Wants { who, want }));
    let_go(cx, who);
    Ok(())
}

fn called_for(cx: &Cx<'_, DirkRules>, by: Seat, rule: RuleId, who: &[Who]) -> Flow {
    referee(by, rule, "say who lacks what")?;
    if cx.state().house.deprivation == Deprivation::Off {
        let sentence = "Hunger, sleep and breath are not counted at this table.";
        return refuse(Refusal::new(rules::DK_DEPR_01, "switched-off", sentence));
    }
    let doubled = who.iter().enumerate().any(|(at, one)| who[..at].contains(one));
    if who.is_empty() || doubled {
        return refuse(Refusal::new(rule, "who", "Name everybody it is about, each once."));
    }
    for &one in who {
        alive(cx.at(), one)?;
    }
    Ok(())
}
