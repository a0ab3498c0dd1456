//! Things as rules find them: what is worn and what Armoring is left, hands, and things made from content rows.

use boneyard_table::{RuleId, Who};
use smallvec::SmallVec;

use crate::book::{Book, Carries, Passive, WeaponRow};
use crate::state::{Arms, Item, ItemSheet, Place, Range, Shot, Size, State, Suit, Ware};

/// A piece that has Armoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Which thing; one's own hide if none.
    pub item: Option<u8>,
    /// For the head.
    pub head: bool,
    /// Its Armoring Value.
    pub value: u16,
    /// What is lost of it.
    pub lost: u16,
}

impl Piece {
    /// What is left of it.
    pub fn left(&self) -> u16 {
        self.value.saturating_sub(self.lost)
    }
}

/// Armor somebody wears, with its number among their things.
pub fn worn(state: &State, who: Who) -> impl Iterator<Item = (u8, &Suit)> {
    let one = state.one(who);
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    all.filter_map(|(number, (thing, item))| match &thing.ware {
        Ware::Armor(suit) if matches!(item.place, Place::ArmorWorn | Place::Headgear) && item.count > 0 => {
            Some((number as u8, suit))
        }
        _ => None,
    })
}

/// The Armoring Value of a piece, or the Tag it lacks.
pub fn armoring_value(book: &Book, suit: &Suit) -> Result<u16, &'static str> {
    let value = |name: &str| book.armor_tags.named(name).and_then(|row| row.value).map(u16::from);
    let size = suit.size.and_then(|size| value(size.name())).ok_or("Size")?;
    let material = suit.material.as_deref().and_then(value).ok_or("Material")?;
    let style = suit.style.as_deref().and_then(value).ok_or("Style")?;
    Ok((material + style) * size)
}

/// Everything on somebody that has Armoring, the body first.
pub fn pieces(state: &State, book: &Book, who: Who) -> SmallVec<[Piece; 3]> {
    let one = state.one(who);
    if let Some(value) = one.sheet.fixed.armoring {
        return SmallVec::from_slice(&[Piece { item: None, head: false, value, lost: one.live.hide_lost }]);
    }
    let mut all: SmallVec<[Piece; 3]> = worn(state, who)
        .map(|(number, suit)| Piece {
            item: Some(number),
            head: one.live.items[usize::from(number)].place == Place::Headgear,
            value: armoring_value(book, suit).unwrap_or(0),
            lost: one.live.items[usize::from(number)].lost,
        })
        .collect();
    if one.sheet.hide > 0 {
        all.push(Piece { item: None, head: false, value: one.sheet.hide, lost: one.live.hide_lost });
    }
    all.sort_by_key(|piece| piece.head);
    all
}

/// What Muffled takes off the Stealth penalties of each piece.
pub fn muffled<'b>(state: &State, book: &'b Book, who: Who) -> SmallVec<[(&'b str, i16, RuleId); 2]> {
    let mut all = SmallVec::new();
    for (_, suit) in worn(state, who) {
        let names = [suit.material.as_deref(), suit.style.as_deref()];
        let names = names.into_iter().flatten().chain(suit.tags.iter().map(String::as_str));
        let rows: Vec<_> = names.filter_map(|name| book.armor_tags.named(name)).collect();
        let loud: i16 = rows
            .iter()
            .flat_map(|row| &row.passives)
            .map(|passive| match passive {
                Passive::Adjust(change) if change.on.iter().any(|word| word == "Stealth") => {
                    i16::from(change.by)
                }
                _ => 0,
            })
            .filter(|by| *by < 0)
            .sum();
        let soft = rows.iter().find(|row| row.hook.as_deref() == Some("muffled"));
        if let Some(row) = soft.filter(|_| loud < 0) {
            all.push((row.name.as_str(), 1, row.id));
        }
    }
    all
}

/// Hands that hold nothing. A grapple keeps one busy for each who is held.
pub fn free_hands(state: &State, who: Who) -> u8 {
    let one = state.one(who);
    if one.sheet.handless {
        return 0;
    }
    let busy: u8 = one.live.items.iter().filter(|item| item.count > 0).map(|item| item.place.hands()).sum();
    let holding =
        state.here().filter(|other| state.live(*other).is_by(crate::state::Condition::Grappled, who));
    let holding = u8::try_from(holding.count()).unwrap_or(u8::MAX);
    2_u8.saturating_sub(busy).saturating_sub(holding)
}

/// A weapon as its row has it.
fn arms_of(row: &WeaponRow) -> Arms {
    Arms {
        base: Some(row.base),
        size: Some(row.size),
        range: row.reach.map(Range::Reach).or(row.range.map(Range::Range)),
        ability: row.ability.iter().copied().collect(),
        versus: Some(row.versus),
        dice: row.dice,
        kind: row.kind,
        tags: row.tags.iter().copied().collect(),
    }
}

fn weapon_row<'b>(book: &'b Book, name: &str) -> Option<&'b WeaponRow> {
    book.weapons.get(name).or_else(|| book.weapons.named(name))
}

