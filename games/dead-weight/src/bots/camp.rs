//! When a party left to itself camps, and what it does with its time.

use boneyard_table::Who;

use super::{Here, care, dice, legal, tired, way, worn, wounded};
use crate::camp::{
    BreakCamp, CampItems, Cook, Craft, Lookout, Operate, PitchCamp, Rest, Ritual, Sleep, Supplies, Tend,
    Treated, campers, feeds, worn_down,
};
use crate::command::{Command, ExpeditionCommand, OtherCommand};
use crate::expedition::{Shown, able, pieces};
use crate::gear::UseItem;
use crate::magic::{Memorise, Study, may_memorise};
use crate::rules;
use crate::state::{Affliction, Attribute, Place, Room};

/// Camps on one expedition: the place wakes with each.
pub(super) const MOST: u8 = 2;

/// Sets up camp where that is worth its noise: the party is worn down or cut up, and it will have time.
pub(super) fn pitches(at: Here<'_>, place: &str, room: &Room) -> Option<Command> {
    let state = at.state;
    let hurt: u8 = able(state).map(|who| wounded(state, who)).sum();
    let healers = !pieces(state, at.book, "medical-supply").is_empty() || surgeon(at).is_some();
    let cut_up = healers && usize::from(hurt) >= able(state).count().max(1);
    let (left, all) = dice(state);
    let weary = left * 3 < all * 2;
    let hungry = able(state).any(|who| state.live(who).suffers(Affliction::Hungry)) && way::fed(at);
    if state.expedition.camps >= MOST || !way::alone(state, room) || !(weary || cut_up || hungry) {
        return None;
    }
    // What the GM would say of a place with something lurking in it is plain.
    if !room.is("safe") && !room.waits.is_empty() || place != state.expedition.here {
        return None;
    }
    let supplies = pieces(state, at.book, "camping-supply").len().min(2) as u8;
    let outdoors = able(state).filter(|who| state.sheet(*who).skilled(rules::DW_SKILL_23)).count() as u8;
    let worth = u8::from(room.is("dry")) + supplies + outdoors;
    let worth = worth.saturating_sub(room.is("filthy").into());
    let fire = worth < 2 || hungry;
    // A long rest wakes the place: only those who could not go on otherwise take one.
    let long_rest = worth + u8::from(fire) < 2;
    if long_rest && !worn(state) {
        return None;
    }
    let pitch = PitchCamp { supplies: Supplies::Count(supplies), fire, long_rest };
    legal(at, pitch)
}

fn surgeon(at: Here<'_>) -> Option<Who> {
    able(at.state).find(|who| at.state.sheet(*who).skilled(rules::DW_SKILL_22))
}

/// What the party does in camp: what costs nothing, then what it needs most, then it keeps watch.
pub(super) fn camps(at: Here<'_>) -> Option<Command> {
    let needs = [free, eats, rests, tends, sleeps, studies, tinkers, prays_for_luck];
    let wanted = needs.into_iter().find_map(|need| need(at));
    wanted.or_else(|| legal(at, Lookout {})).or_else(|| legal(at, BreakCamp {}))
}

/// Skills that take no points, once in a camp.
fn free(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let cut = campers(state).into_iter().any(|who| wounded(state, who) > 0);
    let operates = surgeon(at).filter(|_| cut).and_then(|who| {
        let ready = state.one(who).available(Attribute::Int) > 0;
        ready.then(|| legal(at, Operate { who })).flatten()
    });
    operates.or_else(|| {
        let mut pieces = worn_down(at);
        pieces.truncate(2);
        let crafter = able(state).find(|who| state.sheet(*who).skilled(rules::DW_SKILL_07))?;
        let craft = Craft { who: crafter, pieces };
        (!craft.pieces.is_empty()).then(|| legal(at, craft)).flatten()
    })
}

/// The hungry eat: cooked if there is a fire for it, raw otherwise.
fn eats(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let hungry = |who: &Who| state.live(*who).suffers(Affliction::Hungry);
    let eaters: Vec<Who> = campers(state).into_iter().filter(hungry).collect();
    if let [_, _, ..] = eaters[..] {
        let most = pieces(state, at.book, "ration").len() * usize::from(feeds(state));
        let eaters = eaters.iter().copied().take(most).collect();
        if let Some(command) = legal(at, Cook { meals: Vec::new(), eaters }) {
            return Some(command);
        }
    }
    for target in campers(state) {
        for who in campers(state).into_iter().filter(|who| !state.live(*who).mortal) {
            let one = state.one(who);
            for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
                let row = sheet.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
                let Some(row) = row.filter(|_| now.place != Place::Gone && !now.broken) else { continue };
                let helps = care::ends(row).into_iter().any(|name| {
                    let known = Affliction::ALL.into_iter().find(|what| what.name() == name);
                    known.is_some_and(|what| state.live(target).suffers(what))
                });
                let used = UseItem::on(who, number as u8, target);
                let command = OtherCommand::Expedition(ExpeditionCommand::UseItem(used));
                if helps
                    && row.tag.as_deref() != Some("camp")
                    && let Some(command) = legal(at, command)
                {
                    return Some(command);
                }
            }
        }
    }
    None
}

