//! Everything at the table by the paths that stories use, and names in commands turned into
//! numbers. For the game master's eyes.

use boneyard_table::{At, Party, Seat, Who};
use serde_json::{Map, Value, json};

use crate::DieTrying;
use crate::combat::gait;
use crate::hurt::{ac, max_hp, speed};
use crate::sight;
use crate::state::{Ability, Fate, MarkOn, Place, Proficiency, State, What};

/// Everything, by path.
pub fn values(at: At<'_, DieTrying>) -> Value {
    let state = at.state;
    let mut all = Map::new();
    for who in state.everybody() {
        all.insert(state.name(who).to_owned(), creature(at, who));
    }
    all.insert("house".into(), json!(*state.house));
    all.insert("last".into(), json!(state.last));
    all.insert("now".into(), json!(format!("{:02}:{:02}", state.now.0 / 3600, state.now.0 / 60 % 60)));
    let battle = state.battle.as_ref().map(|battle| {
        let order = battle.order.places().iter().map(|place| state.name(place.who)).collect::<Vec<_>>();
        let fleeing = battle.fleeing.iter().map(|who| state.name(*who)).collect::<Vec<_>>();
        let turn = battle.acting().map(|who| state.name(who));
        json!({ "round": battle.order.round(), "turn": turn, "order": order, "fleeing": fleeing })
    });
    all.insert("battle".into(), json!(battle));
    all.insert("rips".into(), json!(state.rips.iter().map(|rip| rip.place.as_str()).collect::<Vec<_>>()));
    all.insert(
        "ground".into(),
        json!(state.patches.iter().map(|patch| patch.is.as_str()).collect::<Vec<_>>()),
    );
    all.insert("traps".into(), traps(at));
    all.insert("locks".into(), json!(state.locks.iter().map(|lock| lock.open).collect::<Vec<_>>()));
    all.insert("caches".into(), json!(state.caches));
    all.insert("turns".into(), json!(state.turns));
    let seen = state.dungeon.iter().flat_map(|dungeon| &dungeon.seen);
    all.insert("rooms".into(), json!(seen.map(|room| at.book.name_of(*room)).collect::<Vec<_>>()));
    all.insert("ending".into(), json!(ending(state)));
    Value::Object(all)
}

/// How an expedition into a dungeon ended, once it has.
fn ending(state: &State) -> Option<&'static str> {
    let fallen =
        state.everybody().any(|who| state.sheet(who).is_hero() && state.live(who).fate == Fate::Dead);
    match (state.left, fallen) {
        (Some(true), false) => Some("everybody is out, with what they came for"),
        (Some(true), true) => Some("some are out, with what they came for"),
        (Some(false), false) => Some("everybody is out, without it"),
        (Some(false), true) => Some("some are out, without it"),
        (None, _) if state.dungeon.is_some() && state.heroes().next().is_none() => Some("nobody comes back"),
        (None, _) => None,
    }
}

fn traps(at: At<'_, DieTrying>) -> Value {
    let told = at.state.traps.iter().map(|laid| {
        let name = at.book.name_of(laid.trap);
        json!({ "name": name, "found": laid.found, "spent": laid.spent })
    });
    json!(told.collect::<Vec<_>>())
}

fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Up => "up",
        Fate::Dying => "dying",
        Fate::Stable(_) => "stable",
        Fate::Dead => "dead",
    }
}

/// Hours until somebody who is out cold comes round.
fn wakes_in(state: &State, fate: Fate) -> Option<u64> {
    match fate {
        Fate::Stable(until) => Some(until.0.saturating_sub(state.now.0).div_ceil(3600)),
        _ => None,
    }
}

