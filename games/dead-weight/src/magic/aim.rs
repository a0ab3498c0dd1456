//! What a power is aimed at, and everything that speaks against it: all of it before anything happens.

use boneyard_table::{At, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::book::{Book, Effect, PowerRow};
use crate::combat;
use crate::rules;
use crate::state::{Place, State, Tile};
use crate::weapon::Band;

/// A spell cast, a prayer spoken or a scroll read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Invoke {
    /// Who.
    pub who: Who,
    /// Which spell or prayer, by name.
    pub power: String,
    /// Which use of it, where it has several.
    #[serde(default)]
    pub mode: Option<String>,
    /// On whom.
    #[serde(default)]
    pub target: Option<Who>,
    /// On whom, where it may be several.
    #[serde(default)]
    pub targets: Vec<Who>,
    /// On which of the own things.
    #[serde(default)]
    pub item: Option<u8>,
    /// Where to.
    #[serde(default)]
    pub to: Option<Tile>,
    /// Which location, or where a door leads.
    #[serde(default)]
    pub place: Option<String>,
    /// Words that go with it.
    #[serde(default)]
    pub words: Option<String>,
    /// A prayer that is exhausted, once in an expedition.
    #[serde(default)]
    pub plea: bool,
}

/// A power as it is used: the row with the mode that was picked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use<'a> {
    pub row: &'a PowerRow,
    pub target: &'a str,
    pub needs: &'a [String],
    pub effects: &'a [Effect],
}

/// A spell or a prayer by name, as somebody knows it.
pub fn power_named<'a>(book: &'a Book, name: &str, prayer: bool) -> Option<&'a PowerRow> {
    if prayer { book.prayers.named(name) } else { book.spells.named(name) }
}

/// Whether somebody knows a power; the row if so.
pub fn check_known<'a>(
    at: At<'a, DeadWeight>,
    who: Who,
    name: &str,
    prayer: bool,
    rule: RuleId,
) -> Result<&'a PowerRow, Refusal> {
    let row = power_named(at.book, name, prayer);
    row.filter(|row| at.state.sheet(who).hero.knows.contains(&row.id)).ok_or_else(|| {
        let what = if prayer { "prayer" } else { "spell" };
        let sentence = format!("{} knows no {what} called {name}.", at.state.name(who));
        Refusal::new(rule, "unknown", sentence)
    })
}

/// The use of a power that was picked.
pub(super) fn picked<'a>(row: &'a PowerRow, mode: Option<&str>, rule: RuleId) -> Result<Use<'a>, Refusal> {
    let names = || row.modes.iter().map(|mode| mode.name.as_str()).collect::<Vec<_>>().join(", ");
    match mode {
        None if row.modes.is_empty() => Ok(Use {
            row,
            target: row.target.as_deref().unwrap_or("self"),
            needs: &row.needs,
            effects: &row.effects,
        }),
        Some(_) if row.modes.is_empty() => {
            Err(Refusal::new(rule, "no-such-use", format!("{} has one use only.", row.name)))
        }
        None => Err(Refusal::new(rule, "which-use", format!("Say what for: {}.", names()))),
        Some(name) => match row.modes.iter().find(|mode| mode.name.eq_ignore_ascii_case(name)) {
            Some(mode) => Ok(Use { row, target: &mode.target, needs: &mode.needs, effects: &mode.effects }),
            None => Err(Refusal::new(rule, "no-such-use", format!("{} can: {}.", row.name, names()))),
        },
    }
}

/// Whether a power has anything it could be aimed at now, for offers.
pub fn can_aim(at: At<'_, DeadWeight>, who: Who, row: &PowerRow, target: Who) -> bool {
    let plain = row.modes.is_empty().then(|| row.target.as_deref().unwrap_or("self"));
    let mut kinds = row.modes.iter().map(|mode| mode.target.as_str()).chain(plain);
    kinds.any(|kind| single(kind) && check_one(at, who, row, kind, target, rules::DW_HOUSE_12H).is_ok())
}

