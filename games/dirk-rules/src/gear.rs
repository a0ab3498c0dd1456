//! Things: what an attack is made with, hands, load, shields and armor in use.

use boneyard_table::deed::{Lawful, May};
use boneyard_table::{At, Refusal, RuleId, Who};

use smallvec::SmallVec;

use crate::DirkRules;
use crate::book::{Armor, Book, Covers, NaturalAttack, PoolKind, Power, Shield, Slot, Weapon};
use crate::effect::Passive;
use crate::house::{ArmorStacking, Encumbrance, EncumbranceBasis, UnarmedDamage};
use crate::power;
use crate::rules;
use crate::state::{Ability, Item, ItemSheet, Live, Part, PartState, Place, State, Wear, With};

/// What an attack is made with, as the rules need it.
#[derive(Clone, Copy, Debug)]
pub struct Arms<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Its entry, if it has one.
    pub id: Option<RuleId>,
    /// Faces of its die; 1 always does 1.
    pub sides: u8,
    /// The score its damage lowers.
    pub harms: Ability,
    /// How far it reaches, in feet.
    pub range: u16,
    /// Strikes from afar.
    pub ranged: bool,
    /// Shoots light.
    pub laser: bool,
    /// The face that is rolled again.
    pub reroll: Option<u8>,
    /// The face that counts double.
    pub double_on: Option<u8>,
    /// The face on which it breaks.
    pub breaks_on: Option<u8>,
    /// Injuries a wound from it makes.
    pub injuries: u8,
    /// Further attacks of one ATTACK.
    pub extra_attacks: u8,
    /// What it wears down.
    pub pool: Option<PoolKind>,
    /// Weight 2 or more.
    pub large: bool,
    /// Takes two hands.
    pub two_handed: bool,
    /// Its bite knocks down.
    pub knocks_down: bool,
    /// Strikes everybody within so many feet of whoever it is aimed at.
    pub area: Option<u16>,
    /// Takes an action to set up before it fires.
    pub prepare: bool,
    /// Takes an action to reload after each shot.
    pub reload: bool,
    /// A called shot that hits does its highest number.
    pub max_on_called: bool,
    /// AP that go for each point they take away.
    pub ap_cost: u8,
    /// It burns.
    pub fire: bool,
    /// With so many others of its kind next to the target the damage roll has advantage.
    pub swarm: Option<u8>,
    /// The power, mutation or useful thing it comes from: what follows on a face of its die stands there.
    pub power: Option<&'a Power>,
}

/// What `who` would attack with; `None` where there is no such thing.
pub fn arms<'a>(at: At<'a, DirkRules>, who: Who, with: With) -> Option<Arms<'a>> {
    let creature = at.state.creature(who)?;
    match with {
        With::Fists => Some(Arms {
            name: "bare hands",
            id: Some(rules::DK_BASIC_07),
            sides: match at.state.house.unarmed_damage {
                UnarmedDamage::D6 => 6,
                UnarmedDamage::D4 => 4,
                UnarmedDamage::One => 1,
            },
            ..PLAIN
        }),
        With::Natural(number) => {
            let Natural { id, knocks_down, swarm, power, attack } =
                natural(at, who).nth(usize::from(number))?;
            Some(Arms {
                name: &attack.name,
                id: Some(id),
                sides: attack.damage.dice.0,
                harms: attack.damage.harms,
                range: attack.range,
                ranged: attack.ranged,
                extra_attacks: attack.times.saturating_sub(1),
                knocks_down,
                laser: attack.laser,
                ap_cost: attack.ap_costs,
                swarm,
                power,
                pool: attack.pool.map(|pool| pool.kind),
                ..PLAIN
            })
        }
        With::Power(id) => {
            let row = at.book.power(id)?;
            let (way, sides) = power::attack_use(row)?;
            Some(Arms {
                name: &row.name,
                id: Some(id),
                sides,
                range: way.range.unwrap_or(5),
                ranged: !way.ignores.iter().any(|known| known == "tower-cover"),
                area: way.area,
                power: Some(row),
                ..PLAIN
            })
        }
        With::Special(number) => {
            let row = at.book.creatures.get(creature.sheet.like?.as_str())?;
            let special = row.specials.get(usize::from(number))?;
            let damage = special.damage?;
            Some(Arms {
                name: &special.name,
                id: Some(row.id),
                sides: damage.dice.0,
                harms: damage.harms,
                range: special.range,
                ranged: true,
                area: special.area,
                fire: damage.fire,
                ..PLAIN
            })
        }
        With::Item(number) => {
            let item = creature.sheet.items.get(usize::from(number))?;
            let id = item.kind?.as_str();
            if let Some(weapon) = at.book.weapons.get(id) {
                return Some(Arms {
                    name: &item.name,
                    id: Some(weapon.id),
                    sides: weapon.damage.dice.0,
                    harms: weapon.damage.harms,
                    range: weapon.range,
                    ranged: weapon.ranged,
                    laser: weapon.laser,
                    reroll: weapon.reroll,
                    double_on: weapon.double_on,
                    breaks_on: weapon.breaks_on,
                    injuries: weapon.injuries,
                    extra_attacks: weapon.extra_attacks,
                    pool: weapon.pool.map(|pool| pool.kind),
                    large: weapon.weight >= 2,
                    two_handed: weapon.weight >= 2,
                    area: weapon.area,
                    prepare: weapon.prepare,
                    reload: weapon.reload,
                    max_on_called: weapon.max_on_called,
                    ..PLAIN
                });
            }
            if let Some((row, like)) = swung(at.book, id) {
                return Some(Arms {
                    name: &item.name,
                    id: Some(row.id),
                    sides: like.damage.dice.0,
                    breaks_on: like.breaks_on,
                    extra_attacks: like.extra_attacks,
                    power: Some(row),
                    ..PLAIN
                });
            }
            let shield = at.book.shields.get(id)?;
            Some(Arms {
                name: &item.name,
                id: Some(shield.id),
                sides: shield.damage.dice.0,
                pool: shield.pool.map(|pool| pool.kind),
                large: shield.weight >= 2,
                ..PLAIN
            })
        }
    }
}

