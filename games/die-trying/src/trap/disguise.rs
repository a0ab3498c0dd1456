//! Creatures that look like something to be opened: a chest that is none, until a hand is laid on it.

use boneyard_table::deed::Deed;
use boneyard_table::{Audience, Cx, Flow, Seat, Who};

use crate::DieTrying;
use crate::combat::Fight;
use crate::fact::{FightFact, TableFact, TrapFact};
use crate::rules;
use crate::state::Cache;

/// What such a Creature looks like.
const CHEST: &str = "chest";

/// Puts somebody's disguise where they are: to the heroes there is a chest.
pub fn disguise(cx: &mut Cx<'_, DieTrying>, who: Who) {
    let book = cx.book();
    let row = cx.state().sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    let Some(row) = row.filter(|row| row.disguise.is_some()) else { return };
    let cache = Cache {
        name: CHEST.to_owned(),
        at: cx.state().live(who).at,
        find: None,
        found: cx.state().dungeon.is_none(),
        silver: 0,
        things: Vec::new(),
        empty: false,
        disguises: Some(who),
    };
    cx.record_for(Audience::GM, row.id, TrapFact::Hid { cache }.into());
}

/// DC to see what a chest really is, for those that nobody has seen through.
pub(super) fn disguised(cx: &Cx<'_, DieTrying>, cache: &Cache) -> Option<(Who, u8)> {
    let who = cache.disguises.filter(|who| cx.state().live(*who).unseen)?;
    let like = cx.state().sheet(who).like?;
    Some((who, cx.book().creatures.get(like.as_str())?.disguise?))
}

/// A hand is laid on it: it attacks. It was in wait, and rolls Stealth for its place in the fight.
pub(super) fn attacks(cx: &mut Cx<'_, DieTrying>, mimic: Who, opener: Who) -> Flow {
    let rule = cx.state().sheet(mimic).like.unwrap_or(rules::DT_HOUSE_20H);
    cx.record(rule, TableFact::Shown { who: mimic }.into());
    if cx.state().battle.is_some() {
        cx.record(rule, FightFact::Joined { who: mimic, after: opener }.into());
        return Ok(());
    }
    let here = |who: &Who| !cx.state().live(*who).away && cx.state().sheet(*who).draft.is_none();
    let fighters = cx.state().heroes().filter(here).chain([mimic]).collect();
    Fight { fighters, ambushing: vec![mimic], ..Fight::default() }.run(cx, Seat::GM)
}
