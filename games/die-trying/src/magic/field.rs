//! Fields of castings: which thing of somebody's is meant. Whom or what a casting may be aimed at is in `aim`.

use boneyard_table::deed::{Filled, Filling};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{At, Playable, Seat, Who};
use serde_json::{Value, json};

use crate::DieTrying;
use crate::state::{Place, State};
use crate::values::item_named;

/// The field `item` as stories write it: a thing by its number or its name, or nothing.
pub(super) fn written_thing(form: &mut Filling<'_, DieTrying>, of: Who) -> Filled<Option<u8>> {
    let state = form.state;
    form.or_left_out("item", |form| {
        let none = std::iter::empty::<(u8, &str)>();
        form.named("item", "", none, |name| item_named(state, of, name))
    })
}

/// The field `item` as forms ask for it: one of the things of the target that are to be seen, if there are any.
pub(super) fn which_thing(
    form: &mut Filling<'_, DieTrying>,
    all: impl FnOnce() -> Vec<Candidate<Value>>,
) -> Filled<Option<u8>> {
    let all = all();
    if all.is_empty() {
        return form.unasked("item");
    }
    let label = "Which thing of theirs";
    let item = form.maybe_field("item", label, || Domain::one_of(all), |_| Err(String::new()))?;
    form.hangs_on("item", "target");
    Ok(item)
}

/// Things of everybody a seat knows of.
pub(super) fn things_of_all(
    at: At<'_, DieTrying>,
    seat: Seat,
    of: impl Fn(Who) -> Vec<Candidate<Value>>,
) -> Vec<Candidate<Value>> {
    DieTrying::creatures(at, seat).into_iter().flat_map(|(who, _)| of(who)).collect()
}

/// What somebody had that lies about.
pub(super) fn loose(state: &State, of: Who) -> Vec<Candidate<Value>> {
    let one = state.one(of);
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let lying = all.filter(|(_, (_, now))| matches!(now.place, Place::Floor(_)) && now.count > 0);
    lying.map(|(nth, (sheet, _))| Candidate::new(json!(nth), sheet.name.clone()).given(json!(of))).collect()
}
