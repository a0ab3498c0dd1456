//! What the heroes do next in an adventure that nobody leads: they fight what they can beat, rest when they are hurt, explore, and
//! turn back when it is too much for them. Bots play by it. It knows no more of anybody than who has been met.

use std::collections::BTreeSet;

use boneyard_table::deed::May;
use boneyard_table::{At, Game, Seat, Who};
use boneyard_world::run::{Explorer, Lot, PlaceKey, explore, towards};

use super::command;
use crate::DirkRules;
use crate::campaign::{FallUpon, foes_in, is_safe, place_of};
use crate::combat::EndBattle;
use crate::command::{Command, DEEDS};
use crate::gear::{all_arms, protecting};
use crate::health::out;
use crate::state::{Ability, Part, PartState, Place, Wear};
use crate::time::{Pass, Scale, Spend};

/// What a place offers, by the names of deeds.
const OFFERS: &[&str] =
    &["talk", "open", "unlock", "disarm", "look_around", "attempt", "pick_up", "bring_along", "lead"];
/// After so many days they have had enough.
const LONG: u32 = 120;
/// So many times somebody goes somewhere before they tire of it.
const WANDERED: u64 = 300;
/// What they do where those are who are too strong for them and have not minded them yet.
const QUIETLY: &[&str] = &["talk"];

/// What the heroes do next; nothing once none of them lives, or it has ended.
pub fn purpose(at: At<'_, DirkRules>, chance: u64) -> Option<Command> {
    let state = at.state;
    let mut lot = Lot(chance);
    if state.battle.is_some() {
        let next = DirkRules::awaits(at).creatures.first().copied();
        return next.and_then(|who| command(at, who)).or(Some(EndBattle {}.into()));
    }
    let lives =
        |who: &Who| state.sheet(*who).hero && state.sheet(*who).draft.is_none() && !state.live(*who).dead;
    let party: Vec<Who> = state.everybody().filter(lives).collect();
    let up: Vec<Who> = party.iter().copied().filter(|who| !out(state, *who)).collect();
    let first = up.first().or(party.first()).copied()?;
    let here = place_of(state, first)?;
    if state.campaign.running(&here.adventure)?.ended.is_some() {
        return None;
    }
    if up.is_empty() {
        return Some(mend(at, &party, Hurt::Scores));
    }
    let safe = is_safe(at, here);
    let foes = foes_in(state, here);
    let hurt = party.iter().map(|who| how_hurt(at, *who)).max().unwrap_or(Hurt::Not);
    let heroes = state.everybody().filter(|who| state.sheet(*who).hero && state.sheet(*who).draft.is_none());
    let (heroes, days) = (heroes.count(), state.clock / Scale::Days.seconds());
    let places = state.campaign.running(&here.adventure)?.places.values();
    let visits: u64 = places.map(|now| u64::from(now.visits)).sum();
    let beaten = party.len() * 2 <= heroes || days > LONG || visits > WANDERED * heroes as u64;
    let shuns = too_strong(at, &up);
    let stronger = strength(at, &up) * 2 > strength(at, &foes) * 3;
    let deeds = if foes.is_empty() || stronger { OFFERS } else { QUIETLY };
    let how = Explorer { up: &up, deeds, go: "go", shuns: &shuns, gives_up: beaten };
    let back = || {
        let home = at.book.adventures.get(&state.campaign.running(&here.adventure)?.file)?;
        towards(at, how, first, &PlaceKey::new(&here.adventure, home.adventure.start_place()))
    };
    if !foes.is_empty() && hurt <= Hurt::Armor && stronger && !beaten {
        return Some(FallUpon { who: first }.into());
    }
    if hurt > Hurt::Not && !beaten {
        // Where foes stand nobody lies down, and a week is better spent where it is safe.
        let away =
            !safe && (!foes.is_empty() || hurt == Hurt::Parts || hurt == Hurt::Scores && lot.below(3) > 0);
        if let Some(command) = back().filter(|_| away) {
            return Some(command);
        }
        return Some(mend(at, &party, if safe { hurt } else { hurt.min(Hurt::Scores) }));
    }
    let gives_up = Explorer { gives_up: true, deeds: OFFERS, ..how };
    let how = if beaten { gives_up } else { how };
    explore(at, how, &mut lot).or_else(|| explore(at, gives_up, &mut lot)).or(Some(wait()))
}

/// How badly somebody is hurt, by what mends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hurt {
    Not,
    /// An hour's work on armor.
    Armor,
    /// An hour's rest.
    Breath,
    /// A day's rest.
    Scores,
    /// A week's rest.
    Parts,
}

