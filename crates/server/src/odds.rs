//! Odds as cards: of a roll in notation, and of a command at a table. Working them out may take a while, so
//! whoever asks does it away from the table; how much may be asked is limited here.

use boneyard_dice::{Dist, Expression, Limits, Ratio};
use boneyard_table::odds::OddsError;
use boneyard_table::table::{
    Advice, AnyTable, Bounds, Chance, Choice, Forecast, Loss, OddsAsk, OddsTold, ValueOdds, ValuesTold,
};
use boneyard_table::view::{Found, Odds, Outcome, Tone};
use boneyard_table::{Refusal, Seat};

use crate::protocol::{ChoiceCard, LossCard, NotationOdds, OddsCard, OddsOf, OddsRow, ValueCard};

/// A chart of more totals helps nobody.
const MOST_ROWS: usize = 2_000;
/// How often the rules are run for one question at the most.
const MOST_RUNS: u64 = 100_000;
/// What may be asked for at once.
const MOST_WANTED: usize = 20;

/// Odds still to be worked out.
pub(crate) type Task = Box<dyn FnOnce() -> Result<OddsCard, NoOdds> + Send>;

/// Why there are no odds.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum NoOdds {
    /// What is asked about is not allowed.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// They cannot be told, or not in time.
    #[error("{0}")]
    Failed(String),
}

impl From<OddsError> for NoOdds {
    fn from(error: OddsError) -> Self {
        match error {
            OddsError::Refused(refusal) => Self::Refused(refusal),
            OddsError::TooLarge { .. } | OddsError::TooLong { .. } => {
                Self::Failed("Too much can happen there for exact odds. Ask about a smaller step.".into())
            }
            other => Self::Failed(format!("{other}.")),
        }
    }
}

/// What has to be worked out for a seat that asks, with all it needs of the table.
pub(crate) fn task(table: &dyn AnyTable, seat: Seat, of: OddsOf) -> Result<Task, NoOdds> {
    match of {
        OddsOf::Roll { notation } => Ok(Box::new(move || {
            of_notation(&notation, Reach::Seated).map(OddsCard::Roll).map_err(NoOdds::Failed)
        })),
        OddsOf::Command { command, want, best } if !want.is_empty() => {
            if want.len() > MOST_WANTED {
                let sentence = format!("At most {MOST_WANTED} values are asked for at once.");
                return Err(Refusal::by_table("too-many", sentence).into());
            }
            let mut outcome = Vec::new();
            for (path, value) in want {
                let expected = serde_json::from_value(value).map_err(|error| {
                    Refusal::by_table("unreadable", format!("That says nothing about {path}: {error}."))
                })?;
                outcome.push((path, expected));
            }
            let side = 0;
            let ask = OddsAsk {
                script: vec![(seat, command)],
                outcome,
                best,
                side,
                as_soon: false,
                given: Vec::new(),
            };
            let task = table.odds_task(seat, ask, MOST_RUNS)?;
            Ok(Box::new(move || Ok(OddsCard::Wanted { odds: wanted(&task()?) })))
        }
        OddsOf::Action { command, instinct } => {
            let task = table.forecast_task(seat, command, !instinct, Bounds::default())?;
            Ok(Box::new(move || Ok(action(&task()?))))
        }
        OddsOf::Prompt { prompt } => {
            let prompt = prompt.parse().map_err(|error: String| Refusal::by_table("unreadable", error))?;
            let task = table.advice_task(seat, prompt, Bounds::default())?;
            Ok(Box::new(move || Ok(advice(task()?))))
        }
        OddsOf::Command { command, .. } => {
            let task = table.values_task(seat, command, MOST_RUNS)?;
            Ok(Box::new(move || Ok(values(task()?))))
        }
    }
}

/// How much may be asked about a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// By anybody.
    Anybody,
    /// By somebody who has a seat here.
    Seated,
}

impl Reach {
    /// The bounds of what is read and worked out: so many dice with so many sides that whatever is done with
    /// them fits into memory, and so many steps that nobody waits long.
    fn limits(self) -> Limits {
        match self {
            Self::Anybody => Limits {
                text: 100,
                parts: 40,
                dice: 40,
                sides: 100,
                repeats: 10,
                outcomes: MOST_ROWS,
                work: 1_000_000,
                ..Limits::DEFAULT
            },
            Self::Seated => Limits {
                text: 200,
                parts: 80,
                dice: 200,
                sides: 1_000,
                repeats: 100,
                outcomes: 20_000,
                work: 20_000_000,
                ..Limits::DEFAULT
            },
        }
    }
}

