//! A Watch: what it is spent on, its end, and the settlement of a Day after the sixth.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::moment::Moment;
use boneyard_table::view::{Candidate, Domain, Param, count};
use boneyard_table::{At, Cx, Flow, Judgement, Refusal, RuleId, Ruling, RulingOption, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::plan::{SPENDINGS, no_member};
use super::{THE_DAY, need, road, shelter, sky};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::known;
use crate::fact::{LivingFact, TableFact};
use crate::hurt::{WATCH_ENDS, moment_passes};
use crate::passive;
use crate::picks::read_people;
use crate::rules;
use crate::state::{Creature, Road, Skill, Span, Spending, State, Watch};

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

/// One of the party and what they do, as a form asks for it.
fn one_of_them(at: At<'_, RollHighOrDie>) -> Domain {
    let party = party(at.state).into_iter();
    let party = party.map(|who| Candidate::new(who, at.state.name(who).to_owned()));
    let spends = SPENDINGS.map(|(spend, label)| Candidate::new(json!(spend), label));
    Domain::Form {
        params: vec![
            Param::new("who", "Who", Domain::creature(party)),
            Param::new("spend", "What", Domain::one_of(spends)),
        ],
    }
}

/// Spends of a list or of one of them, with names or numbers.
fn read_spends(at: At<'_, RollHighOrDie>, seat: Seat, written: Value) -> Result<Vec<Spend>, String> {
    let all = if written.is_array() { written } else { json!([written]) };
    read_people(at, seat, all)
}

impl Form<RollHighOrDie> for BeginWatch {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        let (at, state, seat) = (form.at(), form.state, form.seat);
        form.only_if(check_begin(state).is_ok())?;
        let cards = [None, Some(Spending::Travel), Some(Spending::Active), Some(Spending::Sleep)];
        let spend = form.each("spend", cards)?;
        let (id, label) = match spend {
            None => ("begin_watch-declared", "A Watch begins, as everybody said or planned"),
            Some(Spending::Travel) => ("begin_watch-travel", "A Watch begins: Travel"),
            Some(Spending::Active) => ("begin_watch-active", "A Watch begins: Active"),
            Some(Spending::Sleep | Spending::Guard) => ("begin_watch-sleep", "A Watch begins: Rest"),
        };
        form.id(|| id.into());
        form.label(|| label.into());
        let mut begin = Self { spend, ..Self::default() };
        begin.fire = form.flag("fire", "There is a fire")?;
        begin.shelter = form.flag("shelter", "There is a roof over everybody")?;
        let (name, label) = ("of", "One of them does something else");
        begin.of = form.maybe_field(name, label, || one_of_them(at), |all| read_spends(at, seat, all))?;
        let (places, _) = shelter::places(state, at.book);
        if places > 0 || form.is_written() {
            let most = u32::try_from(places.min(party(state).len())).unwrap_or(u32::MAX);
            let of = |who: Who| is_of_the_party(state, who);
            begin.tents = form.maybe_creatures("tents", "Who is in the tent", 0..=most, of)?;
        }
        if matches!(spend, None | Some(Spending::Travel)) || form.is_written() {
            form.rule(rules::RH_HOUSE_14H);
            let grounds = at.book.travel.iter().map(|row| (row.ground.clone(), &row.ground));
            begin.ground = match form.is_written() {
                true => form.unasked("ground")?,
                false => form.maybe("ground", "Over", grounds)?,
            };
            begin.mounted = form.flag("mounted", "They ride")?;
            let of = |who: Who| is_of_the_party(state, who);
            begin.navigator = form.maybe_creature("navigator", "Who finds the way", of)?;
            begin.by = maybe_skill_by(form, &[Skill::Bushcraft, Skill::Nature])?;
        }
        Ok(begin)
    }
}

/// The field `by`: one of these, or what the rules choose.
pub(super) fn maybe_skill_by(
    form: &mut Filling<'_, RollHighOrDie>,
    among: &[Skill],
) -> Filled<Option<Skill>> {
    if form.is_written() {
        return form.unasked("by");
    }
    form.maybe("by", "By", among.iter().map(|skill| (*skill, skill.name())))
}

/// A Watch ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EndWatch {}

