//! What may come of it: legality, instinct and odds.

use super::chance::{OddsTask, ValuesTold, mean_at, odds_at, odds_together_at};
use super::tries::tries_at;
use super::{Advice, Bounds, Forecast, OddsAsk, OddsTold, TableOf};
use crate::live::PromptId;
use crate::odds::{Effort, OddsError};
use crate::{Playable, Refusal, Seat, Who};
use boneyard_dice::Ratio;
use serde_json::Value;

/// What may come of it: legality, instinct and odds.
pub trait Oracle {
    /// Whether a command would be refused. A filled offer is checked by this.
    fn probe(&self, seat: Seat, command: Value) -> Result<(), Refusal>;
    /// What a creature would do next by instinct.
    fn instinct(&self, who: Who) -> Option<Value>;
    /// What heroes whom nobody leads would do next; `chance` is a number to choose by.
    fn purpose(&self, chance: u64) -> Option<Value>;
    /// Exact odds of what is really there. For the game master's eyes.
    fn odds(&self, ask: &OddsAsk) -> Result<OddsTold, OddsError>;
    /// The exact odds of several outcomes of the commands of the first question, everybody going by instinct: the
    /// rules are explored once for all of them.
    fn odds_together(&self, asks: &[OddsAsk]) -> Result<Vec<OddsTold>, OddsError>;
    /// The exact mean of a published number after the same commands, everybody going by instinct.
    fn mean(&self, ask: &OddsAsk, path: &str) -> Result<Ratio, OddsError>;
    /// How often the commands are given on average until the outcome is true, everybody going by instinct.
    fn tries(&self, ask: &OddsAsk) -> Result<Ratio, OddsError>;
    /// Exact odds as a seat may know them: of commands it may give, at the table as it knows it. Whether
    /// something hidden would change them, nothing tells.
    fn odds_for(&self, seat: Seat, ask: &OddsAsk) -> Result<OddsTold, OddsError>;
    /// The same as a task that can be done elsewhere while the table plays on, within so many runs.
    fn odds_task(&self, seat: Seat, ask: OddsAsk, most_runs: u64) -> Result<OddsTask<OddsTold>, OddsError>;
    /// The odds of every value that a command may change, as a seat may know them, as such a task.
    fn values_task(
        &self,
        seat: Seat,
        command: Value,
        most_runs: u64,
    ) -> Result<OddsTask<ValuesTold>, OddsError>;
    /// What may come of a command in the words of its game, as a seat may know it, as such a task.
    fn forecast_task(
        &self,
        seat: Seat,
        command: Value,
        best: bool,
        bounds: Bounds,
    ) -> Result<OddsTask<Forecast>, OddsError>;
    /// What to answer to a question that is put to a seat, as it may know it, as such a task.
    fn advice_task(
        &self,
        seat: Seat,
        prompt: PromptId,
        bounds: Bounds,
    ) -> Result<OddsTask<Advice>, OddsError>;
}

impl<G: Playable> Oracle for TableOf<G> {
    fn probe(&self, seat: Seat, command: Value) -> Result<(), Refusal> {
        let said = command.to_string();
        let tried = self.readied(seat, command).and_then(|(command, _)| {
            let wrote = G::writes(self.at(), &command)?;
            if !wrote.is_empty() {
                self.must_be_writable(seat, &wrote)?;
            }
            crate::probe::<G>(self.at(), seat, command)
        });
        tried.map_err(|refusal| self.hushed(seat, refusal, &said))
    }

    fn purpose(&self, chance: u64) -> Option<Value> {
        G::purpose(self.at(), chance).and_then(|command| serde_json::to_value(command).ok())
    }

    fn instinct(&self, who: Who) -> Option<Value> {
        G::instinct(self.at(), who).and_then(|command| serde_json::to_value(command).ok())
    }

    fn odds(&self, ask: &OddsAsk) -> Result<OddsTold, OddsError> {
        odds_at::<G>(self.at(), ask, self.sabotage.as_deref(), Effort::default())
    }

    fn odds_together(&self, asks: &[OddsAsk]) -> Result<Vec<OddsTold>, OddsError> {
        odds_together_at::<G>(self.at(), asks, self.sabotage.as_deref(), Effort::default())
    }

    fn mean(&self, ask: &OddsAsk, path: &str) -> Result<Ratio, OddsError> {
        mean_at::<G>(self.at(), ask, path, self.sabotage.as_deref())
    }

    fn tries(&self, ask: &OddsAsk) -> Result<Ratio, OddsError> {
        tries_at::<G>(self.at(), ask, self.sabotage.as_deref())
    }

    fn odds_for(&self, seat: Seat, ask: &OddsAsk) -> Result<OddsTold, OddsError> {
        self.odds_task_for(seat, ask.clone(), Effort::default().most_runs)?()
    }

    fn odds_task(&self, seat: Seat, ask: OddsAsk, most_runs: u64) -> Result<OddsTask<OddsTold>, OddsError> {
        self.odds_task_for(seat, ask, most_runs)
    }

    fn values_task(
        &self,
        seat: Seat,
        command: Value,
        most_runs: u64,
    ) -> Result<OddsTask<ValuesTold>, OddsError> {
        self.values_task_for(seat, command, most_runs)
    }

    fn forecast_task(
        &self,
        seat: Seat,
        command: Value,
        best: bool,
        bounds: Bounds,
    ) -> Result<OddsTask<Forecast>, OddsError> {
        self.forecast_task_for(seat, command, best, bounds)
    }

    fn advice_task(
        &self,
        seat: Seat,
        prompt: PromptId,
        bounds: Bounds,
    ) -> Result<OddsTask<Advice>, OddsError> {
        self.advice_task_for(seat, prompt, bounds)
    }
}
