//! A body in parts: what is hurt, what is lost, what covers it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};

/// A body drawn as a figure, with its parts from the head down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BodyChart {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The parts.
    pub parts: Vec<BodyPart>,
    /// Which figure to draw: "humanoid", "beast"; a list where the page has none.
    pub layout: String,
}

/// One part of a body. Its frame's key and label name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BodyPart {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// Its injuries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Msg>,
    /// How many it can take.
    pub max: u32,
    /// Whether it is lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost: bool,
    /// Whether its owner dies without it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vital: bool,
    /// The part it hangs on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
    /// What covers it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cover: Vec<Cover>,
}

/// A piece that covers a part, with its marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cover {
    /// The piece.
    pub item: Msg,
    /// Marks on it.
    pub marks: u32,
    /// Marks it can take.
    pub max: u32,
}

impl BodyChart {
    /// A body without parts yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, layout: impl Into<String>) -> Self {
        BodyChart { frame: Frame::new(key, label), parts: Vec::new(), layout: layout.into() }
    }

    /// Adds a part.
    #[must_use]
    pub fn part(mut self, part: BodyPart) -> Self {
        self.parts.push(part.settled());
        self
    }
}

impl Framed for BodyChart {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let hurt: Vec<Msg> = self
            .parts
            .iter()
            .filter(|part| part.lost || !part.lines.is_empty())
            .map(|part| {
                let msg = if part.lost { Msg::new("{part} lost") } else { Msg::new("{part} injured") };
                msg.with("part", &part.frame.label)
            })
            .collect();
        if hurt.is_empty() {
            Msg::new("{label}: whole.").with("label", &self.frame.label)
        } else {
            Msg::new("{label}: {hurt}.").with("label", &self.frame.label).with("hurt", MsgValue::list(hurt))
        }
    }
}

impl BodyPart {
    /// A whole part that can take so many injuries.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, max: u32) -> Self {
        BodyPart {
            frame: Frame::new(key, label),
            lines: Vec::new(),
            max,
            lost: false,
            vital: false,
            needs: None,
            cover: Vec::new(),
        }
    }

    /// Adds an injury.
    #[must_use]
    pub fn injury(mut self, line: impl Into<Msg>) -> Self {
        self.lines.push(line.into());
        self
    }

    /// Says whether it is lost.
    #[must_use]
    pub fn lost(mut self, lost: bool) -> Self {
        self.lost = lost;
        self
    }

    /// Its owner dies without it.
    #[must_use]
    pub fn vital(mut self) -> Self {
        self.vital = true;
        self
    }

    /// Names the part it hangs on.
    #[must_use]
    pub fn needs(mut self, part: impl Into<String>) -> Self {
        self.needs = Some(part.into());
        self
    }

    /// Adds a piece that covers it.
    #[must_use]
    pub fn cover(mut self, item: impl Into<Msg>, marks: u32, max: u32) -> Self {
        self.cover.push(Cover { item: item.into(), marks, max });
        self
    }
}

impl Framed for BodyPart {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let msg = match (self.lost, self.lines.len()) {
            (true, _) => Msg::new("{label}: lost."),
            (false, 0) => Msg::new("{label}: whole."),
            (false, 1) => Msg::new("{label}: 1 injury."),
            (false, n) => Msg::new("{label}: {n} injuries.").with("n", n),
        };
        msg.with("label", &self.frame.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_tells_what_is_hurt_and_what_is_lost() {
        let body = BodyChart::new("body", "Body", "humanoid")
            .part(BodyPart::new("head", "Head", 1).vital())
            .part(BodyPart::new("arm", "Left arm", 1).injury("Broken").cover("Vest", 1, 2))
            .part(BodyPart::new("leg", "Right leg", 1).lost(true));
        assert_eq!(body.sentence().text(), "Body: Left arm injured, Right leg lost.");
        assert_eq!(body.parts[1].frame.sentence().text(), "Left arm: 1 injury.");
        assert_eq!(BodyChart::new("body", "Body", "humanoid").sentence().text(), "Body: whole.");
    }
}
