//! Where something happens and by whom, and what the words for who and where mean there.

use boneyard_table::{At, Cx, Flow, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fill::die;
use super::world::{Id, PlaceKey, World};
use super::worldly::{Able, Worldly};
use crate::adventure::is_plain;

/// Where something happens and by whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Scope {
    /// The adventure whose effects these are.
    pub adventure: Option<Id>,
    /// Where it happened.
    pub here: Option<PlaceKey>,
    /// Who did it.
    pub actor: Option<Who>,
}

impl Scope {
    /// Of an adventure, nowhere and by nobody.
    pub fn of(adventure: &Id) -> Self {
        Self { adventure: Some(adventure.clone()), ..Self::default() }
    }
}

/// The place a word means.
pub(super) fn place<G: Worldly>(world: &World<G>, word: &str, scope: &Scope) -> Option<PlaceKey> {
    let own = scope.adventure.as_ref()?;
    if let Some(word) = word.strip_prefix('@') {
        return match word {
            "here" => scope.here.clone(),
            "party" | "any" => world.heroes().next().map(|(_, stand)| stand.place.clone()),
            person => {
                let waiting = world.running(own)?.waits.get(person)?;
                let stands = waiting.who.first().and_then(|who| world.stands.get(who));
                match stands {
                    Some(stand) => Some(stand.place.clone()),
                    None => waiting.at.as_deref().map(|at| PlaceKey::new(own, at)),
                }
            }
        };
    }
    match word.split_once('/') {
        Some((adventure, place)) => {
            world.open.contains_key(adventure).then(|| PlaceKey::new(&adventure.into(), place))
        }
        None if word == "out" => world.running(own)?.out.clone(),
        None => Some(PlaceKey::new(own, word)),
    }
}

/// Whether a place is the one a word means; `@any` is every one.
pub(super) fn is_place<G: Worldly>(world: &World<G>, word: &str, at: &PlaceKey, scope: &Scope) -> bool {
    match word {
        "@any" => scope.adventure.as_ref() == Some(&at.adventure),
        "@inside" => scope.adventure.as_ref() == Some(&at.adventure),
        "@here" => scope.here.as_ref() == Some(at),
        // Most are places of the file itself, and an adventure of many events asks this often.
        word if is_plain(word) => scope.adventure.as_ref() == Some(&at.adventure) && *word == *at.place,
        word => place(world, word, scope).as_ref() == Some(at),
    }
}

/// Everybody a word means, in the order of their numbers; `@one` throws a die.
pub(super) fn whom<G: Worldly>(cx: &mut Cx<'_, G>, word: &str, scope: &Scope) -> Flow<Vec<Who>> {
    let mut all = listed(cx.at(), word, scope);
    if (word == "@one" || word.starts_with("@one:")) && all.len() > 1 {
        let at = die(cx, all.len())?;
        all = vec![all[at]];
    }
    Ok(all)
}

/// Everybody a word means, without dice.
pub(super) fn listed<G: Worldly>(at: At<'_, G>, word: &str, scope: &Scope) -> Vec<Who> {
    let world = G::world(at.state);
    let Some(word) = word.strip_prefix('@') else {
        let running = scope.adventure.as_ref().and_then(|own| world.running(own));
        return running
            .and_then(|running| running.waits.get(word))
            .map(|waiting| waiting.who.clone())
            .unwrap_or_default();
    };
    let (word, there) = match word.split_once(':') {
        Some((word, there)) => (word, place(world, there, scope)),
        None => (word, scope.here.clone()),
    };
    let inside = |place: &PlaceKey| scope.adventure.as_ref() == Some(&place.adventure);
    let heroes = world.heroes();
    match word {
        "actor" => scope.actor.into_iter().collect(),
        "heroes" | "one" | "area" => {
            heroes.filter(|(_, stand)| Some(&stand.place) == there.as_ref()).map(|(who, _)| who).collect()
        }
        "first" => heroes
            .filter(|(_, stand)| Some(&stand.place) == there.as_ref())
            .map(|(who, _)| who)
            .take(1)
            .collect(),
        "everyone" => world
            .stands
            .iter()
            .filter(|(_, stand)| Some(&stand.place) == there.as_ref())
            .map(|(who, _)| *who)
            .collect(),
        "inside" => heroes.filter(|(_, stand)| inside(&stand.place)).map(|(who, _)| who).collect(),
        "out" => heroes.filter(|(_, stand)| !inside(&stand.place)).map(|(who, _)| who).collect(),
        "able" => heroes.filter(|(who, _)| G::able(at, *who) == Able::Up).map(|(who, _)| who).collect(),
        "all" | "any" => heroes.map(|(who, _)| who).collect(),
        _ => Vec::new(),
    }
}
