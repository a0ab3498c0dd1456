//! Things of the referee's own: weapons, armor and whatever else. They are on the lists from then on: for sale, and to be found.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::table::OwnFile;
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};
use boneyard_world::run::{Where, World};
use serde::Serialize;

use super::{Amount, DICE, RULE, file, id, is_own, may_be_named};
use crate::DirkRules;
use crate::book::{Book, Slot};
use crate::campaign::{Thing, may_carry, move_thing};
use crate::world::new_thing;

deed! {
    /// Makes a thing: a weapon if it does damage, armor if it is worn, something useful if not.
    #[serde(deny_unknown_fields)]
    pub struct MakeItem(form: DirkRules) {
        name: String = form.text("name", "What it is called", 40)?,
        /// A thing on the lists it is like, but for what is said here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        like: Option<String> = like(form)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage: Option<String> = form.maybe("damage", "Damage, if it is a weapon", DICE.map(|dice| (dice.to_owned(), dice)))?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<u16> = form.maybe_amount("range", "How far it reaches, in feet", 5..=300)?,
        /// How often it can be used up to its breaking.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        durability: Option<u8> = form.maybe_amount("durability", "Durability", 1..=20)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slot: Option<Slot> = form.maybe("slot", "Where it is worn, if it is armor", SLOTS)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ap: Option<u8> = form.maybe_amount("ap", "AP, if it is armor", 0..=20)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gems: Option<u32> = form.maybe_amount("gems", "Price in gems", 0..=10_000)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weight: Option<u8> = form.maybe_amount("weight", "Weight", 0..=50)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String> = form.maybe_text("text", "What it is like", 400)?,
        /// Who has it now; nobody if nobody is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Who> = owner(form)?,
        /// One lies where the heroes are.
        #[serde(default)]
        lies: bool = form.flag("lies", "One lies here")?,
    }
}

const SLOTS: [(Slot, &str); 3] = [(Slot::Belt, "belt"), (Slot::Suit, "suit"), (Slot::Helmet, "helmet")];

fn like(form: &mut Filling<'_, DirkRules>) -> Filled<Option<String>> {
    let all = lists(form.book).flat_map(|(_, names)| names).map(|name| (name.to_owned(), name));
    form.maybe("like", "Like", all.collect::<Vec<_>>())
}

fn owner(form: &mut Filling<'_, DirkRules>) -> Filled<Option<Who>> {
    let state = form.state;
    form.maybe_creature("who", "Who has it", |who| state.sheet(who).hero && !state.live(who).dead)
}

/// The lists of things: what their rows are called in a file, and the names on them.
fn lists(book: &Book) -> impl Iterator<Item = (&'static str, Vec<&str>)> {
    let weapons = book.weapons.iter().map(|row| row.name.as_str()).collect();
    let shields = book.shields.iter().map(|row| row.name.as_str()).collect();
    let armor = book.armor.iter().map(|row| row.name.as_str()).collect();
    let gear = book.gear.iter().map(|row| row.name.as_str()).collect();
    [("weapon", weapons), ("shield", shields), ("armor", armor), ("gear", gear)].into_iter()
}

#[derive(Serialize)]
struct Row<'a> {
    id: String,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gems: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranged: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ap: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slot: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pool: Option<Pool>,
}

#[derive(Serialize)]
struct Pool {
    kind: &'static str,
    size: u8,
}

impl MakeItem {
    /// On which list it comes.
    fn list(&self, book: &Book) -> &'static str {
        let like = self.like.as_deref();
        let named = |names: &[&str]| {
            names.iter().any(|name| like.is_some_and(|like| like.eq_ignore_ascii_case(name)))
        };
        match lists(book).find(|(_, names)| named(names)) {
            Some((list, _)) => list,
            None if self.damage.is_some() => "weapon",
            None if self.slot.is_some() || self.ap.is_some() => "armor",
            None => "gear",
        }
    }
}