/// A useful thing that is swung like a weapon of the list.
pub fn swung<'a>(book: &'a Book, id: &str) -> Option<(&'a Power, &'a Weapon)> {
    let row = book.gear.get(id)?;
    Some((row, book.weapons.named(&row.weapon.as_ref()?.like)?))
}

/// A natural attack with the entry it is from and what that entry adds.
struct Natural<'a> {
    id: RuleId,
    knocks_down: bool,
    swarm: Option<u8>,
    power: Option<&'a Power>,
    attack: &'a NaturalAttack,
}

/// Natural attacks: those of the entry, then those that came by mutation.
fn natural<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = Natural<'a>> {
    let sheet = at.state.creature(who).map(|creature| &*creature.sheet);
    let like = sheet.and_then(|sheet| sheet.like);
    let row = like.and_then(|like| at.book.creatures.get(like.as_str()));
    let own = row.into_iter().flat_map(|row| {
        let (id, knocks_down, swarm) = (row.id, row.knocks_down, row.swarm);
        row.attacks.iter().map(move |attack| Natural { id, knocks_down, swarm, power: None, attack })
    });
    // What is an entry of its own kind is nothing that rose by a power.
    let risen = like.filter(|_| row.is_none()).and_then(|like| at.book.psychic.get(like.as_str()));
    let of = |row: &'a Power, attack| Natural {
        id: row.id,
        knocks_down: false,
        swarm: None,
        power: Some(row),
        attack,
    };
    let risen = risen.into_iter().flat_map(move |row| power::risen(row).map(move |one| of(row, one)));
    let grown = sheet.into_iter().flat_map(move |sheet| power::known(at.book, sheet));
    let grown = grown.flat_map(move |row| row.attacks.iter().map(move |one| of(row, one)));
    own.chain(risen).chain(grown)
}

const PLAIN: Arms<'static> = Arms {
    name: "",
    id: None,
    sides: 6,
    harms: Ability::Str,
    range: 5,
    ranged: false,
    laser: false,
    reroll: None,
    double_on: None,
    breaks_on: None,
    injuries: 1,
    extra_attacks: 0,
    pool: None,
    large: false,
    two_handed: false,
    knocks_down: false,
    area: None,
    prepare: false,
    reload: false,
    max_on_called: false,
    ap_cost: 1,
    fire: false,
    swarm: None,
    power: None,
};

/// Whether something is a gun: it strikes from afar and runs on ammo or charges.
pub fn is_gun(arms: &Arms<'_>) -> bool {
    arms.ranged && matches!(arms.pool, Some(PoolKind::Ammo | PoolKind::Charges))
}

/// Charges a natural attack has when fresh.
pub fn own_charges(at: At<'_, DirkRules>, who: Who, number: u8) -> Option<u8> {
    natural(at, who).nth(usize::from(number))?.attack.pool.map(|pool| pool.size)
}

/// Everything `who` could attack with now, the best first for the list's reader: things in hand,
/// natural attacks, bare hands.
pub fn all_arms<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = (With, Arms<'a>)> {
    let items = at.state.creature(who).map_or(0, |creature| creature.live.items.len() as u8);
    let natural = natural(at, who).count() as u8;
    let held = (0..items).filter(move |&item| in_hand(at.state.live(who), item)).map(With::Item);
    let all = held.chain((0..natural).map(With::Natural)).chain([With::Fists]);
    all.filter_map(move |with| arms(at, who, with).map(|arms| (with, arms)))
}

