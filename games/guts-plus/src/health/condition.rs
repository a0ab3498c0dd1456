//! Conditions: given, grown in intensity, asked about, ended.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::{Candidate, Domain, count};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::injury::{Hurt, injure, knock_out};
use crate::GutsPlus;
use crate::fact::HealthFact;
use crate::form;
use crate::gm::{decide, settled};
use crate::house::IntensityStyle;
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Base, Condition, Creature, ROUND, Sheet, State, Takes};

/// A condition as the GM gives it: one of the list by name, or one of their own with its effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Given {
    /// What it is called.
    pub name: String,
    /// What it does, as its bearer reads it.
    pub effect: String,
    /// The base quality it touches.
    pub quality: Option<Base>,
    /// What it takes.
    pub takes: Takes,
    /// The part it is in.
    pub part: Option<String>,
    /// What brought it.
    pub cause: String,
    /// It does not pass.
    pub permanent: bool,
}

impl Given {
    /// As rules take it, for somebody with this sheet.
    pub fn ailment(&self, sheet: &Sheet) -> Ailment<'_> {
        let Self { name, effect, quality, takes, part, cause, permanent } = self;
        let (quality, takes, permanent) = (*quality, *takes, *permanent);
        let part = part.as_ref().and_then(|part| sheet.part(part));
        Ailment { name, effect, quality, takes, part, cause, permanent }
    }
}

/// A condition as rules give it: words are borrowed, since most of them come to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Ailment<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What it does, where the list does not say.
    pub effect: &'a str,
    /// The base quality it touches, where the list does not say.
    pub quality: Option<Base>,
    /// What it takes, where the list does not say.
    pub takes: Takes,
    /// The part it is in.
    pub part: Option<u8>,
    /// What brought it.
    pub cause: &'a str,
    /// It does not pass.
    pub permanent: bool,
}

impl<'a> Ailment<'a> {
    /// One of the list, or one that is only acted out.
    pub fn named(name: &'a str, cause: &'a str) -> Self {
        let (quality, takes, part) = (None, Takes::Nothing, None);
        Self { name, effect: "roleplay only", quality, takes, part, cause, permanent: false }
    }
}

deed! {
    /// The GM gives a condition.
    #[serde(deny_unknown_fields)]
    pub struct Inflict(form: GutsPlus) {
        /// To whom.
        who: Who = form.creature("who", "Whom")?,
        /// Which.
        condition: Given = {
            let (at, rows) = (form.at(), &form.book.statuses);
            let pick = |name: &str, effect: &str| json!({ "name": name, "effect": effect });
            let listed = || rows.iter().map(|row| {
                Candidate::new(pick(&row.name, &row.text), row.name.to_string())
            });
            let first = || {
                let row = rows.iter().next()?;
                Some(Given { name: row.name.to_string(), effect: row.text.to_string(), ..Given::default() })
            };
            let domain = || Domain::one_of(listed());
            form.field("condition", "Which", domain, first, form::with_names(at))?
        },
    }
}

