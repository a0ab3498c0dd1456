//! Buying: the 45 silver of a new hero, and shops wherever the TS says there is one.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May, Named};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Cx, Flow, Judgement, Refusal, RuleId, RulingOption, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::draft::{MAKING, made_at, may_step, note};
use super::fit::advised;
use crate::DieTrying;
use crate::book::{Book, GearRow};
use crate::check::sum;
use crate::combat::{may_in_peace, may_know};
use crate::fact::GearFact;
use crate::gear::{self, Made};
use crate::house::HouseRanged;
use crate::rules;
use crate::state::{DamageType, Item, ItemSheet, MOST_THINGS, Place, State, Step, Trait, Ware};
use crate::time::day_of;

/// Buys something: of the 45 silver, or where the TS says that there is a shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

impl Form<DieTrying> for Buy {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = made_at(form, |step| step == Step::Equipment)?;
        let blank = Self {
            who,
            ware: String::new(),
            count: 1,
            called: None,
            kind: None,
            quality: None,
            second_trait: None,
        };
        if form.is_written() {
            return Ok(Self {
                ware: form.text("ware", "", 60)?,
                count: form.unasked::<Option<u8>>("count")?.unwrap_or(1),
                called: form.unasked("called")?,
                kind: form.unasked("type")?,
                quality: form.unasked("trait")?,
                second_trait: form.unasked("second_trait")?,
                ..blank
            });
        }
        let at = form.at();
        let silver = at.state.creature(who).map_or(0, |one| one.sheet.silver);
        let affordable = || for_sale(at.state, at.book).filter(|row| u32::from(row.price) <= silver);
        let weapons = affordable().filter(|row| is_weapon(row)).map(|row| Some(row.name.clone()));
        // What needs nothing more to be said is on one card, each weapon on a card of its own.
        let weapon: Option<String> = form.each("ware", [None].into_iter().chain(weapons))?;
        let row = weapon.as_ref().and_then(|name| for_sale(at.state, at.book).find(|row| row.name == *name));
        let Some(row) = row else {
            form.id(|| "buy".into());
            form.label(|| format!("Buy something ({silver} SP left)").into());
            let plain = affordable().filter(|row| !is_weapon(row) && row.is != "kit-use");
            let named = plain.map(|row| {
                let told = Named::new(format!("{}, {} SP", row.name, row.price)).say(row.text.clone());
                (row.name.clone(), told.advised(advised(at, who, row)))
            });
            return Ok(Self { ware: form.one_of("ware", "What", named)?, ..blank });
        };
        form.id(|| format!("buy-{}", row.is));
        form.label(|| format!("Buy: {} ({} SP)", row.name, row.price).into());
        form.rule(rules::DT_WPN_01);
        form.advised(advised(at, who, row));
        // Any of them can be had: one is tried.
        let types = || DamageType::ALL.into_iter().filter(|kind| kind.is_of_weapons());
        let domain = || Domain::one_of(types().map(|kind| Candidate::new(json!(kind), kind.name())));
        let kind = form.field("type", "Damage type", domain, || types().next(), |_| Err(String::new()))?;
        let fits = |quality: &Trait| row.traits.iter().any(|name| name == quality.name());
        let traits = || Trait::ALL.into_iter().filter(fits);
        let domain = || {
            Domain::one_of(traits().map(|quality| {
                let text = at.book.traits.iter().find(|known| known.name == quality.name());
                let text = text.map_or_else(String::new, |row| row.text.clone());
                Candidate::new(json!(quality), quality.name()).say(text)
            }))
        };
        let quality = form.field("trait", "Trait", domain, || traits().next(), |_| Err(String::new()))?;
        let called = Some(form.text("called", "Name", 40)?);
        Ok(Self { ware: row.name.clone(), called, kind: Some(kind), quality: Some(quality), ..blank })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

fn is_weapon(row: &GearRow) -> bool {
    matches!(row.is.as_str(), "weapon" | "ranged")
}

/// What is bought, and what it costs all together.
struct Bought {
    what: Bag,
    cost: u32,
    /// The rule by which silver changes hands.
    rule: RuleId,
}

enum Bag {
    /// Uses for a Medicine Kit: the kit, and how many it has then.
    Uses(u8, u16),
    /// A thing, with the rule of its line on the list if it is on it.
    Thing(Option<RuleId>, ItemSheet, Item),
}

impl Buy {
    fn bought(&self, may: May<'_, DieTrying>) -> Lawful<Bought> {
        let (who, state, book) = (self.who, may.state, may.book);
        may_know(may, who)?;
        let new = state.sheet(who).draft.is_some();
        if new {
            may_step(may, who, Step::Equipment)?;
        } else {
            may_in_peace(may, rules::DT_HOUSE_17H)?;
        }
        let rule = if new { rules::DT_CHAR_11 } else { rules::DT_HOUSE_17H };
        may.not_if(!(1..=20).contains(&self.count), || {
            Refusal::new(rule, "so-many", "Buy 1 to 20 at a time.")
        })?;
        let wanted = self.ware.trim();
        let row = for_sale(state, book).find(|row| row.name.eq_ignore_ascii_case(wanted));
        if let Some(row) = row.filter(|row| row.is == "kit-use") {
            return self.uses(may, row.price);
        }
        let price = match row {
            Some(row) => {
                self.may_make(may, row)?;
                row.price
            }
            None => {
                may.not_if(book.gear.named(wanted).is_some(), || {
                    let sentence = "At this table nobody shoots or throws, so nobody sells it.";
                    Refusal::new(rules::DT_HOUSE_01H, "switched-off", sentence)
                })?;
                may_order(may, new, wanted)?
            }
        };
        let made = Made { called: self.called.as_deref(), kind: self.kind, quality: self.quality };
        let made = if row.is_some() { made } else { Made::default() };
        let Some((thing, mut item)) = gear::thing(book, row.map_or(wanted, |row| &row.name), &made) else {
            return may.no(|| not_sold(rule, wanted));
        };
        let cost = self.may_afford(may, price, rule)?;
        item.count = item.count.saturating_mul(u16::from(self.count));
        may_take_up(may, who, &thing, item, rule)?;
        Ok(Bought { what: Bag::Thing(row.map(|row| row.rule), thing, item), cost, rule })
    }