impl Deed<DirkRules> for MakeItem {
    const CARD: Card = Card::gm("Make a thing", "Make").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_be_named(may, &self.name)?;
        may_have(may, self.who)
    }

    fn writes(&self, at: At<'_, DirkRules>) -> Result<Vec<OwnFile>, Refusal> {
        let name = self.name.trim();
        let slot = self.slot.and_then(|slot| SLOTS.iter().find(|(one, _)| *one == slot));
        let row = Row {
            id: id("THING", name),
            name,
            like: self.like.as_deref(),
            text: self.text.as_deref(),
            gems: self.gems,
            weight: self.weight,
            range: self.range,
            ranged: self.range.filter(|range| *range > 10).map(|_| true),
            ap: self.ap,
            slot: slot.map(|(_, word)| *word),
            damage: self.damage.clone().map(|dice| Amount { dice, kind: "damage".into() }),
            pool: self.durability.map(|size| Pool { kind: "durability", size }),
        };
        Ok(vec![file("things", name, self.list(at.book), &row)?])
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        cx.cite(RULE);
        let name = self.name.trim();
        if let Some(who) = self.who {
            put(cx, by, name, Where::Carried(who), 1)?;
        }
        if self.lies {
            lay(cx, by, name, 1)?;
        }
        Ok(())
    }
}

deed! {
    /// Brings more of a thing that was made: to somebody, or where the heroes are.
    #[serde(deny_unknown_fields)]
    pub struct HandOver(form: DirkRules) {
        what: String = made(form)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Who> = owner(form)?,
        /// How many; one if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8> = form.maybe_amount("count", "How many", 1..=20)?,
    }
}

/// The field `what`: a card for each thing that was made here.
fn made(form: &mut Filling<'_, DirkRules>) -> Filled<String> {
    let own: Vec<(String, String)> =
        made_here(form.book).map(|name| (name.to_owned(), name.to_owned())).collect();
    let what = form.each_named("what", own, |name| Some(name.to_owned()))?;
    form.label(|| format!("Another: {what}").into());
    Ok(what)
}

fn made_here(book: &Book) -> impl Iterator<Item = &str> {
    let weapons = book.weapons.iter().filter(|row| is_own(&book.weapons, *row)).map(|row| row.name.as_str());
    let shields = book.shields.iter().filter(|row| is_own(&book.shields, *row)).map(|row| row.name.as_str());
    let armor = book.armor.iter().filter(|row| is_own(&book.armor, *row)).map(|row| row.name.as_str());
    let gear = book.gear.iter().filter(|row| is_own(&book.gear, *row)).map(|row| row.name.as_str());
    weapons.chain(shields).chain(armor).chain(gear)
}

impl Deed<DirkRules> for HandOver {
    const CARD: Card = Card::gm("Another of what was made", "Make").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may.not_if(!made_here(may.book).any(|name| name == self.what), || {
            Refusal::new(RULE, "no-such-entry", format!("No {} was made at this table.", self.what))
        })?;
        may.not_if(!(1..=20).contains(&self.count.unwrap_or(1)), || {
            Refusal::new(RULE, "so-many", "Bring 1 to 20 at once.").with("most", 20)
        })?;
        may_have(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let count = self.count.unwrap_or(1).into();
        match self.who {
            Some(who) => put(cx, by, &self.what, Where::Carried(who), count),
            None => lay(cx, by, &self.what, count),
        }
    }
}

fn may_have(may: May<'_, DirkRules>, who: Option<Who>) -> Lawful {
    let hero = |who: Who| may.state.creature(who).is_some_and(|one| one.sheet.hero && !one.live.dead);
    may.not_if(who.is_some_and(|who| !hero(who)), || {
        Refusal::new(RULE, "no-hero", "A hero who lives can have it, or it lies here.")
    })
}

/// Where the heroes are, the first of them.
fn lay(cx: &mut Cx<'_, DirkRules>, by: Seat, name: &str, count: u32) -> Flow {
    let state = cx.state();
    let first = state.campaign.heroes().map(|(_, stand)| stand.place.clone()).next();
    match first.or_else(|| World::<DirkRules>::at_home(cx.book())) {
        Some(place) => put(cx, by, name, Where::Place(place), count),
        None => Ok(()),
    }
}

fn put(cx: &mut Cx<'_, DirkRules>, by: Seat, name: &str, to: Where, number: u32) -> Flow {
    let (sheet, now) = new_thing(cx.state(), cx.book(), name);
    let thing = Thing::Items { sheet, now, number };
    if let Where::Carried(who) = to {
        may_carry(May::told(cx.at(), by), who, &thing)?;
    }
    move_thing(cx, RULE, thing, (Where::Outside, None), to);
    Ok(())
}