impl Form<RollHighOrDie> for EndWatch {
    fn form(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Self> {
        form.only_if(check_end(form.state).is_ok())?;
        Ok(Self {})
    }
}

deed! {
    /// Several Watches go by, all spent alike.
    #[serde(deny_unknown_fields)]
    pub struct PassWatches(form: RollHighOrDie) {
        /// How each of them is spent.
        #[serde(default)]
        each: BeginWatch = {
            let (at, seat) = (form.at(), form.seat);
            form.only_if(check_begin(at.state).is_ok())?;
            match form.is_written() {
                true => form.maybe_field("each", "", Domain::yes_no, |each| read_people(at, seat, each))?,
                false => {
                    let sleep = BeginWatch { spend: Some(Spending::Sleep), ..BeginWatch::default() };
                    form.each("each", [sleep])?
                }
            }
        },
        /// How many.
        watches: u8 = form.amount("watches", "How many", 1..=12)?,
    }
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

/// Whether somebody is one of them.
pub fn is_of_the_party(state: &State, who: Who) -> bool {
    let lives = |one: &Creature| one.sheet.is_hero() && one.sheet.draft.is_none() && !one.live.dead;
    state.creature(who).is_some_and(|one| lives(one) && !one.live.away)
}

/// Whether somebody is at rest now, and awake to their own affairs.
pub fn at_rest(state: &State, who: Who) -> bool {
    state.encounter.is_none() && state.days.spends(who) == Some(Spending::Sleep)
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

/// What a Watch that may begin comes to: what everybody does, the way they go, and the tent they sleep in.
struct Begun {
    spends: Vec<(Who, Spending)>,
    road: Option<Road>,
    tent: Option<RuleId>,
}

impl BeginWatch {
    fn begun(&self, may: May<'_, RollHighOrDie>) -> Lawful<Begun> {
        let state = may.state;
        check_begin(state)?;
        for (nth, one) in self.of.iter().enumerate() {
            known(state, one.who)?;
            may.not_if(!is_of_the_party(state, one.who), || no_member(state, one.who))?;
            may.not_if(self.of[..nth].iter().any(|other| other.who == one.who), || {
                let sentence = format!("{} spends a Watch one way, not two.", state.name(one.who));
                Refusal::new(rules::RH_TIME_02, "two-uses", sentence)
            })?;
        }
        let spends: Vec<_> = party(state).into_iter().map(|who| (who, self.spent_by(state, who))).collect();
        let road = road::way(state, may.book, self, &spends)?;
        let tent = shelter::check(state, may.book, &self.tents, &spends)?;
        Ok(Begun { spends, road, tent })
    }

    /// What somebody does: as it is said now, was declared, or was planned.
    fn spent_by(&self, state: &State, who: Who) -> Spending {
        let planned = state.days.plan.get(usize::from(state.days.spent));
        let named = self.of.iter().find(|one| one.who == who).map(|one| one.spend);
        let guard = planned.filter(|plan| plan.guard == Some(who)).map(|_| Spending::Guard);
        let said = named.or(self.spend).or(state.sheet(who).day.next).or(guard);
        said.or(planned.map(|plan| plan.spend)).unwrap_or(Spending::Active)
    }
}

impl Deed<RollHighOrDie> for BeginWatch {
    const CARD: Card = Card::gm("Begin a Watch", THE_DAY).rule(rules::RH_TIME_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.begun(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let begun = self.begun(May::quiet(cx.at(), by))?;
        begin_watch(cx, by, &self, begun)
    }
}

fn begin_watch(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, begin: &BeginWatch, begun: Begun) -> Flow {
    let Begun { spends, road, tent } = begun;
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
    record(cx, rules::RH_TIME_02, LivingFact::Began { watch }.into());
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

impl Deed<RollHighOrDie> for EndWatch {
    const CARD: Card = Card::gm("End the Watch", THE_DAY).rule(rules::RH_TIME_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        Ok(check_end(may.state)?)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        end_watch(cx)
    }
}

/// A Watch ends, and with the sixth the Day.
fn end_watch(cx: &mut Cx<'_, RollHighOrDie>) -> Flow {
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

/// With every sixth of them a Day goes by.
impl Deed<RollHighOrDie> for PassWatches {
    const CARD: Card = Card::gm("Let Watches go by in rest", THE_DAY).rule(rules::RH_TIME_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may.not_if(!(1..=MOST_AT_ONCE).contains(&self.watches), || {
            let sentence = format!("From 1 to {MOST_AT_ONCE} Watches go by at once.");
            Refusal::new(rules::RH_TIME_02, "so-many-watches", sentence)
        })?;
        self.each.may(may)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        for nth in 0..self.watches {
            // What breaks into a Watch keeps the rest from going by, and so does whatever the night has made of it.
            let Ok(begun) = self.each.begun(May::quiet(cx.at(), by)) else { return Ok(()) };
            cx.within(nth, |cx| {
                begin_watch(cx, by, &self.each, begun)?;
                if cx.state().encounter.is_some() { Ok(()) } else { end_watch(cx) }
            })?;
        }
        Ok(())
    }
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
