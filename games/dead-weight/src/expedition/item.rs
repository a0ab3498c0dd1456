//! Using things on the way and in camp: quick ones for nothing, slow ones for a turn. What a thing does is
//! in its entry; things of a fight, of locks and of magic are used elsewhere.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::party::{self, agreed};
use super::spend_one;
use super::trackers::{advance_doom, lower_doom};
use super::turns::pass;
use crate::DeadWeight;
use crate::book::GearRow;
use crate::camp;
use crate::fact::{HurtFact, MagicFact};
use crate::hurt;
use crate::question::short;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Affliction, Doing, Place, Span, Used};

/// Somebody uses a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "UseSay")]
#[schemars(with = "UseSay")]
pub struct UseItem {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// On whom; on oneself if nobody is named.
    pub target: Option<Who>,
}

/// As it is written: in full, or as forms give it, who, what and on whom with points between.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say who uses what")]
enum UseSay {
    Full(FullUse),
    Short(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FullUse {
    /// Who.
    who: Who,
    /// Which thing.
    item: u8,
    /// On whom; on oneself if nobody is named.
    #[serde(default)]
    target: Option<Who>,
}

impl TryFrom<UseSay> for UseItem {
    type Error = String;

    fn try_from(say: UseSay) -> Result<Self, String> {
        match say {
            UseSay::Full(FullUse { who, item, target }) => Ok(Self { who, item, target }),
            UseSay::Short(text) => {
                let read = short(&text).and_then(|(who, rest)| {
                    let (item, target) =
                        rest.split_once('.').map_or((rest, None), |(item, on)| (item, Some(on)));
                    let target = target.map(|on| on.parse().map(Who)).transpose().ok()?;
                    Some(Self { who, item: item.parse().ok()?, target })
                });
                read.ok_or_else(|| format!("`{text}` is nobody's thing"))
            }
        }
    }
}

/// What using a thing does.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Does {
    End(Vec<String>),
    Recover(Value),
    Heal(Value),
    Shift(Shift),
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Shift {
    dice: String,
    kind: String,
}

/// What the first use of a thing does, if it is something that can be done on the way.
fn does(row: &GearRow) -> Option<Vec<Does>> {
    let uses = row.rest.get("uses")?.as_array()?;
    let first = uses.first()?;
    let known = ["target", "effects", "phase", "once", "needs"];
    if first.as_object()?.keys().any(|key| !known.contains(&key.as_str())) {
        return None;
    }
    serde_json::from_value(first.get("effects")?.clone()).ok()
}

/// The entry of a thing that can be used so, or why not.
pub fn usable<'a>(cx: &Cx<'a, DeadWeight>, who: Who, item: u8, target: Who) -> Result<&'a GearRow, Refusal> {
    let rule = rules::DW_INV_10;
    let one = acting_hero(cx.state(), who)?;
    let there = one.live.items.get(usize::from(item)).filter(|now| now.place != Place::Gone);
    let Some(now) = there else {
        return Err(Refusal::new(rule, "no-such-thing", "There is no such thing here."));
    };
    let name = &one.sheet.items[usize::from(item)].name;
    if now.broken {
        return Err(Refusal::new(rule, "broken", format!("The {name} is broken.")));
    }
    let row = one.sheet.items[usize::from(item)].kind.and_then(|kind| cx.book().gear.get(kind.as_str()));
    let Some(row) = row.filter(|row| does(row).is_some()) else {
        let sentence = format!("The {name} does nothing by itself here.");
        return Err(Refusal::new(rule, "no-use", sentence));
    };
    let first = row.rest.get("uses").and_then(|uses| uses.get(0));
    let asks = |key: &str, word: &str| {
        let value = first.and_then(|first| first.get(key));
        value.is_some_and(|value| {
            value == word || value.as_array().is_some_and(|all| all.iter().any(|one| one == word))
        })
    };
    let exposed =
        cx.state().expedition.room(&cx.state().expedition.here).is_some_and(|room| room.is("exposed"));
    if asks("needs", "not-exposed") && exposed {
        return Err(Refusal::new(rule, "exposed", format!("The {name} is no use in so exposed a place.")));
    }
    if one.live.has_used(row.id) {
        return Err(Refusal::new(rule, "once", format!("The {name} has done what it can for now.")));
    }
    match cx.state().creature(target) {
        Some(other) if other.sheet.is_hero() && !other.live.dead => {}
        _ => return Err(Refusal::new(rule, "nobody", "There is nobody like that to use it on.")),
    }
    if cx.state().expedition.place_of(target) != cx.state().expedition.place_of(who) {
        return Err(Refusal::new(rule, "elsewhere", "They are not in the same place."));
    }
    Ok(row)
}

