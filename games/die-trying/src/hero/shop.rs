//! Buying: the 45 silver of a new hero, and shops wherever the TS says there is one.

use boneyard_table::{Cx, Flow, Judgement, Refusal, RulingOption, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::{at_step, note};
use crate::DieTrying;
use crate::book::{Book, GearRow};
use crate::check::sum;
use crate::combat::{known, out_of_fight};
use crate::fact::GearFact;
use crate::gear::{self, Made};
use crate::house::HouseRanged;
use crate::rules;
use crate::state::{DamageType, Draft, Item, ItemSheet, MOST_THINGS, Place, State, Step, Trait, Ware};
use crate::time::day_of;

/// Buys something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Buy {
    /// Who.
    pub who: Who,
    /// What, by name.
    pub ware: String,
    /// How many; one if nothing is said.
    #[serde(default = "one")]
    pub count: u8,
    /// What a weapon is called.
    #[serde(default)]
    pub called: Option<String>,
    /// Its damage type.
    #[serde(default, rename = "type")]
    pub kind: Option<DamageType>,
    /// Its trait.
    #[serde(default, rename = "trait")]
    pub quality: Option<Trait>,
    /// A second trait, which no ordinary weapon has.
    #[serde(default)]
    pub second_trait: Option<Trait>,
}

fn one() -> u8 {
    1
}

/// Uses a Medicine Kit holds.
const KIT_HOLDS: u16 = 10;

/// What the shop has at this table.
pub fn for_sale<'b>(state: &State, book: &'b Book) -> impl Iterator<Item = &'b GearRow> + use<'b> {
    let ranged = state.house.house_ranged == HouseRanged::On;
    book.gear.iter().filter(move |row| ranged || !matches!(row.is.as_str(), "ranged" | "ammunition"))
}

/// Buys something: of the 45 silver, or where the TS says that there is a shop.
pub fn buy(cx: &mut Cx<'_, DieTrying>, buy: &Buy) -> Flow {
    let (who, book) = (buy.who, cx.book());
    known(cx.state(), who)?;
    let draft = match cx.state().sheet(who).draft {
        Some(_) => Some(at_step(cx, who, Step::Equipment)?),
        None => {
            out_of_fight(cx.state(), rules::DT_HOUSE_17H)?;
            None
        }
    };
    let price_rule = if draft.is_some() { rules::DT_CHAR_11 } else { rules::DT_HOUSE_17H };
    if !(1..=20).contains(&buy.count) {
        return refuse(Refusal::new(price_rule, "so-many", "Buy 1 to 20 at a time."));
    }
    let wanted = buy.ware.trim();
    let row = for_sale(cx.state(), book).find(|row| row.name.eq_ignore_ascii_case(wanted));
    let (price, (thing, mut item)) = match row {
        Some(row) if row.is == "kit-use" => return more_uses(cx, buy, draft.as_ref(), row.price),
        Some(row) => {
            check_make(row, buy)?;
            let made = Made { called: buy.called.as_deref(), kind: buy.kind, quality: buy.quality };
            let Some(ready) = gear::thing(book, &row.name, &made) else {
                return refuse(not_sold(price_rule, wanted));
            };
            (row.price, ready)
        }
        None if book.gear.named(wanted).is_some() => {
            let sentence = "At this table nobody shoots or throws, so nobody sells it.";
            return refuse(Refusal::new(rules::DT_HOUSE_01H, "switched-off", sentence));
        }
        None => (extraordinary(cx, draft.is_some(), wanted)?, {
            let made = Made::default();
            let Some(ready) = gear::thing(book, wanted, &made) else {
                return refuse(not_sold(price_rule, wanted));
            };
            ready
        }),
    };
    let cost = u32::from(price) * u32::from(buy.count);
    let silver = cx.state().sheet(who).silver;
    if cost > silver {
        let sentence = format!("That is {cost} SP, and there are {silver}.");
        return refuse(
            Refusal::new(price_rule, "too-dear", sentence).with("cost", cost).with("silver", silver),
        );
    }
    item.count = item.count.saturating_mul(u16::from(buy.count));
    room_for(cx, who, &thing, item, price_rule)?;
    if draft.is_none() && !shop_here(cx, who, wanted)? {
        return Ok(());
    }
    cx.cite(rules::DT_BULK_01);
    if let Some(kind) = thing.kind {
        cx.cite(kind);
    }
    if let Some(row) = row {
        cx.cite(row.rule);
    }
    let armor = matches!(thing.ware, Ware::Armor(_));
    cx.record(price_rule, GearFact::Silver { who, to: silver - cost }.into());
    receive(cx, who, thing, item, price_rule);
    cx.cite(rules::DT_BULK_04);
    if gear::overloaded(cx.state(), cx.book(), who) {
        cx.cite(rules::DT_COND_13H);
    }
    if armor {
        warn_of_armor(cx, who);
    }
    if let Some(draft) = draft {
        note(cx, who, Draft { equipped: false, ..draft });
    }
    Ok(())
}

