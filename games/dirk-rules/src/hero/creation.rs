//! Quick characters, as a draft in the state filled by short commands: five rolls, assigning,
//! backgrounds, first purchases. Going back never rolls again.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May, Named};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Cx, Flow, Group, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fit::advised;
use super::make::may_be_called;
use crate::DirkRules;
use crate::book::{BackgroundRow, Specialty};
use crate::fact::{Fact, blank};
use crate::rules;
use crate::state::{Background, Shared, Sheet};
use crate::tell::gems_in_words;
use crate::trade::{self, Ware};

/// The heading the steps stand under.
const MAKING: &str = "Making a hero";

/// A hero being made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Draft {
    /// The five totals, once rolled.
    pub totals: Option<[u8; 5]>,
    /// What each was given to.
    pub slots: Option<Slots>,
}

/// What the five totals are given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slots {
    /// STR.
    pub str: u8,
    /// DEX.
    pub dex: u8,
    /// WIL.
    pub wil: u8,
    /// Hit points.
    pub hp: u8,
    /// Starting gems.
    pub gems: u8,
}

impl Slots {
    const NAMES: [&str; 5] = ["str", "dex", "wil", "hp", "gems"];

    fn of([str, dex, wil, hp, gems]: [u8; 5]) -> Self {
        Self { str, dex, wil, hp, gems }
    }

