//! A Rest: eight hours without armor, food for who wants to heal, and watches so that nobody is surprised.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::moment::{Moment, Until};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Judgement, Party, Refusal, RuleId, Ruling, RulingOption, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::combat::{is_awake, may_in_peace, may_know};
use crate::fact::{CheckFact, GearFact, RestFact, TableFact};
use crate::gear;
use crate::house::DayRollover;
use crate::hurt::{BY_DAMAGE, begin_condition, heal, max_hp, moment_passes};
use crate::passive;
use crate::question::EatRation;
use crate::rules;
use crate::state::{Condition, Fate, Span, State, Ware};
use crate::time::{self, day_of, new_day};

/// The group Rests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Camp {
    /// Who watches, one after the other.
    pub watchers: Vec<Who>,
    /// For how many hours each of them; 2 if nothing is said.
    pub hours: Option<u8>,
    /// Those of them who watch for one hour only.
    pub briefly: Vec<Who>,
}

/// One watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Watch {
    who: Who,
    hours: u8,
}

/// Hours of a Rest.
const HOURS: u8 = 8;
/// Hours of a watch, where nothing is said.
const WATCH: u8 = 2;

impl Camp {
    /// All watches in their order.
    fn watches(&self) -> Vec<Watch> {
        let long = self.hours.unwrap_or(WATCH);
        let hours = |who: &Who| if self.briefly.contains(who) { 1 } else { long };
        self.watchers.iter().map(|who| Watch { who: *who, hours: hours(who) }).collect()
    }
}

/// Heroes who are here and alive.
fn resting(state: &State) -> Vec<Who> {
    state.heroes().filter(|who| !state.live(*who).away && state.sheet(*who).draft.is_none()).collect()
}

/// What keeps somebody from sleeping tonight: they neither eat to heal nor are found asleep.
fn sleepless(state: &State, book: &Book, who: Who) -> Option<RuleId> {
    passive::forbids(state, book, who, "sleep")
}

impl Form<DieTrying> for Camp {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let state = form.state;
        form.only_if(state.battle.is_none() && !resting(state).is_empty())?;
        if form.is_written() {
            let (watchers, hours) = (form.unasked_creatures("watchers")?, form.unasked("hours")?);
            return Ok(Self { watchers, hours, briefly: form.unasked_creatures("briefly")? });
        }
        if !form.variant(&[false, true])? {
            form.id(|| "rest".into());
            return Ok(Self::default());
        }
        let up = |who: Who| resting(state).contains(&who) && is_awake(state, who);
        form.only_if(resting(state).into_iter().any(up))?;
        form.id(|| "rest-watched".into());
        form.label(|| "Rest, and keep watch".into());
        form.rule(rules::DT_REST_05H);
        let all = 1..=u32::MAX;
        let watchers = form.creatures("watchers", "Who watches, one after the other", all.clone(), up)?;
        let hours = form.maybe_amount("hours", "Hours each, 2 as a rule", 1..=2)?;
        let briefly = form.maybe_creatures("briefly", "These for one hour only", all, up)?;
        Ok(Self { watchers, hours, briefly })
    }
}

impl Deed<DieTrying> for Camp {
    const CARD: Card = Card::anyone("Rest for eight hours", "Exploring").rule(rules::DT_REST_01H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (state, rule) = (may.state, rules::DT_REST_01H);
        may_in_peace(may, rule)?;
        let all = resting(state);
        may.outright_if(all.is_empty(), || Refusal::new(rule, "nobody", "There is nobody to Rest."))?;
        for who in &all {
            let name = state.name(*who);
            may.outright_if(gear::worn_armor(state, *who).is_some(), || {
                let sentence = format!("{name} wears armor: take it off first.");
                Refusal::new(rules::DT_ARM_06, "in-armor", sentence)
            })?;
            may.outright_if(state.live(*who).fate == Fate::Dying, || {
                Refusal::new(rule, "dying", format!("{name} is dying."))
            })?;
        }
        may.outright_if(state.rested == Some(day_of(state.now)), || {
            Refusal::new(rule, "rested-today", "One Rest a day is all there is.")
        })?;
        self.may_watch(may, &all)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        rest(cx, &self)
    }
}

impl Camp {
    /// Whether the watches can be kept so.
    fn may_watch(&self, may: May<'_, DieTrying>, all: &[Who]) -> Lawful {
        let state = may.state;
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_REST_05H, code, sentence);
        let watches = self.watches();
        let mut hours: u16 = 0;
        for (nth, watch) in watches.iter().enumerate() {
            may_know(may, watch.who)?;
            let name = state.name(watch.who);
            may.not_if(!all.contains(&watch.who), || {
                bad("not-here", format!("{name} is not here to watch."))
            })?;
            may.not_if(watch.hours == 0 || watch.hours > 2, || {
                bad("long-watch", "A watch is 1 or 2 hours; more would cost the Rest.".into())
            })?;
            may.not_if(watches[..nth].iter().any(|other| other.who == watch.who), || {
                bad("twice", format!("{name} has a watch already."))
            })?;
            hours = hours.saturating_add(watch.hours.into());
        }
        if let Some(who) = self.briefly.iter().find(|who| !self.watchers.contains(who)) {
            may_know(may, *who)?;
            return may
                .no(|| bad("no-watch", format!("{} has no watch that could be shorter.", state.name(*who))));
        }
        may.not_if(hours > HOURS.into(), || {
            bad("too-long", format!("That is {hours} hours of watching; a Rest has {HOURS}."))
        })
    }
}

