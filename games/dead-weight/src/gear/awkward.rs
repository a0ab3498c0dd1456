//! What befalls awkward things: fragile ones break, unstable ones go off; and the GM who makes a thing so.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::slots::{capacity, may_place_as, used};
use crate::DeadWeight;
use crate::expedition;
use crate::fact::{Fact, GearFact};
use crate::form::own_thing;
use crate::house::InventoryMode;
use crate::roll;
use crate::rules;
use crate::state::{Awkward, ItemSheet, Place};

/// Wounds of one hit that break what is fragile.
const HARD: u8 = 2;

deed! {
    /// The GM says that a thing is awkward; it takes a slot more.
    #[serde(deny_unknown_fields)]
    pub struct MarkThing(form: DeadWeight) {
        /// Whose.
        who: Who = {
            let state = form.state;
            let bears = |who: Who| state.live(who).items.iter().any(|now| now.place != Place::Gone);
            if form.is_written() {
                form.creature("who", "Whose")?
            } else {
                // One card for each: which things there are hangs on whose they are.
                let who: Who = form.each("who", state.everybody().filter(|who| bears(*who)))?;
                form.label(|| format!("Say that a thing of {} is awkward", state.name(who)).into());
                who
            }
        },
        /// Which thing.
        item: u8 = own_thing(form, "item", "What", who, |_, _, _| true)?,
        /// How it is awkward.
        awkward: Awkward = form.one_of("awkward", "How", Awkward::ALL.map(|how| (how, how.name())))?,
        /// What it does to its carrier when it goes off, for what is unstable.
        #[serde(default)]
        goes_off: Option<String> = form.maybe_text("goes_off", "What it does when it goes off", 40)?,
    }
}

impl MarkThing {
    /// The thing as it is then.
    fn marked(&self, may: May<'_, DeadWeight>) -> Lawful<Fact> {
        let bad = |code: &str, sentence: String| may.no(|| Refusal::new(rules::DW_INV_06, code, sentence));
        let there = may.state.creature(self.who).and_then(|one| one.live.items.get(usize::from(self.item)));
        if there.is_none_or(|now| now.place == Place::Gone) {
            return bad("no-such-thing", "There is no such thing here.".into());
        }
        let mut sheet = may.state.sheet(self.who).items[usize::from(self.item)].clone();
        if sheet.awkward.contains(&self.awkward) {
            return bad("already", format!("The {} is that already.", sheet.name));
        }
        sheet.awkward.push(self.awkward);
        if let Some(text) = &self.goes_off {
            sheet.goes_off = match text.parse() {
                Ok(notation) => Some(notation),
                Err(error) => return bad("unreadable", format!("This cannot be read. {error}.")),
            };
        }
        may_be(may, self.who, self.item, &sheet)?;
        Ok(GearFact::Sheet { who: self.who, item: self.item, sheet }.into())
    }
}

impl Deed<DeadWeight> for MarkThing {
    const CARD: Card = Card::gm("Say that a thing is awkward", "Things").rule(rules::DW_INV_06);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        self.marked(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let fact = self.marked(May::quiet(cx.at(), by))?;
        cx.record(rules::DW_INV_06, fact);
        Ok(())
    }
}

/// Whether a thing may be like this where it is: what takes more room than there is has to be moved first.
fn may_be(may: May<'_, DeadWeight>, who: Who, item: u8, sheet: &ItemSheet) -> Lawful {
    let now = may.state.live(who).items[usize::from(item)];
    if now.place.is_hand() {
        return Ok(());
    }
    if now.place != Place::Worn {
        return may_place_as(may, who, item, sheet, now.place);
    }
    let at = may.at();
    let container = sheet.kind.is_some_and(|kind| at.book.containers.get(kind.as_str()).is_some());
    let takes = if container { 0 } else { sheet.takes(now.count) };
    let full = used(at, who, Place::Worn, Some(item)).saturating_add(takes) > capacity(at, who, Place::Worn);
    may.not_if(full && at.state.house.inventory_mode != InventoryMode::LoadOnly, || {
        let name = &sheet.name;
        let sentence = format!("There is no room on the body for a larger {name}: take something off first.");
        Refusal::new(rules::DW_INV_05, "no-room", sentence)
    })
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
        breaks(cx, who, item);
    }
}

/// A thing breaks; what a worn canteen or skin held is spilled.
fn breaks(cx: &mut Cx<'_, DeadWeight>, who: Who, item: u8) {
    let rule = rules::DW_HOUSE_18H;
    cx.record(rule, GearFact::Broken { who, item, broken: true }.into());
    if capacity(cx.at(), who, Place::Flask) > 0 {
        return;
    }
    let things = (0u8..).zip(&cx.state().live(who).items);
    let held: Vec<u8> =
        things.filter(|(_, now)| now.place == Place::Flask).map(|(number, _)| number).collect();
    for item in held {
        cx.record(rule, GearFact::Spilled { who, item }.into());
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
        breaks(cx, who, item);
        if let Some(attack) = cx.state().sheet(who).items[usize::from(item)].goes_off {
            cx.within((who, item), |cx| expedition::caught(cx, who, attack, rule))?;
        }
    }
    Ok(())
}
