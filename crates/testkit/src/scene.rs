//! One command where it stands, and its odds found in three ways: with marks, without them, and by counting every face.

use std::collections::BTreeSet;

use boneyard_dice::{Natural, Ratio};
use boneyard_table::odds::{Effort, Explorer, OddsError, Play, Query};
use boneyard_table::{At, By, Cx, Flow, Playable, RuleId, Seat};

use crate::ends::{Ends, Shares};
use crate::enumerate::{counted_so_far, enumerated};

/// Ways that are counted one by one: four dice of six sides.
pub(crate) const WAYS: u32 = 1_296;
/// Runs of the rules for one comparison: enough for small scenes, which nearly every command has.
const MARKED: Effort = Effort { marks: true, audit: true, most_runs: 1_500, rounds: 4 };
const PLAIN: Effort = Effort { marks: false, audit: false, ..MARKED };
/// Where dice are thrown until they fall otherwise, counting is given up somewhere: so many ways are counted, and of
/// those so much may be left open.
const WAYS_AT_THE_MOST: u32 = 3_000;
const OPEN: (u64, u64) = (1, 20);

/// One command where it stands.
pub(crate) struct Scene<'a, G: Playable> {
    start: At<'a, G>,
    command: G::Command,
    ends: Ends<'a, G>,
    side: u8,
}

/// What two ways to find odds agree on, or what they do not.
pub(crate) type Compared<T> = Result<T, String>;

impl<'a, G: Playable + 'static> Scene<'a, G> {
    pub(crate) fn new(start: At<'a, G>, command: G::Command) -> Self {
        let side = match G::address(&command).by {
            By::Actor(who) => G::side(start.state, who),
            _ => 0,
        };
        Self { start, command, ends: Ends::new(start, side), side }
    }

    /// The rules whose marks forget nothing here; none where it is too large. At their best somebody may come to marks
    /// that instinct does not lead to.
    pub(crate) fn agreed(&self, wanted: &[RuleId]) -> Compared<BTreeSet<RuleId>> {
        let mut agreed = self.agrees(false)?;
        if wanted.iter().any(|mark| !agreed.contains(mark)) {
            agreed.extend(self.agrees(true)?);
        }
        Ok(agreed)
    }

    fn agrees(&self, best: bool) -> Compared<BTreeSet<RuleId>> {
        let Some((with, marks)) = self.explored(MARKED, best)? else { return Ok(BTreeSet::new()) };
        if marks.is_empty() {
            return Ok(marks);
        }
        let agrees = match self.explored(PLAIN, best)? {
            Some((without, _)) if self.ends.same(&with, &without) => with.len() > 1,
            Some(_) => return Err(format!("marks forget something, at one's best: {best}")),
            None => !best && self.agrees_so_far(&with)?,
        };
        Ok(if agrees { marks } else { BTreeSet::new() })
    }

    /// Whether every end has at least the share that counting finds before it is given up, which must leave little
    /// open. What all ends have beyond that adds up to what is open, so none can have much more either.
    fn agrees_so_far(&self, with: &Shares) -> Compared<bool> {
        let number = |at: At<'_, G>| self.ends.number(at);
        let most = Ratio::new(OPEN.0.into(), OPEN.1.into()).expect("a share");
        for dice in 1.. {
            let script = |cx: &mut Cx<'_, G>| self.carry_out(cx);
            let Some(counted) = counted_so_far(self.start, script, number, dice, WAYS_AT_THE_MOST) else {
                break;
            };
            if counted.open > most {
                continue;
            }
            let short =
                counted.shares.iter().any(|(end, least)| with.get(end).unwrap_or(&Ratio::ZERO) < least);
            return if short {
                Err("an end is rarer than counting finds".into())
            } else {
                Ok(with.len() > 1)
            };
        }
        Ok(false)
    }

    /// Whether something hangs on the dice and was compared: what is left behind with marks is what is left behind
    /// without them and what counting every face finds, as far as either is small enough.
    pub(crate) fn holds(&self) -> Compared<bool> {
        let agreed = !self.agrees(false)?.is_empty();
        Ok(self.is_counted()? || agreed)
    }

    /// Whether it was small enough to be counted, and something hangs on the dice.
    pub(crate) fn is_counted(&self) -> Compared<bool> {
        let number = |at: At<'_, G>| self.ends.number(at);
        let Some(counted) = enumerated(self.start, |cx| self.carry_out(cx), number, WAYS) else {
            return Ok(false);
        };
        match self.explored(MARKED, false)? {
            Some((found, _)) if self.ends.same(&found, &counted) => Ok(counted.len() > 1),
            Some(_) => Err("counting finds other odds".into()),
            None => Ok(false),
        }
    }

    fn carry_out(&self, cx: &mut Cx<'_, G>) -> Flow {
        G::resolve(cx, Seat::GM, self.command.clone())
    }

    /// The odds, and the rules that marked; nothing where it is too large, or never settled.
    fn explored(&self, effort: Effort, best: bool) -> Compared<Option<(Shares, BTreeSet<RuleId>)>> {
        let worth = |end: &usize| self.ends.worth(*end);
        let outcome = |at: At<'_, G>| self.ends.number(at);
        let script = |cx: &mut Cx<'_, G>| self.carry_out(cx);
        let play = if best { Play::Best { side: self.side, worth: &worth } } else { Play::Instinct };
        let query = Query { start: self.start, script: &script, outcome: &outcome, play };
        let mut explorer = Explorer::new(query, effort);
        match explorer.odds() {
            Ok(odds) if odds.unresolved.is_zero() => {
                let share = |weight: &Natural| Ratio::new(weight.clone(), odds.total.clone());
                let shares = odds.outcomes.iter().filter_map(|(end, weight)| Some((*end, share(weight)?)));
                Ok(Some((shares.collect(), explorer.marks())))
            }
            Ok(_) | Err(OddsError::TooLarge { .. } | OddsError::Refused(_)) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}