    /// Each of the totals that were rolled, given to something.
    fn fill(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<Self> {
        let totals = form.state.creature(who).and_then(|one| one.sheet.draft.as_ref()?.totals);
        let domain = || {
            let values = totals.iter().flatten();
            let values = values.map(|total| Candidate::new(total.to_string(), total.to_string()));
            let slots =
                Self::NAMES.map(|slot| Candidate::new(slot, slot.to_uppercase()).advised(slot == "hp"));
            Domain::Assign { values: values.collect(), slots: slots.to_vec() }
        };
        let draft = form.state.creature(who).and_then(|one| one.sheet.draft.as_ref());
        form.again(draft.is_some_and(|draft| draft.slots.is_some()));
        form.field("slots", "Totals", domain, || totals.map(Self::of), Self::read)
    }

    /// As stories write them, or as forms do: each total in words.
    fn read(mut written: Value) -> Result<Self, String> {
        for value in written.as_object_mut().into_iter().flat_map(|slots| slots.values_mut()) {
            if let Some(total) = value.as_str().and_then(|total| total.parse::<u8>().ok()) {
                *value = total.into();
            }
        }
        serde_json::from_value(written).map_err(|error| error.to_string())
    }

    fn totals(&self) -> [u8; 5] {
        [self.str, self.dex, self.wil, self.hp, self.gems]
    }
}

deed! {
    /// Begins a hero.
    pub struct BeginHero(form: DirkRules) {
        name: String = form.text("name", "Name", 40)?,
        /// Who plays it; those who begin it if nobody is named.
        #[serde(default)]
        seat: Option<Seat> = form.unasked("seat")?,
    }
}

impl Deed<DirkRules> for BeginHero {
    const CARD: Card = Card::anyone("Make a hero", "Heroes").rule(rules::DK_CHAR_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let rule = rules::DK_CHAR_01;
        let other = self.seat.is_some_and(|seat| seat != may.by);
        may.not_if(other && !may.by.is_gm(), || {
            Refusal::new(rule, "not-yours", "You can only make heroes for yourself.")
        })?;
        may_be_called(may, &self.name, rule)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let who = Who(cx.state().creatures.len() as u16);
        let mut creature = blank(self.name.trim(), None);
        let sheet = Sheet {
            named: true,
            hero: true,
            side: 0,
            seat: self.seat.unwrap_or(by),
            draft: Some(Draft::default()),
            ..(*creature.sheet).clone()
        };
        creature.sheet = Shared::new(sheet);
        cx.record(rules::DK_CHAR_01, Fact::Drafted { who, creature: Box::new(creature) });
        Ok(())
    }
}

deed! {
    /// Rolls 3D6 five times, once.
    pub struct RollTotals(form: DirkRules) {
        who: Who = form.actor()?,
    }
}

impl Deed<DirkRules> for RollTotals {
    const CARD: Card = Card::making("Roll 3D6 five times", MAKING).rule(rules::DK_CHAR_01);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may.not_if(is_made(may, self.who)?.totals.is_some(), || {
            Refusal::new(rules::DK_CHAR_01, "rolled-already", "The five totals are rolled already.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let mut totals = [0; 5];
        for total in &mut totals {
            *total = cx.dice(rules::DK_CHAR_01, self.who, Group::new(3, 6))?.sum() as u8;
        }
        cx.record(rules::DK_CHAR_01, Fact::Totals { who: self.who, totals });
        Ok(())
    }
}

deed! {
    /// Gives each total to exactly one slot. May be done again until something is bought.
    pub struct Assign(form: DirkRules) {
        who: Who = form.actor()?,
        slots: Slots = Slots::fill(form, who)?,
    }
}

impl Deed<DirkRules> for Assign {
    const CARD: Card = Card::making("Assign the totals", MAKING).rule(rules::DK_CHAR_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let rule = rules::DK_CHAR_02;
        let Some(mut totals) = is_made(may, self.who)?.totals else {
            return may.no(|| Refusal::new(rule, "not-rolled", "Roll the five totals first."));
        };
        let sheet = may.state.sheet(self.who);
        may.not_if(!sheet.items.is_empty() || !sheet.backgrounds.is_empty(), || {
            Refusal::new(rule, "spent", "Gems are spent already; the totals stand.")
        })?;
        let mut given = self.slots.totals();
        given.sort_unstable();
        totals.sort_unstable();
        may.not_if(given != totals, || {
            let sentence = "Each of the five totals goes to exactly one of STR, DEX, WIL, HP and gems.";
            Refusal::new(rule, "not-the-totals", sentence).with("totals", totals.to_vec())
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, slots } = self;
        cx.record(rules::DK_CHAR_02, Fact::Assigned { who, slots, gems: slots.gems.into() });
        Ok(())
    }
}

/// The draft of a hero that is being made.
fn is_made<'a>(may: May<'a, DirkRules>, who: Who) -> Lawful<&'a Draft> {
    match may.state.creature(who).and_then(|creature| creature.sheet.draft.as_ref()) {
        Some(draft) => Ok(draft),
        None => may.no(|| Refusal::new(rules::DK_CHAR_01, "not-being-made", "No such hero is being made.")),
    }
}

/// What bars spending gems on somebody who is not that far yet.
fn may_spend(may: May<'_, DirkRules>, who: Who) -> Lawful {
    may.not_if(is_made(may, who)?.slots.is_none(), || {
        Refusal::new(rules::DK_CHAR_02, "not-assigned", "Assign the five totals first.")
    })
}

/// Puts a step before those whose totals are assigned.
fn once_assigned(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<Who> {
    let draft = form.state.creature(who).and_then(|one| one.sheet.draft.as_ref());
    form.only_if(draft.is_some_and(|draft| draft.slots.is_some()))?;
    Ok(who)
}

deed! {
    /// Buys a background for 5 gems.
    pub struct Learn(form: DirkRules) {
        who: Who = { let who = form.actor()?; once_assigned(form, who)? },
        kind: String = background(form)?,
        /// In what, where it has a specialty.
        #[serde(default)]
        of: Option<String> = specialty(form, &kind)?,
    }
}

/// What a background asks for besides.
#[derive(Clone, Copy, PartialEq)]
enum Asks {
    Nothing,
    Weapon,
    Words,
}

impl Asks {
    fn by(row: &BackgroundRow) -> Self {
        match row.specialty {
            None => Self::Nothing,
            Some(Specialty::Weapon) => Self::Weapon,
            Some(_) => Self::Words,
        }
    }
}

/// The field `kind`: a card for those that ask for the same.
fn background(form: &mut Filling<'_, DirkRules>) -> Filled<String> {
    let asks = form.variant(&[Asks::Nothing, Asks::Weapon, Asks::Words])?;
    let (id, label) = match asks {
        Asks::Nothing => ("learn", "Buy a background"),
        Asks::Weapon => ("learn-weapon", "Buy training with a weapon"),
        Asks::Words => ("learn-words", "Buy a background in something"),
    };
    form.id(|| id.into());
    form.label(|| label.into());
    let rows = form.book.backgrounds.iter().filter(|row| Asks::by(row) == asks);
    form.one_of("kind", "Which", rows.map(|row| (row.kind.clone(), &row.kind)))
}

/// The field `of`, as far as the background asks for it.
fn specialty(form: &mut Filling<'_, DirkRules>, kind: &str) -> Filled<Option<String>> {
    let book = form.book;
    let weapons = book.weapons.iter().map(|row| &row.name);
    let weapons = weapons.chain(book.shields.iter().map(|row| &row.name));
    match book.background(kind).map(Asks::by) {
        Some(Asks::Weapon) => form.or_left_out("of", |form| {
            form.one_of("of", "With what", weapons.map(|name| (name.clone(), name)))
        }),
        Some(Asks::Words) => form.or_left_out("of", |form| form.text("of", "In what", 40)),
        Some(Asks::Nothing) | None => form.unasked("of"),
    }
}

impl Learn {
    fn of(&self) -> Option<&str> {
        self.of.as_deref().map(str::trim).filter(|of| !of.is_empty())
    }
}

impl Deed<DirkRules> for Learn {
    const CARD: Card = Card::making("Buy a background", MAKING).rule(rules::DK_CHAR_03).cost(5, "gems");

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let (rule, kind, book) = (rules::DK_CHAR_03, &self.kind, may.book);
        may_spend(may, self.who)?;
        let Some(row) = book.background(kind) else {
            return may.no(|| {
                let kinds: Vec<&str> = book.backgrounds.iter().map(|row| row.kind.as_str()).collect();
                let sentence = format!("There is no background {kind}. There are {}.", kinds.join(", "));
                Refusal::new(rule, "no-such-background", sentence)
            });
        };
        let no = |code, sentence: String| may.no(|| Refusal::new(row.rule, code, sentence));
        match (row.specialty, self.of()) {
            (None, Some(_)) => return no("no-specialty", format!("{kind} has no specialty.")),
            (Some(_), None) => return no("no-specialty", format!("{kind} needs to be in something.")),
            (Some(Specialty::Weapon), Some(of))
                if book.weapons.named(of).is_none() && book.shields.named(of).is_none() =>
            {
                return no("no-such-weapon", format!("{of} is no row of the weapon or shield list."));
            }
            (Some(_), Some(of)) if of.chars().count() > 40 => {
                return no("words", "A specialty has at most 40 characters.".into());
            }
            (None, None) | (Some(_), Some(_)) => {}
        }
        let sheet = may.state.sheet(self.who);
        let same = |known: &Background| known.kind == *kind && known.of.as_deref() == self.of();
        may.not_if(sheet.backgrounds.iter().any(same), || {
            Refusal::new(row.rule, "known-already", "That background is bought already.")
        })?;
        may.not_if(sheet.gems < row.cost, || {
            let (price, left) = (gems_in_words(row.cost), sheet.gems);
            let refusal =
                Refusal::new(rule, "too-dear", format!("A background costs {price}; {left} are left."));
            refusal.with("cost", row.cost).with("gems", left)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Some(row) = cx.book().background(&self.kind) else {
            return Ok(());
        };
        let of = self.of().map(str::to_owned);
        let (who, background) = (self.who, Background { kind: self.kind, of });
        let gems = cx.state().sheet(who).gems.saturating_sub(row.cost);
        cx.cite(row.rule);
        cx.record(rules::DK_CHAR_03, Fact::Learned { who, background, gems });
        Ok(())
    }
}

deed! {
    /// Buys a thing at list price.
    pub struct Buy(form: DirkRules) {
        who: Who = { let who = form.actor()?; once_assigned(form, who)? },
        thing: String = thing(form, who)?,
    }
}

/// The field `thing`: what is on the lists, each with its price.
fn thing(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<String> {
    let (at, book) = (form.at(), form.book);
    let weapons = book.weapons.iter().map(|row| (&row.name, row.gems));
    let shields = book.shields.iter().map(|row| (&row.name, row.gems));
    let armor = book.armor.iter().map(|row| (&row.name, row.gems));
    let gear = book.gear.iter().map(|row| (&row.name, row.gems));
    let goods = book.goods.iter().filter(|row| row.weight.is_some()).map(|row| (&row.name, row.gems));
    let wares = weapons.chain(shields).chain(armor).chain(goods).chain(gear);
    let wares = wares.map(|(name, gems)| {
        let label = format!("{name}, {}", gems_in_words(gems));
        (name.clone(), Named::new(label).advised(advised(at, who, name)))
    });
    form.one_of("thing", "What", wares)
}

impl Deed<DirkRules> for Buy {
    const CARD: Card = Card::making("Buy a thing", MAKING).rule(rules::DK_CHAR_08);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_spend(may, self.who)?;
        match Ware::listed(may.book, &self.thing) {
            Some(ware) => trade::may_pay_for(may, self.who, &ware, 1),
            None => may.no(|| {
                let sentence = format!("There is no {} on the lists.", self.thing);
                Refusal::new(rules::DK_CHAR_08, "no-such-ware", sentence)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        match Ware::listed(cx.book(), &self.thing) {
            Some(ware) => trade::pay_for(cx, rules::DK_CHAR_08, self.who, ware, 1),
            None => Ok(()),
        }
    }
}

deed! {
    /// Finishes a hero.
    pub struct Ready(form: DirkRules) {
        who: Who = { let who = form.actor()?; once_assigned(form, who)? },
    }
}

impl Deed<DirkRules> for Ready {
    const CARD: Card = Card::making("Done", MAKING).rule(rules::DK_CHAR_08);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_spend(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        cx.record(rules::DK_CHAR_08, Fact::Ready { who: self.who });
        Ok(())
    }
}
