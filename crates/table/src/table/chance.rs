//! Odds at a table: commands and outcomes as stories and clients write them, explored from a state. What may
//! take long is handed out as a task with all it needs, so that the table plays on meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boneyard_dice::{Natural, Ratio};
use serde_json::Value;

use super::given::given;
use super::reading::read_command;
use super::{OddsAsk, OddsTold, TableOf};
use crate::odds::{Effort, Explorer, OddsError, Play, Query};
use crate::sabotage::{Sabotage, sabotaged};
use crate::story::lookup;
use crate::{At, Cx, Flow, Playable, Refusal, Seat, Stop};

/// What came of the last roll: whoever may give the command sees that.
const LAST: &str = "last";

/// Odds still to be worked out, away from the table.
pub type OddsTask<T> = Box<dyn FnOnce() -> Result<T, OddsError> + Send>;

/// The odds of every value that a command may change, everybody going by instinct.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuesTold {
    /// Each value by its path, in order.
    pub values: Vec<ValueOdds>,
    /// The share that was left open.
    pub unresolved: Ratio,
    /// What was taken for granted, in words.
    pub assumptions: Vec<String>,
    /// How often the rules were run.
    pub runs: u64,
}

/// What may come of one value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueOdds {
    /// Its path, as stories write it.
    pub path: String,
    /// What it is now.
    pub now: String,
    /// What it may be then, each with its chance, the likeliest first.
    pub outcomes: Vec<(String, Ratio)>,
}

impl<G: Playable> TableOf<G> {
    /// The state from which odds are told to a seat: all of it to the game master, to others as they know it.
    pub(super) fn odds_state(&self, seat: Seat, commands: &[(Seat, Value)]) -> Result<G::State, OddsError> {
        if seat.is_gm() {
            return Ok(self.state.clone());
        }
        for (by, command) in commands {
            if *by != seat {
                let sentence = "Odds are told of what one could do oneself.";
                return Err(OddsError::Refused(Refusal::by_table("not-yours", sentence)));
            }
            self.given(seat, command.clone()).map_err(OddsError::Refused)?;
        }
        G::known(self.at(), seat).ok_or(OddsError::Untold)
    }

    pub(super) fn odds_task_for(
        &self,
        seat: Seat,
        ask: OddsAsk,
        most_runs: u64,
    ) -> Result<OddsTask<OddsTold>, OddsError> {
        let (state, book) = (self.odds_state(seat, &ask.script)?, Arc::clone(&self.book));
        let sabotage = self.sabotage.clone().filter(|_| seat.is_gm());
        Ok(Box::new(move || {
            let effort = Effort { most_runs, ..Effort::default() };
            odds_at::<G>(At { state: &state, book: &*book }, &ask, sabotage.as_deref(), effort)
        }))
    }

    pub(super) fn values_task_for(
        &self,
        seat: Seat,
        command: Value,
        most_runs: u64,
    ) -> Result<OddsTask<ValuesTold>, OddsError> {
        let script = [(seat, command)];
        let (state, book) = (self.odds_state(seat, &script)?, Arc::clone(&self.book));
        let [(_, command)] = script;
        Ok(Box::new(move || {
            let effort = Effort { most_runs, ..Effort::default() };
            values_at::<G>(At { state: &state, book: &*book }, seat, &command, effort)
        }))
    }
}

/// The exact odds of what is asked, beginning where `start` says.
pub(super) fn odds_at<G: Playable>(
    start: At<'_, G>,
    ask: &OddsAsk,
    sabotage: Option<&Sabotage>,
    mut effort: Effort,
) -> Result<OddsTold, OddsError> {
    let script = scripted::<G>(start, ask, sabotage)?;
    let outcome = |at: At<'_, G>| holds(at, ask);
    let worth = |outcome: &bool| smallvec::smallvec![i64::from(*outcome)];
    let play = if ask.best { Play::Best { side: ask.side, worth: &worth } } else { Play::Instinct };
    let query = Query { start, script: &script, outcome: &outcome, play };
    // Broken rules may branch without end where sound ones do not.
    if sabotage.is_some_and(Sabotage::breaks) {
        effort.most_runs /= 10;
    }
    let odds = Explorer::new(query, effort).odds()?;
    let unresolved = Ratio::new(odds.unresolved.clone(), odds.total.clone()).unwrap_or(Ratio::ZERO);
    Ok(OddsTold {
        chance: odds.chance(|outcome| *outcome),
        unresolved,
        assumptions: odds.assumptions.iter().map(ToString::to_string).collect(),
        runs: odds.runs,
    })
}

