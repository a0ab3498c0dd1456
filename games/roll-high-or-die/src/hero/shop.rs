//! Starting equipment: what the lists of the table have, for 100 coins. Where things are kept is checked by inventory.

use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::{at_step, note};
use super::like::tech;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::glossary;
use crate::book::Book;
use crate::command::Own;
use crate::fact::GearFact;
use crate::gear::{fresh, thing};
use crate::inventory::{fits, room};
use crate::rules;
use crate::state::{Draft, ItemSheet, MOST_THINGS, Place, State, Step, Ware};

/// Buys something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Buy {
    /// Who.
    pub who: Who,
    /// What, by its name.
    pub ware: String,
}

/// Gives something back for what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Return {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
}

/// Coins a new Character has.
pub const COINS: u32 = 100;

/// Something on the lists: its name, price, and how many that buys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForSale {
    /// What it is called.
    pub name: String,
    /// In words.
    pub text: String,
    /// Coins.
    pub coins: u16,
    /// So many for that.
    pub count: u16,
}

/// Everything on the lists of this table.
pub fn for_sale(state: &State, book: &Book) -> Vec<ForSale> {
    if !glossary(state) {
        return Vec::new();
    }
    let world = tech(state);
    let mut all = Vec::new();
    let mut add = |name: &str, text: &str, coins: u16, count: u16| {
        all.push(ForSale { name: name.to_owned(), text: text.to_owned(), coins, count });
    };
    for row in book.weapons.iter().filter(|row| row.tech.is_none_or(|tech| tech <= world) && !row.body) {
        if let Some(coins) = row.coins {
            add(&row.name, &row.text, coins, 1);
        }
    }
    for row in book.ammunition.iter().filter(|row| row.tech.is_none_or(|tech| tech <= world)) {
        add(&row.name, &row.text, row.coins, row.stack);
    }
    for row in book.armors.iter().filter(|row| row.tech.is_none_or(|tech| tech <= world)) {
        add(&row.name, &row.text, row.coins, 1);
    }
    for row in book.gear.iter() {
        add(&row.name, &row.text, row.coins, row.per.map_or(1, u16::from));
    }
    for row in book.tools.iter() {
        if let Some(coins) = row.coins {
            add(&row.name, &row.text, coins, 1);
        }
    }
    for row in book.materials.iter() {
        add(&row.name, &row.text, row.coins, 1);
    }
    all
}

/// Buys something from the lists.
pub fn buy(cx: &mut Cx<'_, RollHighOrDie>, buy: &Buy) -> Flow {
    let rule = rules::RH_HOUSE_02H;
    let who = buy.who;
    let draft = at_step(cx, who, Step::Equipment)?;
    let (state, book) = (cx.state(), cx.book());
    let found =
        for_sale(state, book).into_iter().find(|ware| ware.name.eq_ignore_ascii_case(buy.ware.trim()));
    let Some(ware) = found else {
        let short: String = buy.ware.chars().take(40).collect();
        let modern = book
            .weapons
            .named(buy.ware.trim())
            .and_then(|row| row.tech)
            .or(book.armors.named(buy.ware.trim()).and_then(|row| row.tech))
            .or(book.ammunition.named(buy.ware.trim()).and_then(|row| row.tech));
        if let Some(tech) = modern {
            let sentence =
                format!("{short} belongs to the tech level {}, which is not enabled.", tech.name());
            return refuse(
                Refusal::new(rules::RH_CORE_05, "module-off", sentence).with("module", tech.name()),
            );
        }
        return refuse(Refusal::new(
            rules::RH_CHAR_08,
            "not-for-sale",
            format!("There is no {short} on the lists."),
        ));
    };
    let coins = state.sheet(who).coins;
    let Some(left) = coins.checked_sub(ware.coins.into()) else {
        let sentence = format!(
            "{} costs {}; {}.",
            ware.name,
            count(ware.coins, "coin", "coins"),
            count(coins, "is left", "are left")
        );
        let refusal = Refusal::new(rule, "too-dear", sentence);
        return refuse(refusal.with("cost", ware.coins).with("has", coins));
    };
    if state.sheet(who).items.len() >= MOST_THINGS {
        return refuse(Refusal::new(rules::RH_CHAR_08, "too-much", "Nobody keeps track of so many things."));
    }
    let thing = thing(book, &ware.name);
    let place = kept(state, book, who, &thing)?;
    let item = fresh(book, &thing, place, ware.count);
    cx.cite(rules::RH_HOUSE_01H);
    record(cx, rule, GearFact::Coins { who, to: left }.into());
    record(cx, rules::RH_CHAR_08, GearFact::Got { who, thing, item }.into());
    if draft.equipped {
        note(cx, who, Draft { equipped: false, ..draft });
    }
    Ok(())
}

/// Where a new thing is kept, or why it fits nowhere.
fn kept(state: &State, book: &Book, who: Who, thing: &ItemSheet) -> Result<Place, Refusal> {
    let first = wear(state, who, &thing.ware);
    let at_once = first != Place::Loose && fits(state, book, who, thing, first, None).is_ok();
    if at_once { Ok(first) } else { room(state, book, who, thing) }
}

/// Why there is no room for something from the lists.
pub fn no_room(state: &State, book: &Book, who: Who, ware: &str) -> Option<Refusal> {
    kept(state, book, who, &thing(book, ware)).err()
}

/// Armor is put on, the first weapon taken in hand, ammunition into the Quiver, as far as there is room.
fn wear(state: &State, who: Who, ware: &Ware) -> Place {
    let taken = |place: Place| state.live(who).items.iter().any(|item| item.place == place && item.count > 0);
    let hands = taken(Place::MainHand) || taken(Place::TwoHands);
    match ware {
        Ware::Armor(suit) if suit.head && !taken(Place::Headgear) => Place::Headgear,
        Ware::Armor(suit) if !suit.head && !taken(Place::ArmorWorn) => Place::ArmorWorn,
        Ware::Weapon(arms) if !hands && arms.two_handed() => Place::TwoHands,
        Ware::Weapon(_) if !hands => Place::MainHand,
        Ware::Shot(_) if !taken(Place::Quiver) => Place::Quiver,
        _ => Place::Loose,
    }
}

/// Gives something back for what it cost.
pub fn return_item(cx: &mut Cx<'_, RollHighOrDie>, back: Return) -> Flow {
    let who = back.who;
    at_step(cx, who, Step::Equipment)?;
    let rule = rules::RH_HOUSE_02H;
    let one = cx.state().one(who);
    let owned = one.sheet.items.get(usize::from(back.item)).zip(one.live.items.get(usize::from(back.item)));
    let Some((thing, _)) = owned.filter(|(_, item)| item.count > 0 && item.place.is_carried()) else {
        return refuse(Refusal::new(rule, "no-such-thing", "There is no such thing to give back."));
    };
    let price = for_sale(cx.state(), cx.book()).into_iter().find(|ware| ware.name == thing.name);
    let to = one.sheet.coins + price.map_or(0, |ware| u32::from(ware.coins));
    record(cx, rule, GearFact::Coins { who, to }.into());
    record(cx, rule, GearFact::Count { who, item: back.item, count: 0 }.into());
    Ok(())
}

/// Is done with equipment.
pub fn done_shopping(cx: &mut Cx<'_, RollHighOrDie>, own: Own) -> Flow {
    let draft = at_step(cx, own.who, Step::Equipment)?;
    note(cx, own.who, Draft { equipped: true, ..draft });
    Ok(())
}
