//! What somebody can strike with just now: the weapon in hand, the grip, the way of using it.

use boneyard_table::view::count;
use boneyard_table::{At, Refusal, RuleId, Who};
use smallvec::SmallVec;

use crate::DeadWeight;
use crate::book::{Book, Moment, Trigger, WeaponRow};
use crate::magic;
use crate::rules;
use crate::state::{Item, Place, State};
use crate::weapon::Notation;

/// A weapon as it is used in one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arms {
    /// The thing; nothing for bare hands.
    pub item: Option<u8>,
    /// Its entry.
    pub entry: RuleId,
    /// What it does so.
    pub notation: Notation,
    /// Dice more or fewer.
    pub modifier: i8,
    /// The stock that is used up: the weapon itself, or its ammunition.
    pub stock: Option<u8>,
    /// A coin decides after a hit.
    pub coin: bool,
    /// Actions it takes to load it again.
    pub reload: u8,
    /// Broken: nothing of its own.
    pub broken: bool,
    /// Touches what is not of this world.
    pub magical: bool,
    /// Does something of its own at some moment.
    pub acts: bool,
    /// Added by the house.
    pub house: bool,
}

impl Arms {
    /// What it is called.
    pub fn name(self, state: &State, who: Who) -> String {
        let thing = self.item.and_then(|item| state.sheet(who).items.get(usize::from(item)));
        thing.map_or_else(|| "bare hands".to_owned(), |item| item.name.clone())
    }

    /// What it does of its own at a moment.
    pub fn triggers(self, book: &Book, when: Moment) -> impl Iterator<Item = &Trigger> {
        let row = if self.acts { book.weapons.get(self.entry.as_str()) } else { None };
        row.into_iter().flat_map(|row| &row.triggers).filter(move |trigger| trigger.when == when)
    }
}

/// Things somebody could strike with: bare hands last.
pub fn choices(at: At<'_, DeadWeight>, who: Who) -> SmallVec<[(Option<u8>, Option<&str>); 4]> {
    let mut all = SmallVec::new();
    let Some(one) = at.state.creature(who) else { return all };
    for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if !now.place.is_hand() || !now.wielded {
            continue;
        }
        let item = Some(number as u8);
        match sheet.kind.and_then(|kind| at.book.weapons.get(kind.as_str())) {
            Some(row) if row.ways.len() > 1 => {
                all.extend(row.ways.iter().map(|way| (item, Some(way.name.as_str()))));
            }
            Some(_) => all.push((item, None)),
            None if gear_attack(at, who, number as u8).is_some() => all.push((item, None)),
            None => {}
        }
    }
    all.extend(magic::conjured_names(at, who).map(|name| (None, Some(name))));
    all.push((None, None));
    all
}

/// What other goods do to somebody when used as a weapon.
fn gear_attack(at: At<'_, DeadWeight>, who: Who, item: u8) -> Option<(RuleId, Notation)> {
    let kind = at.state.sheet(who).items.get(usize::from(item))?.kind?;
    let row = at.book.gear.get(kind.as_str())?;
    Some((kind, row.rest.get("attack")?.as_str()?.parse().ok()?))
}

/// A weapon somebody wants to strike with.
pub fn arms(
    at: At<'_, DeadWeight>,
    who: Who,
    item: Option<u8>,
    way: Option<&str>,
    target: Option<Who>,
) -> Result<Arms, Refusal> {
    let rule = rules::DW_ACT_01;
    let bad = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let Some(number) = item else {
        if let Some(conjured) = way.and_then(|name| magic::conjured(at, who, name)) {
            return conjured;
        }
        let Some(row) = at.book.weapons.named("unarmed") else {
            return bad("no-weapon", "Nobody fights with bare hands here.".into());
        };
        return Ok(plain(row, None));
    };
    let one = at.state.one(who);
    let (Some(sheet), Some(now)) =
        (one.sheet.items.get(usize::from(number)), one.live.items.get(usize::from(number)))
    else {
        return bad("no-such-thing", "There is no such thing here.".into());
    };
    if !now.place.is_hand() || !now.wielded {
        return bad("not-in-hand", format!("The {} is not ready in hand.", sheet.name));
    }
    let row = sheet.kind.and_then(|kind| at.book.weapons.get(kind.as_str()));
    let Some(row) = row else {
        let Some((entry, notation)) = gear_attack(at, who, number) else {
            return bad("no-weapon", format!("The {} is no weapon.", sheet.name));
        };
        let arms = Arms { entry, notation, ..blank(Some(number), entry, notation) };
        return Ok(if now.broken { snapped(at, arms) } else { arms });
    };
    let arms = in_use(at, who, number, row, way, target)?;
    if now.broken {
        return Ok(snapped(at, arms));
    }
    check_hands(at, who, row, now, &sheet.name)?;
    if now.unready > 0 {
        let sentence = format!(
            "The {} has to be loaded first: {}.",
            sheet.name,
            count(now.unready, "action", "actions")
        );
        return Err(Refusal::new(rules::DW_WEAP_19, "unloaded", sentence).with("actions", now.unready));
    }
    Ok(arms)
}

fn blank(item: Option<u8>, entry: RuleId, notation: Notation) -> Arms {
    Arms {
        item,
        entry,
        notation,
        modifier: 0,
        stock: None,
        coin: false,
        reload: 0,
        broken: false,
        magical: false,
        acts: false,
        house: false,
    }
}

