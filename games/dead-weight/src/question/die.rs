//! Dice of the tray as people pick them: by their ids on the page, by their faces in words.

use boneyard_table::view::{Candidate, Domain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Here, Spend, With};
use crate::state::Die;

/// A die of the tray as people pick it: a list of at most one id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
#[schemars(with = "Vec<String>")]
pub struct Picked(pub Option<DieId>);

impl Picked {
    /// The die with this id.
    pub(super) fn read(id: &str) -> Option<DieId> {
        Self::try_from(vec![id.to_owned()]).ok()?.0
    }
}

/// What a die of the tray is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DieId {
    /// By its place in the tray.
    Nth(u8),
    /// The one that an extra effort would add.
    More,
}

impl TryFrom<Vec<String>> for Picked {
    type Error = String;

    fn try_from(ids: Vec<String>) -> Result<Self, String> {
        match ids.as_slice() {
            [] => Ok(Self(None)),
            [more] if more == MORE => Ok(Self(Some(DieId::More))),
            [nth] => match nth.parse() {
                Ok(nth) => Ok(Self(Some(DieId::Nth(nth)))),
                Err(_) => Err("there is no such die in the tray".to_owned()),
            },
            _ => Err("pick one die at a time".to_owned()),
        }
    }
}

impl From<Picked> for Vec<String> {
    fn from(picked: Picked) -> Self {
        picked.0.into_iter().map(|id| id.to_string()).collect()
    }
}

impl std::fmt::Display for DieId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nth(nth) => write!(f, "{nth}"),
            Self::More => f.write_str(MORE),
        }
    }
}

/// The id of the die an extra effort would add.
pub(super) const MORE: &str = "more";

impl DieId {
    /// The die it stands for; none for one that is not there, or not yet.
    pub fn die(self, at: Here<'_>) -> Option<Die> {
        match self {
            Self::Nth(nth) => at.state.tray.as_ref()?.dice.get(usize::from(nth)).copied(),
            Self::More => None,
        }
    }

    /// Whether a reroll is one of this die. Alike dice are one.
    pub fn fits(self, at: Here<'_>, spend: Spend) -> bool {
        let roller = at.state.tray.as_ref().map(|tray| tray.who);
        match self {
            Self::More => spend.with == With::ExtraEffort,
            Self::Nth(_) => {
                let named = spend.of.or(roller).map(|of| Die { of, face: spend.die });
                spend.with != With::ExtraEffort && self.die(at).is_some_and(|die| Some(die) == named)
            }
        }
    }

    /// The first die of the tray that a reroll is of.
    pub(super) fn of(at: Here<'_>, spend: Spend) -> Option<Self> {
        let dice = at.state.tray.as_ref().map_or(0, |tray| tray.dice.len() as u8);
        (0..dice).map(Self::Nth).chain([Self::More]).find(|id| id.fits(at, spend))
    }
}

/// As people call a die: by its face, and by its owner if that is not the roller.
pub(super) fn called(at: Here<'_>, die: Die) -> String {
    let own = at.state.tray.as_ref().is_some_and(|tray| tray.who == die.of);
    if own { format!("the {}", die.face) } else { format!("the {} of {}", die.face, at.state.name(die.of)) }
}

/// Dice of the tray to pick from, all of them that may be.
pub(super) fn die_domain(at: Here<'_>, least: u32, may: impl Fn(DieId) -> Option<String>) -> Domain {
    let dice = at.state.tray.iter().flat_map(|tray| tray.dice.iter().copied().enumerate());
    let mut among: Vec<Candidate<String>> = dice
        .filter_map(|(nth, die)| {
            let id = DieId::Nth(nth as u8);
            Some(Candidate::new(id.to_string(), called(at, die)).say(may(id)?))
        })
        .collect();
    if let Some(how) = may(DieId::More) {
        among.push(Candidate::new(MORE, "one die more").say(how));
    }
    Domain::Die { tray: "tray".into(), among, least, most: 1 }
}

/// A die by its face, or as it is picked from the tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "pick a die of the tray, or say its face")]
pub enum DieSay {
    /// Its face.
    Face(u8),
    /// Its id.
    Picked(Picked),
}

impl DieSay {
    /// The face meant; 0 for a die that is not there.
    pub fn face(self, at: Here<'_>) -> u8 {
        match self {
            Self::Face(face) => face,
            Self::Picked(Picked(id)) => id.and_then(|id| id.die(at)).map_or(0, |die| die.face),
        }
    }
}
