//! Dice as rules ask for them and as they fall: groups with a name, an owner and an order,
//! seen by an audience. How a face is drawn is the host's business.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Audience, Party, RuleId, view::Term};

/// What rules ask of the dice.
pub struct Roll<'a> {
    /// The rule that calls for it.
    pub rule: RuleId,
    /// Who throws: typed-in dice are asked of this party.
    pub by: Party,
    /// Who sees the faces.
    pub audience: Audience,
    /// The dice, thrown in this order.
    pub groups: &'a [Group],
    /// The numbers behind the roll, built only when somebody keeps the record.
    pub terms: Option<&'a dyn Fn() -> Vec<Term>>,
    /// Whether the rules cannot tell two throws of a single group apart: exact odds
    /// then branch on what the rules read, not on every throw.
    pub alike: Option<&'a Alike<'a>>,
}

/// Tells whether two throws mean the same to the rules.
pub type Alike<'a> = dyn Fn(&Faces, &Faces) -> bool + 'a;

impl std::fmt::Debug for Roll<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Roll")
            .field("rule", &self.rule)
            .field("by", &self.by)
            .field("groups", &self.groups)
            .finish()
    }
}

/// Like dice thrown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they are called at the table: "own", "helper", "tens".
    pub name: &'static str,
    /// How many.
    pub count: u8,
    /// Faces of the die in hand.
    pub sides: u8,
    /// For a derived die (a D3 read off a D6), the value of each face from 1 up.
    pub values: Option<&'static [u8]>,
    /// Whether rules need them as they fell; otherwise they get them sorted.
    pub in_order: bool,
}

impl Group {
    /// `count` dice with `sides` faces, sorted for the rules.
    pub const fn new(count: u8, sides: u8) -> Self {
        Self { name: "dice", count, sides, values: None, in_order: false }
    }

    /// Gives the group a name.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Keeps the dice in the order in which they fell.
    #[must_use]
    pub const fn in_order(mut self) -> Self {
        self.in_order = true;
        self
    }

    /// A derived die: `values[face - 1]` is what counts.
    #[must_use]
    pub const fn read_as(mut self, values: &'static [u8]) -> Self {
        self.values = Some(values);
        self
    }

    /// What a face of this group counts as.
    pub fn value(&self, face: u8) -> u8 {
        match self.values {
            Some(values) => values.get(usize::from(face).wrapping_sub(1)).copied().unwrap_or(face),
            None => face,
        }
    }

    /// The faces given, as the rules get them.
    pub fn gather(&self, faces: impl IntoIterator<Item = u8>) -> Faces {
        let mut gathered = Faces::default();
        for face in faces {
            if self.in_order { gathered.append(self.value(face)) } else { gathered.push(self.value(face)) }
        }
        gathered
    }
}

/// The values of up to [`Faces::MOST`] dice, kept on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Faces {
    len: u8,
    at: [u8; Faces::MOST],
}

impl Faces {
    /// How many dice rules may throw at once.
    pub const MOST: usize = 31;

    /// A single die.
    #[inline]
    pub fn one(value: u8) -> Self {
        let mut at = [0; Self::MOST];
        at[0] = value;
        Self { len: 1, at }
    }

    /// How many there are.
    pub fn number(&self) -> u8 {
        self.len
    }

    /// Adds a value in its sorted place. More than [`Faces::MOST`] are left out: rules refuse them before.
    #[inline]
    pub fn push(&mut self, value: u8) {
        let mut at = usize::from(self.len);
        if at == Self::MOST {
            return;
        }
        while at > 0 && self.at[at - 1] > value {
            self.at[at] = self.at[at - 1];
            at -= 1;
        }
        self.at[at] = value;
        self.len += 1;
    }

    /// Adds a value at the end.
    #[inline]
    pub fn append(&mut self, value: u8) {
        if usize::from(self.len) < Self::MOST {
            self.at[usize::from(self.len)] = value;
            self.len += 1;
        }
    }

    /// How many pass a test.
    pub fn count(&self, test: impl Fn(u8) -> bool) -> u8 {
        self.iter().filter(|&value| test(value)).count() as u8
    }

    /// Their values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u8> + '_ {
        self.as_slice().iter().copied()
    }

    /// Their values.
    pub fn as_slice(&self) -> &[u8] {
        &self.at[..usize::from(self.len)]
    }

    /// The value of the first die, or 0 if there is none.
    pub fn first(&self) -> u8 {
        self.at[0]
    }

    /// The sum of all values.
    pub fn sum(&self) -> u32 {
        self.iter().map(u32::from).sum()
    }

    /// The lowest value.
    pub fn lowest(&self) -> Option<u8> {
        self.iter().min()
    }

    /// The highest value.
    pub fn highest(&self) -> Option<u8> {
        self.iter().max()
    }
}

impl std::fmt::Debug for Faces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl FromIterator<u8> for Faces {
    fn from_iter<I: IntoIterator<Item = u8>>(values: I) -> Self {
        let mut sorted = Self::default();
        values.into_iter().for_each(|value| sorted.push(value));
        sorted
    }
}

/// A throw as history keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thrown {
    /// The rule that called for it.
    pub rule: RuleId,
    /// Who threw.
    pub by: Party,
    /// Who sees the faces.
    #[serde(default, skip_serializing_if = "Audience::is_open")]
    pub audience: Audience,
    /// The dice, group by group.
    pub groups: Vec<ThrownGroup>,
    /// How they came.
    pub how: HowThrown,
    /// The numbers behind the roll.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
}

/// Like dice that were thrown together, as they fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThrownGroup {
    /// What they are called.
    pub name: String,
    /// Faces of the die.
    pub sides: u8,
    /// What each showed, in the order they fell.
    pub faces: Vec<u8>,
    /// What each counts as, where that differs from its face.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<u8>,
}

/// Where dice came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HowThrown {
    /// Drawn from the table's verifiable dice: the stretch, and the place of the first one in its stream.
    Drawn {
        /// Which stretch of play.
        stretch: u32,
        /// Whether from the stream of secret rolls.
        secret: bool,
        /// The counter of the first die.
        from: u32,
    },
    /// Rolled by hand and typed in by this seat.
    Entered {
        /// Who typed them.
        by: crate::Seat,
    },
    /// Given beforehand, as in a story.
    Scripted,
}
