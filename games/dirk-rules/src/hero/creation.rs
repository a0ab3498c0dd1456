//! Quick characters, as a draft in the state filled by short commands: five rolls, assigning,
//! backgrounds, first purchases. Going back never rolls again.

use boneyard_table::{Cx, Flow, Group, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::make::free_name;
use crate::DirkRules;
use crate::book::Specialty;
use crate::fact::{Fact, blank};
use crate::gear::wares;
use crate::rules;
use crate::state::{Background, Kept, Sheet};
use crate::tell::gems_in_words;
use crate::trade::{self, Ware};

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
    fn totals(&self) -> [u8; 5] {
        [self.str, self.dex, self.wil, self.hp, self.gems]
    }
}

/// Begins a hero.
pub fn draft(cx: &mut Cx<'_, DirkRules>, by: Seat, name: &str, seat: Option<Seat>) -> Flow {
    let rule = rules::DK_CHAR_01;
    let seat = seat.unwrap_or(by);
    if seat != by && !by.is_gm() {
        return refuse(Refusal::new(rule, "not-yours", "You can only make heroes for yourself."));
    }
    let name = free_name(cx, name, rule)?;
    let who = Who(cx.state().creatures.len() as u16);
    let mut creature = blank(&name, None);
    let sheet = Sheet {
        named: true,
        hero: true,
        side: 0,
        seat,
        draft: Some(Draft::default()),
        ..(*creature.sheet).clone()
    };
    creature.sheet = Kept::new(sheet);
    cx.record(rule, Fact::Drafted { who, creature: Box::new(creature) });
    Ok(())
}

/// Rolls 3D6 five times, once.
pub fn roll_totals(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let draft = drafted(cx, who)?;
    if draft.totals.is_some() {
        return refuse(Refusal::new(
            rules::DK_CHAR_01,
            "rolled-already",
            "The five totals are rolled already.",
        ));
    }
    let mut totals = [0; 5];
    for total in &mut totals {
        *total = cx.dice(rules::DK_CHAR_01, who, Group::new(3, 6))?.sum() as u8;
    }
    cx.record(rules::DK_CHAR_01, Fact::Totals { who, totals });
    Ok(())
}

/// Gives each total to exactly one slot. May be done again until something is bought.
pub fn assign(cx: &mut Cx<'_, DirkRules>, who: Who, slots: Slots) -> Flow {
    let rule = rules::DK_CHAR_02;
    let draft = drafted(cx, who)?;
    let Some(mut totals) = draft.totals else {
        return refuse(Refusal::new(rule, "not-rolled", "Roll the five totals first."));
    };
    let sheet = cx.state().sheet(who);
    if !sheet.items.is_empty() || !sheet.backgrounds.is_empty() {
        return refuse(Refusal::new(rule, "spent", "Gems are spent already; the totals stand."));
    }
    let mut given = slots.totals();
    given.sort_unstable();
    totals.sort_unstable();
    if given != totals {
        let sentence = "Each of the five totals goes to exactly one of STR, DEX, WIL, HP and gems.";
        return refuse(Refusal::new(rule, "not-the-totals", sentence).with("totals", totals.to_vec()));
    }
    cx.record(rule, Fact::Assigned { who, slots, gems: slots.gems.into() });
    Ok(())
}

/// Buys a background for 5 gems.
pub fn learn(cx: &mut Cx<'_, DirkRules>, who: Who, kind: &str, of: Option<&str>) -> Flow {
    let rule = rules::DK_CHAR_03;
    assigned(cx, who)?;
    let book = cx.book();
    let Some(row) = book.background(kind) else {
        let kinds: Vec<&str> = book.backgrounds.iter().map(|row| row.kind.as_str()).collect();
        let sentence = format!("There is no background {kind}. There are {}.", kinds.join(", "));
        return refuse(Refusal::new(rule, "no-such-background", sentence));
    };
    let of = of.map(str::trim).filter(|of| !of.is_empty());
    let of = match (row.specialty, of) {
        (None, None) => None,
        (None, Some(_)) => {
            return refuse(Refusal::new(row.rule, "no-specialty", format!("{kind} has no specialty.")));
        }
        (Some(_), None) => {
            return refuse(Refusal::new(
                row.rule,
                "no-specialty",
                format!("{kind} needs to be in something."),
            ));
        }
        (Some(Specialty::Weapon), Some(of))
            if book.weapons.named(of).is_none() && book.shields.named(of).is_none() =>
        {
            let sentence = format!("{of} is no row of the weapon or shield list.");
            return refuse(Refusal::new(row.rule, "no-such-weapon", sentence));
        }
        (Some(_), Some(of)) if of.chars().count() > 40 => {
            return refuse(Refusal::new(row.rule, "words", "A specialty has at most 40 characters."));
        }
        (Some(_), Some(of)) => Some(of.to_owned()),
    };
    let background = Background { kind: kind.to_owned(), of };
    let sheet = cx.state().sheet(who);
    if sheet.backgrounds.contains(&background) {
        return refuse(Refusal::new(row.rule, "known-already", "That background is bought already."));
    }
    let Some(gems) = sheet.gems.checked_sub(row.cost) else {
        let sentence = format!("A background costs {}; {} are left.", gems_in_words(row.cost), sheet.gems);
        return refuse(
            Refusal::new(rule, "too-dear", sentence).with("cost", row.cost).with("gems", sheet.gems),
        );
    };
    cx.cite(row.rule);
    cx.record(rule, Fact::Learned { who, background, gems });
    Ok(())
}

/// Buys a thing at list price.
pub fn buy(cx: &mut Cx<'_, DirkRules>, who: Who, thing: &str) -> Flow {
    assigned(cx, who)?;
    let listed = wares(cx.book(), thing).filter(|_| cx.book().powerups.named(thing).is_none());
    let Some((sheet, item, price)) = listed else {
        let sentence = format!("There is no {thing} on the lists.");
        return refuse(Refusal::new(rules::DK_CHAR_08, "no-such-ware", sentence));
    };
    trade::pay_for(cx, rules::DK_CHAR_08, who, Ware { sheet, item, price }, 1)
}

/// Finishes a hero.
pub fn ready(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    assigned(cx, who)?;
    cx.record(rules::DK_CHAR_08, Fact::Ready { who });
    Ok(())
}

fn drafted(cx: &Cx<'_, DirkRules>, who: Who) -> Flow<Draft> {
    match cx.state().creature(who).and_then(|creature| creature.sheet.draft.clone()) {
        Some(draft) => Ok(draft),
        None => refuse(Refusal::new(rules::DK_CHAR_01, "not-being-made", "No such hero is being made.")),
    }
}

fn assigned(cx: &Cx<'_, DirkRules>, who: Who) -> Flow {
    match drafted(cx, who)?.slots {
        Some(_) => Ok(()),
        None => refuse(Refusal::new(rules::DK_CHAR_02, "not-assigned", "Assign the five totals first.")),
    }
}
