//! Numbers that are spent and come back, and dice that step down with use.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};

/// A number with a maximum: hit points, actions, gems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pool {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// What is there.
    pub now: i32,
    /// What there can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// What is on top and goes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temp: Option<i32>,
    /// How low it can go, where that is not 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<i32>,
    /// Whether the owner spends it at will.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spendable: bool,
    /// What it means that there is little of it.
    #[serde(default, skip_serializing_if = "Filling::is_supply")]
    pub filling: Filling,
}

/// What it means that a pool is nearly empty or nearly full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Filling {
    /// Little of it is bad: hit points, ammunition.
    #[default]
    Supply,
    /// Much of it is bad: a load.
    Burden,
    /// It grows towards something: experience.
    Progress,
}

impl Filling {
    fn is_supply(&self) -> bool {
        *self == Filling::Supply
    }
}

/// A die that stands for a supply and steps down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UsageDie {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// Sides of the die now; absent when the supply is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u32>,
    /// The steps, from the largest down.
    pub chain: Vec<u32>,
    /// What it last showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u32>,
}

impl Pool {
    /// A pool with its maximum.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, now: i32, max: i32) -> Self {
        Pool { max: Some(max), ..Pool::open(key, label, now) }
    }

    /// A pool without a maximum.
    pub fn open(key: impl Into<String>, label: impl Into<Msg>, now: i32) -> Self {
        let (frame, filling) = (Frame::new(key, label), Filling::Supply);
        Pool { frame, now, max: None, temp: None, floor: None, spendable: false, filling }
    }

    /// What is on top.
    #[must_use]
    pub fn temp(mut self, temp: i32) -> Self {
        self.temp = (temp != 0).then_some(temp);
        self
    }

    /// How low it can go.
    #[must_use]
    pub fn floor(mut self, floor: i32) -> Self {
        self.floor = Some(floor);
        self
    }

    /// What little or much of it means.
    #[must_use]
    pub fn filling(mut self, filling: Filling) -> Self {
        self.filling = filling;
        self
    }

    /// The owner spends it at will.
    #[must_use]
    pub fn spendable(mut self) -> Self {
        self.spendable = true;
        self
    }
}

impl Framed for Pool {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let msg = match (self.max, self.temp) {
            (Some(max), Some(temp)) => {
                Msg::new("{label} {now} of {max}, plus {temp} temporary.").with("max", max).with("temp", temp)
            }
            (Some(max), None) => Msg::new("{label} {now} of {max}.").with("max", max),
            (None, Some(temp)) => Msg::new("{label} {now}, plus {temp} temporary.").with("temp", temp),
            (None, None) => Msg::new("{label} {now}."),
        };
        msg.with("label", &self.frame.label).with("now", self.now)
    }
}

impl UsageDie {
    /// A supply with its die and the steps below it.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, die: Option<u32>, chain: Vec<u32>) -> Self {
        UsageDie { frame: Frame::new(key, label), die, chain, last: None }
    }

    /// What it last showed.
    #[must_use]
    pub fn last(mut self, face: u32) -> Self {
        self.last = Some(face);
        self
    }
}

impl Framed for UsageDie {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        match self.die {
            Some(sides) => Msg::new("{label}, usage die d{sides}.").with("sides", MsgValue::from(sides)),
            None => Msg::new("{label}, used up."),
        }
        .with("label", &self.frame.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_points_are_told_with_what_is_on_top() {
        let hp = Pool::new("hp", "Hit points", 4, 9).temp(5).settled();
        assert_eq!(hp.frame.sentence().text(), "Hit points 4 of 9, plus 5 temporary.");
    }

    #[test]
    fn a_quiver_steps_down_until_it_is_used_up() {
        let arrows = |die| UsageDie::new("arrows", "Arrows", die, vec![8, 6, 4]).sentence();
        assert_eq!(arrows(Some(8)).text(), "Arrows, usage die d8.");
        assert_eq!(arrows(None).text(), "Arrows, used up.");
    }
}