/// A thing joins its like, or is a thing of its own.
pub(crate) fn receive(
    cx: &mut Cx<'_, DieTrying>,
    who: Who,
    thing: ItemSheet,
    item: Item,
    rule: boneyard_table::RuleId,
) {
    let one = cx.state().one(who);
    let alike = (0..one.sheet.items.len()).find(|at| {
        let now = &one.live.items[*at];
        let stacks = !matches!(thing.ware, Ware::Weapon(_) | Ware::Armor(_) | Ware::Artifact | Ware::Kit);
        stacks
            && one.sheet.items[*at] == thing
            && now.place == Place::Pack
            && now.lit.is_none()
            && now.left == item.left
            && now.count > 0
    });
    match alike {
        Some(at) => {
            let (count, left) = (one.live.items[at].count.saturating_add(item.count), item.left);
            cx.record(rule, GearFact::Left { who, item: at as u8, count, left }.into());
        }
        None => cx.record(rule, GearFact::Got { who, thing, item }.into()),
    }
}

/// Whether somebody can take a thing up at all.
pub(crate) fn room_for(
    cx: &Cx<'_, DieTrying>,
    who: Who,
    thing: &ItemSheet,
    item: Item,
    rule: boneyard_table::RuleId,
) -> Flow {
    if cx.state().sheet(who).items.len() >= MOST_THINGS {
        let sentence = format!("Nobody keeps track of more than {MOST_THINGS} things.");
        return refuse(Refusal::new(rule, "too-many-things", sentence));
    }
    Ok(gear::can_carry(cx.state(), cx.book(), who, thing, item)?)
}

/// A weapon is bought with one type and one trait; nothing else is.
fn check_make(row: &GearRow, buy: &Buy) -> Result<(), Refusal> {
    let weapon = matches!(row.is.as_str(), "weapon" | "ranged");
    let rule = if row.is == "ranged" { rules::DT_HOUSE_05H } else { rules::DT_WPN_01 };
    if !weapon {
        let plain = buy.kind.is_none() && buy.quality.is_none() && buy.second_trait.is_none();
        let sentence = "Only weapons have a damage type and a trait.";
        return if plain { Ok(()) } else { Err(Refusal::new(rule, "no-weapon", sentence)) };
    }
    let Some(kind) = buy.kind.filter(|kind| kind.is_of_weapons()) else {
        let sentence = "A weapon does Bludgeoning, Piercing or Slashing damage: choose one.";
        return Err(Refusal::new(rule, "no-type", sentence));
    };
    let _ = kind;
    if buy.second_trait.is_some() {
        return Err(Refusal::new(rule, "two-traits", "An ordinary weapon has one trait, not two."));
    }
    let allowed = |quality: Trait| row.traits.iter().any(|name| name == quality.name());
    if !buy.quality.is_some_and(allowed) {
        let sentence = format!("Choose one trait: {}.", row.traits.join(", "));
        return Err(Refusal::new(rule, "no-trait", sentence));
    }
    let named = buy.called.as_deref().map_or("", str::trim);
    if named.is_empty() || named.chars().count() > 40 {
        return Err(Refusal::new(rule, "no-name", "Give the weapon a name of up to 40 letters."));
    }
    Ok(())
}

fn not_sold(rule: boneyard_table::RuleId, wanted: &str) -> Refusal {
    let short: String = wanted.chars().take(40).collect();
    Refusal::new(rule, "no-such-ware", format!("{short} is on no list."))
}

