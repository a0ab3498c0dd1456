//! People and things as forms list them. Which of them a rule takes is for the offers to say.

use boneyard_table::view::{Candidate, Domain, Thing};
use boneyard_table::{At, Who};
use serde_json::{Value, json};

use crate::DeadWeight;
use crate::question::Owned;
use crate::state::{Item, ItemSheet, Place};

/// These people.
pub(super) fn people(at: At<'_, DeadWeight>, who: impl IntoIterator<Item = Who>) -> Domain {
    Domain::creature(who.into_iter().map(|who| Candidate::new(who, at.state.name(who).to_owned())))
}

/// These people to take some of.
pub(super) fn some_of(at: At<'_, DeadWeight>, who: &[Who], least: u32) -> Domain {
    let of = who.iter().map(|who| {
        let name = at.state.name(*who);
        Thing { what: Candidate::new(name, name.to_owned()), cost: 0 }
    });
    Domain::Subset { of: of.collect(), least, most: who.len() as u32, budget: None }
}

/// Somebody's things that will do, with what tells like ones apart.
pub(super) fn own(
    at: At<'_, DeadWeight>,
    who: Who,
    will_do: impl Fn(&ItemSheet, &Item) -> bool,
) -> Vec<Candidate<Value>> {
    let one = at.state.one(who);
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let there = all.filter(|(_, (sheet, now))| now.place != Place::Gone && will_do(sheet, now));
    there
        .map(|(number, (sheet, now))| {
            Candidate::new(json!(number), sheet.name.clone()).say(now.place.name().to_owned())
        })
        .collect()
}

/// Pieces to take some of; several of one stack are numbered.
pub(crate) fn pieces_of(at: At<'_, DeadWeight>, all: &[Owned]) -> Vec<Thing> {
    let mut of = Vec::new();
    for (nth, owned) in all.iter().enumerate() {
        let before = all[..nth].iter().filter(|other| *other == owned).count();
        let sheet = at.state.sheet(owned.who);
        let thing = sheet.items.get(usize::from(owned.item)).map_or("", |item| item.name.as_str());
        let name = format!("{thing} of {}", sheet.name);
        let name = if before == 0 { name } else { format!("{name}, another") };
        of.push(Thing { what: Candidate::new(owned.short(before), name), cost: 0 });
    }
    of
}
