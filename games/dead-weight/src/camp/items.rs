//! Camp items: one for each adventurer, all of them for one point.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::{Candidate, Domain, Thing};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, deed};

use super::{campers, in_camp, may_afford, spend};
use crate::DeadWeight;
use crate::form::stored;
use crate::gear::{UseItem, apply_use, usable};
use crate::rules;
use crate::state::Place;

deed! {
    /// Camp items are used, one by each adventurer.
    #[serde(deny_unknown_fields)]
    pub struct CampItems(form: DeadWeight) {
        /// Who uses what on whom.
        uses: Vec<UseItem> = {
            in_camp(form)?;
            let at = form.at();
            let all = if form.is_written() { Vec::new() } else { useful(at) };
            form.only_if(!all.is_empty())?;
            let most = all.len().min(campers(at.state).len()) as u32;
            let domain = || {
                let of = all.iter().map(|used| thing(at, used)).collect();
                Domain::Subset { of, least: 1, most, budget: None }
            };
            form.field("uses", "Who uses what", domain, || Some(vec![all.first()?.clone()]), stored)?
        },
    }
}

impl Deed<DeadWeight> for CampItems {
    const CARD: Card =
        Card::anyone("Use camp items, one each", "Camp").rule(rules::DW_CAMP_07).cost(1, "points");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_CAMP_07;
        may_afford(may, 1)?;
        may.not_if(self.uses.is_empty(), || Refusal::new(rule, "nothing", "Say who uses what."))?;
        for used in &self.uses {
            let row = usable(may.state, may.book, used)?.row;
            may.not_if(row.tag.as_deref() != Some("camp"), || {
                let sentence = format!("The {} is no camp item; it is used for nothing.", row.name);
                Refusal::new(rule, "no-camp-item", sentence)
            })?;
            let twice = self.uses.iter().filter(|other| other.who == used.who).count() > 1;
            may.not_if(twice, || Refusal::new(rule, "second-item", "One camp item each for one action."))?;
        }
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        if !spend(cx, by, 1, "camp items", rules::DW_CAMP_07)? {
            return Ok(());
        }
        for used in &self.uses {
            let book = cx.book();
            let Ok(ready) = usable(cx.state(), book, used) else { continue };
            cx.within((used.who, used.item), |cx| apply_use(cx, used, &ready))?;
        }
        Ok(())
    }
}

/// Camp items that can be used as forms give them: by somebody who has one, on somebody here.
fn useful(at: At<'_, DeadWeight>) -> Vec<UseItem> {
    let here = campers(at.state);
    let mut all = Vec::new();
    for who in here.iter().copied().filter(|who| !at.state.live(*who).mortal) {
        let one = at.state.one(who);
        for (number, (sheet, now)) in (0u8..).zip(one.sheet.items.iter().zip(&one.live.items)) {
            let row = sheet.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
            let Some(row) = row.filter(|row| row.tag.as_deref() == Some("camp")) else { continue };
            if now.place == Place::Gone || now.broken {
                continue;
            }
            let fits = |used: &UseItem| usable(at.state, at.book, used).is_ok();
            match row.uses.first().and_then(|used| used.target.as_deref()) {
                Some("self" | "party") => all.extend(Some(UseItem::on(who, number, who)).filter(fits)),
                Some("item") => {
                    let things = 0..u8::try_from(one.sheet.items.len()).unwrap_or(u8::MAX);
                    let on = |on| UseItem { on: Some(on), ..UseItem::on(who, number, who) };
                    all.extend(things.map(on).filter(fits));
                }
                _ => {
                    let uses = here.iter().map(|target| UseItem::on(who, number, *target));
                    all.extend(uses.filter(fits));
                }
            }
        }
    }
    all
}

/// A use as forms list it.
fn thing(at: At<'_, DeadWeight>, used: &UseItem) -> Thing {
    let sheet = at.state.sheet(used.who);
    let item = |number: u8| sheet.items.get(usize::from(number));
    let called = |number: u8| item(number).map_or("", |item| item.name.as_str());
    let name = format!("{}: {}", sheet.name, called(used.item));
    let name = match (used.on, used.target.filter(|target| *target != used.who)) {
        (Some(on), _) => format!("{name}, on the {}", called(on)),
        (None, Some(target)) => format!("{name}, on {}", at.state.name(target)),
        (None, None) => name,
    };
    let row = item(used.item).and_then(|item| at.book.gear.get(item.kind?.as_str()));
    let text = row.map_or("", |row| row.text.as_str());
    Thing { what: Candidate::new(used.short(), name).say(text.to_owned()), cost: 0 }
}