/// Whether a thing is in hand and whole.
pub fn in_hand(live: &Live, item: u8) -> bool {
    live.items
        .get(usize::from(item))
        .is_some_and(|item| item.place == Place::Hand && item.wear == Wear::Whole)
}

/// Whether a weapon is in hand: natural weapons always are, fists never count.
pub fn armed(at: At<'_, DirkRules>, who: Who) -> bool {
    all_arms(at, who).any(|(with, _)| with != With::Fists)
}

/// A whole shield in hand.
pub fn shield<'a>(at: At<'a, DirkRules>, who: Who) -> Option<(u8, &'a Shield)> {
    let creature = at.state.creature(who)?;
    (0..creature.live.items.len() as u8).filter(|&item| in_hand(&creature.live, item)).find_map(|item| {
        let kind = creature.sheet.items.get(usize::from(item))?.kind?;
        at.book.shields.get(kind.as_str()).map(|shield| (item, shield))
    })
}

/// Whether a shield covers against attacks from afar now.
pub fn covered(at: At<'_, DirkRules>, who: Who) -> Option<RuleId> {
    let live = at.state.live(who);
    let (_, shield) = shield(at, who).filter(|(_, shield)| shield.covers == Some(Covers::Ranged))?;
    let able =
        live.held_by.is_none() && !live.down && !live.passed_out && !crate::health::collapsed(at.state, who);
    let stance = match at.state.house.tower_cover {
        crate::house::TowerCover::Always => true,
        crate::house::TowerCover::OnFullDefense => live.defending,
    };
    (able && stance).then_some(shield.id)
}

/// A piece of armor in use: its place in the list, how it is, its entry.
type Piece<'a> = (u8, Item, &'a Armor);

/// Armor worn, in the order in which it takes damage.
pub fn worn<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = Piece<'a>> {
    let mut pieces: SmallVec<[Piece<'a>; 4]> = SmallVec::new();
    if let Some(creature) = at.state.creature(who) {
        for (number, (item, sheet)) in creature.live.items.iter().zip(&creature.sheet.items).enumerate() {
            if item.place == Place::Worn
                && item.wear == Wear::Whole
                && let Some(armor) = sheet.kind.and_then(|kind| at.book.armor.get(kind.as_str()))
            {
                pieces.push((number as u8, *item, armor));
            }
        }
    }
    pieces.sort_by_key(|(_, _, armor)| armor.slot);
    pieces.into_iter()
}

/// Armor that gives AP now: all of it, or the best piece, as the table plays.
pub fn protecting<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = Piece<'a>> {
    let best = match at.state.house.armor_stacking {
        ArmorStacking::SuitBeltHelmet => None,
        ArmorStacking::BestOnly => {
            worn(at, who).max_by_key(|(_, _, armor)| armor.ap).map(|(number, ..)| number)
        }
    };
    worn(at, who).filter(move |(number, ..)| best.is_none_or(|best| best == *number))
}

/// Hands there are.
pub fn hands(at: At<'_, DirkRules>, who: Who) -> u8 {
    let lost = Part::ALL.iter().filter(|part| at.state.live(who).part(**part) == PartState::Lost);
    let fewer: i8 = lost.filter_map(|part| at.book.part(*part)).map(|row| row.lost.hands).sum();
    let more: u8 = power::passives(at, who)
        .filter_map(|(_, passive)| match passive {
            Passive::Adjust(much) if much.is("hands") => Some(1),
            _ => None,
        })
        .sum();
    2u8.saturating_add(more).saturating_add_signed(fewer)
}

/// Hands in use by things held and by a grapple.
pub fn hands_full(at: At<'_, DirkRules>, who: Who) -> u8 {
    let live = at.state.live(who);
    let held = (0..live.items.len()).filter(|number| live.items[*number].place == Place::Hand);
    let things =
        held.filter_map(|number| at.state.sheet(who).items.get(number)).map(|item| takes(at.book, item));
    let tail = live.holds.is_none() || power::allowed(at, who, "grapple-without-hand").is_some();
    things.fold(u8::from(!tail), u8::saturating_add)
}

/// Hands a thing takes: two for a weapon of weight 2 or more that is no shield.
pub fn takes(book: &Book, item: &ItemSheet) -> u8 {
    let weapon = item.kind.is_some_and(|kind| book.weapons.get(kind.as_str()).is_some());
    if weapon && item.weight >= 2 { 2 } else { 1 }
}

/// Weight carried.
pub fn load(state: &State, who: Who) -> u32 {
    let sheet = state.sheet(who);
    let kept = state.live(who).items.iter().zip(&sheet.items).filter(|(item, _)| item.place != Place::Gone);
    kept.map(|(_, item)| u32::from(item.weight)).sum::<u32>() + sheet.gems / 100
}

