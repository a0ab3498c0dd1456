//! The odds a story asks about, answered by its table; questions about the same commands together.

use serde_json::Value;

use super::{Expected, OddsCheck};
use crate::table::{AnyTable, OddsAsk, OddsTold};

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

/// The answers to what a story asks, each worked out when it is wanted.
#[derive(Debug)]
pub struct OddsAnswers<'a> {
    checks: &'a [OddsCheck],
    known: Vec<Option<Result<OddsAnswer, String>>>,
}

impl<'a> OddsAnswers<'a> {
    /// Of these questions nothing is known yet.
    pub fn new(checks: &'a [OddsCheck]) -> Self {
        Self { checks, known: vec![None; checks.len()] }
    }

    /// The answer to one of them, by its place.
    pub fn answer(&mut self, nth: usize, table: &dyn AnyTable) -> Result<OddsAnswer, String> {
        let Some(check) = self.checks.get(nth) else { return Err("there is no such question".into()) };
        if let Some(Some(known)) = self.known.get(nth) {
            return known.clone();
        }
        let alike: Vec<usize> =
            (nth..self.checks.len()).filter(|other| check.goes_with(&self.checks[*other])).collect();
        if alike.len() < 2 {
            return check.answer(table);
        }
        let asks: Result<Vec<OddsAsk>, String> =
            alike.iter().map(|nth| self.checks[*nth].as_asked(table)).collect();
        let told = asks.and_then(|asks| table.odds_together(&asks).map_err(|error| error.to_string()));
        for (at, other) in alike.into_iter().enumerate() {
            let own = told.as_ref().map(|told| told.get(at).map(OddsAnswer::of));
            self.known[other] = match own {
                Ok(answer) => answer.map(Ok),
                Err(failure) => Some(Err(failure.clone())),
            };
        }
        self.known[nth].clone().unwrap_or_else(|| Err("it was not answered".into()))
    }
}

impl OddsAnswer {
    /// Whether it is what the story says.
    pub(super) fn agrees(&self, check: &OddsCheck) -> Result<(), String> {
        if self.is == check.is {
            return Ok(());
        }
        Err(format!("the {} is {}, not {}", check.of_what(), self.is, check.is))
    }

    fn of(odds: &OddsTold) -> Self {
        let open = (odds.unresolved != boneyard_dice::Ratio::ZERO).then(|| odds.unresolved.to_string());
        Self {
            is: odds.chance.to_string(),
            decimal: format!("{:.6}", odds.chance.to_f64()),
            assumptions: odds.assumptions.clone(),
            open,
        }
    }
}

/// A script of more commands than this is a slip of the pen.
const LONGEST: usize = 1_000;

/// Not the path of a number: how often it takes until the outcome is true.
const TIMES: &str = "times";

impl OddsCheck {
    /// A chance or a mean.
    fn of_what(&self) -> &'static str {
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
        if let Some(path) = &self.mean {
            let mean = if path == TIMES { table.tries(&ask) } else { table.mean(&ask, path) };
            let mean = mean.map_err(|error| error.to_string())?;
            let (is, decimal) = (mean.to_string(), format!("{:.6}", mean.to_f64()));
            return Ok(OddsAnswer { is, decimal, assumptions: Vec::new(), open: None });
        }
        table.odds(&ask).map(|odds| OddsAnswer::of(&odds)).map_err(|error| error.to_string())
    }

    /// Whether another chance can be told from the same exploration: where somebody plays best for an outcome, or
    /// stops once it is there, each has its own.
    fn goes_with(&self, other: &Self) -> bool {
        let plain =
            |one: &Self| one.play.as_deref() == Some("instinct") && one.mean.is_none() && !one.as_soon;
        let same = self.r#do == other.r#do && self.seat == other.seat && self.times == other.times;
        let same = same && self.given == other.given;
        plain(self) && plain(other) && same
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
        let given = self.given.clone();
        Ok(OddsAsk { script, outcome, best, side: self.side, as_soon: self.as_soon, given })
    }
}
