//! Things, Creatures, objects and ready characters as their entries in the content have them.

use boneyard_table::RuleId;

use crate::book::{
    AdvancedRow, ArtifactRow, Book, BulkRow, CreatureAttack, CreatureRow, Formula, GearRow, HeroRow, Letters,
    ObjectRow, Passive,
};
use crate::state::{
    Ability, Armor, Arms, Bulk, Condition, Creature, DamageType, Defences, Dice, Fixed, Flesh, Item,
    ItemSheet, Kind, Known, Lamp, Level, Live, Natural, Place, Proficiency, Scores, Shared, Sheet, Size,
    Trained, Trait, Ware,
};

/// What a weapon is made as: its name, damage type and trait.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made<'a> {
    /// What it is called.
    pub called: Option<&'a str>,
    /// What it does.
    pub kind: Option<DamageType>,
    /// Its trait.
    pub quality: Option<Trait>,
}

/// A thing of the lists, in the pack.
pub fn thing(book: &Book, name: &str, made: &Made<'_>) -> Option<(ItemSheet, Item)> {
    if let Some(row) = book.gear.named(name) {
        return Some(gear(row, made));
    }
    if let Some(row) = book.advanced.named(name) {
        return Some((advanced(row)?, Item::one()));
    }
    book.artifacts.named(name).map(artifact)
}

/// A thing by the words of a story: `Finesse Piercing knife`, `ranged Deadly Piercing bow`, `Torch`. What
/// is on no list is just a thing.
pub fn found(book: &Book, words: &str) -> (ItemSheet, Item) {
    if let Some(known) = thing(book, words, &Made::default()) {
        return known;
    }
    let mut made = Made::default();
    let mut ranged = false;
    let mut called: Vec<&str> = Vec::new();
    for word in words.split(' ') {
        match (Trait::named(word), DamageType::named(word)) {
            (Some(quality), _) => made.quality = Some(quality),
            (_, Some(kind)) => made.kind = Some(kind),
            _ if word == "ranged" => ranged = true,
            _ => called.push(word),
        }
    }
    let called = called.join(" ");
    let row = if ranged { "Ranged weapon" } else { "Weapon" };
    if made.kind.is_some()
        && let Some((mut sheet, item)) = thing(book, row, &made)
    {
        sheet.name = called;
        return (sheet, item);
    }
    (ItemSheet { name: words.to_owned(), ..ItemSheet::default() }, Item::one())
}

fn squares(feet: u16) -> u8 {
    u8::try_from(feet / 5).unwrap_or(u8::MAX)
}

fn bulk(row: &BulkRow) -> Bulk {
    match row {
        BulkRow::Number(number) => Bulk::Whole(*number),
        BulkRow::Word(word) if word == "L" => Bulk::Light,
        BulkRow::Word(_) => Bulk::Negligible,
    }
}

/// A formula as dice and a fixed number.
fn dice(formula: &Formula, strength: i8) -> Dice {
    let letters = Letters { strength: strength.into(), ..Letters::default() };
    let mut thrown = (0, 0);
    let flat: Result<i32, ()> = formula.value(letters, &mut |count, sides| {
        thrown = (count, sides);
        Ok(0)
    });
    Dice::new(thrown.0, thrown.1, i8::try_from(flat.unwrap_or(0)).unwrap_or(0))
}

fn gear(row: &GearRow, made: &Made<'_>) -> (ItemSheet, Item) {
    let mut item = Item { count: row.pack.max(1), ..Item::default() };
    let weapon = || {
        Ware::Weapon(Arms {
            dice: row.damage.as_ref().map_or(Dice::new(1, 6, 0), |formula| dice(formula, 0)),
            kind: made.kind.unwrap_or(DamageType::Bludgeoning),
            traits: made.quality.into_iter().collect(),
            reach: 1,
            range: row.range.map(squares),
            hands: row.hands.max(1),
            advanced: None,
            own_fumble: false,
        })
    };
    let ware = match row.is.as_str() {
        "weapon" | "ranged" => weapon(),
        "armor" => Ware::Armor(Armor {
            ac: row.ac,
            stealth: row.stealth,
            minutes: u8::try_from(row.minutes).unwrap_or(u8::MAX),
            heavy: row.ac > 0,
        }),
        "light" => {
            item.left = if row.oil { 0 } else { row.minutes };
            Ware::Lamp(Lamp {
                normal: squares(row.feet),
                dim: squares(row.beyond),
                cone: row.cone,
                hooded: row.hood.map(squares),
                minutes: row.minutes,
                oil: row.oil,
            })
        }
        "oil" => Ware::Oil,
        "ammunition" => Ware::Ammunition,
        "kit" => {
            item.left = row.uses.unwrap_or(0).into();
            Ware::Kit
        }
        "tools" => Ware::Tools,
        "tinderbox" => Ware::Tinderbox,
        "ration" => Ware::Ration,
        "rope" => Ware::Rope,
        _ => Ware::Thing,
    };
    let name = made.called.map_or_else(|| row.name.clone(), str::to_owned);
    (
        ItemSheet { name, kind: Some(row.id), ware, bulk: bulk(&row.bulk), price: row.price, small: false },
        item,
    )
}

