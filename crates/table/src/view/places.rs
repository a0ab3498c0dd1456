//! Rooms and areas of a scene without squares, with the ways between them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};
use super::offer::Cost;
use crate::Who;

/// Places and the ways between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Places {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The places.
    pub nodes: Vec<Place>,
    /// The ways.
    pub links: Vec<Link>,
}

/// One place. Its frame's key and label name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// What is known of it: "dark", "searched".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Msg>,
    /// Whether anyone has been there.
    pub seen: bool,
    /// Whether this seat's heroes are there.
    pub here: bool,
    /// Who is there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub who: Vec<Who>,
}

/// A way between two places, open from both ends unless `one_way`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Link {
    /// The key of one place.
    pub from: String,
    /// The key of the other.
    pub to: String,
    /// What it takes to go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// What keeps it shut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<Msg>,
    /// Whether there is no way back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
}

impl Places {
    /// No places yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Places { frame: Frame::new(key, label), nodes: Vec::new(), links: Vec::new() }
    }

    /// Adds a place.
    #[must_use]
    pub fn place(mut self, place: Place) -> Self {
        self.nodes.push(place.settled());
        self
    }

    /// Adds a way.
    #[must_use]
    pub fn link(mut self, link: Link) -> Self {
        self.links.push(link);
        self
    }

    /// The places one can go to from here, with the way.
    pub fn exits<'a>(&'a self, key: &'a str) -> impl Iterator<Item = (&'a Place, &'a Link)> {
        self.links.iter().filter_map(move |link| {
            let far = match key {
                key if key == link.from => &link.to,
                key if key == link.to && !link.one_way => &link.from,
                _ => return None,
            };
            Some((self.nodes.iter().find(|place| place.frame.key == *far)?, link))
        })
    }
}

impl Place {
    /// A place nobody has seen.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Place { frame: Frame::new(key, label), flags: Vec::new(), seen: false, here: false, who: Vec::new() }
    }

    /// Adds something known of it.
    #[must_use]
    pub fn flag(mut self, flag: impl Into<Msg>) -> Self {
        self.flags.push(flag.into());
        self
    }

    /// Says whether anyone has been there.
    #[must_use]
    pub fn seen(mut self, seen: bool) -> Self {
        self.seen = seen;
        self
    }

    /// Says whether this seat's heroes are there.
    #[must_use]
    pub fn here(mut self, here: bool) -> Self {
        self.here = here;
        self
    }

    /// Adds somebody who is there.
    #[must_use]
    pub fn with(mut self, who: Who) -> Self {
        self.who.push(who);
        self
    }
}

impl Link {
    /// An open way.
    pub fn new(from: impl Into<String>, to: impl Into<String>) -> Self {
        Link { from: from.into(), to: to.into(), cost: None, lock: None, one_way: false }
    }

    /// What it takes to go.
    #[must_use]
    pub fn cost(mut self, amount: u32, unit: impl Into<Msg>) -> Self {
        self.cost = Some(Cost::new(amount, unit));
        self
    }

    /// What keeps it shut.
    #[must_use]
    pub fn lock(mut self, lock: impl Into<Msg>) -> Self {
        self.lock = Some(lock.into());
        self
    }

    /// There is no way back.
    #[must_use]
    pub fn one_way(mut self) -> Self {
        self.one_way = true;
        self
    }
}

impl Framed for Places {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let Some(here) = self.nodes.iter().find(|place| place.here) else {
            let names = MsgValue::list(self.nodes.iter().map(|place| &place.frame.label));
            return Msg::new("{label}: {names}.").with("label", &self.frame.label).with("names", names);
        };
        let exits: Vec<&Msg> = self.exits(&here.frame.key).map(|(place, _)| &place.frame.label).collect();
        let msg = Msg::new(if exits.is_empty() {
            "{here}, you are here. No exits."
        } else {
            "{here}, you are here. Exits: {exits}."
        });
        let msg = msg.with("here", &here.frame.label);
        if exits.is_empty() { msg } else { msg.with("exits", MsgValue::list(exits)) }
    }
}

impl Framed for Place {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        if self.flags.is_empty() {
            return Msg::new("{label}.").with("label", &self.frame.label);
        }
        let flags = MsgValue::list(self.flags.iter());
        Msg::new("{label}, {flags}.").with("label", &self.frame.label).with("flags", flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapel_tells_where_you_are_and_where_you_can_go() {
        let chapel = Places::new("chapel", "Chapel")
            .place(Place::new("nave", "Nave of Salt").here(true))
            .place(Place::new("crypt", "crypt"))
            .place(Place::new("vestry", "vestry"))
            .link(Link::new("nave", "crypt").cost(10, "minutes"))
            .link(Link::new("vestry", "nave").lock("a bolt"));
        assert_eq!(chapel.sentence().text(), "Nave of Salt, you are here. Exits: crypt, vestry.");
    }

    #[test]
    fn nobody_climbs_back_up_a_chute() {
        let pit = Places::new("pit", "Pit")
            .place(Place::new("edge", "Edge"))
            .place(Place::new("floor", "Floor").here(true))
            .link(Link::new("edge", "floor").one_way());
        assert_eq!(pit.sentence().text(), "Floor, you are here. No exits.");
    }
}