/// The exact odds of each of these outcomes after the commands of the first, everybody going by instinct.
pub(super) fn odds_together_at<G: Playable>(
    start: At<'_, G>,
    asks: &[OddsAsk],
    sabotage: Option<&Sabotage>,
    mut effort: Effort,
) -> Result<Vec<OddsTold>, OddsError> {
    let Some(first) = asks.first() else { return Ok(Vec::new()) };
    let script = scripted::<G>(start, first, sabotage)?;
    let outcome = |at: At<'_, G>| {
        let wanted = |head: &str| asks.iter().any(|ask| looks_at(ask, head));
        let published = G::publish_of(at, &wanted);
        asks.iter().map(|ask| passes(&published, ask)).collect::<Vec<bool>>()
    };
    let query = Query { start, script: &script, outcome: &outcome, play: Play::Instinct };
    if sabotage.is_some_and(Sabotage::breaks) {
        effort.most_runs /= 10;
    }
    let odds = Explorer::new(query, effort).odds()?;
    let unresolved = Ratio::new(odds.unresolved.clone(), odds.total.clone()).unwrap_or(Ratio::ZERO);
    let told = |nth: usize| OddsTold {
        chance: odds.chance(|passed| passed.get(nth) == Some(&true)),
        unresolved: unresolved.clone(),
        assumptions: odds.assumptions.iter().map(ToString::to_string).collect(),
        runs: odds.runs,
    };
    Ok((0..asks.len()).map(told).collect())
}

/// The exact mean of a published number after what is asked about, everybody going by instinct.
pub(super) fn mean_at<G: Playable>(
    start: At<'_, G>,
    ask: &OddsAsk,
    path: &str,
    sabotage: Option<&Sabotage>,
) -> Result<Ratio, OddsError> {
    let script = scripted::<G>(start, ask, sabotage)?;
    let number =
        |at: At<'_, G>| lookup(&G::publish_of(at, &|head| starts(path, head)), path).and_then(Value::as_u64);
    if number(start).is_none() {
        let sentence = format!("{path} is no whole number that could have a mean.");
        return Err(OddsError::Refused(Refusal::by_table("no-number", sentence)));
    }
    let query = Query { start, script: &script, outcome: &number, play: Play::Instinct };
    let odds = Explorer::new(query, Effort::default()).odds()?;
    let parts = odds.outcomes.iter().map(|(number, weight)| weight * &Natural::from(number.unwrap_or(0)));
    Ok(Ratio::new(parts.sum(), odds.total.clone()).unwrap_or(Ratio::ZERO))
}

pub(super) fn holds<G: Playable>(at: At<'_, G>, ask: &OddsAsk) -> bool {
    passes(&G::publish_of(at, &|head| looks_at(ask, head)), ask)
}

fn looks_at(ask: &OddsAsk, head: &str) -> bool {
    ask.outcome.iter().any(|(path, _)| starts(path, head))
}

/// Whether a path starts with this head.
fn starts(path: &str, head: &str) -> bool {
    path.split('.').next() == Some(head)
}

fn passes(published: &Value, ask: &OddsAsk) -> bool {
    ask.outcome.iter().all(|(path, expected)| expected.holds(published, path).is_ok())
}

