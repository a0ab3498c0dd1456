//! Sites made up by their tables: a d6 for each column or the GM's choice, then rooms, doom, enemies, traps
//! and treasure by the numbers that are the same for all.

use boneyard_table::{Audience, Cx, Flow, Group as Dice, Refusal, Roll, Seat, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::book::{PlaceRow, Twist};
use crate::expedition::doom_list;
use crate::fact::ExpeditionFact;
use crate::interlude::party_level;
use crate::rules;
use crate::state::{Brings, Event, Group, Lying, Room, Site, Trap, TrapState, Waiting, Way};

/// Makes up a site. What is not named is rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MakeSite {
    /// What it is called.
    pub name: String,
    /// What kind of place it is.
    #[serde(default)]
    pub place: Option<String>,
    /// Whose master it has, by the kind of place.
    #[serde(default)]
    pub master: Option<String>,
    /// Whose common foes.
    #[serde(default)]
    pub foes: Option<String>,
    /// Whose twist.
    #[serde(default)]
    pub twist: Option<String>,
}

/// The way in, and where the master is.
pub const ENTRANCE: &str = "Entrance";
const LAIR: &str = "Lair";
/// Turns the master takes to find the party.
const HUNT: u8 = 2;
/// Most foes in one room.
const CROWD: u8 = 8;

/// The numbers a site is made by.
struct Numbers {
    rooms: u8,
    doom: u8,
    treasure: u32,
    fair: u32,
    level: u8,
}

/// The GM makes up a site, in secret.
pub fn make_site(cx: &mut Cx<'_, DeadWeight>, by: Seat, make: &MakeSite) -> Flow {
    let rule = rules::DW_HOUSE_48H;
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if !by.is_gm() {
        return bad("not-the-gm", "Only the GM makes up sites.".into());
    }
    cx.state().house.allows(rule)?;
    let name = make.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 60 || cx.state().expedition.sites.contains_key(&name) {
        return bad("name", "Give it a new name of 1 to 60 characters.".into());
    }
    let book = cx.book();
    let Some(first) = book.places.iter().next() else {
        return bad("no-such-place", "There are no kinds of places to make it of.".into());
    };
    for said in [&make.place, &make.master, &make.foes, &make.twist].into_iter().flatten() {
        if book.places.named(said).is_none() {
            let names: Vec<&str> = book.places.iter().map(|row| row.name.as_str()).collect();
            return bad("no-such-place", format!("There is no {said}. There are {}.", names.join(", ")));
        }
    }
    let place = column(cx, first, make.place.as_deref())?;
    let master = column(cx, first, make.master.as_deref())?;
    let foes = column(cx, first, make.foes.as_deref())?;
    let twist = column(cx, first, make.twist.as_deref())?;
    let numbers = numbers(cx)?;
    for row in [place, master, foes, twist] {
        cx.cite(row.id);
    }
    let mut site = laid_out(&numbers, place, twist);
    peopled(cx, &mut site, &numbers, master, foes)?;
    trapped(cx, &mut site, &numbers)?;
    treasured(cx, &mut site, &numbers)?;
    cx.cite(rules::DW_HOUSE_22H);
    let fact = ExpeditionFact::Site { name, site: Box::new(site) };
    cx.record_for(Audience::GM, rule, fact.into());
    Ok(())
}

/// A row of the table, by its name or a d6 thrown where nobody looks; the first where no row has that face.
fn column<'a>(cx: &mut Cx<'a, DeadWeight>, first: &'a PlaceRow, said: Option<&str>) -> Flow<&'a PlaceRow> {
    let book = cx.book();
    if let Some(named) = said.and_then(|name| book.places.named(name)) {
        return Ok(named);
    }
    let face = secret(cx, 6)?;
    Ok(book.places.iter().find(|row| row.face == face).unwrap_or(first))
}

fn secret(cx: &mut Cx<'_, DeadWeight>, sides: u8) -> Flow<u8> {
    let groups = [Dice::new(1, sides).named("site")];
    let (rule, by) = (rules::DW_HOUSE_48H, Seat::GM.into());
    let roll = Roll { rule, by, audience: Audience::GM, groups: &groups, terms: None, alike: None };
    Ok(cx.roll_one(&roll)?.first())
}

fn numbers(cx: &mut Cx<'_, DeadWeight>) -> Flow<Numbers> {
    let book = cx.book();
    let term = |key: &str| u8::try_from(book.term("site", key)).unwrap_or(0);
    let rooms = term("rooms") + secret(cx, term("rooms_die"))?;
    let doom = term("doom") + secret(cx, term("doom_die"))?;
    let level = party_level(cx.state());
    let heads = u32::try_from(cx.state().heroes().count()).unwrap_or(1).max(1);
    let each = book.term("site", "treasure") + book.term("site", "treasure_per_level") * u32::from(level);
    cx.cite(rules::DW_HOUSE_20H);
    Ok(Numbers { rooms, doom, treasure: each * heads, fair: heads * (u32::from(level) + 1), level })
}

fn room_name(numbers: &Numbers, number: u8) -> String {
    match number {
        1 => ENTRANCE.to_owned(),
        last if last == numbers.rooms => LAIR.to_owned(),
        _ => format!("Room {number}"),
    }
}

