//! Where the conditions of a body stand in the list: rules ask what holds for somebody many times in every turn, and
//! must not look for them by name each time.

use boneyard_content::Catalog;

use super::ConditionRow;
use crate::rules;
use crate::state::Condition;

/// What can be wrong with somebody by the rules themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Plight {
    Prone,
    Dying,
    Stable,
    Dead,
    /// Carries too much.
    Overloaded,
    /// A condition that lasts.
    Is(Condition),
}

/// Plights before the conditions that last.
const FIRST: [Plight; 5] = [Plight::Prone, Plight::Dying, Plight::Stable, Plight::Dead, Plight::Overloaded];

/// The place of each plight's entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Plights([Option<u16>; FIRST.len() + Condition::ALL.len()]);

impl Plight {
    #[inline]
    fn number(self) -> usize {
        match self {
            Self::Prone => 0,
            Self::Dying => 1,
            Self::Stable => 2,
            Self::Dead => 3,
            Self::Overloaded => 4,
            Self::Is(condition) => FIRST.len() + condition as usize,
        }
    }

    fn place(self, rows: &Catalog<ConditionRow>) -> Option<usize> {
        let name = match self {
            Self::Prone => "Prone",
            Self::Dying => "Dying",
            Self::Stable => "Stable",
            Self::Dead => "Dead",
            Self::Overloaded => return rows.iter().position(|row| row.id == rules::DT_COND_13H),
            Self::Is(condition) => condition.name(),
        };
        rows.place_named(name)
    }
}

impl Plights {
    /// Found once all packs are read.
    pub(super) fn of(rows: &Catalog<ConditionRow>) -> Self {
        let mut found = Self::default();
        for plight in FIRST.into_iter().chain(Condition::ALL.map(Plight::Is)) {
            found.0[plight.number()] = plight.place(rows).and_then(|at| u16::try_from(at).ok());
        }
        found
    }

    /// The entry of a plight.
    #[inline]
    pub(super) fn row<'b>(
        &self,
        rows: &'b Catalog<ConditionRow>,
        plight: Plight,
    ) -> Option<&'b ConditionRow> {
        self.0[plight.number()].and_then(|at| rows.nth(at.into()))
    }
}