/// Whether a power could be aimed at somebody in the use that wants this kind of target.
pub(super) fn can_aim_so(at: At<'_, DeadWeight>, who: Who, row: &PowerRow, kind: &str, target: Who) -> bool {
    let kind = if kind == "creatures" { "creature" } else { kind };
    check_one(at, who, row, kind, target, rules::DW_HOUSE_12H).is_ok()
}

/// Whether a power of this kind of target names one creature.
pub(super) fn single(target: &str) -> bool {
    matches!(target, "enemy" | "ally" | "character" | "creature" | "corpse" | "effect")
}

/// Everybody a power falls on, or why it cannot.
pub(super) fn targets(
    at: At<'_, DeadWeight>,
    invoke: &Invoke,
    used: &Use<'_>,
    rule: RuleId,
) -> Result<Vec<Who>, Refusal> {
    let (state, who, row) = (at.state, invoke.who, used.row);
    if row.house {
        state.house.allows(row.id)?;
    }
    let bad = |rule: RuleId, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    check_needs(at, invoke, used, rule)?;
    if row.asks.is_some() && invoke.words.as_deref().is_none_or(|words| words.trim().is_empty()) {
        return bad(rule, "no-words", format!("{} needs words: what is said or asked?", row.name));
    }
    if invoke.words.as_deref().is_some_and(|words| words.chars().count() > 200) {
        return bad(rule, "too-long", "At most 200 characters.".into());
    }
    match used.target {
        "self" => Ok(vec![who]),
        "party" => Ok(state.heroes().filter(|hero| !state.live(*hero).away).collect()),
        "characters" => Ok(near(at, who, row.band()).collect()),
        "enemies" => {
            let all: Vec<Who> = foes(at, who, row.band()).filter(|foe| fits(at, row, *foe)).collect();
            if all.is_empty() && !only_shifts(used.effects) {
                return bad(rule, "nobody-in-reach", format!("No enemy for {} is in reach.", row.name));
            }
            Ok(all)
        }
        "creatures" => {
            let most = usize::from(row.most.unwrap_or(1));
            let mut all = invoke.targets.clone();
            all.extend(invoke.target);
            if all.is_empty() || all.len() > most {
                return bad(rule, "how-many", format!("Name 1 to {most} creatures."));
            }
            for target in &all {
                check_one(at, who, row, "creature", *target, rule)?;
            }
            Ok(all)
        }
        kind if single(kind) => {
            let Some(target) = invoke.target else {
                return bad(rule, "no-target", format!("Say whom {} is for.", row.name));
            };
            check_one(at, who, row, kind, target, rule)?;
            Ok(vec![target])
        }
        _ => Ok(Vec::new()),
    }
}

/// Whether a power only changes a number of the fight, so that nobody need be in reach.
fn only_shifts(effects: &[Effect]) -> bool {
    effects.iter().all(|effect| matches!(effect, Effect::Shift(_)))
}

