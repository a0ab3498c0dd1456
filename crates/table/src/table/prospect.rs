//! What may come of an action, told in the words of its game: exactly where that can be worked out, by playing it many
//! times where it cannot. Tasks hold all they need, so that the table plays on meanwhile.

use std::collections::BTreeMap;
use std::sync::Arc;

use boneyard_dice::{Natural, Ratio};
use serde_json::Value;

use super::TableOf;
use super::chance::OddsTask;
use super::reading::read_command;
use crate::odds::{Effort, Explorer, Odds, OddsError, Play, Query, Worth};
use crate::upshot::Upshot;
use crate::view::{Found, Tone};
use crate::{At, By, Cx, Ended, Flow, Game, Party, Playable, Refusal, Seat, Sim, counted};

/// How much may be done for one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Runs of the rules for exact odds, at the most.
    pub runs: u64,
    /// Steps (rolls, questions, marks, facts) the rules may take in these runs; playing it out may take more of them.
    pub steps: u64,
    /// How often it is played, at the most, where that is not enough.
    pub plays: u32,
}

/// It is played so often even if that takes more steps than are granted.
const FEWEST_PLAYS: u32 = 50;
/// Playing goes by so much faster, step by step, than weighing everything that may happen.
const LIGHTER: u64 = 8;

impl Default for Bounds {
    fn default() -> Self {
        Self { runs: 30_000, steps: 150_000, plays: 4_000 }
    }
}

/// What may come of an action.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// Each upshot with its chance, the best first.
    pub outcomes: Vec<Chance>,
    /// What is lost on average; what is gained is less than nothing.
    pub losses: Vec<Loss>,
    /// How the chances were found.
    pub found: Found,
    /// What was taken for granted, in words.
    pub assumptions: Vec<String>,
    /// How often the rules were run.
    pub runs: u64,
}

/// One upshot.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// In words.
    pub words: String,
    /// Whether it is welcome.
    pub tone: Tone,
    /// How likely it is.
    pub chance: Ratio,
}

/// What somebody loses on average.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// Who.
    pub name: String,
    /// Of what.
    pub pool: &'static str,
    /// How much.
    pub mean: Ratio,
}

/// The same dice for the same question: who asks twice is told the same.
const SEED: u64 = 0x0DD5;

impl<G: Playable> TableOf<G> {
    pub(super) fn prospect_task_for(
        &self,
        seat: Seat,
        command: Value,
        best: bool,
        bounds: Bounds,
    ) -> Result<OddsTask<Prospect>, OddsError> {
        let script = [(seat, command)];
        let mut state = self.odds_state(seat, &script)?;
        let [(_, command)] = script;
        G::forget(&mut state);
        let at = At::<G> { state: &state, book: &*self.book };
        let command = read_command(at, command).map_err(OddsError::Refused)?;
        let side = match G::address(&command).by {
            By::Actor(who) => side_of::<G>(&state, who.into()),
            By::Gm | By::Anyone => side_of::<G>(&state, seat.into()),
        };
        let (book, unknown) = (Arc::clone(&self.book), self.unknown_to(seat));
        Ok(Box::new(move || {
            let start = At { state: &state, book: &*book };
            let script = |cx: &mut Cx<'_, G>| G::resolve(cx, seat, command.clone());
            let looks = Looks { start, seat, side };
            let mut told = looks.prospect(&script, best, bounds)?;
            told.assumptions.extend(unknown);
            Ok(told)
        }))
    }

    /// Creatures of which a seat does not know the numbers, as something taken for granted.
    pub(super) fn unknown_to(&self, seat: Seat) -> Option<String> {
        let strangers =
            G::creatures(self.at(), seat).into_iter().filter(|(who, _)| !G::opens(self.at(), *who, seat));
        let names: Vec<String> = strangers.map(|(_, name)| name).collect();
        (!names.is_empty())
            .then(|| format!("What you do not know of {} is taken as middling", names.join(", ")))
    }
}

/// The side that somebody plays for.
pub(super) fn side_of<G: Game>(state: &G::State, party: Party) -> u8 {
    match party {
        Party::Creature(who) => G::side(state, who),
        Party::Seat(seat) => u8::from(seat.is_gm()),
    }
}

/// From where, for whom and for which side something is looked at.
pub(super) struct Looks<'a, G: Game> {
    pub(super) start: At<'a, G>,
    pub(super) seat: Seat,
    pub(super) side: u8,
}

