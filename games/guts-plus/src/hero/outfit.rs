//! What a new character wears and owns.

use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::being_made;
use crate::GutsPlus;
use crate::fact::GearFact;
use crate::gear::{self, Made};
use crate::rules;
use crate::state::{Item, ItemSheet, State};

/// Where clothes are worn.
pub const CLOTHING_PLACES: [&str; 3] = ["torso", "legs", "feet"];
/// Where accessories are worn.
pub const ACCESSORY_PLACES: [&str; 6] = ["head", "neck", "arms", "back", "waist", "legs"];

/// Something put on at creation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Worn {
    /// Who.
    pub who: Who,
    /// Where.
    pub place: String,
    /// What.
    pub thing: String,
    /// An accessory, not clothes.
    #[serde(default)]
    pub accessory: bool,
    /// What good it does, if it is to do any.
    #[serde(default)]
    pub bonus: String,
    /// The GM allows what else would not do.
    #[serde(default)]
    pub allow: bool,
}

type Things = Vec<(ItemSheet, Item)>;

fn no<T>(rule: boneyard_table::RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

fn things(state: &State, who: Who) -> Things {
    let one = state.one(who);
    let all = one.sheet.items.iter().cloned().zip(one.live.items.iter().cloned());
    all.filter(|(_, item)| !item.gone).collect()
}

fn owns(cx: &mut Cx<'_, GutsPlus>, rule: boneyard_table::RuleId, who: Who, things: Things) -> Flow {
    let (room, filled) = (gear::capacity_of(cx.state(), &things), gear::filled_of(&things));
    if filled > room {
        let sentence = format!("There is room for {}, not for {filled}.", count(room, "thing", "things"));
        return refuse(Refusal::new(rules::GP_ITEM_09, "no-room", sentence).with("room", room));
    }
    cx.record(rule, GearFact::Owns { who, things }.into());
    Ok(())
}

/// Puts something on.
pub fn dress(cx: &mut Cx<'_, GutsPlus>, by: Seat, worn: &Worn) -> Flow {
    let who = worn.who;
    being_made(cx, who)?;
    let allowed = worn.allow && by.is_gm();
    let clothes = !worn.accessory;
    let (rule, places) = match clothes {
        true => (rules::GP_ITEM_01, &CLOTHING_PLACES[..]),
        false => (rules::GP_ITEM_02, &ACCESSORY_PLACES[..]),
    };
    let place = worn.place.trim().to_lowercase();
    if !places.contains(&place.as_str()) {
        let what = if clothes { "Clothes are" } else { "Accessories are" };
        return no(rule, "no-such-place", format!("{what} worn on {}.", places.join(", ")));
    }
    gear::check_name(&worn.thing)?;
    if worn.bonus.chars().count() > 400 {
        return no(rules::GP_ITEM_03, "too-long", "Say it in at most 400 letters.");
    }
    let mut all = things(cx.state(), who);
    let taken = |(sheet, item): &(ItemSheet, Item)| {
        item.worn && sheet.clothes == clothes && sheet.place.as_deref() == Some(place.as_str())
    };
    if !allowed && all.iter().any(taken) {
        let sentence = match clothes {
            true => format!("There is something on the {place} already; the GM may allow layers."),
            false => format!("There is something on the {place} already, and a second one gives nothing."),
        };
        return no(rule, "place-taken", sentence);
    }
    let made = gear::make(cx.at(), who, &worn.thing, Some(&place), clothes);
    for id in gear::entries(cx.book(), &worn.thing, clothes) {
        cx.cite(id);
    }
    let useful = made
        .iter()
        .any(|thing| !thing.sheet.covers.is_empty() || thing.sheet.lenient || thing.gear.is_some());
    if !clothes && !allowed && (useful || !worn.bonus.trim().is_empty()) {
        let sentence =
            format!("{} would be more than looks; that is for the GM to allow.", worn.thing.trim());
        return no(rules::GP_ITEM_03, "more-than-looks", sentence);
    }
    for Made { sheet, .. } in made {
        let sheet = ItemSheet { about: worn.bonus.trim().to_owned(), ..sheet };
        if sheet.slots != 0 {
            cx.cite(if sheet.bag { rules::GP_ITEM_06 } else { rules::GP_ITEM_10 });
        }
        all.push((sheet, Item { worn: true, ..Item::default() }));
    }
    owns(cx, rule, who, all)
}

/// Takes something off again.
pub fn undress(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    being_made(cx, who)?;
    let mut all = things(cx.state(), who);
    let before = all.len();
    all.retain(|(sheet, item)| !item.worn || !sheet.name.eq_ignore_ascii_case(name.trim()));
    if all.len() == before {
        return no(rules::GP_ITEM_01, "not-worn", format!("{} is not worn.", name.trim()));
    }
    owns(cx, rules::GP_ITEM_01, who, all)
}

/// Owns something more.
pub fn own(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str, allowed: bool) -> Flow {
    being_made(cx, who)?;
    let rule = rules::GP_ITEM_07;
    gear::check_name(name)?;
    let mut all = things(cx.state(), who);
    let same = |(sheet, item): &(ItemSheet, Item)| !item.worn && sheet.name.eq_ignore_ascii_case(name.trim());
    let limit = usize::from(cx.state().house.starting_items_limit.0);
    match all.iter().position(same) {
        Some(at) => {
            cx.cite(rules::GP_ITEM_08);
            all[at].1.count = all[at].1.count.saturating_add(1);
        }
        None => {
            let owned = all.iter().filter(|(_, item)| !item.worn).count();
            if owned >= limit && !allowed {
                let sentence = format!(
                    "A new character owns at most {limit} simple things; more is for the GM to allow."
                );
                return refuse(Refusal::new(rule, "too-many", sentence).with("limit", limit));
            }
            let made = gear::make(cx.at(), who, name, None, false);
            all.extend(made.into_iter().map(|made| (made.sheet, Item::default())));
        }
    }
    owns(cx, rule, who, all)
}

/// Leaves something at home after all.
pub fn disown(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    being_made(cx, who)?;
    let mut all = things(cx.state(), who);
    let before = all.len();
    all.retain(|(sheet, item)| item.worn || !sheet.name.eq_ignore_ascii_case(name.trim()));
    if all.len() == before {
        return no(rules::GP_ITEM_07, "not-owned", format!("{} is not owned.", name.trim()));
    }
    owns(cx, rules::GP_ITEM_07, who, all)
}