fn plain(row: &WeaponRow, item: Option<u8>) -> Arms {
    let notation = row.attack.unwrap_or(BARE);
    let magical = row.roles.iter().any(|role| role == "magical");
    let (acts, house) = (!row.triggers.is_empty(), row.house);
    Arms { reload: row.reload, magical, acts, house, ..blank(item, row.id, notation) }
}

/// One wound by STR and nothing else.
const BARE: Notation = Notation {
    minus: false,
    attribute: crate::state::Attribute::Str,
    base: crate::weapon::Blow::plain(1),
    critical: None,
    range: None,
};

/// What is left of a broken weapon.
fn snapped(at: At<'_, DeadWeight>, arms: Arms) -> Arms {
    let row = at.book.weapons.named("improvised or broken weapon");
    let notation = row.and_then(|row| row.attack).unwrap_or(BARE);
    let house = row.is_some_and(|row| row.house);
    Arms { broken: true, house, ..blank(arms.item, row.map_or(arms.entry, |row| row.id), notation) }
}

/// A weapon with its way, its twin, what it does to this target, its stock.
fn in_use(
    at: At<'_, DeadWeight>,
    who: Who,
    number: u8,
    row: &WeaponRow,
    way: Option<&str>,
    target: Option<Who>,
) -> Result<Arms, Refusal> {
    let mut arms = plain(row, Some(number));
    let now = at.state.live(who).items[usize::from(number)];
    if let Some(name) = way {
        let Some(way) = row.ways.iter().find(|way| way.name == name) else {
            let known: Vec<&str> = row.ways.iter().map(|way| way.name.as_str()).collect();
            let ways = if known.is_empty() { "one way only".to_owned() } else { known.join(", ") };
            let sentence = format!("There is no such way to use it; there is {ways}.");
            return Err(Refusal::new(rules::DW_ACT_01, "no-such-way", sentence));
        };
        arms.notation = way.attack;
        arms.coin = way.coin;
        arms.stock = way.uses_stock.then_some(number);
    } else if let Some(way) = row.ways.first() {
        arms.stock = way.uses_stock.then_some(number);
    }
    if let Some(paired) = row.paired.filter(|_| has_twin(at.state, who, number, row.id)) {
        arms.notation = paired;
    }
    if let (Some(versus), Some(target)) = (&row.versus, target)
        && versus.tags.iter().any(|tag| at.state.sheet(target).is(tag))
    {
        arms.notation = versus.attack;
    }
    if let Some(fewer) = row.one_handed.as_ref().filter(|_| now.place != Place::Both) {
        arms.modifier = crate::book::number(fewer);
    }
    if let Some(ammo) = &row.ammo {
        arms.stock = Some(ammunition(at, who, ammo, row)?);
    }
    Ok(arms)
}

/// Another of the same kind, ready in the other hand.
fn has_twin(state: &State, who: Who, number: u8, kind: RuleId) -> bool {
    let one = state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    things.any(|(other, (sheet, now))| {
        other != usize::from(number)
            && sheet.kind == Some(kind)
            && now.wielded
            && now.place.is_hand()
            && !now.broken
    })
}

/// Arrows or bolts somebody has.
fn ammunition(at: At<'_, DeadWeight>, who: Who, ammo: &str, row: &WeaponRow) -> Result<u8, Refusal> {
    let one = at.state.one(who);
    let serves = |kind: RuleId| {
        let row = at.book.gear.get(kind.as_str());
        row.is_some_and(|row| row.name == ammo || row.serves.as_deref() == Some(ammo))
    };
    let mut things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let found = things
        .find(|(_, (sheet, now))| sheet.kind.is_some_and(serves) && now.place != Place::Gone && now.die > 0);
    found.map(|(number, _)| number as u8).ok_or_else(|| {
        let sentence = format!("The {} needs {ammo}, and there are none.", row.name);
        Refusal::new(row.id, "no-ammunition", sentence)
    })
}

/// Whether somebody's hands are free for it, and nobody holds them.
fn check_hands(
    at: At<'_, DeadWeight>,
    who: Who,
    row: &WeaponRow,
    now: &Item,
    name: &str,
) -> Result<(), Refusal> {
    let held = at.state.live(who).held_by.is_some();
    if held && row.hands == 2 && now.place == Place::Both {
        let sentence = format!("Somebody who is held can only use one hand; the {name} takes two.");
        return Err(Refusal::new(rules::DW_HOUSE_16H, "held", sentence));
    }
    if row.hands == 2 && row.one_handed.is_none() && now.place != Place::Both {
        let sentence = format!("The {name} takes both hands.");
        return Err(Refusal::new(rules::DW_WEAP_10, "two-handed", sentence));
    }
    let others = at.state.live(who).items.iter().filter(|item| item.place.is_hand());
    if now.place == Place::Both && others.count() > 1 {
        let sentence = format!("The {name} takes both hands, and one is occupied.");
        return Err(Refusal::new(rules::DW_WEAP_10, "hand-busy", sentence));
    }
    Ok(())
}

/// The entry of a weapon in hand that does something at a moment.
pub fn wielding(at: At<'_, DeadWeight>, who: Who, when: Moment) -> Option<RuleId> {
    let one = at.state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items);
    let ready = things.filter(|(_, now)| now.wielded && now.place.is_hand() && !now.broken);
    let rows = ready.filter_map(|(sheet, _)| at.book.weapons.get(sheet.kind?.as_str()));
    rows.into_iter().find(|row| row.triggers.iter().any(|trigger| trigger.when == when)).map(|row| row.id)
}