impl<G: Playable> Looks<'_, G> {
    fn prospect(
        &self,
        script: &dyn Fn(&mut Cx<'_, G>) -> Flow,
        best: bool,
        bounds: Bounds,
    ) -> Result<Prospect, OddsError> {
        let exact = self.explored(script, best, bounds, |explorer| explorer.odds());
        match exact {
            Ok(odds) => Ok(self.told(&odds, best)),
            Err(OddsError::TooLarge { .. } | OddsError::TooLong { .. } | OddsError::Forgotten { .. }) => {
                self.played(script, bounds)
            }
            Err(error) => Err(error),
        }
    }

    /// Asks something of an exploration of these rules.
    pub(super) fn explored<T>(
        &self,
        script: &dyn Fn(&mut Cx<'_, G>) -> Flow,
        best: bool,
        bounds: Bounds,
        ask: impl FnOnce(&mut Explorer<'_, G, Arc<Upshot>>) -> Result<T, OddsError>,
    ) -> Result<T, OddsError> {
        let outcome = |at: At<'_, G>| Arc::new(G::upshot(self.start, at, self.seat, self.side));
        let worth = |upshot: &Arc<Upshot>| -> Worth { upshot.worth.clone() };
        let play = if best { Play::Best { side: self.side, worth: &worth } } else { Play::Instinct };
        let query = Query { start: self.start, script, outcome: &outcome, play };
        let effort = Effort { most_runs: bounds.runs, ..Effort::default() };
        ask(&mut Explorer::new(query, effort).within(bounds.steps))
    }

    /// Exact odds in words.
    pub(super) fn told(&self, odds: &Odds<Arc<Upshot>>, best: bool) -> Prospect {
        let rest = Ratio::new(odds.unresolved.clone(), odds.total.clone()).unwrap_or(Ratio::ZERO);
        let found = match share(&rest) {
            0 if odds.unresolved.is_zero() => Found::Exact,
            rest => Found::Cut { rest: rest.max(1) },
        };
        let play = if best {
            "Everybody who may choose plays best, the game master included"
        } else {
            "Everybody goes by instinct"
        };
        let assumed = odds.assumptions.iter().map(ToString::to_string);
        let assumptions = std::iter::once(play.to_owned()).chain(assumed).collect();
        let weighed = odds.outcomes.iter().map(|(upshot, weight)| (&**upshot, weight.clone()));
        self.grouped(weighed, &odds.total, found, assumptions, odds.runs)
    }

    /// The same from playing it as often as is granted, everybody by instinct.
    pub(super) fn played(
        &self,
        script: &dyn Fn(&mut Cx<'_, G>) -> Flow,
        bounds: Bounds,
    ) -> Result<Prospect, OddsError> {
        let mut sim = Sim::new(SEED);
        let mut counts: BTreeMap<Upshot, u32> = BTreeMap::new();
        let (mut plays, mut steps) = (0, 0);
        let granted = bounds.steps.saturating_mul(LIGHTER);
        while plays < bounds.plays.max(1) && (plays < FEWEST_PLAYS || steps < granted) {
            let mut state = self.start.state.clone();
            let (ended, more) = counted(&mut state, self.start.book, &mut sim, script);
            plays += 1;
            steps += more;
            match ended {
                Ended::Refused(refusal) | Ended::RefusedLate(refusal) => {
                    return Err(OddsError::Refused(*refusal));
                }
                Ended::Stopped => {
                    let sentence = "What follows cannot be told from what is known here.";
                    return Err(OddsError::Refused(Refusal::by_table("unknown", sentence)));
                }
                Ended::Done => {}
            }
            let upshot =
                G::upshot(self.start, At { state: &state, book: self.start.book }, self.seat, self.side);
            *counts.entry(upshot).or_default() += 1;
        }
        let assumptions = vec!["Everybody goes by instinct, and judgement by what is proposed".to_owned()];
        let weighed = counts.iter().map(|(upshot, count)| (upshot, Natural::from(u64::from(*count))));
        let total = Natural::from(u64::from(plays));
        let found = Found::Simulated { err: 0 };
        let mut told = self.grouped(weighed, &total, found, assumptions, plays.into());
        let err = told.outcomes.iter().map(|one| error(&one.chance, plays)).max().unwrap_or(0);
        told.found = Found::Simulated { err };
        Ok(told)
    }

    fn grouped<'u>(
        &self,
        weighed: impl Iterator<Item = (&'u Upshot, Natural)>,
        total: &Natural,
        found: Found,
        assumptions: Vec<String>,
        runs: u64,
    ) -> Prospect {
        let mut groups: Vec<(&str, Tone, Natural)> = Vec::new();
        let mut lost: BTreeMap<(u16, &'static str), (Natural, Natural)> = BTreeMap::new();
        for (upshot, weight) in weighed {
            for one in &upshot.lost {
                let (lost, gained) = lost.entry((one.who.0, one.pool)).or_default();
                let amount = &weight * &Natural::from(u64::from(one.amount.unsigned_abs()));
                *(if one.amount < 0 { gained } else { lost }) += &amount;
            }
            match groups.iter_mut().find(|(words, ..)| *words == upshot.words) {
                Some((_, tone, known)) => {
                    *known += &weight;
                    // What is good in one case and bad in another is neither.
                    *tone = if *tone == upshot.tone { *tone } else { Tone::Neutral };
                }
                None => groups.push((&upshot.words, upshot.tone, weight)),
            }
        }
        let of = |weight: Natural| Ratio::new(weight, total.clone()).unwrap_or(Ratio::ZERO);
        // Worse upshots come first: told are the best first.
        let outcomes = groups.into_iter().rev();
        let outcomes = outcomes.map(|(words, tone, weight)| Chance {
            words: words.to_owned(),
            tone,
            chance: of(weight),
        });
        let names = G::creatures(self.start, self.seat);
        let losses = lost.into_iter().filter_map(|((who, pool), (lost, gained))| {
            let (_, name) = names.iter().find(|(known, _)| known.0 == who)?;
            let (negative, amount) = match lost.checked_sub(&gained) {
                Some(amount) => (false, amount),
                None => (true, gained.checked_sub(&lost)?),
            };
            let mean = Ratio::signed(negative, amount, total.clone())?;
            Some(Loss { name: name.clone(), pool, mean })
        });
        Prospect { outcomes: outcomes.collect(), losses: losses.collect(), found, assumptions, runs }
    }
}

/// A share in ten-thousandths, rounded.
fn share(chance: &Ratio) -> u32 {
    (chance.to_f64() * 10_000.0).round() as u32
}

/// How far a share found by so many plays may be off in 95 of 100 cases (Wilson's interval), in ten-thousandths.
fn error(chance: &Ratio, plays: u32) -> u32 {
    const SURE: f64 = 1.959_963_984_540_054;
    let (n, p) = (f64::from(plays.max(1)), chance.to_f64());
    let half = SURE / (1.0 + SURE * SURE / n) * (p * (1.0 - p) / n + SURE * SURE / (4.0 * n * n)).sqrt();
    (half * 10_000.0).ceil() as u32
}
