//! A Watch: what it is spent on, its end, and the settlement of a Day after the sixth.

use boneyard_table::moment::Moment;
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Judgement, Refusal, Ruling, RulingOption, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{need, road, shelter, sky};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{at_ease, gm, known};
use crate::fact::{LivingFact, TableFact};
use crate::hurt::{WATCH_ENDS, moment_passes};
use crate::passive;
use crate::rules;
use crate::state::{Planned, Road, Skill, Span, Spending, State, Watch};

/// What the party means to do with a Day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanDay {
    /// Watch by Watch, at most six.
    pub watches: Vec<Spending>,
    /// Who stands guard in the Resting Watches, one after the other.
    #[serde(default)]
    pub guards: Vec<Who>,
}

/// What somebody means to do with the next Watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declare {
    /// Who.
    pub who: Who,
    /// What.
    pub spend: Spending,
}

/// A Watch begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BeginWatch {
    /// What everybody does who is not named; what was declared or planned, if nothing is said.
    pub spend: Option<Spending>,
    /// What some do: one of them, or a list.
    #[serde(deserialize_with = "one_or_many")]
    #[schemars(with = "Vec<Spend>")]
    pub of: Vec<Spend>,
    /// There is a fire.
    pub fire: bool,
    /// There is a roof over everybody.
    pub shelter: bool,
    /// Who is in the tents the party carries.
    pub tents: Vec<Who>,
    /// `road`, `open` or `rough`, for those who travel.
    pub ground: Option<String>,
    /// They ride.
    pub mounted: bool,
    /// Who finds the way.
    pub navigator: Option<Who>,
    /// By Bushcraft or Nature; Bushcraft if nothing is said.
    pub by: Option<Skill>,
}

/// A form names one of them, a list as many as there are.
fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Spend>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        One(Spend),
        Many(Vec<Spend>),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::One(one) => vec![one],
        Written::Many(all) => all,
    })
}

/// What somebody spends a Watch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    /// Who.
    pub who: Who,
    /// On what.
    pub spend: Spending,
}

/// A Watch ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EndWatch {}

/// Several Watches go by, all spent alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassWatches {
    /// How many.
    pub watches: u8,
    /// How each of them is spent.
    #[serde(default)]
    pub each: BeginWatch,
}

/// Watches of a Day.
pub const WATCHES: u8 = 6;
const SECONDS: u64 = 4 * 3600;
/// A week of them.
const MOST_AT_ONCE: u8 = 42;

/// Characters who live through Watches: alive, made and here.
pub fn party(state: &State) -> Vec<Who> {
    state.heroes().filter(|who| !state.live(*who).away && state.sheet(*who).draft.is_none()).collect()
}

/// Whether somebody is at rest now, and awake to their own affairs.
pub fn at_rest(state: &State, who: Who) -> bool {
    state.encounter.is_none() && state.days.spends(who) == Some(Spending::Sleep)
}

/// The party says what it means to do with a Day.
pub fn plan_day(cx: &mut Cx<'_, RollHighOrDie>, plan: &PlanDay) -> Flow {
    let rule = rules::RH_TIME_02;
    at_ease(cx.state(), rule)?;
    let told = |rule, code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if plan.watches.is_empty() || plan.watches.len() > usize::from(WATCHES) {
        let sentence = format!("A Day has six Watches; that would be {}.", plan.watches.len());
        return told(rule, "so-many-watches", sentence);
    }
    for who in &plan.guards {
        known(cx.state(), *who)?;
    }
    let resting = plan.watches.iter().filter(|spend| spend.rests()).count();
    if plan.guards.len() > resting {
        let guards = count(plan.guards.len() as u32, "guard", "guards");
        let sentence =
            format!("That is {guards} for {}.", count(resting as u32, "Resting Watch", "Resting Watches"));
        return told(rules::RH_TIME_03, "so-many-guards", sentence);
    }
    let members = party(cx.state()).len();
    if plan.guards.len() >= 3 && members < 3 {
        let sentence = "Eight hours for everybody in three guarded Watches take at least three members.";
        return told(rules::RH_TIME_03, "too-few-guards", sentence.into());
    }
    let mut guards = plan.guards.iter().copied();
    let watches = plan.watches.iter().map(|spend| {
        let guard = if spend.rests() { guards.next() } else { None };
        Planned { spend: if spend.rests() { Spending::Sleep } else { *spend }, guard }
    });
    let plan = watches.collect();
    cx.cite(rules::RH_TIME_03);
    record(cx, rule, LivingFact::Planned { plan }.into());
    Ok(())
}