fn creature(at: At<'_, DieTrying>, who: Who) -> Value {
    let (state, book) = (at.state, at.book);
    let one = state.one(who);
    let (live, sheet) = (&one.live, &one.sheet);
    let things =
        || sheet.items.iter().zip(&live.items).filter(|(_, now)| now.place.is_carried() && now.count > 0);
    let held: Vec<&str> =
        things().filter(|(_, now)| now.place.is_held()).map(|(item, _)| item.name.as_str()).collect();
    let names = live.affects.iter().filter_map(|affect| match &affect.what.what {
        What::Is(condition, _) => Some(condition.name().to_owned()),
        What::Cursed(curse) => Some(book.name_of(*curse).to_owned()),
        _ => None,
    });
    let hidden: Map<String, Value> = live
        .hidden
        .iter()
        .map(|hidden| {
            let how = if hidden.undetected { "undetected" } else { "hidden" };
            (state.name(hidden.from).to_owned(), json!(how))
        })
        .collect();
    let sees: Map<String, Value> = state
        .beings()
        .filter(|other| *other != who)
        .map(|other| (state.name(other).to_owned(), json!(sight::grade(state, book, who, other))))
        .collect();
    let mut all = json!({
        "hp": live.hp, "max_hp": max_hp(state, book, who), "ac": ac(state, book, who, None),
        "speed": speed(state, book, who), "fate": fate(live.fate), "prone": live.prone, "away": live.away,
        "out": live.away || live.fate != Fate::Up, "wakes_in": wakes_in(state, live.fate),
        "side": sheet.side, "size": sheet.size, "at": live.at, "unseen": live.unseen,
        "conditions": names.collect::<Vec<_>>(), "hidden": hidden, "sees": sees,
        "light": sight::light_at(state, book, who),
        "action": live.turn.action, "bonus": live.turn.bonus, "reaction": live.reaction,
        "feet": gait(state, book, who).left, "instability": live.instability,
        "items": things().map(|(item, _)| item.name.as_str()).collect::<Vec<_>>(), "hands": held,
        "silver": sheet.silver, "ready": live.ready.as_ref().map(|ready| ready.when.as_str()),
        "affects": live.affects.iter().count(),
    });
    let named = |list: &[(boneyard_table::RuleId, u8)]| -> Map<String, Value> {
        list.iter().map(|(id, level)| (book.name_of(*id).to_owned(), json!(level))).collect()
    };
    let marks: Map<String, Value> = sheet
        .marks
        .iter()
        .map(|(on, marks)| {
            let name = match on {
                MarkOn::Ability(ability) => ability.name(),
                MarkOn::Proficiency(what) => what.name(),
                MarkOn::Advanced(what) | MarkOn::Talent(what) => book.name_of(*what),
            };
            (name.to_owned(), json!(marks))
        })
        .collect();
    let adjusted: Map<String, Value> = live
        .affects
        .iter()
        .filter_map(|affect| match &affect.what.what {
            What::Adjust(on, by) => Some((on.clone(), json!(by))),
            _ => None,
        })
        .collect();
    let grown = json!({
        "magic_dice": crate::magic::magic_dice(state, book, who), "talents": named(&sheet.talents),
        "spells": sheet.spells.iter().map(|known| book.name_of(known.spell)).collect::<Vec<_>>(),
        "marks": marks, "owed": sheet.owed, "bulk": crate::gear::carried(state, book, who),
        "bulk_limit": crate::gear::bulk_limit(state, book, who), "species": sheet.species,
        "style": live.style.map(|style| book.name_of(style)), "adjusted": adjusted,
        "step": crate::hero::step_of(state, book, who).map(crate::state::Step::name),
        "results": sheet.draft.as_ref().map(|draft| draft.results.clone()),
        "levels_left": crate::hero::left_levels(state, who),
    });
    let (Value::Object(map), Value::Object(grown)) = (&mut all, grown) else { return all };
    map.extend(grown);
    for ability in Ability::ALL {
        map.insert(ability.key().to_owned(), sheet.scores[ability].into());
    }
    for what in Proficiency::ALL {
        map.insert(what.key().to_owned(), json!(sheet.trained.level(what).name()));
    }
    for (item, now) in sheet.items.iter().zip(&live.items) {
        let thing = json!({
            "place": now.place.name(), "count": now.count, "left": now.left, "lit": now.lit.is_some(),
            "hood": now.hood, "hurt": now.hurt,
            "at": match now.place { Place::Floor(spot) => json!(spot), _ => Value::Null },
        });
        // The first of several like things is the one a path means.
        map.entry(item.name.clone()).or_insert(thing);
    }
    all
}

/// An answer with a number in the place of a name.
pub fn read_answer(at: At<'_, DieTrying>, party: Party, say: Value) -> Value {
    let Value::String(name) = &say else { return say };
    let speaker = match party {
        Party::Creature(who) => at.state.creature(who).map_or(Seat::GM, |one| one.sheet.seat),
        Party::Seat(seat) => seat,
    };
    match creature_named(at.state, name) {
        // Somebody unknown is no more of an answer than nobody.
        Some(who) if crate::view::shown(at.state, Who(who), speaker) => who.into(),
        Some(_) => say,
        None if name == "nobody" => Value::Null,
        None => say,
    }
}

fn creature_named(state: &State, name: &str) -> Option<u16> {
    state.everybody().find(|who| state.name(*who) == name).map(|who| who.0)
}

/// The one who is called so; nobody where there is nobody like that. For the game master's commands.
pub fn who_named(state: &State, name: &str) -> Who {
    Who(creature_named(state, name).unwrap_or(u16::MAX))
}

/// Whom a seat means by a name: a name nobody has and one nobody may know of read alike.
pub fn known_as(state: &State, seat: Seat, name: &str) -> Who {
    let who = who_named(state, name);
    if state.creature(who).is_some_and(|_| crate::view::shown(state, who, seat)) {
        who
    } else {
        Who(u16::MAX)
    }
}

/// A thing by name, one that is still there before one that is gone.
pub fn item_named(state: &State, who: Who, name: &str) -> Option<u8> {
    let one = state.creature(who)?;
    let all: Vec<usize> = (0..one.sheet.items.len()).filter(|at| one.sheet.items[*at].name == name).collect();
    let there = |at: &&usize| {
        one.live.items.get(**at).is_some_and(|item| item.place != Place::Gone && item.count > 0)
    };
    all.iter().find(there).or(all.first()).and_then(|at| u8::try_from(*at).ok())
}
