//! What a table without a game master could not decide.

use std::collections::BTreeSet;

use super::{Told, graph};
use crate::adventure::{Adventure, How, Then};
use crate::dialect::Dialect;

pub(super) fn check<G: Dialect>(file: &Adventure<G>, told: &mut Told) {
    for (at, event) in (1..).zip(&file.event) {
        if event.how == How::Hand && event.when.is_none() {
            let what = format!("only a game master can set off `{}`: it has no `when`", event.id);
            told.undecided(format!("event[{at}]"), what);
        }
    }
    for (at, person) in (1..).zip(&file.person) {
        if person.talks && person.tells.is_empty() && person.wants.is_empty() {
            let what = format!("`{}` talks, but has nothing to tell and wants nothing", person.id);
            told.undecided(format!("person[{at}].talks"), what);
        }
    }
    for (at, way) in (1..).zip(&file.way) {
        let lost = way.hidden.as_ref().is_some_and(|hidden| hidden.find.is_none() && hidden.level.is_none());
        let named = way.id.as_ref().map(crate::name::Name::as_str);
        if lost && way.only.is_empty() && !is_revealed(file, named) {
            told.undecided(format!("way[{at}].hidden"), "nothing finds or reveals this way");
        }
    }
    // A table's own adventure goes on for good.
    if file.adventure.id.as_str() == "home" {
        return;
    }
    let mut ended: BTreeSet<&str> = BTreeSet::new();
    graph::all(file, &mut |then| {
        if let Then::End(end) = then {
            ended.insert(end.as_str());
        }
    });
    let comes = |end: &crate::adventure::End<G>| !end.r#if.is_empty() || ended.contains(end.id.as_str());
    for (at, end) in (1..).zip(&file.end) {
        if !comes(end) {
            let what =
                format!("nothing brings about the end `{}`: it has no `if`, and no effect says it", end.id);
            told.undecided(format!("end[{at}]"), what);
        }
    }
    if !file.end.iter().any(comes) {
        told.undecided("adventure", "it has no end: add [[end]] with an `if`");
    }
}

fn is_revealed<G: Dialect>(file: &Adventure<G>, way: Option<&str>) -> bool {
    let Some(way) = way else { return false };
    let mut found = false;
    graph::all(file, &mut |then| {
        if let Then::Reveal(names) = then {
            found |= names.iter().any(|name| name.as_str() == way);
        }
    });
    found
}