fn check_needs(at: At<'_, DeadWeight>, invoke: &Invoke, used: &Use<'_>, rule: RuleId) -> Result<(), Refusal> {
    let (state, name) = (at.state, &used.row.name);
    for need in used.needs {
        let missing = match need.as_str() {
            "combat-running" if state.battle.as_ref().is_none_or(|battle| battle.setup) => {
                Some(("no-fight", format!("{name} is for a fight that has begun.")))
            }
            "broken-thing" if !own_item(at, invoke).is_some_and(|(_, broken, _)| broken) => {
                Some(("not-broken", "Name a thing of yours that is broken.".to_owned()))
            }
            "common-or-uncommon" => {
                let plain = own_item(at, invoke).is_some_and(|(_, _, plain)| plain);
                (!plain).then(|| ("too-fine", format!("{name} mends common and uncommon things only.")))
            }
            _ => None,
        };
        if let Some((code, sentence)) = missing {
            return Err(Refusal::new(rule, code, sentence));
        }
    }
    let leap = used.effects.iter().find_map(|effect| match effect {
        Effect::Move(moved) if moved.how == "leap" => Some(moved.tiles),
        _ => None,
    });
    if let (Some(tiles), Some(battle)) = (leap, &state.battle) {
        let Some(to) = invoke.to else {
            return Err(Refusal::new(rule, "no-tile", "Say where to."));
        };
        let here = battle.tile(invoke.who);
        let far = here.map_or(u16::MAX, |here| combat::tiles_apart(state, here, to));
        let taken = combat::fighters(state)
            .any(|other| combat::present(state, other) && battle.tile(other) == Some(to));
        if far > u16::from(tiles) || taken || battle.chart.grid.bars(to.square()).is_some() {
            let sentence = format!("That has to be a free tile at most {tiles} away.");
            return Err(Refusal::new(rule, "no-tile", sentence));
        }
    }
    check_ground(at, invoke, used, rule)?;
    if used.target == "item" && needs_item(used.effects) && own_item(at, invoke).is_none() {
        return Err(Refusal::new(rule, "no-such-thing", "Name a thing of yours."));
    }
    Ok(())
}

/// A location of the site by its name, however it is written.
pub(super) fn place_named(state: &State, name: &str) -> Option<String> {
    let site = state.expedition.at_site()?;
    site.rooms.keys().find(|known| known.eq_ignore_ascii_case(name.trim())).cloned()
}

/// Doors, spots and places a power is aimed at: which one, and whether it is in reach.
fn check_ground(
    at: At<'_, DeadWeight>,
    invoke: &Invoke,
    used: &Use<'_>,
    rule: RuleId,
) -> Result<(), Refusal> {
    let (state, row) = (at.state, used.row);
    let bad = |rule: RuleId, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let fighting = state.battle.as_ref().and_then(|battle| battle.tile(invoke.who));
    if let (Some(here), true) = (fighting, matches!(used.target, "door" | "place")) {
        if let Some(to) = invoke.to {
            let far = combat::tiles_apart(state, here, to);
            if far > row.band().squares() {
                let sentence =
                    format!("{to} is {far} squares away; {} reaches {}.", row.name, row.band().name());
                return bad(rules::DW_HOUSE_12H, "out-of-range", sentence);
            }
        }
        let door = invoke.to.and_then(|to| combat::door_at(state, to));
        if used.target == "door" && door.is_none() {
            return bad(rule, "no-door", "Name a tile of a door of the chart.".into());
        }
        return Ok(());
    }
    if !state.expedition.under_way {
        return Ok(());
    }
    let place = invoke.place.as_deref().and_then(|name| place_named(state, name));
    if used.target == "door" {
        let here = state.expedition.place_of(invoke.who);
        let mut ways = state.expedition.at_site().into_iter().flat_map(|site| &site.ways);
        // The same words for a way nobody knows of and for one that is not there.
        if !ways.any(|way| !way.secret && place.is_some() && way.from(here) == place.as_deref()) {
            return bad(rule, "no-door", "Say where the door leads: to a place next to this one.".into());
        }
    }
    let folds = |effect: &Effect| matches!(effect, Effect::Move(moved) if moved.how == "anywhere-visited");
    if used.effects.iter().any(folds) {
        let known = |name: &String| state.expedition.room(name).is_some_and(|room| room.visited);
        if !place.as_ref().is_some_and(|name| known(name) && *name != state.expedition.here) {
            return bad(rule, "no-place", "Name another place of this site where the party has been.".into());
        }
    }
    Ok(())
}

fn needs_item(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Repair(_)))
}

/// The thing named: its number, whether it is broken, whether it is common or uncommon.
fn own_item(at: At<'_, DeadWeight>, invoke: &Invoke) -> Option<(u8, bool, bool)> {
    let number = invoke.item?;
    let now = at.state.live(invoke.who).items.get(usize::from(number))?;
    let kind = at.state.sheet(invoke.who).items.get(usize::from(number))?.kind?;
    let category = crate::interlude::category_of(at.book, kind);
    let plain = matches!(category, Some("common" | "uncommon"));
    (now.place != Place::Gone).then_some((number, now.broken, plain))
}

