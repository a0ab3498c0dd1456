//! Using a thing: which of its uses, on whom or what, what stands against it, and what comes of it. When
//! a thing may be used, and what time it takes, is with the way, the camp and the fight.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

use super::aim;
use crate::DeadWeight;
use crate::book::{Book, Effect, GearRow, Passive, UseRow};
use crate::combat::{self, Assault};
use crate::expedition::spend_one;
use crate::fact::MagicFact;
use crate::magic::{Source, effect};
use crate::question::short;
use crate::roll::{self, Rolling, acting_hero};
use crate::rules;
use crate::state::{Place, Span, State, Used};

/// Somebody uses a thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "UseSay")]
#[schemars(with = "UseSay")]
pub struct UseItem {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// On whom; on oneself if nobody is named.
    pub target: Option<Who>,
    /// Which use of it, where it has several.
    pub mode: Option<String>,
    /// On which other thing of one's own.
    pub on: Option<u8>,
    /// Which location next to this one, or where a door leads.
    pub place: Option<String>,
}

/// As it is written: in full, or as forms give it, who, what, on whom and on which thing with points between.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say who uses what")]
enum UseSay {
    Full(FullUse),
    Short(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FullUse {
    /// Who.
    who: Who,
    /// Which thing.
    item: u8,
    /// On whom; on oneself if nobody is named.
    #[serde(default)]
    target: Option<Who>,
    /// Which use of it, where it has several.
    #[serde(default)]
    mode: Option<String>,
    /// On which other thing of one's own.
    #[serde(default)]
    on: Option<u8>,
    /// Which location next to this one, or where a door leads.
    #[serde(default)]
    place: Option<String>,
}

impl TryFrom<UseSay> for UseItem {
    type Error = String;

    fn try_from(say: UseSay) -> Result<Self, String> {
        match say {
            UseSay::Full(FullUse { who, item, target, mode, on, place }) => {
                Ok(Self { who, item, target, mode, on, place })
            }
            UseSay::Short(text) => {
                let read = short(&text).and_then(|(who, rest)| {
                    let mut parts = rest.splitn(3, '.');
                    let item = parts.next()?.parse().ok()?;
                    let target = parts.next().map(|on| on.parse().map(Who)).transpose().ok()?;
                    let on = parts.next().map(str::parse).transpose().ok()?;
                    Some(Self { who, item, target, mode: None, on, place: None })
                });
                read.ok_or_else(|| format!("`{text}` is nobody's thing"))
            }
        }
    }
}

impl UseItem {
    /// A thing used on somebody.
    pub fn on(who: Who, item: u8, target: Who) -> Self {
        Self { who, item, target: Some(target), mode: None, on: None, place: None }
    }

    /// As forms give it.
    pub fn short(&self) -> String {
        let Self { who, item, target, on, .. } = self;
        let on = on.map(|on| format!(".{on}")).unwrap_or_default();
        format!("{}.{item}.{}{on}", who.0, target.unwrap_or(*who).0)
    }
}

/// A use that may be made now, with whomever it falls on.
#[derive(Clone, Debug)]
pub struct Ready<'a> {
    /// The entry of the thing.
    pub row: &'a GearRow,
    /// The use.
    pub used: &'a UseRow,
    /// Whom it falls on.
    pub targets: Vec<Who>,
    /// The own thing it is used on.
    pub on: Option<u8>,
    /// The location it is about.
    pub place: Option<String>,
}

/// Whether a use belongs to what is going on.
fn fits(state: &State, used: &UseRow) -> bool {
    match (used.phase.as_deref(), &state.battle) {
        (Some("setup"), battle) => battle.as_ref().is_some_and(|battle| battle.setup),
        (Some("combat"), battle) => battle.as_ref().is_some_and(|battle| !battle.setup),
        (_, battle) => battle.as_ref().is_none_or(|battle| !battle.setup),
    }
}

/// The use of a thing that is meant.
fn picked<'a>(state: &State, row: &'a GearRow, mode: Option<&str>) -> Result<&'a UseRow, Refusal> {
    let rule = rules::DW_INV_10;
    if row.uses.is_empty() {
        let sentence = format!("The {} does nothing by itself here.", row.name);
        return Err(Refusal::new(rule, "no-use", sentence));
    }
    let named =
        |used: &&UseRow| mode.is_none_or(|mode| used.name.as_deref().is_some_and(|name| name == mode));
    let found = row.uses.iter().filter(named).find(|used| fits(state, used));
    found.ok_or_else(|| {
        let known: Vec<&str> = row.uses.iter().filter_map(|used| used.name.as_deref()).collect();
        let unknown = mode.is_some_and(|mode| !known.contains(&mode));
        let sentence = match (unknown, row.uses.first().and_then(|used| used.phase.as_deref())) {
            (true, _) if known.is_empty() => format!("The {} has one use only.", row.name),
            (true, _) => format!("The {} can: {}.", row.name, known.join(", ")),
            (false, Some("setup")) => format!("The {} is for the moment before a fight.", row.name),
            (false, _) => format!("The {} is not used so now.", row.name),
        };
        Refusal::new(rule, if unknown { "no-such-use" } else { "not-now" }, sentence)
    })
}