    /// Uses for a Medicine Kit.
    fn uses(&self, may: May<'_, DieTrying>, price: u16) -> Lawful<Bought> {
        let rule = rules::DT_ITEM_05;
        let Some(kit) = gear::owned(may.state, self.who, |ware| *ware == Ware::Kit) else {
            return may.no(|| Refusal::new(rule, "no-kit", "There is no Medicine Kit to put them in."));
        };
        let now = may.state.live(self.who).items[usize::from(kit)];
        let left = now.left + u16::from(self.count);
        may.not_if(left > KIT_HOLDS, || {
            let sentence = format!("The kit has {} of {KIT_HOLDS} uses; more do not fit.", now.left);
            Refusal::new(rule, "kit-full", sentence)
        })?;
        let cost = self.may_afford(may, price, rule)?;
        Ok(Bought { what: Bag::Uses(kit, left), cost, rule })
    }

    fn may_afford(&self, may: May<'_, DieTrying>, price: u16, rule: RuleId) -> Lawful<u32> {
        let (cost, silver) = (u32::from(price) * u32::from(self.count), may.state.sheet(self.who).silver);
        may.not_if(cost > silver, || {
            let sentence = format!("That is {cost} SP, and there are {silver}.");
            Refusal::new(rule, "too-dear", sentence).with("cost", cost).with("silver", silver)
        })?;
        Ok(cost)
    }

