//! Work and mishaps outside fights: falling and climbing, making things, living off the land. What somebody
//! finds is in `find`.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{Audience, Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::DieTrying;
use crate::book::{Book, GearRow};
use crate::check::{self, Check, Sum, add, criticals, roll_sum};
use crate::combat::{at_leisure, may_at_leisure, may_be_up, may_know};
use crate::fact::GearFact;
use crate::gear::{self, Made};
use crate::hero::{for_sale, receive};
use crate::hurt::{Blow, fall_prone, suffer};
use crate::rest::scene::some_hero;
use crate::rules;
use crate::state::{DamageType, Degree, Item, ItemSheet, Proficiency, Trait, Ware};
use crate::time;

deed! {
    /// The TS says that somebody falls: 1d6 for each full 10 feet, half by Acrobatics.
    #[derive(Copy)]
    pub struct Fall(form: DieTrying) {
        who: Who = some_hero(form, "Who")?,
        /// How many feet.
        feet: u16 = form.amount("feet", "How deep, in feet", 10..=100)?,
    }
}

/// Climbs or swims: a Failure gets nobody anywhere, a Critical Failure ends in a fall or under water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Climb {
    /// Who.
    pub who: Who,
    /// How hard it is; nothing where it cannot be climbed without a rope.
    #[serde(default)]
    pub dc: Option<u8>,
    /// With a rope.
    #[serde(default)]
    pub rope: bool,
    /// Feet one would fall.
    #[serde(default)]
    pub height: u16,
    /// Swimming.
    #[serde(default)]
    pub swim: bool,
}

impl Form<DieTrying> for Climb {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let written = form.is_written();
        // What nobody climbs without a rope is on a card of its own.
        let by_rope = !written && form.variant(&[false, true])?;
        form.id(|| if by_rope { "climb-by-rope" } else { "climb" }.into());
        let rope = if by_rope { form.each("rope", [true])? } else { false };
        let who = some_hero(form, "Who")?;
        let dc = if by_rope {
            form.label(|| "Somebody climbs what takes a rope".into());
            None
        } else {
            form.or_left_out("dc", |form| form.amount("dc", "DC", 0..=15))?
        };
        let rope = if by_rope { rope } else { form.flag("rope", "With a rope")? };
        let swim = !by_rope && form.flag("swim", "Swimming")?;
        let height: Option<u16> = form.maybe_amount("height", "Feet to fall", 0..=100)?;
        Ok(Self { who, dc, rope, height: height.unwrap_or(0), swim })
    }
}

/// Makes something: half its price in materials, a day for every 15 SP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Craft {
    /// Who.
    pub who: Who,
    /// What, by name.
    pub ware: String,
    /// What a weapon is called.
    #[serde(default)]
    pub called: Option<String>,
    /// Its damage type.
    #[serde(default, rename = "type")]
    pub kind: Option<DamageType>,
    /// Its trait.
    #[serde(default, rename = "trait")]
    pub quality: Option<Trait>,
}

