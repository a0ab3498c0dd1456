//! What befalls awkward things: fragile ones break, unstable ones go off; and the GM who makes a thing so.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::slots::{capacity, check_place, used};
use crate::DeadWeight;
use crate::expedition;
use crate::fact::{Fact, GearFact};
use crate::house::InventoryMode;
use crate::roll;
use crate::rules;
use crate::state::{Awkward, Place};

/// Wounds of one hit that break what is fragile.
const HARD: u8 = 2;

/// The GM says that a thing is awkward.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkThing {
    /// Whose.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// How it is awkward.
    pub awkward: Awkward,
    /// What it does to its carrier when it goes off, for what is unstable.
    #[serde(default)]
    pub goes_off: Option<String>,
}

/// Makes a thing awkward; it takes a slot more.
pub fn mark_thing(cx: &mut Cx<'_, DeadWeight>, by: Seat, mark: &MarkThing) -> Flow {
    let rule = rules::DW_INV_06;
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    if !by.is_gm() {
        return bad("not-the-gm", "Only the GM says what is awkward about a thing.".into());
    }
    let there = cx.state().creature(mark.who).and_then(|one| one.live.items.get(usize::from(mark.item)));
    if there.is_none_or(|now| now.place == Place::Gone) {
        return bad("no-such-thing", "There is no such thing here.".into());
    }
    let mut sheet = cx.state().sheet(mark.who).items[usize::from(mark.item)].clone();
    if sheet.awkward.contains(&mark.awkward) {
        return bad("already", format!("The {} is that already.", sheet.name));
    }
    sheet.awkward.push(mark.awkward);
    if let Some(text) = &mark.goes_off {
        sheet.goes_off = match text.parse() {
            Ok(notation) => Some(notation),
            Err(error) => return bad("unreadable", format!("This cannot be read. {error}.")),
        };
    }
    let fact = GearFact::Sheet { who: mark.who, item: mark.item, sheet }.into();
    check_room(cx.at(), mark.who, mark.item, &fact)?;
    cx.record(rule, fact);
    Ok(())
}

/// What takes more room than there is where it lies has to be moved first.
fn check_room(at: At<'_, DeadWeight>, who: Who, item: u8, marked: &Fact) -> Result<(), Refusal> {
    let mut after = at.state.clone();
    crate::fact::apply(&mut after, marked);
    let then = At { state: &after, book: at.book };
    let place = at.state.live(who).items[usize::from(item)].place;
    match place {
        place if place.is_hand() => Ok(()),
        Place::Worn => {
            let full = used(then, who, place, None) > capacity(then, who, place);
            let name = &at.state.sheet(who).items[usize::from(item)].name;
            let crowded = || {
                let sentence =
                    format!("There is no room on the body for a larger {name}: take something off first.");
                Refusal::new(rules::DW_INV_05, "no-room", sentence)
            };
            if full && at.state.house.inventory_mode != InventoryMode::LoadOnly {
                Err(crowded())
            } else {
                Ok(())
            }
        }
        _ => check_place(then, who, item, place, false),
    }
}

/// Things of somebody that are awkward in one way and whole.
fn awkward(cx: &Cx<'_, DeadWeight>, who: Who, how: Awkward) -> Vec<u8> {
    let one = cx.state().one(who);
    let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let there = things
        .filter(|(_, (sheet, now))| sheet.awkward.contains(&how) && now.place != Place::Gone && !now.broken);
    there.map(|(item, _)| item as u8).collect()
}

/// Somebody fell, or was hit hard: what is fragile breaks.
pub fn fell(cx: &mut Cx<'_, DeadWeight>, who: Who) {
    for item in awkward(cx, who, Awkward::Fragile) {
        cx.record(rules::DW_HOUSE_18H, GearFact::Broken { who, item, broken: true }.into());
    }
}

/// Somebody took wounds of one hit: fragile things may break, unstable ones go off.
pub fn jolted(cx: &mut Cx<'_, DeadWeight>, who: Who, wounds: u8) -> Flow {
    if wounds >= HARD {
        fell(cx, who);
    }
    let rule = rules::DW_HOUSE_18H;
    for item in awkward(cx, who, Awkward::Unstable).into_iter().filter(|_| wounds > 0) {
        // Something else may have set it off meanwhile.
        let whole = cx.state().live(who).items.get(usize::from(item)).is_some_and(|now| !now.broken);
        if !whole || !cx.within((who, item, wounds), |cx| roll::risk(cx, rule, who, 1))? {
            continue;
        }
        cx.record(rule, GearFact::Broken { who, item, broken: true }.into());
        if let Some(attack) = cx.state().sheet(who).items[usize::from(item)].goes_off {
            cx.within((who, item), |cx| expedition::caught(cx, who, attack, rule))?;
        }
    }
    Ok(())
}