/// The group Rests: who eats heals, if nothing comes between.
fn rest(cx: &mut Cx<'_, DieTrying>, camp: &Camp) -> Flow {
    let all = resting(cx.state());
    let sleepless: Vec<(Who, RuleId)> =
        all.iter().filter_map(|who| Some((*who, sleepless(cx.state(), cx.book(), *who)?))).collect();
    let hungry = |who: &Who| {
        let has = gear::owned(cx.state(), *who, |ware| *ware == Ware::Ration).is_some();
        has && cx.state().live(*who).fate != Fate::Dead && !sleepless.iter().any(|(other, _)| other == who)
    };
    let fed: Vec<Who> = all.iter().copied().filter(hungry).collect();
    let asked: Vec<(Party, EatRation)> =
        fed.iter().map(|who| (Party::Creature(*who), EatRation { who: *who })).collect();
    let answers = cx.ask_each(asked)?;
    let eaters: Vec<Who> = fed.iter().zip(answers).filter(|(_, eats)| *eats).map(|(who, _)| *who).collect();
    let watches = camp.watches();
    let watched: u8 = watches.iter().map(|watch| watch.hours).sum();
    cx.record(rules::DT_REST_01H, RestFact::Began { day: day_of(cx.state().now) }.into());
    if !watches.is_empty() {
        cx.cite(rules::DT_REST_05H);
    }
    let sleeps = |who: &Who| !sleepless.iter().any(|(other, _)| other == who);
    let sleepers: Vec<Who> = all.iter().copied().filter(sleeps).collect();
    for (who, rule) in sleepless {
        let text = format!("{} does not sleep, and is not rested.", cx.state().name(who));
        cx.record(rule, CheckFact::Extra { who, text }.into());
    }
    let locals = (&all, &sleepers, &eaters, watched, &watches);
    if let Some(after) = cx.within(locals, broken_after)? {
        return broken(cx, &sleepers, &watches, after);
    }
    let to = cx.state().now.later(u64::from(HOURS) * 3600);
    cx.within((&all, &eaters), |cx| time::advance(cx, to))?;
    for who in &all {
        if eaters.contains(who) {
            eats(cx, *who);
        }
        cx.record(rules::DT_REST_01H, TableFact::Fresh { who: *who, span: Span::Rest }.into());
    }
    cx.record(rules::DT_REST_01H, RestFact::Rested.into());
    moment_passes(cx, Moment::Named(time::REST));
    if cx.state().house.day_rollover == DayRollover::AfterRest {
        cx.cite(rules::DT_MAG_06);
        new_day(cx);
    }
    Ok(())
}

/// Whether something comes between, and after how many hours.
fn broken_after(cx: &mut Cx<'_, DieTrying>) -> Flow<Option<u8>> {
    let rule = rules::DT_REST_03H;
    let now = cx.state().now.0;
    // Each night is another question, not the last one again.
    let judgement = || {
        let quiet = RulingOption::new("quiet", "A quiet night");
        let hours = (1..HOURS).map(|hour| {
            RulingOption::new(&hour.to_string(), format!("Broken off after {}", count(hour, "hour", "hours")))
        });
        Judgement {
            rule,
            tag: format!("rest {:02}:{:02}", now / 3600, now / 60 % 60),
            question: "Does anything break the Rest off?".into(),
            about: Vec::new(),
            options: std::iter::once(quiet).chain(hours).collect(),
            proposal: 0,
            why: "Nothing was said about visitors.".into(),
            precedents: Vec::new(),
        }
    };
    Ok(match cx.judge(rule, 0, &judgement)? {
        Ruling::Listed(0) | Ruling::Free { .. } => None,
        Ruling::Listed(hours) => Some(hours.min(HOURS - 1)),
    })
}

/// The Rest is broken off: nobody heals, no ration is gone, and who had no watch is found asleep.
fn broken(cx: &mut Cx<'_, DieTrying>, sleepers: &[Who], watches: &[Watch], after: u8) -> Flow {
    let to = cx.state().now.later(u64::from(after) * 3600);
    cx.within((sleepers, watches, after), |cx| time::advance(cx, to))?;
    cx.record(rules::DT_REST_03H, RestFact::Broken { after }.into());
    let mut hours = 0;
    let awake = watches.iter().find(|watch| {
        hours += watch.hours;
        after < hours
    });
    if let Some(watch) = awake {
        cx.cite(rules::DT_REST_05H);
        cx.record(rules::DT_REST_05H, RestFact::Watched { who: watch.who }.into());
        return Ok(());
    }
    for who in sleepers {
        let until = Until::ended().or_cured(BY_DAMAGE);
        begin_condition(cx, *who, Condition::Unconscious, None, until, rules::DT_REST_05H, None);
    }
    Ok(())
}

/// Somebody eats and regains half the maximum, rounded up; a sick gut keeps only half of that.
fn eats(cx: &mut Cx<'_, DieTrying>, who: Who) {
    let rule = rules::DT_REST_02H;
    if let Some(item) = gear::owned(cx.state(), who, |ware| *ware == Ware::Ration) {
        let now = cx.state().live(who).items[usize::from(item)];
        let fact = GearFact::Left { who, item, count: now.count - 1, left: now.left };
        cx.record(rules::DT_ITEM_03, fact.into());
    }
    let most = max_hp(cx.state(), cx.book(), who);
    let mut amount = (most + 1).div_euclid(2);
    let sick =
        passive::find(cx.state(), cx.book(), who, Of::Hook.called("half-rest"), |passive| match passive {
            Passive::Hook(hook) if hook == "half-rest" => Some(()),
            _ => None,
        });
    if let Some((_, curse)) = sick {
        cx.cite(curse);
        amount = amount.div_euclid(2);
    }
    heal(cx, who, amount, rule);
}
