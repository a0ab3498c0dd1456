//! Looking after one another on the way: saving the dying, laying the dead to rest, things and prayers
//! against what ails people.

use boneyard_table::Who;

use super::{Here, legal, power, way};
use crate::book::{Effect, GearRow};
use crate::command::{Command, ExpeditionCommand, OtherCommand};
use crate::expedition::{LayToRest, Stabilise, pieces, present};
use crate::gear::UseItem;
use crate::gear::{Drop, Give, encumbered, load, load_limit};
use crate::rules;
use crate::state::{Affliction, Attribute, Place};

/// Somebody here is dying or dead: what is done about it.
pub(super) fn saves(at: Here<'_>, leader: Who, place: &str) -> Option<Command> {
    use ExpeditionCommand as E;
    let state = at.state;
    let near = |who: &Who| state.expedition.place_of(*who) == place;
    if let Some(target) = state.heroes().find(|who| state.live(*who).mortal && near(who)) {
        if let Some(prayer) = power::stabilises(at, target) {
            return Some(prayer);
        }
        let supplies = pieces(state, at.book, "medical-supply");
        let supply = supplies.iter().find(|owned| !state.live(owned.who).mortal && near(&owned.who));
        let skilled = |who: &Who| {
            let one = state.one(*who);
            (one.available(Attribute::Int), one.sheet.skilled(rules::DW_SKILL_22), std::cmp::Reverse(*who))
        };
        let best = present(state, place).into_iter().max_by_key(skilled).unwrap_or(leader);
        let who = supply.map_or(best, |owned| owned.who);
        let save = Stabilise { who, target, item: supply.map(|owned| owned.item) };
        return legal(at, OtherCommand::Expedition(E::Stabilise(save)));
    }
    // Everybody knows who died and was not laid to rest yet.
    let fallen = state.expedition.rising.iter().map(|(who, _)| *who);
    let mut fallen = fallen.filter(|who| state.sheet(*who).is_hero() && near(who));
    fallen.find_map(|target| {
        let who = *present(state, place).first()?;
        legal(at, OtherCommand::Expedition(E::LayToRest(LayToRest { who, target })))
    })
}

/// What a thing ends, if that is all it does.
pub fn ends(row: &GearRow) -> Vec<&str> {
    let effects = row.uses.first().into_iter().flat_map(|used| &used.effects);
    let lists = effects.filter_map(|effect| match effect {
        Effect::End(names) => Some(names),
        _ => None,
    });
    lists.flatten().map(String::as_str).collect()
}

/// Somebody carries too much: a thing goes to the one who has room for it, or is left.
pub(super) fn lightens(at: Here<'_>, place: &str) -> Option<Command> {
    let here = present(at.state, place);
    let who = here.iter().copied().find(|who| encumbered(at, *who))?;
    let one = at.state.one(who);
    let mut loose: Vec<(u8, u8)> = Vec::new();
    for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        let takes = sheet.takes(now.count);
        if takes > 0 && !now.wielded && !matches!(now.place, Place::Gone | Place::Worn) {
            loose.push((takes, number as u8));
        }
    }
    loose.sort_unstable_by_key(|(takes, item)| (std::cmp::Reverse(*takes), *item));
    let room =
        |other: &Who, takes: u8| load(at, *other).saturating_add(takes) <= load_limit(at.state, *other);
    let given = loose.iter().find_map(|&(takes, item)| {
        let to = here.iter().copied().find(|other| *other != who && room(other, takes))?;
        legal(at, Give { who, item, target: to })
    });
    // What brings nothing at home goes first.
    let treasure = |item: u8| {
        let kind = one.sheet.items[usize::from(item)].kind;
        kind.is_some_and(|kind| at.book.treasure.get(kind.as_str()).is_some())
    };
    given.or_else(|| {
        let item = loose.iter().map(|(_, item)| *item).min_by_key(|item| treasure(*item))?;
        legal(at, Drop { who, item })
    })
}

/// A thing or a prayer against what ails somebody here; prayers against wounds.
pub(super) fn tends(at: Here<'_>, place: &str) -> Option<Command> {
    let state = at.state;
    let here = present(state, place);
    for target in here.iter().copied() {
        let suffers = |name: &str| {
            let what = Affliction::ALL.into_iter().find(|what| what.name() == name);
            what.is_some_and(|what| state.live(target).suffers(what))
        };
        if Affliction::ALL.into_iter().all(|what| !state.live(target).suffers(what)) {
            continue;
        }
        for who in here.iter().copied() {
            let one = state.one(who);
            for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
                let row = sheet.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
                let Some(row) = row.filter(|_| now.place != Place::Gone && !now.broken) else { continue };
                let helps = matches!(row.tag.as_deref(), Some("quick" | "slow"))
                    && ends(row).into_iter().any(suffers);
                let used = UseItem::on(who, number as u8, target);
                let command = OtherCommand::Expedition(ExpeditionCommand::UseItem(used));
                if helps && let Some(command) = legal(at, command) {
                    return Some(command);
                }
            }
        }
    }
    power::tends(at, &here, !way::fed(at))
}