/// Uses a thing: quick for nothing, slow for a turn; in camp both for nothing.
pub fn use_item(cx: &mut Cx<'_, DeadWeight>, by: Seat, wanted: UseItem) -> Flow {
    let UseItem { who, item, target } = wanted;
    let target = target.unwrap_or(who);
    let camping = cx.state().doing() == Doing::Camp;
    if !camping {
        party::exploring(cx.state())?;
    }
    let row = usable(cx, who, item, target)?;
    match row.tag.as_deref() {
        Some("camp") if camping => {
            let sentence = "Camp items take the camp action for them.";
            return refuse(Refusal::new(rules::DW_CAMP_05, "camp-item", sentence));
        }
        Some("camp") => {
            let sentence = format!("The {} can only be used in camp.", row.name);
            return refuse(Refusal::new(rules::DW_EXPL_11, "camp-item", sentence));
        }
        Some("cook") => {
            let sentence = format!("The {} has to be cooked in camp.", row.name);
            return refuse(Refusal::new(rules::DW_CAMP_09, "not-cooked", sentence));
        }
        Some("slow") if !camping => {
            let (_, place) = party::group(cx.state(), by, &[who])?;
            let all = party::present(cx.state(), &place);
            if !agreed(cx, by, &all, &format!("take time for the {}", row.name), rules::DW_EXPL_11)? {
                return Ok(());
            }
            cx.within((who, item), |cx| apply_use(cx, row, who, item, target))?;
            return pass(cx, 1);
        }
        _ => {}
    }
    cx.cite(if camping { rules::DW_CAMP_05 } else { rules::DW_EXPL_15 });
    apply_use(cx, row, who, item, target)
}

/// Lets a thing do what it does, and uses it up.
pub fn apply_use(cx: &mut Cx<'_, DeadWeight>, row: &GearRow, who: Who, item: u8, target: Who) -> Flow {
    cx.cite(rules::DW_INV_10);
    for effect in does(row).unwrap_or_default() {
        match effect {
            Does::End(names) => {
                let all = names.iter().any(|name| name == "all");
                for what in Affliction::ALL {
                    if all || names.iter().any(|name| name == what.name()) {
                        hurt::cured(cx, target, what, row.id);
                    }
                }
            }
            Does::Recover(_) => hurt::recover_each(cx, target, u8::MAX, row.id),
            Does::Heal(_) => {
                hurt::heal(cx, target, 1, false, row.id)?;
            }
            Does::Shift(shift) => shifts(cx, target, &shift, row)?,
        }
    }
    let once = row.rest.get("uses").and_then(|uses| uses.get(0)).and_then(|first| first.get("once"));
    let until = match once.and_then(Value::as_str) {
        Some("camp") => Some(Span::Camp),
        Some(_) => Some(Span::Expedition),
        None => None,
    };
    if let Some(until) = until {
        cx.record(row.id, MagicFact::Used { who, used: Used { what: row.id, until } }.into());
    }
    cx.cite(row.id);
    let gone = row.rest.get("used_up").and_then(Value::as_bool).unwrap_or(false);
    let stock = cx.state().live(who).items[usize::from(item)].die > 0;
    if gone || stock {
        spend_one(cx, who, item, row.id)?;
    }
    Ok(())
}

fn shifts(cx: &mut Cx<'_, DeadWeight>, who: Who, shift: &Shift, row: &GearRow) -> Flow {
    let by: i8 = shift.dice.trim_start_matches('+').parse().unwrap_or(0);
    match shift.kind.as_str() {
        "insight" => {
            let from = cx.state().live(who).insight;
            let to = from.saturating_add(by.unsigned_abs()).min(3);
            cx.record(row.id, HurtFact::Insight { who, from, to }.into());
        }
        "ambush" => camp::ambush_dice(cx, by, row.id),
        "doom" if by < 0 => lower_doom(cx, by.unsigned_abs(), row.id),
        "doom" => advance_doom(cx, by.unsigned_abs(), row.id),
        _ => {}
    }
    Ok(())
}