fn advanced(row: &AdvancedRow) -> Option<ItemSheet> {
    let arms = Arms {
        dice: dice(&row.damage, 0),
        kind: DamageType::named(&row.kind)?,
        traits: row.traits.iter().filter_map(|name| Trait::named(name)).collect(),
        reach: squares(row.reach),
        range: None,
        hands: row.hands,
        advanced: Some(row.id),
        own_fumble: row.own_fumble,
    };
    let price = row.price.unwrap_or(0);
    let ware = Ware::Weapon(arms);
    Some(ItemSheet {
        name: row.name.clone(),
        kind: Some(row.id),
        ware,
        bulk: bulk(&row.bulk),
        price,
        small: false,
    })
}

fn artifact(row: &ArtifactRow) -> (ItemSheet, Item) {
    let (name, kind) = (row.name.clone(), Some(row.id));
    let price = row.worth.unwrap_or(0);
    (ItemSheet { name, kind, ware: Ware::Artifact, bulk: bulk(&row.bulk), price, small: false }, Item::one())
}

fn scores(six: [i8; 6]) -> Scores {
    let mut scores = Scores::default();
    for (ability, score) in Ability::ALL.into_iter().zip(six) {
        scores[ability] = score;
    }
    scores
}

/// A Creature as its entry has it.
pub fn creature_like(book: &Book, row: &CreatureRow, name: &str) -> Creature {
    let mut creature = Creature::blank(name, Kind::Creature);
    let flesh = match row.kind.as_str() {
        "undead" => Flesh::Undead,
        "construct" => Flesh::Construct,
        _ => Flesh::Living,
    };
    let mut fixed = Fixed {
        hp: Some(row.hp.into()),
        ac: Some(row.ac),
        speed: Some(row.speed.max(row.fly.unwrap_or(0))),
        perception: Some(row.perception),
        stealth: Some(row.stealth),
        attacks: vec![natural(&row.attack, row.scores[0])],
        magic_dice: row.magic_dice,
        threat: row.threat,
        asleep: row.asleep,
        ..Fixed::default()
    };
    for passive in row.passives.iter() {
        take(&mut fixed, passive);
    }
    let skill = row.tradition.as_deref().and_then(tradition).unwrap_or(Proficiency::Occultism);
    let known = |name: &String| book.spells.named(name).map(|spell| Known { spell: spell.id, skill });
    let talent = |(name, level): (&String, &u8)| book.talents.named(name).map(|row| (row.id, *level));
    let sheet = Sheet {
        name: name.to_owned(),
        kind: Kind::Creature,
        side: 1,
        like: Some(row.id),
        size: Size::named(&row.size).unwrap_or_default(),
        flesh,
        tags: row.tags.clone(),
        scores: scores(row.scores),
        talents: row.talents.iter().filter_map(talent).collect(),
        spells: row.spells.iter().filter_map(known).collect(),
        fixed,
        ..Sheet::default()
    };
    creature.live = Live { hp: row.hp.into(), ..Live::default() };
    creature.sheet = Shared::new(sheet);
    creature
}

/// The skill of a tradition.
pub fn tradition(name: &str) -> Option<Proficiency> {
    match name.to_ascii_lowercase().as_str() {
        "arcane" => Some(Proficiency::Arcana),
        "primal" => Some(Proficiency::Nature),
        "occult" => Some(Proficiency::Occultism),
        "divine" => Some(Proficiency::Religion),
        _ => None,
    }
}