/// Whether somebody may use a thing so, whatever time it takes.
pub fn usable<'a>(state: &State, book: &'a Book, wanted: &UseItem) -> Result<Ready<'a>, Refusal> {
    let rule = rules::DW_INV_10;
    let at = At { state, book };
    let one = acting_hero(at.state, wanted.who)?;
    let there = one.live.items.get(usize::from(wanted.item)).filter(|now| now.place != Place::Gone);
    let Some(now) = there else {
        return Err(Refusal::new(rule, "no-such-thing", "There is no such thing here."));
    };
    let sheet = &one.sheet.items[usize::from(wanted.item)];
    let name = &sheet.name;
    if now.broken {
        return Err(Refusal::new(rules::DW_HOUSE_17H, "broken", format!("The {name} is broken.")));
    }
    let row = sheet.kind.and_then(|kind| book.gear.get(kind.as_str()));
    let Some(row) = row else {
        let sentence = format!("The {name} does nothing by itself here.");
        return Err(Refusal::new(rule, "no-use", sentence));
    };
    let used = picked(state, row, wanted.mode.as_deref())?;
    check_once(state, wanted, row, used, sheet.of)?;
    aim::check_needs(at, wanted, row, used)?;
    let (targets, on) = aim::targets(at, wanted, row, used)?;
    let place = wanted.place.as_deref().and_then(|name| aim::next_to(at.state, wanted.who, name));
    Ok(Ready { row, used, targets, on, place })
}

fn check_once(
    state: &State,
    wanted: &UseItem,
    row: &GearRow,
    used: &UseRow,
    of: Option<Who>,
) -> Result<(), Refusal> {
    let spent = match used.once.as_deref() {
        Some("party-combat") => combat::fighters(state).any(|other| state.live(other).has_used(row.id)),
        _ => state.live(wanted.who).has_used(row.id),
    };
    if spent {
        let sentence = format!("The {} has done what it can for now.", row.name);
        return Err(Refusal::new(rules::DW_INV_10, "once", sentence));
    }
    if used.once.as_deref() == Some("owner-expedition") && of.is_some_and(|of| of != wanted.who) {
        let sentence =
            format!("The {} means something to {} only.", row.name, state.name(of.unwrap_or(wanted.who)));
        return Err(Refusal::new(rules::DW_HOUSE_29H, "not-its-owner", sentence));
    }
    Ok(())
}