/// What an Advanced Weapon costs, where one can be ordered.
fn extraordinary(cx: &Cx<'_, DieTrying>, new: bool, wanted: &str) -> Result<u16, Refusal> {
    let book = cx.book();
    let rule = if new { rules::DT_CHAR_11 } else { rules::DT_HOUSE_17H };
    if let Some(row) = book.advanced.named(wanted) {
        if new {
            let sentence = "Advanced Weapons are not for starting silver.";
            return Err(Refusal::new(rules::DT_WPN_10, "advanced", sentence));
        }
        let sentence = format!("{} is not for sale.", row.name);
        return row.price.ok_or_else(|| Refusal::new(rules::DT_WPN_10, "not-for-sale", sentence));
    }
    if book.artifacts.named(wanted).is_some() {
        return Err(Refusal::new(rule, "no-price", "Artifacts have no price."));
    }
    Err(not_sold(rule, wanted))
}

/// Uses for a Medicine Kit.
fn more_uses(cx: &mut Cx<'_, DieTrying>, buy: &Buy, draft: Option<&Draft>, price: u16) -> Flow {
    let (rule, who) = (rules::DT_ITEM_05, buy.who);
    let Some(kit) = gear::owned(cx.state(), who, |ware| *ware == Ware::Kit) else {
        return refuse(Refusal::new(rule, "no-kit", "There is no Medicine Kit to put them in."));
    };
    let now = cx.state().live(who).items[usize::from(kit)];
    let left = now.left + u16::from(buy.count);
    if left > KIT_HOLDS {
        let sentence = format!("The kit has {} of {KIT_HOLDS} uses; more do not fit.", now.left);
        return refuse(Refusal::new(rule, "kit-full", sentence));
    }
    let (cost, silver) = (u32::from(price) * u32::from(buy.count), cx.state().sheet(who).silver);
    if cost > silver {
        let sentence = format!("That is {cost} SP, and there are {silver}.");
        return refuse(Refusal::new(rule, "too-dear", sentence));
    }
    if draft.is_none() && !shop_here(cx, who, "Medicine Kit use")? {
        return Ok(());
    }
    cx.cite(rules::DT_GEAR_14);
    cx.record(rule, GearFact::Silver { who, to: silver - cost }.into());
    cx.record(rule, GearFact::Left { who, item: kit, count: now.count, left }.into());
    Ok(())
}

/// What a ruling on a deal is about. Tomorrow they may be somewhere else, and it is another question.
pub(super) fn today(state: &State, what: &str) -> String {
    format!("{}, day {}", what.to_lowercase(), day_of(state.now))
}

/// Whether the TS says that this can be had here.
pub(super) fn shop_here(cx: &mut Cx<'_, DieTrying>, who: Who, what: &str) -> Flow<bool> {
    let rule = rules::DT_HOUSE_17H;
    let (name, what, tag) = (cx.state().name(who).to_owned(), what.to_owned(), today(cx.state(), what));
    let judgement = || Judgement {
        rule,
        tag: tag.clone(),
        question: format!("{name} wants to buy: {what}. Can that be had here?"),
        about: Vec::new(),
        options: vec![RulingOption::new("yes", "Yes"), RulingOption::new("no", "Not here")],
        proposal: 0,
        why: "It is on the list.".into(),
        precedents: Vec::new(),
    };
    let yes = cx.judge(rule, 0, &judgement)?.option() == 0;
    if !yes {
        cx.record(rule, crate::fact::HeroFact::NotAllowed { who, what }.into());
    }
    Ok(yes)
}

/// Says so where armor would not raise the AC.
fn warn_of_armor(cx: &mut Cx<'_, DieTrying>, who: Who) {
    let (state, book) = (cx.state(), cx.book());
    let bare = sum(&crate::check::armor_class(state, book, who, None));
    let Some(armor) = state.one(who).sheet.items.iter().rev().find_map(|thing| match thing.ware {
        Ware::Armor(armor) => Some(armor),
        _ => None,
    }) else {
        return;
    };
    let light = if armor.heavy { 0 } else { gear::light_armor(state) };
    let level = state.sheet(who).trained.level(crate::state::Proficiency::Armor);
    let keeps = state.house.armor_untrained_penalty == crate::house::ArmorUntrained::On || level.bonus() > 0;
    let with = i16::from(armor.ac + light + if keeps { level.bonus() } else { 0 });
    if with <= 0 {
        let text = format!("AC {} with it, {bare} without: it does not help.", bare + with);
        cx.record(rules::DT_ARM_02, crate::fact::CheckFact::Extra { who, text }.into());
    }
}

/// The shopping is done, with whatever was bought.
pub fn done_shopping(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let draft = at_step(cx, who, Step::Equipment)?;
    note(cx, who, Draft { equipped: true, ..draft });
    Ok(())
}
