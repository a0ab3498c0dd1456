//! Starting equipment: what the lists of the table have, for 100 coins. Where things are kept is checked by inventory.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May, Named};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::draft::{MAKING, at_step, comes_now, draft, note, step_of};
use super::fit::advised;
use super::like::tech;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::glossary;
use crate::book::Book;
use crate::fact::GearFact;
use crate::gear::{fresh, thing};
use crate::inventory::{fits, room};
use crate::picks::{Called, carried, each_thing};
use crate::rules;
use crate::state::{Draft, ItemSheet, MOST_THINGS, Place, State, Step, Ware};

deed! {
    /// Buys something.
    #[serde(deny_unknown_fields)]
    pub struct Buy(form: RollHighOrDie) {
        /// Who.
        who: Who = comes_now(form, Step::Equipment)?,
        /// What, by its name.
        ware: String = wares(form, who)?,
    }
}

/// The field `ware`: what the coins are enough for; where there is no room, that stands beside it.
fn wares(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<String> {
    let (at, coins) = (form.at(), form.state.creature(who).map_or(0, |one| one.sheet.coins));
    form.label(|| format!("Buy something ({} left)", count(coins, "coin", "coins")).into());
    let open = for_sale(at.state, at.book).into_iter().filter(|ware| u32::from(ware.coins) <= coins);
    let open = open.map(|ware| {
        let called = Called(move || {
            let many = if ware.count > 1 { format!(" ({})", ware.count) } else { String::new() };
            let told = format!("{}{many}, {}", ware.name, count(ware.coins, "coin", "coins"));
            Named::new(told).say(ware.text.to_owned()).advised(advised(at, who, &ware))
        });
        (ware.name.to_owned(), called)
    });
    let ware = form.one_of("ware", "What", open)?;
    form.with_refusals("ware");
    Ok(ware)
}

deed! {
    /// Gives something back for what it cost.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Return(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let who = form.actor()?;
            form.only_if(step_of(form.state, who) >= Some(Step::Equipment))?;
            who
        },
        /// Which thing.
        item: u8 = {
            let all = carried(form.at(), who);
            let item = each_thing(form, who, &all, |name| format!("Give back the {name}"))?;
            form.id(|| format!("return-{item}"));
            item
        },
    }
}

deed! {
    /// Is done with equipment.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct DoneShopping(form: RollHighOrDie) {
        /// Who.
        who: Who = comes_now(form, Step::Equipment)?,
    }
}

/// Coins a new Character has.
pub const COINS: u32 = 100;

/// Something on the lists: its name, price, and how many that buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForSale<'b> {
    /// What it is called.
    pub name: &'b str,
    /// In words.
    pub text: &'b str,
    /// Coins.
    pub coins: u16,
    /// So many for that.
    pub count: u16,
}