fn how_hurt(at: At<'_, DirkRules>, who: Who) -> Hurt {
    let (live, sheet) = (at.state.live(who), at.state.sheet(who));
    let injured = |part: &&Part| live.part(**part) == PartState::Injured;
    let vital = [Part::Guts, Part::Brain].iter().any(|part| live.part(*part) == PartState::Injured);
    if vital || Part::ALL.iter().filter(injured).count() >= 2 {
        return Hurt::Parts;
    }
    let low = Ability::ALL
        .iter()
        .any(|ability| u16::from(live.score(*ability)) * 4 < u16::from(sheet.full[*ability as usize]) * 3);
    if low || out(at.state, who) {
        return Hurt::Scores;
    }
    if live.hp * 4 < sheet.full_hp * 3 {
        return Hurt::Breath;
    }
    let (ap, full) = armor(at, who);
    if ap * 2 < full { Hurt::Armor } else { Hurt::Not }
}

/// AP of what somebody wears, now and when it was new.
fn armor(at: At<'_, DirkRules>, who: Who) -> (u16, u16) {
    let worn = at.state.sheet(who).items.iter().zip(&at.state.live(who).items);
    let worn = worn.filter(|(_, now)| now.place == Place::Worn && now.wear == Wear::Whole);
    let rows = worn.filter_map(|(item, now)| Some((now.ap, at.book.armor.get(item.kind?.as_str())?.ap)));
    rows.fold((0, 0), |(ap, full), (now, new)| (ap + u16::from(now), full + u16::from(new)))
}

/// Time that mends: each does what does most good, as far as the rules let them.
fn mend(at: At<'_, DirkRules>, party: &[Who], hurt: Hurt) -> Command {
    // Who lacks food or sleep finds no rest before they had it.
    let mut relieved = Vec::new();
    for row in DEEDS.iter().filter(|row| row.name == "relieve" || row.name == "wake") {
        row.list(at, Seat::GM, None, &mut relieved);
    }
    if let Some(command) = relieved.into_iter().next() {
        return command;
    }
    let unit = match hurt {
        Hurt::Not | Hurt::Armor | Hurt::Breath => Scale::Hours,
        Hurt::Scores => Scale::Days,
        Hurt::Parts => Scale::Weeks,
    };
    let legal = |spend: &Spend| {
        let lawful = DirkRules::lawful(May::quiet(at, Seat::GM), &spend.clone().into());
        lawful.is_none_or(|lawful| lawful.is_ok())
    };
    let mut all = Spend { unit, rest: Vec::new(), tend: Vec::new(), work: Vec::new(), learn: Vec::new() };
    for &who in party {
        let mut tends = all.clone();
        tends.tend.push(who);
        let mut rests = all.clone();
        rests.rest.push(who);
        let armor_first = how_hurt(at, who) <= Hurt::Armor && unit == Scale::Hours;
        let tries = if armor_first { [tends, rests] } else { [rests.clone(), rests] };
        if let Some(better) = tries.into_iter().find(|spend| legal(spend)) {
            all = better;
        }
    }
    if all.rest.is_empty() && all.tend.is_empty() { wait() } else { all.into() }
}

/// A day goes by.
fn wait() -> Command {
    Pass { scale: Scale::Days, count: 1 }.into()
}

/// How strong some are together: what they can take, times what they can deal.
fn strength(at: At<'_, DirkRules>, who: &[Who]) -> u64 {
    let (mut deals, mut takes) = (0_u64, 0_u64);
    for &one in who {
        let (live, sheet) = (at.state.live(one), at.state.sheet(one));
        let best = all_arms(at, one).map(|(_, arms)| {
            u64::from(arms.sides).saturating_add(1) * u64::from(arms.extra_attacks.saturating_add(1))
        });
        deals += best.max().unwrap_or(2);
        let armor: u64 = protecting(at, one).map(|(_, item, _)| u64::from(item.ap)).sum();
        // The unnamed may die of the first wound.
        let body = u64::from(live.score(Ability::Str)) / if sheet.named { 1 } else { 3 };
        takes += u64::from(live.hp) + u64::from(live.ap) + armor + body;
    }
    deals * takes
}

/// Places where foes stand who were met and are too strong.
fn too_strong(at: At<'_, DirkRules>, up: &[Who]) -> BTreeSet<PlaceKey> {
    let state = at.state;
    let mut all: BTreeSet<PlaceKey> = BTreeSet::new();
    let ours = strength(at, up);
    for stand in state.campaign.stands.values().filter(|stand| !stand.hero) {
        let place = &stand.place;
        if all.contains(place) {
            continue;
        }
        let foes = foes_in(state, place);
        if !foes.is_empty() && ours < strength(at, &foes) {
            all.insert(place.clone());
        }
    }
    all
}
