//! Checks of a file, and which of the effects written for them come of them.

use std::collections::BTreeMap;

use boneyard_table::{At, Cx, Flow, Who};

use super::fill::file;
use super::scope::Scope;
use super::test::is_called;
use super::worldly::{Came, Worldly};
use crate::adventure::Effects;
use crate::name::{HeldName, OutcomeName, kind};
use crate::part::Ref;

/// Rolls a check that is written out or a word of the cast. One this game does not know is passed.
pub(super) fn checked<G: Worldly>(
    cx: &mut Cx<'_, G>,
    who: Who,
    scope: &Scope,
    check: &Ref<G::Check, kind::Checks>,
) -> Flow<Came> {
    let check = match check {
        Ref::Written(check) => Some(check),
        Ref::Named(word) => {
            let own = scope.adventure.as_ref().and_then(|own| file(cx, own));
            own.and_then(|file| file.cast.own.as_ref()?.checks.get(word.as_str()))
        }
    };
    match check {
        Some(check) => G::check(cx, who, check),
        None => Ok(Came::of(true)),
    }
}

/// What is written for what came of a check: the game's own word for it, the highest number that was reached, else passed or
/// failed.
pub(super) fn what_came<'e, G: Worldly>(
    came: &Came,
    outcomes: &'e BTreeMap<OutcomeName, Effects<G>>,
    passed: &'e Effects<G>,
    failed: &'e Effects<G>,
) -> &'e Effects<G> {
    let numbered = |total: i32| {
        let reached = outcomes.iter().filter_map(|(name, effects)| {
            let least: i32 = name.as_str().rsplit_once(' ')?.1.parse().ok()?;
            (least <= total).then_some((least, effects))
        });
        reached.max_by_key(|(least, _)| *least).map(|(_, effects)| effects)
    };
    let by_word = || came.word.and_then(|word| outcomes.iter().find(|(name, _)| name.as_str() == word));
    by_word()
        .map(|(_, effects)| effects)
        .or_else(|| came.total.and_then(numbered))
        .unwrap_or(if came.passed { passed } else { failed })
}

/// Whether somebody has one of these on them.
pub(super) fn has_one<G: Worldly>(at: At<'_, G>, who: Who, scope: &Scope, names: &[HeldName]) -> bool {
    if names.is_empty() {
        return false;
    }
    let carried = G::carried(at, who);
    names.iter().any(|name| carried.iter().any(|thing| is_called::<G>(at, scope, thing, name.as_str())))
}
