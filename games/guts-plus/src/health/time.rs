//! The clock, and what it does to bodies: injuries heal, treatments work, deadlines come.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::condition::{Ailment, inflict, review};
use super::injury::settle;
use crate::GutsPlus;
use crate::fact::{HealthFact, TableFact};
use crate::gm::{decide, must_be_gm};
use crate::house::{DoubleHeals, HealingTracks};
use crate::question::{Decide, HealNext, Matter};
use crate::rules;
use crate::state::{DAY, HOUR, Item, MINUTE, Out, Part, State};

/// Healing a single injury needs, in seconds of an ordinary day.
const SINGLE: u32 = DAY as u32;
/// Healing a crossed-out part needs.
const DOUBLE: u32 = 5 * SINGLE;

/// Time the GM lets pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Passing {
    /// Days.
    pub days: i32,
    /// Hours.
    pub hours: i32,
    /// Minutes.
    pub minutes: i32,
    /// Who rested all the while.
    pub rest: Vec<Who>,
}

/// The GM moves the clock.
pub fn time(cx: &mut Cx<'_, GutsPlus>, by: Seat, passing: &Passing) -> Flow {
    let rule = rules::GP_TIME_01;
    must_be_gm(by, rule, "moves the clock")?;
    let Passing { days, hours, minutes, rest } = passing;
    if *days < 0 || *hours < 0 || *minutes < 0 {
        let sentence = "Time does not run back; to take something back, undo it.";
        return refuse(Refusal::new(rules::GP_RECV_03, "negative", sentence));
    }
    let seconds = *days as u64 * DAY + *hours as u64 * HOUR + *minutes as u64 * MINUTE;
    if seconds == 0 || seconds > 400 * DAY {
        let sentence = "Let at least a minute pass, and at most 400 days at once.";
        return refuse(Refusal::new(rule, "how-long", sentence));
    }
    if cx.state().battle.is_some() && (seconds >= HOUR || !rest.is_empty()) {
        let (rule, sentence) = if rest.is_empty() {
            (rule, "In a fight rounds are counted, not hours.")
        } else {
            (rules::GP_RECV_04, "Nobody rests in a fight.")
        };
        return refuse(Refusal::new(rule, "in-battle", sentence));
    }
    if rest.iter().any(|who| cx.state().creature(*who).is_none()) {
        return refuse(Refusal::new(rule, "nobody", "There is nobody like that here."));
    }
    pass(cx, seconds, rest)?;
    if rest.is_empty() {
        return Ok(());
    }
    cx.cite(rules::GP_RECV_06);
    review(cx)
}

/// A change of scene: the GM goes through all conditions.
pub fn scene(cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
    let rule = rules::GP_COND_07;
    must_be_gm(by, rule, "changes the scene")?;
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(rule, "in-battle", "The fight ends before the scene does."));
    }
    let number = cx.state().scene.saturating_add(1);
    cx.record(rule, TableFact::Scene { number }.into());
    crate::essence::scene_changes(cx);
    review(cx)
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
        let needs = from.needs.unwrap_or(if from.lines == 1 { SINGLE } else { DOUBLE });
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

pub(super) fn injured_part(
    state: &State,
    who: Who,
    part: &str,
    rule: boneyard_table::RuleId,
) -> Result<u8, Refusal> {
    let Some(one) = state.creature(who) else {
        return Err(Refusal::new(rule, "nobody", "There is nobody like that here."));
    };
    let Some(nth) = one.sheet.part(part) else {
        return Err(Refusal::new(rule, "no-part", format!("{} has no {part}.", one.sheet.name)));
    };
    let now = one.live.parts[usize::from(nth)];
    if now.lost {
        let sentence = format!("The {part} is lost; no healing brings it back.");
        return Err(Refusal::new(rules::GP_HLTH_06, "lost", sentence));
    }
    if now.lines == 0 {
        return Err(Refusal::new(rule, "whole", format!("The {part} is not injured.")));
    }
    Ok(nth)
}

/// A filling meal: a quarter of a healing day for one injury, at most twice a day.
pub fn meal(cx: &mut Cx<'_, GutsPlus>, by: Seat, who: Who, part: &str) -> Flow {
    let rule = rules::GP_RECV_07;
    must_be_gm(by, rule, "says what a meal does")?;
    let nth = injured_part(cx.state(), who, part, rule)?;
    let count = cx.state().live(who).meals;
    if count >= 2 {
        let sentence = "Two meals a day help, a third does not.";
        return refuse(Refusal::new(rules::GP_HOUSE_08H, "twice", sentence));
    }
    let from = cx.state().live(who).parts[usize::from(nth)];
    let needs = from.needs.unwrap_or(if from.lines == 1 { SINGLE } else { DOUBLE });
    let healed = from.healed + SINGLE / 4;
    let whole = healed >= needs;
    let to = if whole { Part { lines: 0, healed: 0, needs: None, ..from } } else { Part { healed, ..from } };
    cx.record(rules::GP_HOUSE_08H, HealthFact::Part { who, part: nth, from, to }.into());
    cx.record(rule, HealthFact::Meal { who, count: count + 1 }.into());
    settle(cx, who, None)
}

/// The GM sets how long an injury takes.
pub fn heals_in(cx: &mut Cx<'_, GutsPlus>, by: Seat, who: Who, part: &str, hours: u16) -> Flow {
    let rule = rules::GP_RECV_08;
    must_be_gm(by, rule, "sets how long an injury takes")?;
    let nth = injured_part(cx.state(), who, part, rule)?;
    if hours == 0 || hours > 2400 {
        return refuse(Refusal::new(rule, "how-long", "From 1 hour to 100 days."));
    }
    let from = cx.state().live(who).parts[usize::from(nth)];
    let to = Part { needs: Some(u32::from(hours) * HOUR as u32), ..from };
    cx.record(rule, HealthFact::Part { who, part: nth, from, to }.into());
    Ok(())
}