/// Whether one creature is a target for it.
fn check_one(
    at: At<'_, DeadWeight>,
    who: Who,
    row: &PowerRow,
    kind: &str,
    target: Who,
    rule: RuleId,
) -> Result<(), Refusal> {
    let state = at.state;
    let bad = |rule: RuleId, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let one = state.creature(target).filter(|one| one.sheet.draft.is_none() && !one.sheet.hero.retired);
    let Some(one) = one else {
        return bad(rule, "nobody", "There is nobody like that here.".into());
    };
    let name = &one.sheet.name;
    let hero = one.sheet.is_hero();
    let right = match kind {
        "enemy" => combat::hostile(state, who, target) && !one.live.dead,
        "ally" => !combat::hostile(state, who, target) && target != who && !one.live.dead,
        "character" => hero && !one.live.dead,
        "corpse" => one.live.dead,
        _ => true,
    };
    if !right {
        return bad(rule, "wrong-target", format!("{} is not for {name}: it wants one {kind}.", row.name));
    }
    if one.live.away {
        return bad(rule, "not-there", format!("{name} is not here."));
    }
    if !fits(at, row, target) {
        let sentence = format!("{} does nothing to {name}.", row.name);
        return bad(rule, "not-that-kind", sentence);
    }
    if state.battle.is_some() && target != who && row.band() != Band::Distant {
        reach(at, who, target, row)?;
    }
    Ok(())
}

fn reach(at: At<'_, DeadWeight>, who: Who, target: Who, row: &PowerRow) -> Result<(), Refusal> {
    let band = row.band();
    let far = combat::distance(at.state, who, target);
    if far.is_some_and(|far| far > band.squares()) {
        let far = far.unwrap_or(u16::MAX);
        let sentence =
            format!("{} is {far} squares away; {} reaches {}.", at.state.name(target), row.name, band.name());
        return Err(Refusal::new(rules::DW_HOUSE_12H, "out-of-range", sentence).with("squares", far));
    }
    if at.state.live(target).dead {
        return Ok(());
    }
    combat::check_reach(at, who, target, band, rules::DW_HOUSE_12H)
}

/// Whether a creature is of a kind a power is for.
fn fits(at: At<'_, DeadWeight>, row: &PowerRow, target: Who) -> bool {
    let one = at.state.one(target);
    let sheet = &one.sheet;
    let is = |word: &String| match word.as_str() {
        "living" => !sheet.is("undead") && !sheet.is("demon"),
        "mortally wounded" => one.live.mortal,
        tag => sheet.is(tag),
    };
    let level = row.max_level.is_none_or(|most| sheet.is_hero() || sheet.foe.level <= most);
    (row.only.is_empty() || row.only.iter().any(is)) && level
}

/// Adventurers within a band of somebody, oneself first; everybody who is there, outside a fight.
pub(super) fn near(at: At<'_, DeadWeight>, who: Who, band: Band) -> impl Iterator<Item = Who> + '_ {
    let state = at.state;
    let others = state.heroes().filter(move |other| {
        let close = combat::distance(state, who, *other).is_some_and(|far| far <= band.squares());
        *other != who && !state.live(*other).away && (state.battle.is_none() || close)
    });
    [who].into_iter().chain(others)
}

/// Enemies within a band of somebody; everybody who is there, outside a fight.
pub(super) fn foes(at: At<'_, DeadWeight>, who: Who, band: Band) -> impl Iterator<Item = Who> + '_ {
    let state = at.state;
    state.everybody().filter(move |other| {
        let one = state.one(*other);
        let there = match &state.battle {
            Some(_) => {
                combat::present(state, *other)
                    && combat::distance(state, who, *other).is_some_and(|far| far <= band.squares())
            }
            None => !one.live.dead && !one.live.away,
        };
        there && combat::hostile(state, who, *other)
    })
}
