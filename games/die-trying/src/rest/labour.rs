//! Work and mishaps outside fights: falling and climbing, making things, living off the land, and what a
//! search of the place turns up.

use boneyard_content::Then;
use boneyard_table::{Cx, Flow, Judgement, Refusal, Ruling, RulingOption, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::book::{Letters, Loot, TableEffect};
use crate::check::{self, Check, Sum, add, criticals, hundred, roll_sum};
use crate::combat::{awake, gm, known, out_of_fight};
use crate::effect::{Scale, Source, number};
use crate::fact::{CheckFact, GearFact};
use crate::gear::{self, Made};
use crate::hero::receive;
use crate::hurt::{Blow, fall_prone, suffer};
use crate::rules;
use crate::state::{DamageType, Degree, Item, ItemSheet, Proficiency, Trait, Ware};
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

/// Something is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Find {
    /// By whom.
    pub who: Who,
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
    criticals(cx, who, "Forage, track", degree, boneyard_table::Audience::ALL)
}

/// The TS lets somebody find something: by the d100, unless another find is chosen.
pub fn find(cx: &mut Cx<'_, DieTrying>, by: Seat, find: Find) -> Flow {
    let (who, rule, book) = (find.who, rules::DT_LOOT_01H, cx.book());
    gm(by, rule, "Only the Trapsetter says what is found.")?;
    known(cx.state(), who)?;
    let Some(table) = book.tables.get(rules::DT_TABLE_02H.as_str()) else { return Ok(()) };
    cx.cite(rules::DT_TABLE_02H);
    let things = cx.state().sheet(who).items.len();
    let row = loop {
        let total = hundred(cx, Seat::GM, rule)?;
        let Some(row) = table.rows.iter().find(|row| (row.from..=row.to).contains(&i32::from(total))) else {
            return Ok(());
        };
        let judgement = || Judgement {
            rule,
            tag: format!("loot {things}"),
            question: format!("{total}: {}", row.text),
            about: Vec::new(),
            options: vec![
                RulingOption::new("keep", "Keep it"),
                RulingOption::new("again", "Roll again"),
                RulingOption::new("nothing", "Nothing after all"),
            ],
            proposal: 0,
            why: "So the table has it.".into(),
            precedents: Vec::new(),
        };
        match cx.judge(rule, 0, &judgement)? {
            Ruling::Listed(0) => break row,
            Ruling::Listed(1) => {}
            Ruling::Listed(_) => return Ok(()),
            Ruling::Free { words, .. } => {
                // Words alone give no rule anything to do.
                cx.cite(rules::DT_CORE_10);
                let thing = ItemSheet { name: words.into(), ..ItemSheet::default() };
                receive(cx, who, thing, Item::one(), rule);
                return Ok(());
            }
        }
    };
    for then in &row.then {
        match then {
            Then::Effect(TableEffect::Find(loot)) => cx.within(who, |cx| found(cx, who, loot))?,
            Then::Effect(TableEffect::Artifact(_)) => {
                let face = cx.die(rule, Seat::GM, 6)?;
                let row = book.artifacts.iter().find(|row| row.face == face);
                if let Some((thing, item)) =
                    row.and_then(|row| gear::thing(book, &row.name, &Made::default()))
                {
                    receive(cx, who, thing, item, rule);
                }
            }
            Then::Effect(TableEffect::Weapon(_) | TableEffect::Advanced(_)) => {
                let text = row.text.clone();
                cx.record(rule, CheckFact::Extra { who, text }.into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// One find of the table.
fn found(cx: &mut Cx<'_, DieTrying>, who: Who, loot: &Loot) -> Flow {
    let rule = rules::DT_LOOT_01H;
    let source = Source { from: Some(who), letters: Letters::default(), rule, scale: Scale::default() };
    if let Some(silver) = &loot.silver {
        let more = number(cx, source, who, silver)?;
        let to = cx.state().sheet(who).silver + u32::from(more.max(0).unsigned_abs());
        cx.record(rule, GearFact::Silver { who, to }.into());
    }
    let Some((thing, mut item)) =
        loot.item.as_deref().and_then(|name| gear::thing(cx.book(), name, &Made::default()))
    else {
        return Ok(());
    };
    if let Some(count) = &loot.count {
        item.count = number(cx, source, who, count)?.max(1).unsigned_abs();
    }
    if let Some(uses) = &loot.uses {
        item.left = number(cx, source, who, uses)?.max(0).unsigned_abs();
    }
    receive(cx, who, thing, item, rule);
    Ok(())
}