impl Form<DieTrying> for Craft {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = at_leisure(form)?;
        if form.is_written() {
            let (ware, called) = (form.text("ware", "", 60)?, form.unasked("called")?);
            return Ok(Self {
                who,
                ware,
                called,
                kind: form.unasked("type")?,
                quality: form.unasked("trait")?,
            });
        }
        let weapon = form.variant(&[false, true])?;
        form.id(|| if weapon { "craft-weapon" } else { "craft" }.into());
        let at = form.at();
        let rows = for_sale(at.state, at.book).filter(|row| row.is != "kit-use" && is_weapon(row) == weapon);
        let ware: String =
            form.one_of("ware", "What", rows.map(|row| (row.name.clone(), row.name.clone())))?;
        if !weapon {
            return Ok(Self { who, ware, called: None, kind: None, quality: None });
        }
        form.label(|| "Make a weapon".into());
        let row = at.book.gear.named(&ware);
        let fits = |quality: &Trait| row.is_some_and(|row| has_trait(row, *quality));
        let traits = Trait::ALL.into_iter().filter(fits).map(|quality| (quality, quality.name()));
        let quality = Some(form.one_of("trait", "Trait", traits)?);
        // Any type will do: one is tried.
        let types = || DamageType::ALL.into_iter().filter(|kind| kind.is_of_weapons());
        let domain = || Domain::one_of(types().map(|kind| Candidate::new(json!(kind), kind.name())));
        let kind = form.field("type", "Damage type", domain, || types().next(), |_| Err(String::new()))?;
        let called = Some(form.text("called", "Name", 40)?);
        Ok(Self { who, ware, called, kind: Some(kind), quality })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

fn is_weapon(row: &GearRow) -> bool {
    matches!(row.is.as_str(), "weapon" | "ranged")
}

fn has_trait(row: &GearRow, quality: Trait) -> bool {
    row.traits.iter().any(|known| known == quality.name())
}

deed! {
    /// Looks for food for four hours.
    #[derive(Copy)]
    pub struct Forage(form: DieTrying) {
        who: Who = at_leisure(form)?,
        /// Below ground.
        #[serde(default)]
        underground: bool = form.flag("underground", "Below ground")?,
    }
}

deed! {
    /// Follows a track.
    #[derive(Copy)]
    pub struct Track(form: DieTrying) {
        who: Who = at_leisure(form)?,
        /// How many days old it is.
        #[serde(default)]
        days: u8 = form.or_left_out("days", |form| form.amount("days", "Days old", 0..=10))?.unwrap_or(0),
    }
}

/// The heading of work in peace.
const PEACE: &str = "Between fights";
/// DC of a climb that only a rope makes possible.
const ROPED: i16 = 4;

impl Deed<DieTrying> for Fall {
    const CARD: Card = Card::gm("Somebody falls", "Scene").rule(rules::DT_HOUSE_13H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        may.not_if(!(1..=500).contains(&self.feet), || {
            Refusal::new(rules::DT_HOUSE_13H, "so-deep", "A fall is 1 to 500 feet deep.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        falls(cx, self.who, self.feet)
    }
}

fn falls(cx: &mut Cx<'_, DieTrying>, who: Who, feet: u16) -> Flow {
    let rule = rules::DT_HOUSE_13H;
    let tens = u8::try_from(feet / 10).unwrap_or(u8::MAX).min(20);
    if tens > 0 {
        let hurt = cx
            .within((who, tens), |cx| roll_sum(cx, rule, who, Sum { count: tens, sides: 6, name: "fall" }))?;
        let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Acrobatics, rule);
        let dc = 4 + i16::from(tens);
        let (degree, _) = cx.within((who, hurt), |cx| check::make(cx, check, dc))?;
        let amount = if degree.succeeded() { hurt / 2 } else { hurt };
        let blow = Blow { who, amount, kind: DamageType::Bludgeoning, pierce: 0, rule };
        cx.within(who, |cx| suffer(cx, blow))?;
    }
    fall_prone(cx, who, rule);
    Ok(())
}

impl Deed<DieTrying> for Climb {
    const CARD: Card = Card::gm("Somebody climbs or swims", "Scene").rule(rules::DT_HOUSE_13H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        may_be_up(may, self.who)?;
        let rope = gear::owned(may.state, self.who, |ware| *ware == Ware::Rope).is_some();
        may.not_if(self.rope && !rope, || {
            let sentence = format!("{} has no rope.", may.state.name(self.who));
            Refusal::new(rules::DT_ITEM_02, "no-rope", sentence)
        })?;
        may.not_if(self.dc.is_some_and(|dc| dc > 15), || {
            Refusal::new(rules::DT_HOUSE_03H, "no-such-dc", "A DC is a number from 0 to 15.")
        })?;
        may.not_if(self.dc.is_none() && !self.rope, || {
            Refusal::new(rules::DT_HOUSE_13H, "unclimbable", "Nobody climbs that without a rope.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        climbs(cx, self)
    }
}

fn climbs(cx: &mut Cx<'_, DieTrying>, climb: Climb) -> Flow {
    let (who, rule, roped) = (climb.who, rules::DT_HOUSE_13H, climb.rope);
    let (dc, more) = match climb.dc {
        Some(dc) => (i16::from(dc), if roped { 2 } else { 0 }),
        None => (ROPED, 0),
    };
    if roped {
        cx.cite(rules::DT_ITEM_02);
    }
    let mut check = Check::skill(cx.state(), cx.book(), who, Proficiency::Athletics, rule);
    add(&mut check.parts, "Rope", more, rules::DT_ITEM_02);
    let locals = (who, climb.height, climb.swim);
    let (degree, _) = cx.within(locals, |cx| check::make(cx, check, dc))?;
    match degree {
        Degree::CriticalFailure if climb.swim => {
            let amount =
                cx.within(who, |cx| roll_sum(cx, rule, who, Sum { count: 1, sides: 3, name: "water" }))?;
            suffer(cx, Blow { who, amount, kind: DamageType::Bludgeoning, pierce: 0, rule })?;
            Ok(())
        }
        Degree::CriticalFailure if climb.height > 0 => falls(cx, who, climb.height),
        _ => Ok(()),
    }
}

/// What is made, of which line of the lists, and what the materials cost.
struct Work<'b> {
    row: &'b GearRow,
    thing: ItemSheet,
    item: Item,
    cost: u32,
}

impl Craft {
    fn work<'b>(&self, may: May<'_, DieTrying>, book: &'b Book) -> Lawful<Work<'b>> {
        may_at_leisure(may, self.who, rules::DT_HOUSE_18H)?;
        let name = self.ware.trim();
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_HOUSE_18H, code, sentence);
        may.not_if(book.advanced.named(name).is_some() || book.artifacts.named(name).is_some(), || {
            bad("beyond-craft", "Advanced Weapons and artifacts are not made like that.".into())
        })?;
        let unknown = || bad("no-such-ware", "There is no such thing on the lists.".into());
        let Some(row) = book.gear.named(name).filter(|row| row.is != "kit-use") else {
            return may.no(unknown);
        };
        let made = Made { called: self.called.as_deref(), kind: self.kind, quality: self.quality };
        let whole = made.kind.is_some_and(DamageType::is_of_weapons)
            && made.quality.is_some_and(|quality| has_trait(row, quality));
        may.not_if(is_weapon(row) && !whole, || {
            bad("no-such-weapon", "A weapon needs a damage type and one trait.".into())
        })?;
        let (cost, silver) = (u32::from(row.price).div_ceil(2), may.state.sheet(self.who).silver);
        may.not_if(cost > silver, || {
            bad("too-dear", format!("The materials cost {cost} SP, and there are {silver}."))
        })?;
        let Some((thing, item)) = gear::thing(book, &row.name, &made) else { return may.no(unknown) };
        gear::can_carry(may.state, book, self.who, &thing, item)?;
        Ok(Work { row, thing, item, cost })
    }
}

impl Deed<DieTrying> for Craft {
    const CARD: Card = Card::acting("Make something", PEACE).rule(rules::DT_HOUSE_18H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        self.work(may, may.book).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let work = self.work(May::quiet(cx.at(), by), cx.book())?;
        craft(cx, self.who, work)
    }
}

fn craft(cx: &mut Cx<'_, DieTrying>, who: Who, work: Work<'_>) -> Flow {
    let (Work { row, thing, item, cost }, rule, book) = (work, rules::DT_HOUSE_18H, cx.book());
    let silver = cx.state().sheet(who).silver;
    cx.record(rule, GearFact::Silver { who, to: silver - cost }.into());
    let dc = if row.is == "armor" { 6 } else { 4 };
    let check = Check::skill(cx.state(), book, who, Proficiency::Crafting, rule);
    let (degree, _) = cx.within((who, row.id), |cx| check::make(cx, check, dc))?;
    let days = u64::from(row.price).div_ceil(15).max(1);
    let hours = if degree == Degree::CriticalSuccess { days * 12 } else { days * 24 };
    if degree.succeeded() {
        receive(cx, who, thing, item, rule);
    } else if degree == Degree::Failure {
        // The time is lost, the materials are not.
        cx.record(rule, GearFact::Silver { who, to: silver }.into());
    }
    let to = cx.state().now.later(hours * 3600);
    time::advance(cx, to)
}

impl Deed<DieTrying> for Forage {
    const CARD: Card = Card::acting("Look for food for four hours", PEACE).rule(rules::DT_HOUSE_19H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_at_leisure(may, self.who, rules::DT_HOUSE_19H)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        forage(cx, self)
    }
}

fn forage(cx: &mut Cx<'_, DieTrying>, forage: Forage) -> Flow {
    let (who, rule) = (forage.who, rules::DT_HOUSE_19H);
    let dc = if forage.underground { 6 } else { 4 };
    let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Survival, rule);
    let (degree, _) = cx.within(who, |cx| check::make(cx, check, dc))?;
    let rations = match degree {
        Degree::CriticalSuccess => 2,
        Degree::Success => 1,
        _ => 0,
    };
    if rations > 0
        && let Some((thing, item)) = gear::thing(cx.book(), "Rations", &Made::default())
    {
        receive(cx, who, thing, Item { count: rations, ..item }, rule);
    }
    if degree == Degree::CriticalFailure {
        cx.within((who, degree), |cx| criticals(cx, who, "Forage, track", degree, Audience::ALL))?;
    }
    let to = cx.state().now.later(4 * 3600);
    time::advance(cx, to)
}

impl Deed<DieTrying> for Track {
    const CARD: Card = Card::acting("Follow a track", PEACE).rule(rules::DT_HOUSE_19H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_at_leisure(may, self.who, rules::DT_HOUSE_19H)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DT_HOUSE_19H);
        let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Survival, rule);
        let dc = 4 + i16::from(self.days.min(11));
        let (degree, _) = cx.within(who, |cx| check::make(cx, check, dc))?;
        criticals(cx, who, "Forage, track", degree, Audience::ALL)
    }
}
