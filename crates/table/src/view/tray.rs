//! Dice on the table: faces, owners, roles, what was kept and what was not. How dice are drawn from
//! chance, and what they mean, is elsewhere.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};

/// Dice that lie together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiceTray {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The dice, in the order they fell.
    pub dice: Vec<Die>,
    /// Dice that belong together: doubles, matches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<(String, String)>,
}

/// One die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Die {
    /// Its name in this tray.
    pub id: String,
    /// How many faces.
    pub sides: u32,
    /// What it shows; absent for one who rolls blind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<u32>,
    /// What it counts as, where that is not its face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Msg>,
    /// What it is there for: own, helper, magic, tens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// What became of it.
    #[serde(default)]
    pub fate: DieFate,
    /// What its face means: "tires you".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Msg>,
    /// Rolled by hand and typed in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub entered: bool,
}

/// What became of a die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DieFate {
    /// It counts.
    #[default]
    Kept,
    /// It does not.
    Dropped,
    /// Another took its place.
    Rerolled,
    /// It counts and brought another.
    Exploded,
    /// It may not be touched any more.
    Locked,
}

impl DiceTray {
    /// A tray without links.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, dice: impl IntoIterator<Item = Die>) -> Self {
        DiceTray { frame: Frame::new(key, label), dice: dice.into_iter().collect(), links: Vec::new() }
    }

    /// Joins two dice.
    #[must_use]
    pub fn link(mut self, a: impl Into<String>, b: impl Into<String>) -> Self {
        self.links.push((a.into(), b.into()));
        self
    }
}

impl Framed for DiceTray {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let shown = self.dice.iter().filter(|die| !matches!(die.fate, DieFate::Dropped | DieFate::Rerolled));
        let faces = MsgValue::list(shown.map(Die::shown));
        Msg::new("{label}: {faces}.").with("label", &self.frame.label).with("faces", faces)
    }
}

impl Die {
    /// A die that shows a face.
    pub fn new(id: impl Into<String>, sides: u32, face: u32) -> Self {
        let face = Some(face);
        Die {
            id: id.into(),
            sides,
            face,
            value: None,
            owner: None,
            role: None,
            fate: DieFate::Kept,
            mark: None,
            entered: false,
        }
    }

    /// A die nobody may read.
    pub fn unseen(id: impl Into<String>, sides: u32) -> Self {
        Die { face: None, ..Die::new(id, sides, 0) }
    }

    /// Counts as something other than its face.
    #[must_use]
    pub fn counts_as(mut self, value: i32) -> Self {
        self.value = Some(value);
        self
    }

    /// Names its owner.
    #[must_use]
    pub fn owner(mut self, owner: impl Into<Msg>) -> Self {
        self.owner = Some(owner.into());
        self
    }

    /// Says what it is there for.
    #[must_use]
    pub fn role(mut self, role: impl Into<String>) -> Self {
        self.role = Some(role.into());
        self
    }

    /// Says what became of it.
    #[must_use]
    pub fn fate(mut self, fate: DieFate) -> Self {
        self.fate = fate;
        self
    }

    /// Says what its face means.
    #[must_use]
    pub fn mark(mut self, mark: impl Into<Msg>) -> Self {
        self.mark = Some(mark.into());
        self
    }

    /// Marks it as typed in.
    #[must_use]
    pub fn entered(mut self) -> Self {
        self.entered = true;
        self
    }

    /// Its face as text, "?" where it is not seen, with what it counts as.
    pub fn shown(&self) -> String {
        match (self.face, self.value) {
            (None, _) => "?".into(),
            (Some(face), None) => face.to_string(),
            (Some(face), Some(value)) => format!("{face} as {value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tray_tells_the_dice_that_count_and_hides_what_a_blind_roller_may_not_read() {
        let tray = DiceTray::new(
            "dice",
            "Dice",
            [
                Die::new("1", 6, 5).counts_as(3),
                Die::new("2", 6, 1).fate(DieFate::Dropped),
                Die::unseen("3", 20),
            ],
        );
        assert_eq!(tray.sentence().text(), "Dice: 5 as 3, ?.");
    }
}