fn rests(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let parched = |who: &Who| state.live(*who).suffers(Affliction::Parched);
    let weary: u8 = campers(state).into_iter().filter(|who| !parched(who)).map(|who| tired(state, who)).sum();
    let spent =
        campers(state).into_iter().any(|who| state.live(who).memorised.iter().any(|known| known.exhausted));
    (weary >= 2 || spent).then(|| legal(at, Rest {})).flatten()
}

/// A wound on each attribute of each, as far as the supplies last.
fn tends(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let supplies = pieces(state, at.book, "medical-supply").len();
    let mut wounds = Vec::new();
    for target in campers(state) {
        let live = state.live(target);
        if live.suffers(Affliction::Hungry) || live.suffers(Affliction::Cursed) {
            continue;
        }
        let on = Attribute::ALL.into_iter().filter(|attribute| live.wounds[*attribute] > 0);
        wounds.extend(on.map(|attribute| Treated { target, attribute, supply: None }));
    }
    wounds.sort_by_key(|one| {
        let one_left = state.one(one.target).available(one.attribute);
        (one_left, one.target, one.attribute)
    });
    wounds.truncate(supplies);
    (!wounds.is_empty()).then(|| legal(at, Tend { wounds })).flatten()
}

fn sleeps(at: Here<'_>) -> Option<Command> {
    let sleepy = campers(at.state).into_iter().any(|who| at.state.live(who).suffers(Affliction::Sleepy));
    sleepy.then(|| legal(at, Sleep {})).flatten()
}

/// Casters who have forgotten something take it up again.
fn studies(at: Here<'_>) -> Option<Command> {
    let mut casters = Vec::new();
    for who in campers(at.state).into_iter().filter(|who| !at.state.live(*who).mortal) {
        let Some((_, attribute, prayers)) = may_memorise(at, who) else { continue };
        let one = at.state.one(who);
        let most = usize::from(one.sheet.hero.score[attribute]).min(one.sheet.hero.knows.len());
        if one.live.memorised.len() >= most {
            continue;
        }
        let held = one.live.memorised.iter().map(|known| known.what);
        let more = one
            .sheet
            .hero
            .knows
            .iter()
            .copied()
            .filter(|id| one.live.memorised.iter().all(|m| m.what != *id));
        let rows = held.chain(more).filter_map(|id| {
            if prayers { at.book.prayers.get(id.as_str()) } else { at.book.spells.get(id.as_str()) }
        });
        let powers = rows.take(most).map(|row| row.name.clone()).collect();
        casters.push(Study { who, powers });
    }
    let anew = |casters| legal(at, Memorise { casters });
    casters.retain(|study: &Study| anew(vec![study.clone()]).is_some());
    (!casters.is_empty()).then(|| anew(casters)).flatten()
}

/// Camp items, one each.
fn tinkers(at: Here<'_>) -> Option<Command> {
    let mut uses: Vec<UseItem> = Vec::new();
    for who in campers(at.state).into_iter().filter(|who| !at.state.live(*who).mortal) {
        let one = at.state.one(who);
        let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
        let camp = things.filter(|(_, (sheet, now))| {
            let row = sheet.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
            now.place != Place::Gone
                && !now.broken
                && row.is_some_and(|row| row.tag.as_deref() == Some("camp"))
        });
        let fits = |used: &UseItem| {
            let only = CampItems { uses: vec![used.clone()] };
            legal(at, only).is_some()
        };
        let mut own = camp.map(|(number, _)| UseItem::on(who, number as u8, who));
        uses.extend(own.find(fits));
    }
    (!uses.is_empty()).then(|| legal(at, CampItems { uses })).flatten()
}

fn prays_for_luck(at: Here<'_>) -> Option<Command> {
    let who = able(at.state).find(|who| at.state.sheet(*who).skilled(rules::DW_SKILL_17))?;
    let points = at.state.camp.as_ref().map_or(0, |camp| camp.points);
    let ritual = Ritual { who, tracker: Shown::Omens };
    (points >= 2).then(|| legal(at, ritual)).flatten()
}
