//! Names and numbers that must not tell of somebody the players do not know of. The one who comes is called like nobody
//! they know; one they do not know makes way and is called otherwise.

use boneyard_table::{Audience, Cx, Seat, Who};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::DieTrying;
use crate::fact::TableFact;
use crate::rules;
use crate::sight;
use crate::state::{Shared, State};
use crate::values::known_as;

/// Whether players know of somebody with this name.
pub fn is_known(state: &State, name: &str) -> bool {
    state.everybody().any(|who| is_called(state, who, name) && is_noticed(state, who))
}

/// A name like this for somebody all get to know of: theirs from now on.
pub fn for_all_to_see(cx: &mut Cx<'_, DieTrying>, name: &str) -> String {
    let called = numbered(name, |called| is_known(cx.state(), called));
    makes_way(cx, &called);
    called
}

/// A name like this that nobody has yet, for one who comes unseen.
pub fn for_one_unseen(state: &State, name: &str) -> String {
    numbered(name, |called| state.everybody().any(|who| is_called(state, who, called)))
}

/// The one who has this name and is known to nobody is called otherwise from now on.
pub fn makes_way(cx: &mut Cx<'_, DieTrying>, name: &str) {
    let unnoticed = |who: &Who| is_called(cx.state(), *who, name) && !is_noticed(cx.state(), *who);
    let Some(who) = cx.state().everybody().find(unnoticed) else { return };
    let mut creature = cx.state().one(who).clone();
    let mut sheet = (*creature.sheet).clone();
    let plain = sheet.name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end().to_owned();
    sheet.name = for_one_unseen(cx.state(), &plain);
    creature.sheet = Shared::new(sheet);
    let fact = TableFact::Overruled { who, creature: Box::new(creature) };
    cx.record_for(Audience::GM, rules::DT_HOUSE_20H, fact.into());
}

fn is_called(state: &State, who: Who, name: &str) -> bool {
    state.name(who).eq_ignore_ascii_case(name)
}

fn is_noticed(state: &State, who: Who) -> bool {
    sight::audience(state, who) == Audience::ALL
}

fn numbered(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let later = (2..).map(|number: u32| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(later);
    names.find(|called| !taken(called)).unwrap_or_default()
}

/// A field of a form as it is written.
pub fn as_written<T: DeserializeOwned>(written: Value) -> Result<T, String> {
    serde_json::from_value(written).map_err(|error| error.to_string())
}

/// What is said of several, one by one: a list of who and what, or as forms write it, `{ name: what }`.
pub fn one_by_one<T: DeserializeOwned>(
    state: &State,
    seat: Seat,
    said: Value,
    what: &str,
) -> Result<Vec<(Who, T)>, String> {
    let who = |said: &Value| match said.as_str() {
        Some(name) => Ok(known_as(state, seat, name)),
        None => as_written(said.clone()),
    };
    match said {
        Value::Object(each) => each
            .into_iter()
            .map(|(name, said)| Ok((known_as(state, seat, &name), as_written(said)?)))
            .collect(),
        Value::Array(each) => {
            each.iter().map(|own| Ok((who(&own["who"])?, as_written(own[what].clone())?))).collect()
        }
        other => Err(format!("{other} says nothing of anybody")),
    }
}