/// Everything on the lists of this table.
pub fn for_sale<'b>(state: &State, book: &'b Book) -> Vec<ForSale<'b>> {
    if !glossary(state) {
        return Vec::new();
    }
    let world = tech(state);
    let mut all = Vec::new();
    let mut add = |name: &'b str, text: &'b str, coins: u16, count: u16| {
        all.push(ForSale { name, text, coins, count });
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

/// What bars what nobody sells here: it belongs to a later age, or there is no such thing.
fn unlisted(book: &Book, name: &str) -> Refusal {
    let short: String = name.chars().take(40).collect();
    let modern = book.weapons.named(name).and_then(|row| row.tech);
    let modern = modern.or(book.armors.named(name).and_then(|row| row.tech));
    match modern.or(book.ammunition.named(name).and_then(|row| row.tech)) {
        Some(tech) => {
            let sentence =
                format!("{short} belongs to the tech level {}, which is not enabled.", tech.name());
            Refusal::new(rules::RH_CORE_05, "module-off", sentence).with("module", tech.name())
        }
        None => {
            let sentence = format!("There is no {short} on the lists.");
            Refusal::new(rules::RH_CHAR_08, "not-for-sale", sentence)
        }
    }
}

impl Buy {
    /// What it is, what it is like and where it is kept, or why it cannot be bought.
    fn priced<'b>(&self, may: May<'b, RollHighOrDie>) -> Lawful<(ForSale<'b>, ItemSheet, Place)> {
        let (state, book, who) = (may.state, may.book, self.who);
        at_step(may, who, Step::Equipment)?;
        let name = self.ware.trim();
        let found = for_sale(state, book).into_iter().find(|ware| ware.name.eq_ignore_ascii_case(name));
        let Some(ware) = found else { return may.no(|| unlisted(book, name)) };
        let coins = state.sheet(who).coins;
        may.not_if(coins < ware.coins.into(), || {
            let sentence = format!(
                "{} costs {}; {}.",
                ware.name,
                count(ware.coins, "coin", "coins"),
                count(coins, "is left", "are left")
            );
            let refusal = Refusal::new(rules::RH_HOUSE_02H, "too-dear", sentence);
            refusal.with("cost", ware.coins).with("has", coins)
        })?;
        may.not_if(state.sheet(who).items.len() >= MOST_THINGS, || {
            Refusal::new(rules::RH_CHAR_08, "too-much", "Nobody keeps track of so many things.")
        })?;
        let thing = thing(book, ware.name);
        let place = kept(state, book, who, &thing)?;
        Ok((ware, thing, place))
    }
}

impl Deed<RollHighOrDie> for Buy {
    const CARD: Card = Card::making("Buy something", MAKING).rule(rules::RH_HOUSE_02H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.priced(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let who = self.who;
        let (ware, thing, place) = self.priced(May::quiet(cx.at(), by))?;
        let item = fresh(cx.book(), &thing, place, ware.count);
        let to = cx.state().sheet(who).coins.saturating_sub(ware.coins.into());
        cx.cite(rules::RH_HOUSE_01H);
        record(cx, rules::RH_HOUSE_02H, GearFact::Coins { who, to }.into());
        record(cx, rules::RH_CHAR_08, GearFact::Got { who, thing, item }.into());
        let draft = draft(cx, who);
        if draft.equipped {
            note(cx, who, Draft { equipped: false, ..draft });
        }
        Ok(())
    }
}

/// Where a new thing is kept, or why it fits nowhere.
fn kept(state: &State, book: &Book, who: Who, thing: &ItemSheet) -> Result<Place, Refusal> {
    let first = wear(state, who, &thing.ware);
    let at_once = first != Place::Loose && fits(state, book, who, thing, first, None).is_ok();
    if at_once { Ok(first) } else { room(state, book, who, thing) }
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

impl Deed<RollHighOrDie> for Return {
    const CARD: Card = Card::making("Give something back", MAKING).rule(rules::RH_HOUSE_02H);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        at_step(may, self.who, Step::Equipment)?;
        let owned = may.state.live(self.who).items.get(usize::from(self.item));
        may.not_if(!owned.is_some_and(|item| item.count > 0 && item.place.is_carried()), || {
            let sentence = "There is no such thing to give back.";
            Refusal::new(rules::RH_HOUSE_02H, "no-such-thing", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (rule, Self { who, item }) = (rules::RH_HOUSE_02H, self);
        let sheet = cx.state().sheet(who);
        let name = &sheet.items[usize::from(item)].name;
        let price = for_sale(cx.state(), cx.book()).into_iter().find(|ware| ware.name == *name);
        let to = sheet.coins + price.map_or(0, |ware| u32::from(ware.coins));
        record(cx, rule, GearFact::Coins { who, to }.into());
        record(cx, rule, GearFact::Count { who, item, count: 0 }.into());
        Ok(())
    }
}

impl Deed<RollHighOrDie> for DoneShopping {
    const CARD: Card = Card::making("Done with equipment", MAKING).rule(rules::RH_CHAR_08);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        at_step(may, self.who, Step::Equipment).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        note(cx, self.who, Draft { equipped: true, ..draft(cx, self.who) });
        Ok(())
    }
}