impl Deed<GutsPlus> for Inflict {
    const CARD: Card = Card::gm("Give a condition", "Harm").rule(rules::GP_COND_01);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, given) = (rules::GP_COND_01, &self.condition);
        let Some(one) = may.state.creature(self.who) else {
            return may.no(|| Refusal::new(rule, "nobody", "There is nobody like that here."));
        };
        let long = [&given.name, &given.cause].iter().any(|words| words.chars().count() > 60);
        may.not_if(given.name.trim().is_empty() || long || given.effect.chars().count() > 200, || {
            let sentence = "Name it in at most 60 letters and say what it does in at most 200.";
            Refusal::new(rule, "name", sentence)
        })?;
        let unsaid = given.effect.trim().is_empty() && may.book.status(&given.name).is_none();
        may.not_if(unsaid, || {
            let sentence = format!("Say what {} does; \"roleplay only\" will do.", given.name);
            Refusal::new(rule, "no-effect", sentence)
        })?;
        may.not_if(one.live.conditions.len() >= 20, || {
            Refusal::new(rule, "too-many", "Twenty conditions are enough for anybody.")
        })?;
        may.not_if(matches!(given.takes, Takes::Points(0 | 11..) | Takes::Dice(0 | 11..)), || {
            Refusal::new(rule, "takes", "A condition takes from 1 to 10 points or dice.")
        })?;
        match given.part.as_ref().filter(|part| one.sheet.part(part).is_none()) {
            None => Ok(()),
            Some(part) => may.no(|| {
                let sentence = format!("{} has no {part}.", one.sheet.name);
                Refusal::new(rules::GP_COND_09, "no-part", sentence)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let given = self.condition.ailment(cx.state().sheet(self.who));
        inflict(cx, self.who, &given)
    }
}

/// Gives a condition; one of the same kind grows instead.
pub fn inflict(cx: &mut Cx<'_, GutsPlus>, who: Who, given: &Ailment<'_>) -> Flow {
    let row = cx.book().status(given.name);
    let kind = row.map_or(given.name, |(row, _)| &row.name);
    let numbers = cx.state().house.intensity_style == IntensityStyle::Numbers;
    let step = row.map_or(1, |(_, step)| step);
    let part = given.part;
    let live = cx.state().live(who);
    let same = |one: &Condition| one.part == part && one.kind.eq_ignore_ascii_case(kind);
    let known = live.conditions.iter().position(same);
    let old = known.map(|at| &live.conditions[at]);
    let (grows, permanent) = (old.is_some(), old.is_some_and(|old| old.permanent));
    let intensity = match old {
        Some(old) if step > old.intensity => step,
        Some(old) => old.intensity + 1,
        None => step,
    };
    if intensity > if numbers { 5 } else { 3 } {
        return too_much(cx, who, kind);
    }
    let words = row.filter(|_| !numbers).and_then(|(row, _)| row.words.get(usize::from(intensity) - 1));
    let kind = row.map_or_else(|| given.name.into(), |(row, _)| row.name.clone());
    let name = match words {
        Some(word) => word.clone(),
        None if intensity > 1 => format!("{kind} x{intensity}").into(),
        None => kind.clone(),
    };
    let from_row = row.and_then(|(row, _)| Some((row, row.takes.as_ref()?)));
    let takes = from_row.map(|(_, amount)| {
        let each = amount.dice.parse().unwrap_or(1);
        if amount.is("dice") { Takes::Dice(each) } else { Takes::Points(each) }
    });
    let listed = row.and_then(|(row, _)| row.quality.as_deref()).and_then(Base::named);
    let text = row.map(|(row, _)| if row.effect.is_empty() { &row.text } else { &row.effect });
    let effect = text.filter(|text| !text.is_empty()).cloned().unwrap_or_else(|| given.effect.into());
    let condition = Condition {
        name,
        kind,
        intensity,
        quality: listed.or(given.quality),
        takes: takes.unwrap_or(given.takes),
        part,
        effect,
        cause: given.cause.into(),
        cause_gone: false,
        since: cx.state().clock,
        since_round: cx.state().battle.as_ref().map(|battle| battle.round),
        permanent: given.permanent || permanent,
    };
    if let Some((row, _)) = row {
        cx.cite(rules::GP_COND_02);
        cx.cite(row.id);
    }
    if intensity > 2 {
        cx.cite(rules::GP_HOUSE_02H);
    }
    if part.is_some() {
        cx.cite(rules::GP_COND_09);
    }
    if given.permanent {
        cx.cite(rules::GP_COND_08);
    }
    let at = known.unwrap_or(cx.state().live(who).conditions.len()) as u8;
    let rule = if grows { rules::GP_COND_06 } else { rules::GP_COND_01 };
    cx.record(rule, HealthFact::Condition { who, at, condition }.into());
    Ok(())
}

fn too_much(cx: &mut Cx<'_, GutsPlus>, who: Who, kind: &str) -> Flow {
    let choice = settled(cx, "nothing", |cx| {
        let question =
            cx.words(|at| format!("{} cannot get any worse than this: {kind}.", at.state.name(who)));
        Decide::new(Matter::TooMuch, kind, question)
            .option("nothing", "Nothing more")
            .option("unconscious", "Unconscious")
            .option("injury", "1 injury")
            .who(who)
    })?;
    match &*choice {
        "unconscious" => knock_out(cx, who),
        "injury" => {
            let part = cx.state().one(who).vital();
            let rule = rules::GP_HOUSE_02H;
            let (dangerous, cuts, through) = (false, false, false);
            injure(cx, &Hurt { who, part, lines: 1, dangerous, cuts, through, cause: kind, rule })
        }
        _ => Ok(()),
    }
}

fn find(may: May<'_, GutsPlus>, who: Who, name: &str) -> Lawful<u8> {
    let rule = rules::GP_COND_07;
    let Some(one) = may.state.creature(who) else {
        return may.no(|| Refusal::new(rule, "nobody", "There is nobody like that here."));
    };
    match called(one, name) {
        Some(at) => Ok(at),
        None => may.no(|| {
            let names: Vec<&str> = one.live.conditions.iter().map(|own| &*own.name).collect();
            let all = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let sentence = format!("{} is not {name}; conditions: {all}.", one.sheet.name);
            Refusal::new(rule, "no-condition", sentence)
        }),
    }
}

/// A condition of somebody's by its name.
fn called(one: &Creature, name: &str) -> Option<u8> {
    let at = one.live.conditions.iter().position(|own| own.name.eq_ignore_ascii_case(name));
    at.map(|at| at as u8)
}

/// The conditions of somebody, by name.
fn own(state: &State, who: Who, among: impl Fn(&Condition) -> bool) -> Vec<(String, String)> {
    let own = state.creature(who).into_iter().flat_map(|one| &one.live.conditions);
    form::names(own.filter(|own| among(own)).map(|own| &*own.name))
}

deed! {
    /// The GM ends a condition; a permanent one only when that is meant.
    #[serde(deny_unknown_fields)]
    pub struct EndCondition(form: GutsPlus) {
        /// A permanent one is meant.
        #[serde(default)]
        permanent: bool = {
            let state = form.state;
            let any = |kind: bool| {
                let has = |own: &Condition| own.permanent == kind;
                state.everybody().any(|who| state.live(who).conditions.iter().any(has))
            };
            let passing = any(false).then_some(None);
            let lasting = any(true).then_some(Some(true));
            form.each("permanent", passing.into_iter().chain(lasting))?.unwrap_or(false)
        },
        /// Whose.
        who: Who = {
            let state = form.state;
            let has = |own: &Condition| own.permanent == permanent;
            form.creature_among("who", "Whose", |who| state.live(who).conditions.iter().any(has))?
        },
        /// Which, by name.
        condition: String = {
            if permanent {
                form.label(|| "End a permanent condition".into());
            }
            form.one_of("condition", "Which", own(form.state, who, |own| own.permanent == permanent))?
        },
    }
}

impl Deed<GutsPlus> for EndCondition {
    const CARD: Card = Card::gm("End a condition", "Harm").rule(rules::GP_COND_07);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let at = find(may, self.who, &self.condition)?;
        let permanent = may.state.live(self.who).conditions[usize::from(at)].permanent;
        may.not_if(permanent && !self.permanent, || {
            let sentence =
                format!("{} is there for good; say that you mean a permanent one.", self.condition);
            Refusal::new(rules::GP_COND_08, "permanent", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        if let Some(at) = called(cx.state().one(self.who), &self.condition) {
            ended(cx, self.who, at);
        }
        Ok(())
    }
}

fn ended(cx: &mut Cx<'_, GutsPlus>, who: Who, at: u8) {
    let name = cx.state().live(who).conditions[usize::from(at)].name.to_string();
    cx.record(rules::GP_COND_07, HealthFact::ConditionEnded { who, at, name }.into());
}

/// Whether somebody was stunned until now: that costs what would have come next, and is over.
pub fn recovers(cx: &mut Cx<'_, GutsPlus>, who: Who) -> bool {
    let stuns = |own: &Condition| cx.book().stuns(&own.kind);
    let Some(at) = cx.state().live(who).conditions.iter().position(stuns) else { return false };
    ended(cx, who, at as u8);
    true
}

deed! {
    /// A player asks whether a condition lasts.
    #[serde(deny_unknown_fields)]
    pub struct StillSo(form: GutsPlus) {
        /// Whose.
        who: Who = {
            let who = form.actor()?;
            let asks = |one: &Creature| one.can_act() && !one.live.conditions.is_empty();
            form.only_if(form.state.creature(who).is_some_and(asks))?;
            who
        },
        /// Which, by name.
        condition: String = form.one_of("condition", "Which", own(form.state, who, |_| true))?,
    }
}

impl Deed<GutsPlus> for StillSo {
    const CARD: Card = Card::acting("Ask about a condition", "Ask").rule(rules::GP_COND_07);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        find(may, self.who, &self.condition).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        match called(cx.state().one(self.who), &self.condition) {
            Some(at) => lasts(cx, self.who, at).map(|_| ()),
            None => Ok(()),
        }
    }
}

/// Asks the GM whether a condition lasts, with its age; gives whether it ended.
fn lasts(cx: &mut Cx<'_, GutsPlus>, who: Who, at: u8) -> Flow<bool> {
    let state = cx.state();
    let own = &state.live(who).conditions[usize::from(at)];
    let age = match (&state.battle, own.since_round) {
        (Some(battle), Some(round)) => count(battle.round.saturating_sub(round), "round old", "rounds old"),
        _ => {
            let seconds = state.clock.saturating_sub(own.since);
            if seconds >= crate::state::HOUR {
                count((seconds / crate::state::HOUR) as u32, "hour old", "hours old")
            } else {
                count((seconds / ROUND) as u32, "round old", "rounds old")
            }
        }
    };
    let cause = if own.cause.is_empty() { String::new() } else { format!(", from {}", own.cause) };
    let question = format!("{}: {} ({age}{cause}). Does it last?", state.name(who), own.name);
    let mut matter = Decide::new(Matter::Lasts, &own.kind, question)
        .option("keep", "It lasts")
        .option("remove", "It ends")
        .who(who);
    if own.cause_gone {
        matter = matter.propose("remove", "its cause is gone");
    }
    let name = own.name.to_string();
    if decide(cx, matter)?.choice == "remove" {
        ended(cx, who, at);
        return Ok(true);
    }
    cx.record(rules::GP_COND_07, HealthFact::ConditionLasts { who, name }.into());
    Ok(false)
}

/// At a change of scene, a rest or the end of a fight the GM goes through all conditions.
pub fn review(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let everybody: Vec<Who> = cx.state().everybody().collect();
    for who in everybody {
        let mut at = 0;
        while let Some(own) = cx.state().live(who).conditions.get(usize::from(at)) {
            if own.permanent {
                cx.cite(rules::GP_COND_08);
                at += 1;
            } else if !lasts(cx, who, at)? {
                at += 1;
            }
        }
    }
    Ok(())
}
