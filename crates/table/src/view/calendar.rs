//! Who does what in which watch of which day.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};
use crate::Who;

/// Days by watches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Calendar {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The days shown.
    pub days: Vec<Msg>,
    /// The watches of a day.
    pub watches: Vec<Msg>,
    /// Who does what when.
    pub cells: Vec<CalendarCell>,
}

/// What somebody does in one watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CalendarCell {
    /// The day, counted from 0.
    pub day: u32,
    /// The watch, counted from 0.
    pub watch: u32,
    /// Who, where it is a creature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// Their name.
    pub name: Msg,
    /// What: "guards".
    pub kind: Msg,
    /// What is still needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Msg>,
}

impl Calendar {
    /// A calendar of these days and watches.
    pub fn new<D: Into<Msg>, W: Into<Msg>>(
        key: impl Into<String>,
        label: impl Into<Msg>,
        days: impl IntoIterator<Item = D>,
        watches: impl IntoIterator<Item = W>,
    ) -> Self {
        Calendar {
            frame: Frame::new(key, label),
            days: days.into_iter().map(Into::into).collect(),
            watches: watches.into_iter().map(Into::into).collect(),
            cells: Vec::new(),
        }
    }

    /// Says what somebody does.
    #[must_use]
    pub fn cell(mut self, cell: CalendarCell) -> Self {
        self.cells.push(cell);
        self
    }
}

impl Framed for Calendar {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let at = |list: &[Msg], n: u32| {
            usize::try_from(n).ok().and_then(|n| list.get(n)).cloned().unwrap_or_else(|| n.to_string().into())
        };
        let plans = MsgValue::list(self.cells.iter().map(|cell| {
            Msg::new("{day}, {watch}: {name} {kind}")
                .with("day", at(&self.days, cell.day))
                .with("watch", at(&self.watches, cell.watch))
                .with("name", &cell.name)
                .with("kind", &cell.kind)
        }));
        if self.cells.is_empty() {
            Msg::new("{label}: nothing planned.").with("label", &self.frame.label)
        } else {
            Msg::new("{label}. {plans}.").with("label", &self.frame.label).with("plans", plans)
        }
    }
}
