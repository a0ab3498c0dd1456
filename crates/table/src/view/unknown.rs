//! Something is there, but not what: a block that cannot leak, because it holds nothing else.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::Msg;

/// A "?" in the place of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Unknown {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
}

impl Unknown {
    /// Something is there.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        let mut frame = Frame::new(key, label);
        frame.state.unknown = true;
        Unknown { frame }
    }
}

impl Framed for Unknown {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        Msg::new("{label}: unknown.").with("label", &self.frame.label)
    }
}