/// The odds of a roll as people type it.
pub(crate) fn of_notation(roll: &str, reach: Reach) -> Result<NotationOdds, String> {
    let more = match reach {
        Reach::Anybody => " At a table more can be asked.",
        Reach::Seated => "",
    };
    let limits = reach.limits();
    let read = Expression::parse_with(roll, &[], &limits);
    let expression = read.map_err(|error| format!("{error}{more}\n{}", error.pointer()))?;
    let dist = expression.odds_within(&limits).map_err(|error| format!("{error}{more}"))?;
    if dist.len() > MOST_ROWS {
        return Err(format!("That roll has {} totals; odds are listed for up to {MOST_ROWS}.", dist.len()));
    }
    Ok(NotationOdds {
        roll: expression.to_string(),
        meaning: expression.meaning(),
        mean: dist.mean().to_string(),
        rows: dist.outcomes().iter().map(|total| row(&dist, *total)).collect(),
    })
}

fn row(dist: &Dist<i64>, total: i64) -> OddsRow {
    let chance = dist.chance(&total);
    OddsRow {
        total,
        share: share(&chance),
        or_more: share(&dist.at_least(total)),
        chance: chance.to_string(),
    }
}

fn wanted(told: &OddsTold) -> Odds {
    let so = Outcome::new("So", share(&told.chance), Tone::Good).exactly(told.chance.to_string());
    let rest = 10_000u32.saturating_sub(share(&told.chance)).saturating_sub(share(&told.unresolved));
    Odds {
        outcomes: vec![so, Outcome::new("Otherwise", rest, Tone::Neutral)],
        found: found(&told.unresolved),
        best: None,
        assumes: told.assumptions.iter().map(|words| words.clone().into()).collect(),
    }
}

fn action(told: &Forecast) -> OddsCard {
    let loss = |loss: &Loss| LossCard {
        name: loss.name.clone(),
        pool: loss.pool.to_owned(),
        hundredths: (loss.mean.to_f64() * 100.0).round() as i32,
    };
    OddsCard::Action { odds: forecast(told), losses: told.losses.iter().map(loss).collect() }
}

fn forecast(told: &Forecast) -> Odds {
    let outcome = |one: &Chance| {
        let outcome = Outcome::new(one.words.clone(), share(&one.chance), one.tone);
        match told.found {
            Found::Simulated { .. } => outcome,
            Found::Exact | Found::Cut { .. } => outcome.exactly(one.chance.to_string()),
        }
    };
    Odds {
        outcomes: told.outcomes.iter().map(outcome).collect(),
        found: told.found,
        best: None,
        assumes: told.assumptions.iter().map(|words| words.clone().into()).collect(),
    }
}

fn advice(told: Advice) -> OddsCard {
    let choice = |choice: Choice| ChoiceCard {
        odds: Odds { assumes: Vec::new(), ..forecast(&choice.forecast) },
        say: choice.say,
        words: choice.words,
    };
    OddsCard::Advice {
        best: told.best,
        choices: told.choices.into_iter().map(choice).collect(),
        assumes: told.assumptions,
    }
}

fn values(told: ValuesTold) -> OddsCard {
    let outcome = |(value, chance): (String, Ratio)| {
        Outcome::new(value, share(&chance), Tone::Neutral).exactly(chance.to_string())
    };
    let card = |value: ValueOdds| ValueCard {
        path: value.path,
        now: value.now,
        outcomes: value.outcomes.into_iter().map(outcome).collect(),
    };
    OddsCard::Values {
        found: found(&told.unresolved),
        values: told.values.into_iter().map(card).collect(),
        assumes: told.assumptions,
    }
}

fn found(unresolved: &Ratio) -> Found {
    match share(unresolved) {
        0 => Found::Exact,
        rest => Found::Cut { rest },
    }
}

/// In ten-thousandths, rounded.
fn share(chance: &Ratio) -> u32 {
    (chance.to_f64() * 10_000.0).round() as u32
}
