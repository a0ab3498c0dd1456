//! How likely each outcome is, and how sure that number is. Shares are whole ten-thousandths for
//! drawing, with the exact fraction beside them where there is one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed, Tone};
use super::msg::{Msg, MsgValue};

/// The outcomes of one action, largest first, the worst last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odds {
    /// What may come of it.
    pub outcomes: Vec<Outcome>,
    /// How the shares were found.
    pub found: Found,
    /// The best choice, where there is one to make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Msg>,
    /// What was assumed: best play, instinct, a proposal taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<Msg>,
}

/// One outcome and its share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// What happens.
    pub name: Msg,
    /// In ten-thousandths, rounded.
    pub share: u32,
    /// The exact fraction, such as "7/10".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
    /// Whether it is welcome.
    #[serde(default)]
    pub tone: Tone,
}

/// How odds were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Found {
    /// Every roll and every choice was followed.
    Exact,
    /// Played out many times; `err` is the error in ten-thousandths.
    Simulated {
        /// Half the width of the interval.
        err: u32,
    },
    /// Followed only so far; `rest` is the share left open, in ten-thousandths.
    Cut {
        /// The share not followed.
        rest: u32,
    },
}

/// Odds as a block of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OddsBlock {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The odds.
    #[serde(flatten)]
    pub odds: Odds,
}

impl Odds {
    /// Odds found exactly.
    pub fn exact(outcomes: Vec<Outcome>) -> Self {
        Odds { outcomes, found: Found::Exact, best: None, assumes: Vec::new() }
    }

    /// The odds in one sentence.
    pub fn sentence(&self) -> Msg {
        let shares = MsgValue::list(self.outcomes.iter().map(|outcome| {
            Msg::new("{name} {percent} percent")
                .with("name", &outcome.name)
                .with("percent", outcome.percent())
        }));
        match self.found {
            Found::Exact => Msg::new("{shares}, exact.").with("shares", shares),
            Found::Simulated { err } => Msg::new("{shares}, simulated, give or take {err} percent.")
                .with("shares", shares)
                .with("err", tenths(err)),
            Found::Cut { rest } => Msg::new("{shares}, {rest} percent left open.")
                .with("shares", shares)
                .with("rest", tenths(rest)),
        }
    }
}

impl Outcome {
    /// An outcome with its share in ten-thousandths.
    pub fn new(name: impl Into<Msg>, share: u32, tone: Tone) -> Self {
        Outcome { name: name.into(), share, exact: None, tone }
    }

    /// Gives the exact fraction.
    #[must_use]
    pub fn exactly(mut self, fraction: impl Into<String>) -> Self {
        self.exact = Some(fraction.into());
        self
    }

    /// Whole percent as people read it; what is possible is never "0", what is not certain never "100".
    pub fn percent(&self) -> String {
        match self.share {
            1..100 => "under 1".into(),
            9_901..10_000 => "over 99".into(),
            share => ((share + 50) / 100).to_string(),
        }
    }
}

impl OddsBlock {
    /// Odds as a block.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, odds: Odds) -> Self {
        OddsBlock { frame: Frame::new(key, label), odds }
    }
}

impl Framed for OddsBlock {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        self.odds.sentence()
    }
}

fn tenths(share: u32) -> String {
    format!("{}.{}", share / 100, share % 100 / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_odds_read_as_percent_and_say_that_they_are_exact() {
        let odds = Odds::exact(vec![
            Outcome::new("Succeeds", 7_500, Tone::Good).exactly("3/4"),
            Outcome::new("tires", 4_444, Tone::Bad),
        ]);
        assert_eq!(odds.sentence().text(), "Succeeds 75 percent, tires 44 percent, exact.");
    }

    #[test]
    fn a_slim_chance_is_never_told_as_none() {
        assert_eq!(Outcome::new("dies", 3, Tone::Bad).percent(), "under 1");
        assert_eq!(Outcome::new("lives", 9_997, Tone::Good).percent(), "over 99");
        assert_eq!(Outcome::new("lives", 10_000, Tone::Good).percent(), "100");
    }
}