/// Lets a thing do what it does, and uses it up.
pub fn apply_use(cx: &mut Cx<'_, DeadWeight>, wanted: &UseItem, ready: &Ready<'_>) -> Flow {
    let Ready { row, used, targets, .. } = ready;
    let (who, item) = (wanted.who, wanted.item);
    cx.cite(rules::DW_INV_10);
    cx.cite(row.id);
    if row.charges.is_some() {
        cx.cite(rules::DW_HOUSE_19H);
    }
    if let Some(rule) = row.rule.filter(|rule| *rule == rules::DW_HOUSE_29H) {
        cx.cite(rule);
    }
    let until = used.once.as_deref().map(|once| match once {
        "camp" => Span::Camp,
        "party-combat" => Span::Combat,
        _ => Span::Expedition,
    });
    if let Some(until) = until {
        cx.record(row.id, MagicFact::Used { who, used: Used { what: row.id, until } }.into());
    }
    let source = Source { by: who, rule: row.id, item: ready.on, to: None, place: ready.place.as_deref() };
    let locals = (who, item, targets, ready.on);
    let works = match (used.attack, used.test) {
        (Some(_), _) => cx.within(locals, |cx| thrown(cx, who, row, used, targets))?,
        (None, Some(attribute)) => {
            let advantages = edges(cx.at(), who, used);
            let test = Rolling { advantages, ..Rolling::test(who, attribute, row.id) };
            cx.within(locals, |cx| roll::make(cx, &test))?.succeeded()
        }
        (None, None) => true,
    };
    if works {
        cx.within(locals, |cx| effect::all(cx, source, targets, &used.effects))?;
    }
    cx.within((locals, works), |cx| effect::all(cx, source, targets, &used.always))?;
    if row.used_up || row.stock.is_some() || row.charges.is_some() {
        spend_one(cx, who, item, row.id)?;
    }
    Ok(())
}

/// A thing thrown at an enemy is an attack test. Gives whether it hit.
fn thrown(
    cx: &mut Cx<'_, DeadWeight>,
    who: Who,
    row: &GearRow,
    used: &UseRow,
    targets: &[Who],
) -> Flow<bool> {
    let (Some(notation), Some(&target)) = (used.attack, targets.first()) else { return Ok(false) };
    let versus = used.versus.as_ref();
    let other = versus.filter(|versus| versus.tags.iter().any(|tag| cx.state().sheet(target).is(tag)));
    let made = Assault {
        who,
        targets: smallvec![target],
        notation: other.map_or(notation, |versus| versus.attack),
        modifier: 0,
        backstab: false,
        magical: versus.is_some(),
        rule: row.id,
    };
    combat::assault(cx, &made)
}

/// Advantages of a use by skills and by the thing itself.
fn edges(at: At<'_, DeadWeight>, who: Who, used: &UseRow) -> u8 {
    if used.target.as_deref() == Some("creature") {
        return crate::magic::named_edges(at, who, "force-answers") + held_edges(at, who, "force-answers");
    }
    let makes = used.effects.iter().any(|effect| match effect {
        Effect::Choose(lists) => lists.iter().flatten().any(|one| matches!(one, Effect::Gain(_))),
        _ => false,
    });
    if makes { crate::magic::named_edges(at, who, "crafting") } else { 0 }
}

/// Advantages that things somebody carries give on a kind of roll.
pub fn held_edges(at: At<'_, DeadWeight>, who: Who, kind: &str) -> u8 {
    let count = |passive: &Passive| match passive {
        Passive::Advantage(edge) if edge.on == kind => edge.count,
        _ => 0,
    };
    // Two ropes are no better than one.
    carried(at, who).map(|row| row.passive.iter().map(count).sum()).max().unwrap_or(0)
}

/// Entries of things somebody carries that are whole.
pub fn carried<'a>(at: At<'a, DeadWeight>, who: Who) -> impl Iterator<Item = &'a GearRow> + 'a {
    let one = at.state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items);
    let there = things.filter(|(_, now)| now.place != Place::Gone && !now.broken);
    there.filter_map(move |(sheet, _)| at.book.gear.get(sheet.kind?.as_str()))
}

/// The entry of a thing somebody carries that has this passive.
pub fn carries(at: At<'_, DeadWeight>, who: Who, wanted: &Passive) -> Option<RuleId> {
    carries_such(at, who, |passive| passive == wanted)
}

/// The entry of a thing somebody carries that has a passive like this.
pub fn carries_such(at: At<'_, DeadWeight>, who: Who, like: impl Fn(&Passive) -> bool) -> Option<RuleId> {
    carried(at, who).find(|row| row.passive.iter().any(&like)).map(|row| row.id)
}
