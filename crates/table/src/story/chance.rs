//! The odds a story asks about, answered by its table.

use serde_json::Value;

use super::{Expected, OddsCheck};
use crate::table::{AnyTable, OddsAsk};

/// Odds that a story asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsAnswer {
    /// The chance or the mean, as a fraction.
    pub is: String,
    /// The same as a decimal, for people.
    pub decimal: String,
    /// What was taken for granted, in words.
    pub assumptions: Vec<String>,
    /// The share that was left open, if any was.
    pub open: Option<String>,
}

/// A script of more commands than this is a slip of the pen.
const LONGEST: usize = 1_000;

/// Not the path of a number: how often it takes until the outcome is true.
const TIMES: &str = "times";

impl OddsCheck {
    /// A chance or a mean.
    pub(super) fn of_what(&self) -> &'static str {
        if self.mean.is_some() { "mean" } else { "chance" }
    }

    /// What it asks about, in one line.
    pub fn asked(&self) -> String {
        let times = self.times.map(|times| format!(", {times} times")).unwrap_or_default();
        match &self.mean {
            Some(path) if path == TIMES => {
                format!("the mean of times until {} by {}", self.outcome, self.r#do)
            }
            Some(path) => format!("the mean of {path} after {}{times}", self.r#do),
            None => format!("{} after {}{times}", self.outcome, self.r#do),
        }
    }

    /// Works it out.
    pub fn answer(&self, table: &dyn AnyTable) -> Result<OddsAnswer, String> {
        let ask = self.as_asked(table)?;
        let told = |is: &boneyard_dice::Ratio| (is.to_string(), format!("{:.6}", is.to_f64()));
        if let Some(path) = &self.mean {
            let mean = if path == TIMES { table.tries(&ask) } else { table.mean(&ask, path) };
            let (is, decimal) = told(&mean.map_err(|error| error.to_string())?);
            return Ok(OddsAnswer { is, decimal, assumptions: Vec::new(), open: None });
        }
        let odds = table.odds(&ask).map_err(|error| error.to_string())?;
        let (is, decimal) = told(&odds.chance);
        let open = (odds.unresolved != boneyard_dice::Ratio::ZERO).then(|| odds.unresolved.to_string());
        Ok(OddsAnswer { is, decimal, assumptions: odds.assumptions, open })
    }

    fn as_asked(&self, table: &dyn AnyTable) -> Result<OddsAsk, String> {
        let name = self.seat.as_deref().unwrap_or("gm");
        let seat = table.frame().seat_named(name).ok_or_else(|| format!("nobody sits here as {name}"))?;
        let commands = match &self.r#do {
            Value::Array(commands) => commands.clone(),
            command => vec![command.clone()],
        };
        let times = usize::from(self.times.unwrap_or(1));
        if times == 0 || commands.len().saturating_mul(times) > LONGEST {
            return Err(format!("a script has 1 to {LONGEST} commands, all times together"));
        }
        let script =
            (0..times).flat_map(|_| commands.iter().cloned()).map(|command| (seat, command)).collect();
        let outcome = match (&self.outcome, &self.mean) {
            (Value::Null, Some(path)) if path == TIMES => {
                return Err("a mean of times is of those until an outcome: say which".into());
            }
            (Value::Null, Some(_)) => Vec::new(),
            (_, Some(path)) if path != TIMES => {
                return Err("odds are of an outcome or of a mean, not of both".into());
            }
            (Value::Null, None) => return Err("odds need an outcome or a mean".into()),
            (Value::String(word), _) => {
                vec![("last.outcome".to_owned(), Expected::Is(word.clone().into()))]
            }
            (Value::Object(paths), _) => {
                let read = |(path, value): (&String, &Value)| {
                    let expected =
                        serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
                    Ok((path.clone(), expected))
                };
                paths.iter().map(read).collect::<Result<_, String>>()?
            }
            (other, _) => return Err(format!("{other} is no outcome")),
        };
        let best = match (self.play.as_deref(), &self.mean) {
            (None | Some("instinct"), Some(_)) | (Some("instinct"), None) => false,
            (None | Some("best"), None) => true,
            (Some("best"), Some(_)) => {
                return Err("a mean goes by instinct: nobody knows who wants more of it".into());
            }
            (Some(other), _) => return Err(format!("`{other}` is no way to play: best or instinct")),
        };
        Ok(OddsAsk { script, outcome, best, side: self.side, as_soon: self.as_soon })
    }
}
