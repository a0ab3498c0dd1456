//! The clock, and what it does to bodies: injuries heal, treatments work, deadlines come.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::condition::{Ailment, inflict, review};
use super::injury::settle;
use super::recover::{DOUBLE, needs};
use crate::GutsPlus;
use crate::fact::{HealthFact, TableFact};
use crate::gm::decide;
use crate::house::{DoubleHeals, HealingTracks};
use crate::question::{Decide, HealNext, Matter};
use crate::rules;
use crate::state::{DAY, HOUR, Item, MINUTE, Out, Part, State};

/// Time the GM lets pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Time {
    /// Days.
    pub days: i32,
    /// Hours.
    pub hours: i32,
    /// Minutes.
    pub minutes: i32,
    /// Who rested all the while.
    pub rest: Vec<Who>,
}

/// In what time is counted on a card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Days,
    Hours,
    Minutes,
    Rest,
}

impl Form<GutsPlus> for Time {
    fn form(form: &mut Filling<'_, GutsPlus>) -> Filled<Self> {
        if form.is_written() {
            let (days, hours, minutes) =
                (form.unasked("days")?, form.unasked("hours")?, form.unasked("minutes")?);
            let rest = form.maybe_creatures("rest", "", 0..=60, |_| true)?;
            return Ok(Self { days, hours, minutes, rest });
        }
        let mut time = Self::default();
        let counts = form.variant(&[Count::Days, Count::Hours, Count::Minutes, Count::Rest])?;
        if counts == Count::Rest {
            time.days = form.each("days", [1])?;
            time.rest = form.each("rest", [form.state.heroes().collect::<Vec<_>>()])?;
            form.id(|| "rest".into());
            form.label(|| "Let a day of rest pass".into());
            form.rule(rules::GP_RECV_04);
            return Ok(time);
        }
        let days = counts == Count::Days;
        if days {
            form.id(|| "time".into());
            time.days = form.amount("days", "Days", 1..=30)?;
        } else if counts == Count::Hours {
            form.id(|| "hours".into());
            form.label(|| "Let hours pass".into());
        } else {
            form.id(|| "minutes".into());
            form.label(|| "Let minutes pass".into());
        }
        match counts {
            Count::Minutes => time.minutes = form.amount("minutes", "Minutes", 1..=600)?,
            Count::Hours => time.hours = form.amount("hours", "Hours", 1..=240)?,
            _ => time.hours = form.maybe_amount("hours", "Hours", 1..=23)?.unwrap_or(0),
        }
        if counts != Count::Minutes {
            time.minutes = form.maybe_amount("minutes", "Minutes", 1..=59)?.unwrap_or(0);
        }
        Ok(time)
    }
}

impl Time {
    fn seconds(&self) -> u64 {
        let count = |many: i32, of: u64| u64::try_from(many).unwrap_or(0).saturating_mul(of);
        count(self.days, DAY) + count(self.hours, HOUR) + count(self.minutes, MINUTE)
    }
}