/// Somebody says what they do next.
pub fn declare(cx: &mut Cx<'_, RollHighOrDie>, declare: Declare) -> Flow {
    let (rule, who) = (rules::RH_TIME_02, declare.who);
    known(cx.state(), who)?;
    at_ease(cx.state(), rule)?;
    if !party(cx.state()).contains(&who) {
        let sentence = format!("{} does not live by Watches.", cx.state().name(who));
        return refuse(Refusal::new(rule, "not-in-the-party", sentence));
    }
    record(cx, rule, LivingFact::Declared { who, spend: declare.spend }.into());
    Ok(())
}

/// Whether a Watch can begin now.
pub fn check_begin(state: &State) -> Result<(), Refusal> {
    let told = |rule, code: &str, sentence: &str| Err(Refusal::new(rule, code, sentence));
    if state.encounter.is_some() {
        return told(rules::RH_CORE_03, "encounter", "No Watch goes by during an Encounter.");
    }
    if state.days.watch.is_some() {
        return told(
            rules::RH_TIME_02,
            "one-use",
            "A Watch is under way: it has one use, and has to end first.",
        );
    }
    if party(state).is_empty() {
        return told(rules::RH_TIME_02, "nobody", "There is nobody whose Watches would count.");
    }
    Ok(())
}

/// A Watch begins.
pub fn begin_watch(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, begin: &BeginWatch) -> Flow {
    let rule = rules::RH_TIME_02;
    gm(by, rule, "The Referee says when a Watch begins; players declare what they do with it.")?;
    check_begin(cx.state())?;
    let all = party(cx.state());
    for (nth, one) in begin.of.iter().enumerate() {
        known(cx.state(), one.who)?;
        let name = cx.state().name(one.who).to_owned();
        if !all.contains(&one.who) {
            return refuse(Refusal::new(
                rule,
                "not-in-the-party",
                format!("{name} does not live by Watches."),
            ));
        }
        if begin.of[..nth].iter().any(|other| other.who == one.who) {
            let sentence = format!("{name} spends a Watch one way, not two.");
            return refuse(Refusal::new(rule, "two-uses", sentence));
        }
    }
    let days = &cx.state().days;
    let planned = days.plan.get(usize::from(days.spent));
    let spend = |who: Who| {
        let named = begin.of.iter().find(|one| one.who == who).map(|one| one.spend);
        let guard = planned.filter(|plan| plan.guard == Some(who)).map(|_| Spending::Guard);
        let declared = cx.state().sheet(who).day.next;
        named
            .or(begin.spend)
            .or(declared)
            .or(guard)
            .or(planned.map(|plan| plan.spend))
            .unwrap_or(Spending::Active)
    };
    let spends: Vec<(Who, Spending)> = all.iter().map(|who| (*who, spend(*who))).collect();
    let road = road::way(cx.state(), cx.book(), begin, &spends)?;
    let tent = shelter::check(cx.state(), cx.book(), &begin.tents, &spends)?;
    let camped = camped(cx.state(), &spends);
    let watch = Watch {
        spends,
        fire: begin.fire,
        shelter: begin.shelter,
        tents: Vec::new(),
        camped,
        visitors: Vec::new(),
        road,
        broken: 0,
    };
    cx.cite(rules::RH_TIME_01);
    record(cx, rule, LivingFact::Began { watch }.into());
    if let Some(entry) = tent {
        record(cx, entry, LivingFact::Sheltered { who: begin.tents.clone() }.into());
    }
    refresh(cx, Span::Watch);
    sky::turns(cx)?;
    crate::scenario::visit(cx, by)
}

/// How many Resting Watches the party has been in one place, with the one that begins.
fn camped(state: &State, spends: &[(Who, Spending)]) -> u8 {
    let any = |fits: fn(Spending) -> bool| spends.iter().any(|(_, spend)| fits(*spend));
    if any(|spend| spend == Spending::Travel) {
        return 0;
    }
    state.days.camped.saturating_add(u8::from(any(Spending::rests)))
}

/// Whether a Watch can end now.
pub fn check_end(state: &State) -> Result<(), Refusal> {
    if state.encounter.is_some() {
        return Err(Refusal::new(rules::RH_CORE_03, "encounter", "No Watch goes by during an Encounter."));
    }
    if state.days.watch.is_none() {
        let sentence = "No Watch is under way, so there is nothing to end or to settle.";
        return Err(Refusal::new(rules::RH_TIME_04, "no-watch", sentence));
    }
    Ok(())
}