/// The commands of a question, one after the other, as rules to explore.
pub(super) fn scripted<'a, G: Playable>(
    start: At<'_, G>,
    ask: &'a OddsAsk,
    sabotage: Option<&'a Sabotage>,
) -> Result<impl Fn(&mut Cx<'_, G>) -> Flow + use<'a, G>, OddsError> {
    // The first command means the same in every run; later ones may name what came up on the way.
    let first = ask.script.first().map(|(_, command)| read_command(start, command.clone()));
    let first = first.transpose().map_err(OddsError::Refused)?;
    let script = move |cx: &mut Cx<'_, G>| {
        for (nth, (seat, command)) in ask.script.iter().enumerate() {
            if ask.as_soon && nth > 0 && holds(cx.at(), ask) {
                break;
            }
            let command = match (nth, &first) {
                (0, Some(first)) => first.clone(),
                _ => read_command(cx.at(), command.clone()).map_err(Stop::from)?,
            };
            // The same state later in the script is another place.
            cx.within(nth, |cx| G::resolve(cx, *seat, command))?;
        }
        Ok(())
    };
    let script = move |cx: &mut Cx<'_, G>| given(&ask.given, cx, &script);
    Ok(move |cx: &mut Cx<'_, G>| sabotaged(sabotage, cx, &script))
}

/// The odds of every published value that a command may change, as far as a seat may read it.
fn values_at<G: Playable>(
    start: At<'_, G>,
    seat: Seat,
    command: &Value,
    effort: Effort,
) -> Result<ValuesTold, OddsError> {
    let command = read_command(start, command.clone()).map_err(OddsError::Refused)?;
    let open = G::creatures(start, seat).into_iter().filter(|(who, _)| G::opens(start, *who, seat));
    let open: BTreeSet<String> = open.map(|(_, name)| name).chain([LAST.to_owned()]).collect();
    let tells = |head: &str| seat.is_gm() || open.contains(head);
    let now = leaves(&G::publish(start), &tells);
    let script = |cx: &mut Cx<'_, G>| G::resolve(cx, seat, command.clone());
    let outcome = |at: At<'_, G>| {
        let then = leaves(&G::publish(at), &tells);
        then.into_iter().filter(|(path, value)| now.get(path) != Some(value)).collect::<Vec<_>>()
    };
    let query = Query { start, script: &script, outcome: &outcome, play: Play::Instinct };
    let odds = Explorer::new(query, effort).odds()?;
    let changed: BTreeSet<&String> =
        odds.outcomes.iter().flat_map(|(changes, _)| changes.iter().map(|(path, _)| path)).collect();
    let of_path = |path: &String| {
        let before = now.get(path).cloned().unwrap_or_else(|| "nothing".to_owned());
        let mut weights: BTreeMap<&str, Natural> = BTreeMap::new();
        for (changes, weight) in &odds.outcomes {
            let then =
                changes.iter().find(|(changed, _)| changed == path).map_or(&before, |(_, value)| value);
            let sum = weights.remove(then.as_str()).into_iter().chain([weight.clone()]);
            weights.insert(then, sum.sum());
        }
        let share = |(value, weight): (&str, Natural)| {
            (value.to_owned(), Ratio::new(weight, odds.total.clone()).unwrap_or(Ratio::ZERO))
        };
        let mut outcomes: Vec<(String, Ratio)> = weights.into_iter().map(share).collect();
        outcomes.sort_by(|one, other| other.1.cmp(&one.1));
        ValueOdds { path: path.clone(), now: before, outcomes }
    };
    Ok(ValuesTold {
        values: changed.into_iter().map(of_path).collect(),
        unresolved: Ratio::new(odds.unresolved.clone(), odds.total.clone()).unwrap_or(Ratio::ZERO),
        assumptions: odds.assumptions.iter().map(ToString::to_string).collect(),
        runs: odds.runs,
    })
}

/// Every value of a published tree by its path, of those whose heads may be told.
fn leaves(published: &Value, tells: &dyn Fn(&str) -> bool) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    if let Value::Object(fields) = published {
        for (name, value) in fields.iter().filter(|(name, _)| tells(name)) {
            add_leaves(value, name.clone(), &mut all);
        }
    }
    all
}

fn add_leaves(value: &Value, path: String, all: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                add_leaves(value, format!("{path}.{name}"), all);
            }
        }
        Value::String(text) => drop(all.insert(path, text.clone())),
        other => drop(all.insert(path, other.to_string())),
    }
}
