//! Want: food, sleep and air, what their lack does, passing out of it and waking again.

use boneyard_table::clock::Time;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Group, Refusal, RuleId, Seat, Who, deed};
use boneyard_world::run::advance;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::passage::{Task, TaskKind, may_spend_time, spend};
use super::{Scale, TimeFact};
use crate::DirkRules;
use crate::check::{Save, is_alive, related, save};
use crate::combat::let_go;
use crate::fact::Fact;
use crate::health::{Harm, die, inflict};
use crate::house::{Deprivation, FaintDeath};
use crate::power;
use crate::rules;
use crate::state::{Ability, State};

/// The most minutes or turns without air that are counted at once.
const MOST_MINUTES: u16 = 100;
/// Seconds of a minute, and of a turn.
const MINUTE: u32 = 60;
const TURN: u32 = 10;

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
    /// Up to when breath was counted, in seconds.
    #[serde(default)]
    pub counted: u32,
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

impl Wanting {
    const ALL: [(Self, &'static str); 3] = [(Self::Food, "food"), (Self::Sleep, "sleep"), (Self::Air, "air")];

    /// Whether somebody lacks it.
    fn of(self, state: &State, who: Who) -> bool {
        let want = state.live(who).want;
        match self {
            Self::Food => want.food.is_some(),
            Self::Sleep => want.sleep.is_some(),
            Self::Air => want.air.is_some(),
        }
    }
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

deed! {
    /// Says that people are without something from now on.
    pub struct Deprive(form: DirkRules) {
        /// Without what.
        of: Wanting = form.one_of("of", "What", Wanting::ALL)?,
        who: Vec<Who> = whoever(form, true)?,
    }
}

/// The field `who`: anybody alive.
fn whoever(form: &mut Filling<'_, DirkRules>, outside_battle: bool) -> Filled<Vec<Who>> {
    let (quiet, state) = (May::quiet(form.at(), form.seat), form.state);
    form.only_if(!outside_battle || state.battle.is_none())?;
    form.creatures("who", "Who", 1..=60, |who| is_alive(quiet, who).is_ok())
}

impl Deed<DirkRules> for Deprive {
    const CARD: Card = Card::gm("They are without", "Want").rule(rules::DK_DEPR_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let rule = match self.of {
            Wanting::Food => rules::DK_DEPR_01,
            Wanting::Sleep => rules::DK_DEPR_02,
            Wanting::Air => rules::DK_DEPR_03,
        };
        may_want(may, rule, &self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, of } = self;
        let rule = match of {
            Wanting::Food => rules::DK_DEPR_01,
            Wanting::Sleep => rules::DK_DEPR_02,
            Wanting::Air => return without_air(cx, &who, Stretch::default()),
        };
        let since = cx.state().clock;
        for one in who {
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

deed! {
    /// Goes without air for a while.
    pub struct Breathless(form: DirkRules) {
        /// How many minutes or turns.
        #[serde(default)]
        count: u16 = minutes(form)?,
        who: Vec<Who> = whoever(form, false)?,
        /// Turns instead of minutes.
        #[serde(default)]
        exerted: bool = form.flag("exerted", "Exerted")?,
        /// There was no time to draw breath.
        #[serde(default)]
        caught: bool = form.flag("caught", "No breath drawn")?,
    }
}

/// The field `count`: none in a battle, which counts its turns by itself.
fn minutes(form: &mut Filling<'_, DirkRules>) -> Filled<u16> {
    let most = if form.state.battle.is_some() { 0 } else { MOST_MINUTES };
    let asked = form.or_left_out("count", |form| form.amount("count", "Minutes or turns", 0..=most.into()));
    asked.map(Option::unwrap_or_default)
}

impl Deed<DirkRules> for Breathless {
    const CARD: Card = Card::gm("Time without air", "Want").rule(rules::DK_DEPR_03);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let rule = if self.exerted { rules::DK_DEPR_04 } else { rules::DK_DEPR_03 };
        may_want(may, rule, &self.who)?;
        may.not_if(self.count > 0 && may.state.battle.is_some(), || {
            Refusal::new(rules::DK_DEPR_04, "in-battle", "A battle counts its turns by itself.")
        })?;
        may.not_if(self.count > MOST_MINUTES, || {
            let sentence = "Nobody counts more than 100 at once.";
            Refusal::new(rule, "how-long", sentence).with("most", MOST_MINUTES)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, exerted, caught, count } = self;
        without_air(cx, &who, Stretch { exerted, caught, count })
    }
}

/// Without air for so many minutes, or turns under exertion. In a battle every own turn counts by itself.
pub(crate) fn without_air(cx: &mut Cx<'_, DirkRules>, who: &[Who], stretch: Stretch) -> Flow {
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
            let breath = Breath { left, harmed: false, counted: cx.state().clock };
            let want = Want { air: Some(breath), ..live.want };
            cx.record(rules::DK_DEPR_03, Fact::Time(TimeFact::Wants { who: one, want }));
            power::open_air(cx, one);
        }
    }
    if !stretch.exerted {
        // Minutes go by the clock, which counts them for everybody.
        let to = cx.state().clock.saturating_add(u32::from(stretch.count) * MINUTE);
        clock_moves(cx, to)?;
        return all_breathe(cx);
    }
    for left in (0..stretch.count).rev() {
        let to = cx.state().clock.saturating_add(TURN);
        cx.within((who, left), |cx| clock_moves(cx, to))?;
        for &one in who {
            cx.within((who, one, left), |cx| turn_without_air(cx, one))?;
        }
    }
    Ok(())
}

/// A turn without air, if it was one; whoever carries some breathes that first.
pub fn turn_without_air(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let (live, clock) = (cx.state().live(who), cx.state().clock);
    if live.want.air.is_none() || live.dead {
        return Ok(());
    }
    if power::breathe(cx, who, TURN) < TURN {
        breathed(cx, who, clock);
        return Ok(());
    }
    gasp(cx, who, rules::DK_DEPR_04, clock)
}

/// A minute or turn without anything to breathe, up to a second.
fn gasp(cx: &mut Cx<'_, DirkRules>, who: Who, rule: RuleId, counted: u32) -> Flow {
    let live = cx.state().live(who);
    let Some(air) = live.want.air else { return Ok(()) };
    if let Some(left) = air.left.checked_sub(1) {
        let want = Want { air: Some(Breath { left, counted, ..air }), ..live.want };
        cx.record(rule, Fact::Time(TimeFact::Wants { who, want }));
        return Ok(());
    }
    breathed(cx, who, counted);
    hurt(cx, who, Wanting::Air, rule)
}

/// Breath was counted up to a second.
fn breathed(cx: &mut Cx<'_, DirkRules>, who: Who, to: u32) {
    cx.record(rules::DK_DEPR_03, Fact::Time(TimeFact::Breathed { who, to }));
}

/// Everybody who lacks air breathes what they carry, up to now, and counts the minutes they have none. Battles count turns.
pub(super) fn all_breathe(cx: &mut Cx<'_, DirkRules>) -> Flow {
    cx.state().everybody().try_for_each(|who| cx.within(who, |cx| breathes_on(cx, who)))
}

/// A battle has counted everybody's breath by turns: the time it takes is counted already.
pub(crate) fn breath_counted(cx: &mut Cx<'_, DirkRules>, to: u32) {
    for who in cx.state().everybody() {
        if cx.state().live(who).want.air.is_some() {
            breathed(cx, who, to);
        }
    }
}

fn breathes_on(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let to = cx.state().clock;
    while let Some(air) = cx.state().live(who).want.air {
        let (live, span) = (cx.state().live(who), to.saturating_sub(air.counted));
        if live.dead || cx.state().battle.is_some() {
            break;
        }
        if span > 0 && power::air_left(live).is_some() {
            let lacking = power::breathe(cx, who, span);
            breathed(cx, who, to - lacking);
        } else if span >= MINUTE {
            cx.within(who, |cx| gasp(cx, who, rules::DK_DEPR_03, air.counted + MINUTE))?;
        } else {
            break;
        }
    }
    Ok(())
}

deed! {
    /// A want is met: a meal, 8 hours of sleep, air.
    pub struct Relieve(form: DirkRules) {
        /// Which.
        of: Wanting = lacking(form)?,
        /// Whose.
        who: Vec<Who> = wanting(form, of)?,
        /// On bare ground, if it is sleep.
        #[serde(default)]
        rough: bool = form.flag("rough", "On bare ground")?,
    }
}

/// The field `of`: a card for each thing that somebody lacks.
fn lacking(form: &mut Filling<'_, DirkRules>) -> Filled<Wanting> {
    let (at, quiet) = (form.at(), May::quiet(form.at(), form.seat));
    let lacks =
        |of: Wanting| at.state.everybody().any(|who| is_alive(quiet, who).is_ok() && of.of(at.state, who));
    let open =
        |of: Wanting| lacks(of) && (of != Wanting::Sleep || may_spend_time(quiet, rules::DK_DEPR_05).is_ok());
    form.only_if(at.state.battle.is_none())?;
    let of = form.each("of", Wanting::ALL.into_iter().map(|(of, _)| of).filter(|of| open(*of)))?;
    form.label(|| match of {
        Wanting::Food => "A meal at last".into(),
        Wanting::Sleep => "8 hours of sleep at last".into(),
        Wanting::Air => "Air at last".into(),
    });
    Ok(of)
}

fn wanting(form: &mut Filling<'_, DirkRules>, of: Wanting) -> Filled<Vec<Who>> {
    let (quiet, state) = (May::quiet(form.at(), form.seat), form.state);
    form.creatures("who", "Who", 1..=60, |who| is_alive(quiet, who).is_ok() && of.of(state, who))
}

impl Deed<DirkRules> for Relieve {
    const CARD: Card = Card::gm("A want is met", "Want").rule(rules::DK_DEPR_05);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let rule = rules::DK_DEPR_05;
        may_want(may, rule, &self.who)?;
        if let Some(&one) = self.who.iter().find(|one| !self.of.of(may.state, **one)) {
            return may.no(|| {
                let sentence = format!("{} lacks nothing of the kind.", may.state.sheet(one).name);
                Refusal::new(rule, "no-want", sentence)
            });
        }
        if self.of == Wanting::Sleep { may_spend_time(may, rule) } else { Ok(()) }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let (rule, Self { of, who, rough }) = (rules::DK_DEPR_05, self);
        if of == Wanting::Sleep {
            let left = 8 * Scale::Hours.seconds();
            if !spend(cx, Scale::Hours, Task { kind: TaskKind::Sleep, who: who.clone(), left })? {
                return Ok(());
            }
        }
        for &one in &who {
            if rough && of == Wanting::Sleep && !cx.within((&who, one), |cx| sleeps_rough(cx, one))? {
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

deed! {
    /// The referee wakes somebody sooner.
    #[derive(Copy)]
    pub struct Wake(form: DirkRules) {
        who: Who = fainted(form)?,
    }
}

fn fainted(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    let state = form.state;
    let out = |who: Who| state.live(who).passed_out && !state.live(who).dead;
    form.only_if(state.battle.is_none() && state.everybody().any(out))?;
    form.creature_among("who", "Who", out)
}

impl Deed<DirkRules> for Wake {
    const CARD: Card = Card::gm("Wake somebody", "Want").rule(rules::DK_DEPR_07);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, who) = (rules::DK_DEPR_07, self.who);
        is_alive(may, who)?;
        let name = &may.state.sheet(who).name;
        may.not_if(!may.state.live(who).passed_out, || {
            Refusal::new(rule, "awake", format!("{name} is awake."))
        })?;
        may.not_if(deprived(may.state, who), || {
            Refusal::new(rule, "want-lasts", format!("{name} cannot wake while the want lasts."))
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        come_to(cx, self.who);
        Ok(())
    }
}

fn come_to(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let want = Want { fainted: false, wakes: None, ..cx.state().live(who).want };
    cx.record(rules::DK_DEPR_07, Fact::PassedOut { who, out: false });
    cx.record(rules::DK_DEPR_07, Fact::Time(TimeFact::Wants { who, want }));
}

/// The clock moves on: bodies, weather and adventures with it.
pub(crate) fn clock_moves(cx: &mut Cx<'_, DirkRules>, to: u32) -> Flow {
    cx.within(to, |cx| advance(cx, Time(to.into()))).map(drop)
}

/// What is lacking for long, and how long until it harms again.
fn long(want: &Want) -> [(Option<Lack>, Wanting, u32, RuleId); 2] {
    [
        (want.food, Wanting::Food, Scale::Weeks.seconds(), rules::DK_DEPR_01),
        (want.sleep, Wanting::Sleep, Scale::Days.seconds(), rules::DK_DEPR_02),
    ]
}

/// When somebody's wants next need the clock to stop, after all was seen to up to a second.
pub(super) fn next_want(state: &State, who: Who, seen: u32) -> Option<u32> {
    let live = state.live(who);
    if live.dead || live.want == Want::default() {
        return None;
    }
    let lacks = long(&live.want).into_iter().filter_map(|(lack, _, period, _)| {
        let since = lack?.since;
        let passed = seen.saturating_sub(since) / period;
        Some(since.saturating_add(period.saturating_mul(passed + 1)))
    });
    // Battles count breath by turns.
    let breath = live.want.air.filter(|_| state.battle.is_none());
    let carried = power::air_left(live).unwrap_or(0);
    let breath = breath.map(|air| air.counted.saturating_add(carried.max(MINUTE)));
    let wakes = live.want.wakes.filter(|_| !live.want.harmed());
    lacks.chain(breath).chain(wakes).min()
}

/// Time has passed for somebody who lacks something.
pub(super) fn wants_pass(cx: &mut Cx<'_, DirkRules>, who: Who, (from, to): (u32, u32)) -> Flow {
    let want = cx.state().live(who).want;
    if want == Want::default() {
        return Ok(());
    }
    for (lack, of, period, rule) in long(&want) {
        let Some(lack) = lack else { continue };
        let periods = |clock: u32| clock.saturating_sub(lack.since) / period;
        for left in (0..periods(to).saturating_sub(periods(from))).rev() {
            if !cx.state().live(who).dead {
                cx.within((who, left, from, to, rule), |cx| hurt(cx, who, of, rule))?;
            }
        }
    }
    breathes_on(cx, who)?;
    let live = cx.state().live(who);
    if !live.dead && live.want.wakes.is_some_and(|at| at <= to) && !live.want.harmed() {
        come_to(cx, who);
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

/// What bars the referee from saying who lacks what.
fn may_want(may: May<'_, DirkRules>, rule: RuleId, who: &[Who]) -> Lawful {
    may_count_breath(may)?;
    let doubled = who.iter().enumerate().any(|(at, one)| who[..at].contains(one));
    may.not_if(who.is_empty() || doubled, || {
        Refusal::new(rule, "who", "Name everybody it is about, each once.")
    })?;
    who.iter().try_for_each(|one| is_alive(may, *one))
}

/// What bars counting meals, nights and breath: the table does not.
pub(crate) fn may_count_breath(may: May<'_, DirkRules>) -> Lawful {
    may.not_if(may.state.house.deprivation == Deprivation::Off, || {
        let sentence = "Hunger, sleep and breath are not counted at this table.";
        Refusal::new(rules::DK_DEPR_01, "switched-off", sentence)
    })
}