/// A weapon by the name or id of its row, without the thing that it is.
pub fn arms(book: &Book, name: &str) -> Option<Arms> {
    weapon_row(book, name).map(arms_of)
}

/// A thing by the name or id of its row; something plain where no row has it.
pub fn thing(book: &Book, name: &str) -> ItemSheet {
    if let Some(row) = weapon_row(book, name) {
        let ware = Ware::Weapon(arms_of(row));
        return ItemSheet { name: row.name.clone(), like: Some(row.id), size: row.size, stack: 1, ware };
    }
    let shot = book.ammunition.get(name).or_else(|| book.ammunition.named(name));
    if let Some(row) = shot {
        let fits = row.fits.iter().copied().collect();
        let shot = Shot { fits, dice: Some(row.dice), kind: Some(row.kind), tags: row.tags.clone() };
        let ware = Ware::Shot(shot);
        return ItemSheet {
            name: row.name.clone(),
            like: Some(row.id),
            size: row.size,
            stack: row.stack,
            ware,
        };
    }
    let armor = book.armors.get(name).or_else(|| book.armors.named(name));
    if let Some(row) = armor {
        let suit = Suit {
            head: row.slot == "Headgear",
            size: Some(row.size),
            material: Some(row.material.clone()),
            style: Some(row.style.clone()),
            tags: row.tags.clone(),
        };
        let ware = Ware::Armor(suit);
        return ItemSheet { name: row.name.clone(), like: Some(row.id), size: row.size, stack: 1, ware };
    }
    let plain = |name: &str, like, size, stack| ItemSheet {
        name: name.to_owned(),
        like,
        size,
        stack,
        ware: Ware::Plain,
    };
    if let Some(row) = book.gear.get(name).or_else(|| book.gear.named(name)) {
        return plain(&row.name, Some(row.id), row.size, row.stack.unwrap_or(1));
    }
    if let Some(row) = book.tools.get(name).or_else(|| book.tools.named(name)) {
        return plain(&row.name, Some(row.id), row.size.unwrap_or(Size::Large), 1);
    }
    if let Some(row) = book.materials.get(name).or_else(|| book.materials.named(name)) {
        return plain(&row.name, Some(row.id), row.size, row.stack.unwrap_or(1));
    }
    plain(name, None, Size::Small, 1)
}

/// Whether a thing that is in use burns; others are only held ready.
pub fn burns(book: &Book, thing: &ItemSheet) -> bool {
    let row = thing.like.and_then(|like| book.gear.get(like.as_str()));
    !row.is_some_and(|row| matches!(row.hook.as_deref(), Some("net" | "spyglass" | "climbing-kit")))
}

/// How a new thing is: full of charges.
pub fn fresh(book: &Book, thing: &ItemSheet, place: Place, count: u16) -> Item {
    let row = thing.like.and_then(|like| book.gear.get(like.as_str()));
    let charges = row.and_then(|row| row.charges).unwrap_or(0);
    Item { charges, ..Item::new(place, count) }
}

/// Things as a row lists them. What is loaded is among them.
pub fn carried(book: &Book, rows: &[Carries], keep: impl Fn(&Carries) -> bool) -> Vec<(ItemSheet, Item)> {
    let mut all: Vec<(ItemSheet, Item)> = Vec::new();
    for row in rows.iter().filter(|row| keep(row)) {
        let thing = thing(book, &row.item);
        let place = Place::named(&row.slot).unwrap_or(Place::Loose);
        let mut item = fresh(book, &thing, place, row.count.unwrap_or(1));
        if let (Some(shot), Ware::Weapon(arms)) = (&row.loaded, &thing.ware) {
            let listed = rows.iter().filter(|other| keep(other)).position(|other| other.item == *shot);
            if let (Some(at), Some(most)) = (listed, arms.capacity()) {
                item.loaded.push((at as u8, most));
            }
        }
        all.push((thing, item));
    }
    all
}