/// A Watch ends, and with the sixth the Day.
pub fn end_watch(cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
    gm(by, rules::RH_TIME_02, "The Referee says when a Watch is over.")?;
    check_end(cx.state())?;
    let Some(watch) = cx.state().days.watch.clone() else { return Ok(()) };
    let counts = rested(cx, &watch)?;
    if let Some(way) = &watch.road {
        cx.within(counts, |cx| travel(cx, way, &watch))?;
    }
    for (who, spend) in &watch.spends {
        let hours = match spend {
            Spending::Sleep if counts => 4,
            Spending::Guard => light_sleep(cx, *who),
            _ => 0,
        };
        if hours > 0 {
            let slept = cx.state().sheet(*who).day.slept + hours;
            record(cx, rules::RH_NEED_04, LivingFact::Slept { who: *who, hours: slept }.into());
        }
    }
    moment_passes(cx, WATCH_ENDS);
    crate::inventory::lights_end(cx);
    sky::weighs(cx, &watch);
    let spent = cx.state().days.spent + 1;
    record(cx, rules::RH_TIME_02, LivingFact::Ended { spent }.into());
    let to = cx.state().now.later(SECONDS);
    record(cx, rules::RH_TIME_01, TableFact::Time { to }.into());
    if spent >= WATCHES { settle(cx) } else { Ok(()) }
}

/// Several Watches go by, and with every sixth a Day.
pub fn pass_watches(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, pass: &PassWatches) -> Flow {
    if !(1..=MOST_AT_ONCE).contains(&pass.watches) {
        let sentence = format!("From 1 to {MOST_AT_ONCE} Watches go by at once.");
        return refuse(Refusal::new(rules::RH_TIME_02, "so-many-watches", sentence));
    }
    for nth in 0..pass.watches {
        cx.within(nth, |cx| {
            begin_watch(cx, by, &pass.each)?;
            // Whatever breaks into a Watch keeps the rest from going by.
            if cx.state().encounter.is_some() { Ok(()) } else { end_watch(cx, by) }
        })?;
        if cx.state().encounter.is_some() {
            break;
        }
    }
    Ok(())
}

fn travel(cx: &mut Cx<'_, RollHighOrDie>, way: &Road, watch: &Watch) -> Flow {
    let travellers: Vec<Who> =
        watch.spends.iter().filter(|(_, spend)| *spend == Spending::Travel).map(|(who, _)| *who).collect();
    road::travel(cx, way, &travellers)
}

/// A guard who sleeps lightly rests a little all the same.
fn light_sleep(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> u8 {
    cx.cite(rules::RH_TIME_03);
    match passive::hook(cx.state(), cx.book(), who, "light-sleeper") {
        Some(entry) => {
            cx.cite(entry);
            2
        }
        None => 0,
    }
}

/// Whether this Watch was rest for those who slept.
fn rested(cx: &mut Cx<'_, RollHighOrDie>, watch: &Watch) -> Flow<bool> {
    if watch.broken == 0 || !watch.spends.iter().any(|(_, spend)| *spend == Spending::Sleep) {
        return Ok(true);
    }
    let rule = rules::RH_NEED_05;
    let short = watch.broken <= 10;
    let rounds = watch.broken;
    let judgement = || Judgement {
        rule,
        tag: "broken sleep".into(),
        question: format!(
            "An Encounter of {} broke into this Watch. Was it still rest?",
            count(rounds, "Round", "Rounds")
        ),
        about: Vec::new(),
        options: vec![RulingOption::new("counts", "It counts"), RulingOption::new("lost", "It does not")],
        proposal: u8::from(!short),
        why: if short { "It was 10 Rounds or fewer.".into() } else { "It was more than 10 Rounds.".into() },
        precedents: Vec::new(),
    };
    let ruling = cx.judge(rule, u8::from(!short), &judgement)?;
    cx.cite(rules::RH_GM_01);
    Ok(match ruling {
        Ruling::Listed(option) => option == 0,
        Ruling::Free { .. } => short,
    })
}

/// A day has passed: everybody is settled, in the order of the rule.
fn settle(cx: &mut Cx<'_, RollHighOrDie>) -> Flow {
    let rule = rules::RH_TIME_04;
    let day = cx.state().days.day + 1;
    moment_passes(cx, Moment::DayStart);
    for who in party(cx.state()) {
        cx.within((who, day), |cx| need::settle(cx, who))?;
    }
    record(cx, rule, LivingFact::Passed { day }.into());
    refresh(cx, Span::Day);
    Ok(())
}

/// What may be done once in a while may be done again.
fn refresh(cx: &mut Cx<'_, RollHighOrDie>, span: Span) {
    let used = |state: &State, who: Who| state.live(who).used.iter().any(|used| used.until == span);
    let all: Vec<Who> = cx.state().everybody().filter(|who| used(cx.state(), *who)).collect();
    for who in all {
        record(cx, rules::RH_TIME_01, TableFact::Fresh { who, span }.into());
    }
}