/// Rooms that branch from the entrance to the lair, with the doom list that ends with its master.
fn laid_out(numbers: &Numbers, place: &PlaceRow, twist: &PlaceRow) -> Site {
    let everywhere = twist.twist.iter().filter_map(|twist| match twist {
        Twist::Flag(flag) => Some(flag.clone()),
        _ => None,
    });
    let everywhere: Vec<String> = everywhere.collect();
    let mut site =
        Site { like: Some(place.id), most: numbers.doom, twist: Some(twist.id), ..Site::default() };
    for number in 1..=numbers.rooms {
        let own: &[&str] = match number {
            1 => &["lit", "exit", "safe"],
            even if even % 2 == 0 => &["dry"],
            _ => &[],
        };
        let flags = own.iter().map(|flag| (*flag).to_owned()).chain(everywhere.iter().cloned()).collect();
        site.rooms.insert(room_name(numbers, number), Room { flags, ..Room::default() });
        if number > 1 {
            let between = [room_name(numbers, number / 2), room_name(numbers, number)];
            site.ways.push(Way { between, turns: 1, ..Way::default() });
        }
    }
    site.events = doom_list(numbers.doom);
    let hunts = |event: &&mut Event| event.at + 1 == numbers.doom;
    if let Some(event) = site.events.iter_mut().find(hunts) {
        event.brings.push(Brings::Hunt { from: LAIR.to_owned(), turns: HUNT });
    }
    site
}

/// The master in the lair; enemies in half the rooms, each between half and all of a fair fight.
fn peopled(
    cx: &mut Cx<'_, DeadWeight>,
    site: &mut Site,
    numbers: &Numbers,
    master: &PlaceRow,
    common: &PlaceRow,
) -> Flow {
    let book = cx.book();
    let strength = usize::from(numbers.level.saturating_sub(1) / 2).min(2);
    for group in &master.masters[strength] {
        waits(site, LAIR, &group.foe, group.count);
    }
    let parts = u8::try_from(book.term("site", "encounters").max(1)).unwrap_or(2);
    for nth in 0..(numbers.rooms / parts).saturating_sub(1) {
        let number = 2 + nth * parts;
        let pick = usize::from(secret(cx, 6)? - 1) % common.foes.len().max(1);
        let Some(row) = common.foes.get(pick).and_then(|name| book.foes.named(name)) else { continue };
        let least = numbers.fair.div_ceil(2);
        let wanted = least + (numbers.fair - least) * u32::from(secret(cx, 6)? - 1) / 5;
        let count = (wanted / u32::from(row.level.max(1))).clamp(1, u32::from(CROWD));
        waits(site, &room_name(numbers, number), &row.name, u8::try_from(count).unwrap_or(1));
    }
    for face in 0..6 {
        let name = &common.foes[face % common.foes.len().max(1)];
        let level = book.foes.named(name).map_or(1, |row| u32::from(row.level.max(1)));
        let count = u8::try_from((numbers.fair.div_ceil(2) / level).clamp(1, 4)).unwrap_or(1);
        site.wandering.push(vec![Group { foe: name.clone(), count, parley: false }]);
    }
    Ok(())
}

fn waits(site: &mut Site, room: &str, foe: &str, count: u8) {
    if let Some(room) = site.rooms.get_mut(room) {
        let at = vec![String::new(); count.into()];
        room.waits.push(Waiting { foe: foe.to_owned(), at, aware: true, ..Waiting::default() });
    }
}

/// Traps in a quarter of the rooms, of the kinds the book knows.
fn trapped(cx: &mut Cx<'_, DeadWeight>, site: &mut Site, numbers: &Numbers) -> Flow {
    let book = cx.book();
    let parts = u8::try_from(book.term("site", "traps").max(1)).unwrap_or(4);
    for nth in 0..numbers.rooms / parts {
        let number = 3 + nth * parts;
        let pick = usize::from(secret(cx, 4)? - 1) % book.traps.iter().len().max(1);
        let (Some(row), Some(room)) =
            (book.traps.iter().nth(pick), site.rooms.get_mut(&room_name(numbers, number)))
        else {
            continue;
        };
        room.traps.push(Trap {
            name: row.name.clone(),
            like: Some(row.id),
            when: row.when,
            attack: row.attack,
            catches: row.catches,
            state: TrapState::Hidden,
        });
    }
    Ok(())
}

/// A third of the silver with the master, the rest where nobody waits first; and what is rare.
fn treasured(cx: &mut Cx<'_, DeadWeight>, site: &mut Site, numbers: &Numbers) -> Flow {
    let book = cx.book();
    let share = numbers.treasure.div_ceil(book.term("site", "master_share").max(1));
    coins(site, LAIR, share);
    let mut others: Vec<String> = (2..numbers.rooms).map(|number| room_name(numbers, number)).collect();
    others.sort_by_key(|name| site.rooms.get(name).is_some_and(|room| !room.waits.is_empty()));
    let mut left = numbers.treasure - share;
    let each = left.div_ceil(u32::try_from(others.len().max(1)).unwrap_or(1));
    for name in others {
        let here = each.min(left);
        coins(site, &name, here);
        left -= here;
    }
    if u32::from(numbers.level) >= book.term("site", "prizes_from_level") {
        let (category, count) = if secret(cx, 6)? <= 3 { ("exotic", 1) } else { ("rare", 2) };
        let prizes: Vec<&str> = book
            .gear
            .iter()
            .filter(|row| {
                row.category.as_deref() == Some(category) && !row.roles.iter().any(|role| role == "scroll")
            })
            .map(|row| row.name.as_str())
            .collect();
        for _ in 0..count {
            let pick = usize::from(secret(cx, 20)? - 1) % prizes.len().max(1);
            if let (Some(name), Some(room)) = (prizes.get(pick), site.rooms.get_mut(LAIR)) {
                room.loot.push(Lying { item: (*name).to_owned(), count: 1, ..Lying::default() });
            }
        }
    }
    Ok(())
}

fn coins(site: &mut Site, room: &str, silver: u32) {
    if let Some(room) = site.rooms.get_mut(room).filter(|_| silver > 0) {
        room.loot.push(Lying { silver: u16::try_from(silver).unwrap_or(u16::MAX), ..Lying::default() });
    }
}