/// What somebody can carry: as much as STR, full or current as the table plays; some as their entry says.
pub fn capacity(at: At<'_, DirkRules>, who: Who) -> u32 {
    let (live, sheet) = (at.state.live(who), at.state.sheet(who));
    let row = sheet.like.and_then(|like| at.book.creatures.get(like.as_str()));
    if let Some(carries) = row.and_then(|row| row.carries) {
        return carries.into();
    }
    match at.state.house.encumbrance_basis {
        EncumbranceBasis::Full => sheet.full[Ability::Str as usize].into(),
        EncumbranceBasis::Current => live.score(Ability::Str).into(),
    }
}

/// Refuses weight beyond what somebody can carry.
pub fn bears(at: At<'_, DirkRules>, who: Who, thing: &str, weight: u32) -> Result<(), Refusal> {
    let (carried, most) = (load(at.state, who), capacity(at, who));
    if at.state.house.encumbrance == Encumbrance::Off || weight == 0 || carried + weight <= most {
        return Ok(());
    }
    let sentence = format!("The {thing} weighs {weight}; {carried} of {most} are carried already.");
    Err(Refusal::new(rules::DK_EQUIP_03, "too-heavy", sentence).with("load", carried).with("most", most))
}

/// Refuses going anywhere under a load that has become too much.
pub fn bears_up(may: May<'_, DirkRules>, who: Who) -> Lawful {
    let house = &may.state.house;
    if house.encumbrance == Encumbrance::Off || house.encumbrance_basis == EncumbranceBasis::Full {
        return Ok(());
    }
    let (carried, most) = (load(may.state, who), capacity(may.at(), who));
    may.not_if(carried > most, || {
        let sentence = format!("{carried} is too much for STR {most}: put something down first.");
        Refusal::new(rules::DK_EQUIP_03, "overloaded", sentence).with("load", carried).with("most", most)
    })
}

/// What is worn in a place, by name.
pub fn worn_at<'a>(at: At<'a, DirkRules>, who: Who, slot: Slot) -> Option<&'a str> {
    let (live, sheet) = (at.state.live(who), at.state.sheet(who));
    let worn = live.items.iter().zip(&sheet.items).filter(|(now, _)| now.place == Place::Worn);
    let mut whole = worn.filter(|(now, _)| now.wear == Wear::Whole);
    whole
        .find(|(_, item)| item.kind.is_some_and(|kind| slot_of(at.book, kind) == Some(slot)))
        .map(|(_, item)| item.name.as_str())
}

/// Where a thing is worn.
pub fn slot_of(book: &Book, kind: RuleId) -> Option<Slot> {
    let armor = book.armor.get(kind.as_str()).map(|armor| armor.slot);
    armor.or_else(|| book.gear.get(kind.as_str()).and_then(|row| row.slot))
}

/// A new thing by name, with its price: from the lists, or nothing.
pub fn wares(book: &Book, name: &str) -> Option<(ItemSheet, Item, u32)> {
    let new = |kind: RuleId, weight: u8, pool: u8, ap: u8, place: Place| {
        let sheet = ItemSheet { name: name.to_owned(), kind: Some(kind), weight, tag: None };
        (sheet, Item { place, wear: Wear::Whole, pool, ap, survived: 0, unready: false })
    };
    if let Some(weapon) = book.weapons.named(name) {
        let pool = weapon.pool.map_or(0, |pool| pool.size);
        let (sheet, item) = new(weapon.id, weapon.weight, pool, 0, Place::Pack);
        let item = Item { unready: weapon.prepare, ..item };
        return Some((sheet, item, weapon.gems));
    }
    if let Some(shield) = book.shields.named(name) {
        let pool = shield.pool.map_or(0, |pool| pool.size);
        let (sheet, item) = new(shield.id, shield.weight, pool, 0, Place::Pack);
        return Some((sheet, item, shield.gems));
    }
    if let Some(row) = book.gear.named(name) {
        let (sheet, item) = new(row.id, row.weight, row.count, 0, Place::Pack);
        return Some((sheet, item, row.gems));
    }
    if let Some(row) = book.powerups.named(name) {
        let (sheet, item) = new(row.id, row.weight, 0, 0, Place::Pack);
        return Some((sheet, item, 1));
    }
    if let Some((goods, weight)) =
        book.goods.iter().find(|row| row.name == name).and_then(|row| row.weight.map(|weight| (row, weight)))
    {
        let sheet = ItemSheet { name: name.to_owned(), kind: None, weight, tag: None };
        let item =
            Item { place: Place::Pack, wear: Wear::Whole, pool: 0, ap: 0, survived: 0, unready: false };
        return Some((sheet, item, goods.gems));
    }
    let armor = book.armor.named(name)?;
    let (sheet, item) = new(armor.id, armor.weight, 0, armor.ap, Place::Worn);
    Some((sheet, item, armor.gems))
}