impl Deed<GutsPlus> for Time {
    const CARD: Card = Card::gm("Let time pass", "Time").rule(rules::GP_TIME_01);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, seconds) = (rules::GP_TIME_01, self.seconds());
        may.not_if([self.days, self.hours, self.minutes].iter().any(|count| *count < 0), || {
            let sentence = "Time does not run back; to take something back, undo it.";
            Refusal::new(rules::GP_RECV_03, "negative", sentence)
        })?;
        may.not_if(seconds == 0 || seconds > 400 * DAY, || {
            let sentence = "Let at least a minute pass, and at most 400 days at once.";
            Refusal::new(rule, "how-long", sentence)
        })?;
        let rests = !self.rest.is_empty();
        may.not_if(may.state.battle.is_some() && (seconds >= HOUR || rests), || {
            let (rule, sentence) = match rests {
                false => (rule, "In a fight rounds are counted, not hours."),
                true => (rules::GP_RECV_04, "Nobody rests in a fight."),
            };
            Refusal::new(rule, "in-battle", sentence)
        })?;
        may.not_if(self.rest.iter().any(|who| may.state.creature(*who).is_none()), || {
            Refusal::new(rule, "nobody", "There is nobody like that here.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        pass(cx, self.seconds(), &self.rest)?;
        if self.rest.is_empty() {
            return Ok(());
        }
        cx.cite(rules::GP_RECV_06);
        review(cx)
    }
}

deed! {
    /// The GM changes the scene, and goes through all conditions.
    #[serde(deny_unknown_fields)]
    pub struct Scene(_form: GutsPlus) {}
}

impl Deed<GutsPlus> for Scene {
    const CARD: Card = Card::gm("Change the scene", "Time").rule(rules::GP_COND_07);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may.outright_if(may.state.battle.is_some(), || {
            Refusal::new(rules::GP_COND_07, "in-battle", "The fight ends before the scene does.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let number = cx.state().scene.saturating_add(1);
        cx.record(rules::GP_COND_07, TableFact::Scene { number }.into());
        crate::essence::scene_changes(cx);
        review(cx)
    }
}

/// Lets time pass: every moment at which something falls due is met in order.
pub fn pass(cx: &mut Cx<'_, GutsPlus>, seconds: u64, rest: &[Who]) -> Flow {
    let mut now = cx.state().clock;
    let end = now.saturating_add(seconds);
    while now < end {
        let next = due(cx.state()).filter(|at| *at > now).min(end);
        let everybody: Vec<Who> = cx.state().everybody().collect();
        for who in &everybody {
            heal(cx, *who, next - now, rest.contains(who))?;
        }
        cx.record(rules::GP_TIME_01, TableFact::Clock { to: next }.into());
        now = next;
        for who in everybody {
            fall_due(cx, who)?;
        }
        crate::essence::fades(cx);
    }
    Ok(())
}

/// The next moment at which something falls due, or the end of time.
struct Due(Vec<u64>);

impl Due {
    fn filter(self, test: impl Fn(&u64) -> bool) -> Self {
        Self(self.0.into_iter().filter(|at| test(at)).collect())
    }

    fn min(self, end: u64) -> u64 {
        self.0.into_iter().fold(end, u64::min)
    }
}

fn due(state: &State) -> Due {
    let mut all = Vec::new();
    for creature in &state.creatures {
        all.extend(creature.live.out.and_then(|out| out.deadline));
        for part in &creature.live.parts {
            all.extend(part.treated.map(|(at, _)| at));
            all.extend(part.rests_until);
        }
        for (sheet, item) in creature.sheet.items.iter().zip(&creature.live.items) {
            all.extend((sheet.natural && item.marks > 0).then(|| item.marked_at + DAY));
        }
    }
    Due(all)
}

fn fall_due(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let now = cx.state().clock;
    for nth in 0..cx.state().live(who).parts.len() {
        let from = cx.state().live(who).parts[nth];
        let part = nth as u8;
        if let Some((_, leaves)) = from.treated.filter(|(at, _)| *at <= now) {
            let to = Part { lines: leaves.min(from.lines), treated: None, healed: 0, ..from };
            cx.record(rules::GP_RECV_05, HealthFact::Part { who, part, from, to }.into());
        }
    }
    for nth in 0..cx.state().live(who).items.len() {
        let from = cx.state().live(who).items[nth].clone();
        let natural = cx.state().sheet(who).items[nth].natural;
        if natural && from.marks > 0 && from.marked_at + DAY <= now {
            let to = Item { marks: 0, ..from.clone() };
            cx.record(rules::GP_HOUSE_01H, HealthFact::Item { who, item: nth as u8, from, to }.into());
        }
    }
    settle(cx, who, None)?;
    match cx.state().live(who).out {
        Some(Out { deadline: Some(at), .. }) if at <= now && !cx.state().live(who).dead => too_late(cx, who),
        _ => Ok(()),
    }
}

fn too_late(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let question = format!("Time is up for {}.", cx.state().name(who));
    let matter = Decide::new(Matter::TooLate, "deadline", question)
        .option("dies", "Dies")
        .option("marked", "Lives, with a permanent condition")
        .option("more_time", "An hour more")
        .who(who);
    let say = decide(cx, matter)?;
    let out = cx.state().live(who).out.unwrap_or_default();
    match say.choice.as_str() {
        "dies" => cx.record(rules::GP_HLTH_08, HealthFact::Died { who }.into()),
        "marked" => {
            let fact = HealthFact::Out { who, out: Out { deadline: None, ..out } };
            cx.record(rules::GP_HLTH_08, fact.into());
            let name = if say.words.is_empty() { "Weakened" } else { say.words.as_str() };
            let given = Ailment { permanent: true, ..Ailment::named(name, "came close to death") };
            inflict(cx, who, &given)?;
        }
        _ => {
            let deadline = Some(cx.state().clock + HOUR);
            cx.record(rules::GP_HLTH_08, HealthFact::Out { who, out: Out { deadline, ..out } }.into());
        }
    }
    Ok(())
}

/// Which injuries a track heals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Track {
    Single,
    Double,
    Both,
}

fn heal(cx: &mut Cx<'_, GutsPlus>, who: Who, seconds: u64, rest: bool) -> Flow {
    if cx.state().live(who).dead {
        return Ok(());
    }
    lost_parts(cx, who, seconds, rest);
    if cx.state().house.healing_tracks == HealingTracks::Shared {
        return track(cx, who, Track::Both, seconds, rest);
    }
    track(cx, who, Track::Single, seconds, rest)?;
    track(cx, who, Track::Double, seconds, rest)
}

fn rate(part: Part, now: u64, rest: bool) -> u32 {
    if rest || part.rests_until.is_some_and(|until| until > now) { 2 } else { 1 }
}

/// Lost parts leave the chart after the time a crossed-out one needs.
fn lost_parts(cx: &mut Cx<'_, GutsPlus>, who: Who, seconds: u64, rest: bool) {
    for nth in 0..cx.state().live(who).parts.len() {
        let from = cx.state().live(who).parts[nth];
        if !from.lost || from.struck {
            continue;
        }
        let more =
            u32::try_from(seconds).unwrap_or(u32::MAX).saturating_mul(rate(from, cx.state().clock, rest));
        let healed = from.healed.saturating_add(more).min(DOUBLE);
        let to = Part { healed, struck: healed >= DOUBLE, ..from };
        cx.record(rules::GP_HLTH_06, HealthFact::Part { who, part: nth as u8, from, to }.into());
    }
}

fn fits(part: &Part, track: Track) -> bool {
    let lines = match track {
        Track::Single => part.lines == 1,
        Track::Double => part.lines == 2,
        Track::Both => part.lines > 0,
    };
    lines && !part.lost
}

fn track(cx: &mut Cx<'_, GutsPlus>, who: Who, track_: Track, seconds: u64, rest: bool) -> Flow {
    let mut left = u32::try_from(seconds).unwrap_or(u32::MAX);
    while left > 0 {
        let live = cx.state().live(who);
        let current = if track_ == Track::Double { live.heals_double } else { live.heals_single };
        let open = |nth: u8| live.parts.get(usize::from(nth)).is_some_and(|part| fits(part, track_));
        let all: Vec<u8> = (0..live.parts.len() as u8).filter(|nth| open(*nth)).collect();
        let part = match (current.filter(|nth| open(*nth)), all.as_slice()) {
            (_, []) => return Ok(()),
            (Some(current), _) => current,
            (None, [only]) => *only,
            (None, _) => {
                let say = cx.ask(who, HealNext { who, parts: all.clone() })?;
                cx.state().sheet(who).part(&say).filter(|nth| all.contains(nth)).unwrap_or(all[0])
            }
        };
        let live = cx.state().live(who);
        let (mut single, mut double) = (live.heals_single, live.heals_double);
        if track_ == Track::Double {
            double = Some(part);
        } else {
            single = Some(part);
        }
        let from = live.parts[usize::from(part)];
        let needs = needs(from);
        let rate = rate(from, cx.state().clock, rest);
        if rest {
            cx.cite(rules::GP_RECV_04);
        }
        let missing = needs.saturating_sub(from.healed).div_ceil(rate);
        let rule = if from.lines == 1 { rules::GP_RECV_01 } else { rules::GP_RECV_02 };
        let to = if missing <= left {
            left -= missing;
            if track_ == Track::Double {
                double = None;
            } else {
                single = None;
            }
            let one_mark = cx.state().house.double_heals == DoubleHeals::OneMark;
            let lines = if from.lines == 2 && one_mark { 1 } else { 0 };
            Part { lines, healed: 0, needs: None, treated: None, ..from }
        } else {
            let healed = from.healed + left * rate;
            left = 0;
            cx.cite(rules::GP_RECV_03);
            Part { healed, ..from }
        };
        cx.record(rule, HealthFact::Part { who, part, from, to }.into());
        cx.record(rules::GP_RECV_03, HealthFact::HealsNext { who, single, double }.into());
    }
    Ok(())
}
