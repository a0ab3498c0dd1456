//! How a fight that is only prepared differs from the table as it stands: who stays out of it, whether the heroes have
//! rested, and what a game lets be different besides, such as the light. Making it so is the game's.

use std::collections::BTreeMap;

use crate::Who;

/// Something about a fight that can be different when it is prepared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstance {
    /// Its name among the terms.
    pub name: &'static str,
    /// As people call it.
    pub label: &'static str,
    /// What it can be beside what it is: the name of each among the terms, and as people call it.
    pub choices: Vec<(String, String)>,
}

impl Circumstance {
    /// One with choices that are always the same.
    pub fn new(name: &'static str, label: &'static str, choices: &[(&str, &str)]) -> Self {
        let choices = choices.iter().map(|(name, label)| ((*name).to_owned(), (*label).to_owned())).collect();
        Self { name, label, choices }
    }
}

/// What games with a map, light and ambushes let be different. `lurking` says how people call it that the others, and
/// that the heroes lie in wait; without a map everybody meets on open ground anyway.
pub fn of_places(lights: &[(&str, &str)], lurking: [&str; 2], mapped: bool) -> Vec<Circumstance> {
    let [others, heroes] = lurking;
    let mut all = vec![
        Circumstance::new("light", "Light", lights),
        Circumstance::new("surprise", "Surprise", &[("heroes", others), ("others", heroes)]),
    ];
    if mapped {
        all.push(Circumstance::new("map", "Map", &[("open", "Open ground")]));
    }
    all
}

/// Where a fight takes place, as far as that is different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenery<L> {
    /// Where everybody stands, as bright as it is.
    AsItIs,
    /// There, in another light.
    Lit(L),
    /// On open ground, in this light if one was named.
    Open(Option<L>),
}

/// How a fight differs from the table as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The heroes have rested.
    pub rested: bool,
    /// Those who take no part.
    pub absent: Vec<Who>,
    /// Circumstances by name, and what each is.
    pub given: BTreeMap<String, String>,
}

impl Terms {
    /// What a circumstance is, if it is not as it stands.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.given.get(name).map(String::as_str)
    }

    /// Whether a circumstance is this.
    pub fn is(&self, name: &str, choice: &str) -> bool {
        self.get(name) == Some(choice)
    }

    /// Whether those of a side lie in wait for the others.
    pub fn lurks(&self, side: u8) -> bool {
        match self.get("surprise") {
            Some("heroes") => side != 0,
            Some(_) => side == 0,
            None => false,
        }
    }

    /// Where it takes place, for a table with a map or without, in a light the game knows.
    pub fn scenery<L>(&self, mapped: bool, light: impl Fn(&str) -> Option<L>) -> Scenery<L> {
        let open = self.is("map", "open");
        match self.get("light").and_then(light) {
            Some(light) if mapped && !open => Scenery::Lit(light),
            None if !open => Scenery::AsItIs,
            light => Scenery::Open(light),
        }
    }

    /// Whether somebody takes part.
    pub fn has(&self, who: Who) -> bool {
        !self.absent.contains(&who)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(given: &[(&str, &str)]) -> Terms {
        let given = given.iter().map(|(name, choice)| ((*name).to_owned(), (*choice).to_owned())).collect();
        Terms { given, ..Terms::default() }
    }

    #[test]
    fn whoever_is_surprised_the_others_lie_in_wait() {
        assert_eq!([0, 1, 2].map(|side| terms(&[("surprise", "heroes")]).lurks(side)), [false, true, true]);
        assert_eq!([0, 1, 2].map(|side| terms(&[("surprise", "others")]).lurks(side)), [true, false, false]);
        assert!(!terms(&[]).lurks(0) && !terms(&[]).lurks(1));
    }

    #[test]
    fn another_light_is_laid_on_the_map_or_on_open_ground() {
        let lit = |given: &[(&str, &str)], mapped| {
            terms(given).scenery(mapped, |light| (light != "no such light").then_some(light.len()))
        };
        assert_eq!(lit(&[("light", "dim")], true), Scenery::Lit(3));
        assert_eq!(lit(&[("light", "dim")], false), Scenery::Open(Some(3)));
        assert_eq!(lit(&[("light", "dim"), ("map", "open")], true), Scenery::Open(Some(3)));
        assert_eq!(lit(&[("map", "open")], true), Scenery::Open(None));
        assert_eq!((lit(&[], true), lit(&[], false)), (Scenery::AsItIs, Scenery::AsItIs));
        assert_eq!(lit(&[("light", "no such light")], true), Scenery::AsItIs);
    }
}