/// What is in an entry's passives and in the sheet, so that the TS can change it.
fn take(fixed: &mut Fixed, passive: &Passive) {
    let types = |names: &[String]| names.iter().map(|name| DamageType::named(name)).collect::<Vec<_>>();
    let Defences { immune, resist, weak } = &mut fixed.defences;
    match passive {
        Passive::Immune(names) => immune.extend(types(names).into_iter().flatten()),
        Passive::Resist(against) => {
            resist.extend(types(&against.to).into_iter().map(|kind| (kind, against.by)));
        }
        Passive::Weak(against) => {
            weak.extend(types(&against.to).into_iter().flatten().map(|kind| (kind, against.by)));
        }
        Passive::Sense(sense) => {
            fixed.dark_sense = squares(sense.dark);
            fixed.only_dark_sense = sense.only;
            fixed.sees_invisible = sense.invisible;
        }
        Passive::NightEyes(night) => fixed.night_eyes = *night,
        Passive::Unaffected(names) => {
            fixed.never = names.iter().filter_map(|name| Condition::named(name)).collect();
            fixed.never_prone = names.iter().any(|name| name.eq_ignore_ascii_case("prone"));
        }
        _ => {}
    }
}

/// A Creature's attack. What its Strength adds is in the damage as listed.
fn natural(row: &CreatureAttack, strength: i8) -> Natural {
    let quality = row.quality.as_deref().and_then(Trait::named).filter(|quality| *quality != Trait::Weighty);
    let kind = row.damage.kind.split(' ').nth(1).and_then(DamageType::named);
    let arms = Arms {
        dice: dice(&row.damage.dice, strength),
        kind: kind.unwrap_or(DamageType::Bludgeoning),
        traits: quality.into_iter().collect(),
        reach: squares(row.reach),
        range: row.range.map(squares),
        hands: 0,
        advanced: None,
        own_fumble: false,
    };
    Natural { name: row.name.clone(), bonus: row.bonus, arms }
}

/// An object that can be broken.
pub fn object_like(row: &ObjectRow, name: &str) -> Creature {
    let mut creature = Creature::blank(name, Kind::Object);
    let mut sheet = (*creature.sheet).clone();
    sheet.like = Some(row.id);
    sheet.flesh = Flesh::Construct;
    sheet.fixed.hp = Some(row.hp.into());
    sheet.fixed.ac = Some(4);
    if row.resistance > 0 {
        sheet.fixed.defences.resist.push((None, row.resistance));
    }
    creature.live.hp = row.hp.into();
    creature.sheet = Shared::new(sheet);
    creature
}

/// A ready character.
pub fn hero_like(book: &Book, row: &HeroRow, name: &str) -> Creature {
    let mut trained = Trained::default();
    for (name, level) in &row.proficiencies {
        let steps = Level::ALL.get(usize::from(*level)).copied().unwrap_or_default();
        if let Some(what) = Proficiency::named(name) {
            trained.set(what, steps);
        }
    }
    let talent = |(name, level): (&String, &u8)| book.talents.named(name).map(|row| (row.id, *level));
    let talents: Vec<(RuleId, u8)> = row.talents.iter().filter_map(talent).collect();
    let teaches =
        |id: &(RuleId, u8)| book.talents.get(id.0.as_str())?.tradition.as_deref().and_then(tradition);
    let skill = talents.iter().find_map(teaches).unwrap_or(Proficiency::Arcana);
    let known = |name: &String| book.spells.named(name).map(|spell| Known { spell: spell.id, skill });
    let mut live = Live::default();
    let mut items = Vec::new();
    for bought in &row.gear {
        let made = Made {
            called: bought.called.as_deref(),
            kind: bought.kind.as_deref().and_then(DamageType::named),
            quality: bought.quality.as_deref().and_then(Trait::named),
        };
        let Some((sheet, mut item)) = thing(book, &bought.item, &made) else { continue };
        item.count = item.count.saturating_mul(bought.count);
        let held = row.hands.iter().any(|held| held.eq_ignore_ascii_case(&sheet.name));
        let worn = row.wears.as_deref().is_some_and(|worn| worn.eq_ignore_ascii_case(&sheet.name));
        item.place = match (held, worn) {
            (true, _) => in_hand(&sheet),
            (_, true) => Place::Worn,
            _ => Place::Pack,
        };
        items.push(sheet);
        live.items.push(item);
    }
    let sheet = Sheet {
        name: name.to_owned(),
        like: Some(row.id),
        species: row.species.clone(),
        size: Size::named(&row.size).unwrap_or_default(),
        scores: scores(row.scores),
        trained,
        talents,
        spells: row.spells.iter().filter_map(known).collect(),
        silver: row.silver.into(),
        items,
        ..Sheet::default()
    };
    Creature { live, sheet: Shared::new(sheet) }
}

/// How a thing is held: two-handed ones and pairs in both hands.
pub fn in_hand(sheet: &ItemSheet) -> Place {
    match &sheet.ware {
        Ware::Weapon(arms) if arms.hands > 1 || arms.has(Trait::Twin) => Place::Hands,
        _ => Place::Hand,
    }
}
