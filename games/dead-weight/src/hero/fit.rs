//! Whether an adventurer is fit to play: something to fight with, and what it shoots. Kits give it; what luck takes away
//! is told on the sheet.

use boneyard_table::{At, Who};

use crate::DeadWeight;
use crate::book::WeaponRow;
use crate::state::Place;

/// What an adventurer lacks, in a sentence each.
pub fn fit(at: At<'_, DeadWeight>, who: Who) -> Vec<String> {
    let one = at.state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items).filter(|(_, now)| now.place != Place::Gone);
    let kinds: Vec<_> = things.filter_map(|(sheet, now)| Some((sheet.kind?, now.die))).collect();
    let arms: Vec<&WeaponRow> =
        kinds.iter().filter_map(|(kind, _)| at.book.weapons.get(kind.as_str())).collect();
    let has = |ammo: &str| {
        let mut rows = kinds.iter().filter(|(_, die)| *die > 0);
        rows.any(|(kind, _)| {
            let row = at.book.gear.get(kind.as_str());
            row.is_some_and(|row| row.name == ammo || row.serves.as_deref() == Some(ammo))
        })
    };
    let mut lacks = Vec::new();
    if arms.is_empty() && one.sheet.hero.knows.is_empty() {
        lacks.push("No weapon.".to_owned());
    }
    for row in arms {
        if let Some(ammo) = row.ammo.as_deref().filter(|ammo| !has(ammo)) {
            lacks.push(format!("The {} needs {ammo}, and there are none.", row.name));
        }
    }
    lacks
}
