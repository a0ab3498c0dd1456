//! Work and mishaps outside fights: falling and climbing, making things, living off the land. What somebody
//! finds is in `find`.

use boneyard_table::{Audience, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::check::{self, Check, Sum, add, criticals, roll_sum};
use crate::combat::{awake, gm, known, out_of_fight};
use crate::fact::GearFact;
use crate::gear::{self, Made};
use crate::hero::receive;
use crate::hurt::{Blow, fall_prone, suffer};
use crate::rules;
use crate::state::{DamageType, Degree, Item, Proficiency, Trait, Ware};
use crate::time;

/// Somebody falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fall {
    /// Who.
    pub who: Who,
    /// How many feet.
    pub feet: u16,
}

/// Somebody climbs or swims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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

/// Somebody makes something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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

/// Somebody looks for food.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forage {
    /// Who.
    pub who: Who,
    /// Below ground.
    #[serde(default)]
    pub underground: bool,
}

/// Somebody follows a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// Who.
    pub who: Who,
    /// How many days old it is.
    #[serde(default)]
    pub days: u8,
}

/// DC of a climb that only a rope makes possible.
const ROPED: i16 = 4;

fn idle(cx: &Cx<'_, DieTrying>, who: Who, rule: boneyard_table::RuleId) -> Flow {
    known(cx.state(), who)?;
    awake(cx.state(), who)?;
    out_of_fight(cx.state(), rule)?;
    Ok(())
}

/// The TS says that somebody falls: 1d6 for each full 10 feet, half by Acrobatics.
pub fn fall(cx: &mut Cx<'_, DieTrying>, by: Seat, fall: Fall) -> Flow {
    let rule = rules::DT_HOUSE_13H;
    gm(by, rule, "Only the Trapsetter says who falls.")?;
    known(cx.state(), fall.who)?;
    if !(1..=500).contains(&fall.feet) {
        return refuse(Refusal::new(rule, "so-deep", "A fall is 1 to 500 feet deep."));
    }
    falls(cx, fall.who, fall.feet)
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

/// Climbs or swims: a Failure gets nobody anywhere, a Critical Failure ends in a fall or under water.
pub fn climb(cx: &mut Cx<'_, DieTrying>, by: Seat, climb: Climb) -> Flow {
    let (who, rule) = (climb.who, rules::DT_HOUSE_13H);
    gm(by, rule, "The Trapsetter says how hard a climb is.")?;
    known(cx.state(), who)?;
    awake(cx.state(), who)?;
    let roped = climb.rope && gear::owned(cx.state(), who, |ware| *ware == Ware::Rope).is_some();
    if climb.rope && !roped {
        let sentence = format!("{} has no rope.", cx.state().name(who));
        return refuse(Refusal::new(rules::DT_ITEM_02, "no-rope", sentence));
    }
    let (dc, more) = match climb.dc {
        Some(dc) if dc > 15 => {
            return refuse(Refusal::new(rules::DT_HOUSE_03H, "no-such-dc", "A DC is a number from 0 to 15."));
        }
        Some(dc) => (i16::from(dc), if roped { 2 } else { 0 }),
        None if roped => (ROPED, 0),
        None => {
            let sentence = "Nobody climbs that without a rope.";
            return refuse(Refusal::new(rule, "unclimbable", sentence));
        }
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

/// Makes something: half its price in materials, a day for every 15 SP.
pub fn craft(cx: &mut Cx<'_, DieTrying>, craft: &Craft) -> Flow {
    let (who, rule, book) = (craft.who, rules::DT_HOUSE_18H, cx.book());
    idle(cx, who, rule)?;
    let name = craft.ware.trim();
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if book.advanced.named(name).is_some() || book.artifacts.named(name).is_some() {
        return bad("beyond-craft", "Advanced Weapons and artifacts are not made like that.".into());
    }
    let Some(row) = book.gear.named(name).filter(|row| row.is != "kit-use") else {
        return bad("no-such-ware", "There is no such thing on the lists.".into());
    };
    let made = Made { called: craft.called.as_deref(), kind: craft.kind, quality: craft.quality };
    let weapon = matches!(row.is.as_str(), "weapon" | "ranged");
    let fits = |quality: Trait| row.traits.iter().any(|known| known == quality.name());
    if weapon && !(made.kind.is_some_and(DamageType::is_of_weapons) && made.quality.is_some_and(fits)) {
        return bad("no-such-weapon", "A weapon needs a damage type and one trait.".into());
    }
    let cost = u32::from(row.price).div_ceil(2);
    let silver = cx.state().sheet(who).silver;
    if cost > silver {
        return bad("too-dear", format!("The materials cost {cost} SP, and there are {silver}."));
    }
    let Some((thing, item)) = gear::thing(book, &row.name, &made) else {
        return bad("no-such-ware", "There is no such thing on the lists.".into());
    };
    gear::can_carry(cx.state(), book, who, &thing, item)?;
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

/// Four hours of looking for food.
pub fn forage(cx: &mut Cx<'_, DieTrying>, forage: Forage) -> Flow {
    let (who, rule) = (forage.who, rules::DT_HOUSE_19H);
    idle(cx, who, rule)?;
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

/// Follows a track.
pub fn track(cx: &mut Cx<'_, DieTrying>, track: Track) -> Flow {
    let (who, rule) = (track.who, rules::DT_HOUSE_19H);
    idle(cx, who, rule)?;
    let check = Check::skill(cx.state(), cx.book(), who, Proficiency::Survival, rule);
    let dc = 4 + i16::from(track.days.min(11));
    let (degree, _) = cx.within(who, |cx| check::make(cx, check, dc))?;
    criticals(cx, who, "Forage, track", degree, Audience::ALL)
}