    /// A weapon is bought with one type and one trait; nothing else is.
    fn may_make(&self, may: May<'_, DieTrying>, row: &GearRow) -> Lawful {
        let rule = if row.is == "ranged" { rules::DT_HOUSE_05H } else { rules::DT_WPN_01 };
        let bad = |code: &str, sentence: String| Refusal::new(rule, code, sentence);
        if !is_weapon(row) {
            let plain = self.kind.is_none() && self.quality.is_none() && self.second_trait.is_none();
            let sentence = "Only weapons have a damage type and a trait.";
            return may.not_if(!plain, || bad("no-weapon", sentence.into()));
        }
        may.not_if(!self.kind.is_some_and(DamageType::is_of_weapons), || {
            let sentence = "A weapon does Bludgeoning, Piercing or Slashing damage: choose one.";
            bad("no-type", sentence.into())
        })?;
        may.not_if(self.second_trait.is_some(), || {
            bad("two-traits", "An ordinary weapon has one trait, not two.".into())
        })?;
        let allowed = |quality: Trait| row.traits.iter().any(|name| name == quality.name());
        may.not_if(!self.quality.is_some_and(allowed), || {
            bad("no-trait", format!("Choose one trait: {}.", row.traits.join(", ")))
        })?;
        let named = self.called.as_deref().map_or("", str::trim);
        may.not_if(named.is_empty() || named.chars().count() > 40, || {
            bad("no-name", "Give the weapon a name of up to 40 letters.".into())
        })
    }
}

impl Deed<DieTrying> for Buy {
    const CARD: Card = Card::making("Buy something", MAKING).rule(rules::DT_CHAR_11);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        self.bought(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let bought = self.bought(May::quiet(cx.at(), by))?;
        buy(cx, self.who, &self.ware, bought)
    }
}

fn buy(cx: &mut Cx<'_, DieTrying>, who: Who, wanted: &str, bought: Bought) -> Flow {
    let Bought { what, cost, rule } = bought;
    let new = cx.state().sheet(who).draft.is_some();
    let wanted = if matches!(what, Bag::Uses(..)) { "Medicine Kit use" } else { wanted.trim() };
    if !new && !shop_here(cx, who, wanted)? {
        return Ok(());
    }
    let silver = cx.state().sheet(who).silver;
    let (line, thing, item) = match what {
        Bag::Uses(kit, left) => {
            let count = cx.state().live(who).items[usize::from(kit)].count;
            cx.cite(rules::DT_GEAR_14);
            cx.record(rule, GearFact::Silver { who, to: silver - cost }.into());
            cx.record(rule, GearFact::Left { who, item: kit, count, left }.into());
            return Ok(());
        }
        Bag::Thing(line, thing, item) => (line, thing, item),
    };
    cx.cite(rules::DT_BULK_01);
    if let Some(kind) = thing.kind {
        cx.cite(kind);
    }
    if let Some(line) = line {
        cx.cite(line);
    }
    let armor = matches!(thing.ware, Ware::Armor(_));
    cx.record(rule, GearFact::Silver { who, to: silver - cost }.into());
    receive(cx, who, thing, item, rule);
    cx.cite(rules::DT_BULK_04);
    if gear::overloaded(cx.state(), cx.book(), who) {
        cx.cite(rules::DT_COND_13H);
    }
    if armor {
        warn_of_armor(cx, who);
    }
    if new {
        note(cx, who, |draft| draft.equipped = false);
    }
    Ok(())
}

/// A thing joins its like, or is a thing of its own.
pub(crate) fn receive(cx: &mut Cx<'_, DieTrying>, who: Who, thing: ItemSheet, item: Item, rule: RuleId) {
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
fn may_take_up(may: May<'_, DieTrying>, who: Who, thing: &ItemSheet, item: Item, rule: RuleId) -> Lawful {
    may.not_if(may.state.sheet(who).items.len() >= MOST_THINGS, || {
        let sentence = format!("Nobody keeps track of more than {MOST_THINGS} things.");
        Refusal::new(rule, "too-many-things", sentence)
    })?;
    Ok(gear::can_carry(may.state, may.book, who, thing, item)?)
}

fn not_sold(rule: RuleId, wanted: &str) -> Refusal {
    let short: String = wanted.chars().take(40).collect();
    Refusal::new(rule, "no-such-ware", format!("{short} is on no list."))
}

/// What an Advanced Weapon costs, where one can be ordered.
fn may_order(may: May<'_, DieTrying>, new: bool, wanted: &str) -> Lawful<u16> {
    let rule = if new { rules::DT_CHAR_11 } else { rules::DT_HOUSE_17H };
    if let Some(row) = may.book.advanced.named(wanted) {
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_WPN_10, code, sentence);
        may.not_if(new, || bad("advanced", "Advanced Weapons are not for starting silver.".into()))?;
        return match row.price {
            Some(price) => Ok(price),
            None => may.no(|| bad("not-for-sale", format!("{} is not for sale.", row.name))),
        };
    }
    may.not_if(may.book.artifacts.named(wanted).is_some(), || {
        Refusal::new(rule, "no-price", "Artifacts have no price.")
    })?;
    may.no(|| not_sold(rule, wanted))
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

deed! {
    /// The shopping is done, with whatever was bought.
    #[derive(Copy)]
    pub struct DoneShopping(form: DieTrying) {
        who: Who = made_at(form, |step| step == Step::Equipment)?,
    }
}

impl Deed<DieTrying> for DoneShopping {
    const CARD: Card = Card::making("Done shopping", MAKING).rule(rules::DT_CHAR_11);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_step(may, self.who, Step::Equipment).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        note(cx, self.who, |draft| draft.equipped = true);
        Ok(())
    }
}
