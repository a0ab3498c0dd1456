//! A counter at the table as it is drawn: decay, doom, morale, a watch, a deadline.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::Msg;
use crate::Seat;

/// A counter with the events along it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tracker {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// Where it stands.
    pub now: i32,
    /// Where it ends, if the seat may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// Whether it has an end the seat may know.
    pub max_known: bool,
    /// What happens along the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<TrackerEvent>,
    /// How it is drawn.
    pub style: TrackerStyle,
    /// For the GM: which seats see it; absent where everybody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_by: Option<Vec<Seat>>,
    /// What stands in the place of the number, such as an hour of the day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<Msg>,
    /// The path by which the GM can set it against the rules, where that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// Something that happens when a tracker gets there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TrackerEvent {
    /// Where.
    pub at: i32,
    /// What.
    pub text: Msg,
    /// Whether it has happened.
    pub done: bool,
}

/// How a tracker is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrackerStyle {
    /// A bar.
    Bar,
    /// A clock face in segments.
    Clock,
    /// A plain number.
    Count,
}

impl Tracker {
    /// A plain number.
    pub fn count(key: impl Into<String>, label: impl Into<Msg>, now: i32) -> Self {
        Tracker {
            frame: Frame::new(key, label),
            now,
            max: None,
            max_known: false,
            events: Vec::new(),
            style: TrackerStyle::Count,
            seen_by: None,
            shows: None,
            path: None,
        }
    }

    /// A bar with an end.
    pub fn bar(key: impl Into<String>, label: impl Into<Msg>, now: i32, max: i32) -> Self {
        Tracker {
            max: Some(max),
            max_known: true,
            style: TrackerStyle::Bar,
            ..Tracker::count(key, label, now)
        }
    }

    /// A clock face with so many segments.
    pub fn clock(key: impl Into<String>, label: impl Into<Msg>, now: i32, segments: i32) -> Self {
        Tracker { style: TrackerStyle::Clock, ..Tracker::bar(key, label, now, segments) }
    }

    /// Adds an event.
    #[must_use]
    pub fn event(mut self, at: i32, text: impl Into<Msg>, done: bool) -> Self {
        self.events.push(TrackerEvent { at, text: text.into(), done });
        self
    }

    /// Names the seats that see it besides the GM.
    #[must_use]
    pub fn seen_by(mut self, seats: Vec<Seat>) -> Self {
        self.seen_by = Some(seats);
        self
    }

    /// Says it in words instead of a number.
    #[must_use]
    pub fn shows(mut self, words: impl Into<Msg>) -> Self {
        self.shows = Some(words.into());
        self
    }

    /// Names the path by which it is overruled.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }
}

impl Framed for Tracker {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        if let Some(words) = &self.shows {
            return Msg::new("{label}: {words}.").with("label", &self.frame.label).with("words", words);
        }
        match self.max {
            Some(max) => Msg::new("{label} {now} of {max}.").with("max", max),
            None => Msg::new("{label} {now}."),
        }
        .with("label", &self.frame.label)
        .with("now", self.now)
    }
}
