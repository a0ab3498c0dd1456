//! Names that must not tell of somebody the players do not know of: the one who is to be called like one of those gets
//! the name, and the other makes way.

use boneyard_table::{Audience, Cx, Who};

use crate::RollHighOrDie;
use crate::fact::TableFact;
use crate::rules;
use crate::state::{Shared, State};

/// Whether players know of somebody with this name.
pub fn is_known(state: &State, name: &str) -> bool {
    state.everybody().any(|who| is_called(state, who, name) && !state.live(who).unseen)
}

/// The one who has this name and is known to nobody is called otherwise from now on.
pub fn makes_way(cx: &mut Cx<'_, RollHighOrDie>, name: &str) {
    let state = cx.state();
    let Some(who) = state.everybody().find(|who| is_called(state, *who, name) && state.live(*who).unseen)
    else {
        return;
    };
    let mut creature = state.one(who).clone();
    let mut sheet = (*creature.sheet).clone();
    let plain = without_number(&sheet.name).to_owned();
    let later = (2..).map(|number: u32| format!("{plain} {number}"));
    let free = |name: &String| !state.everybody().any(|who| is_called(state, who, name));
    sheet.name = later.into_iter().find(free).unwrap_or_default();
    creature.sheet = Shared::new(sheet);
    let fact = TableFact::Overruled { who, creature: Box::new(creature) };
    cx.record_for(Audience::GM, rules::RH_HOUSE_11H, fact.into());
}

/// The one of the Referee's that a scenario calls so, even if it has made way for somebody.
pub fn as_called(state: &State, name: &str) -> Option<Who> {
    let theirs = || state.everybody().filter(|who| !state.sheet(*who).is_hero());
    let made_way = |who: &Who| without_number(state.name(*who)) == name;
    theirs().find(|who| state.name(*who) == name).or_else(|| theirs().find(made_way))
}

fn without_number(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end()
}

fn is_called(state: &State, who: Who, name: &str) -> bool {
    state.name(who).eq_ignore_ascii_case(name)
}
