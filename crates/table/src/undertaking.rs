//! Long work: a project, a rest, a search. It needs time, successes and requirements; it can be paused and
//! goes on where it was, or be broken off and start over.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Work with a need and how far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Undertaking {
    /// Seconds it needs.
    need_time: u64,
    /// Successes it needs.
    need_successes: u16,
    /// What must be there or be done, each ticked once.
    requirements: Vec<Requirement>,
    time: u64,
    successes: u16,
    standing: Standing,
}

/// One thing that must be there or be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Requirement {
    /// Its number in the game.
    pub what: u16,
    /// Whether it is met.
    pub ticked: bool,
}

/// Whether the work goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It goes on.
    #[default]
    Running,
    /// It rests, and goes on where it was.
    Paused,
    /// It was given up; taken up again, it starts over.
    BrokenOff,
}

/// Why work cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndertakingError {
    /// It rests.
    #[error("The work is paused. Take it up again first.")]
    Paused,
    /// It was given up.
    #[error("The work was broken off. Taken up again, it starts over.")]
    BrokenOff,
    /// It is finished.
    #[error("The work is done.")]
    Done,
    /// Nothing of the kind is needed.
    #[error("The work does not need that.")]
    NotNeeded,
}

impl Undertaking {
    /// Work that needs so many seconds.
    pub fn taking(seconds: u64) -> Self {
        Undertaking {
            need_time: seconds,
            need_successes: 0,
            requirements: Vec::new(),
            time: 0,
            successes: 0,
            standing: Standing::Running,
        }
    }

    /// Needs so many successes too.
    #[must_use]
    pub fn successes(mut self, number: u16) -> Self {
        self.need_successes = number;
        self
    }

    /// Needs this to be there or be done too.
    #[must_use]
    pub fn requires(mut self, what: u16) -> Self {
        self.requirements.push(Requirement { what, ticked: false });
        self
    }

    /// Whether it goes on.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Seconds still needed.
    pub fn time_left(&self) -> u64 {
        self.need_time.saturating_sub(self.time)
    }

    /// Successes still needed.
    pub fn successes_left(&self) -> u16 {
        self.need_successes.saturating_sub(self.successes)
    }

    /// What is still to be met.
    pub fn open(&self) -> impl Iterator<Item = u16> {
        self.requirements.iter().filter(|need| !need.ticked).map(|need| need.what)
    }

    /// Whether nothing is needed any more. Nothing is granted before.
    pub fn is_done(&self) -> bool {
        self.standing != Standing::BrokenOff
            && self.time_left() == 0
            && self.successes_left() == 0
            && self.open().next().is_none()
    }

    /// Works on. Gives back the seconds that were not needed.
    pub fn work(&mut self, seconds: u64) -> Result<u64, UndertakingError> {
        self.may_go_on()?;
        let used = seconds.min(self.time_left());
        self.time += used;
        Ok(seconds - used)
    }

    /// Scores successes; more than are needed are not counted.
    pub fn score(&mut self, number: u16) -> Result<(), UndertakingError> {
        self.may_go_on()?;
        self.successes += number.min(self.successes_left());
        Ok(())
    }

    /// Loses successes.
    pub fn set_back(&mut self, number: u16) -> Result<(), UndertakingError> {
        self.may_go_on()?;
        self.successes = self.successes.saturating_sub(number);
        Ok(())
    }

    /// Meets a requirement.
    pub fn tick(&mut self, what: u16) -> Result<(), UndertakingError> {
        self.may_go_on()?;
        let open = self.requirements.iter_mut().find(|need| need.what == what && !need.ticked);
        open.ok_or(UndertakingError::NotNeeded)?.ticked = true;
        Ok(())
    }

    /// Rests, and goes on later where it was.
    pub fn pause(&mut self) -> Result<(), UndertakingError> {
        self.may_go_on()?;
        self.standing = Standing::Paused;
        Ok(())
    }

    /// Gives the work up: what was done is lost.
    pub fn break_off(&mut self) -> Result<(), UndertakingError> {
        if self.is_done() {
            return Err(UndertakingError::Done);
        }
        (self.time, self.successes, self.standing) = (0, 0, Standing::BrokenOff);
        self.requirements.iter_mut().for_each(|need| need.ticked = false);
        Ok(())
    }

    /// Takes the work up again.
    pub fn take_up(&mut self) {
        self.standing = Standing::Running;
    }

    fn may_go_on(&self) -> Result<(), UndertakingError> {
        match self.standing {
            Standing::Paused => Err(UndertakingError::Paused),
            Standing::BrokenOff => Err(UndertakingError::BrokenOff),
            Standing::Running if self.is_done() => Err(UndertakingError::Done),
            Standing::Running => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600;
    const FORGE: u16 = 1;

    #[test]
    fn a_rest_paused_by_noise_needs_only_the_remaining_time() {
        let mut rest = Undertaking::taking(8 * HOUR);
        rest.work(5 * HOUR).expect("it goes on");
        rest.pause().expect("it goes on");
        assert_eq!(rest.work(HOUR), Err(UndertakingError::Paused));
        rest.take_up();
        assert_eq!(rest.work(4 * HOUR), Ok(HOUR));
        assert!(rest.is_done());
    }

    #[test]
    fn a_rest_broken_off_starts_over_and_grants_nothing() {
        let mut rest = Undertaking::taking(8 * HOUR);
        rest.work(7 * HOUR).expect("it goes on");
        rest.break_off().expect("not done");
        assert!(!rest.is_done());
        rest.take_up();
        assert_eq!(rest.time_left(), 8 * HOUR);
    }

    #[test]
    fn a_sword_wants_a_forge_two_good_rolls_and_a_day() {
        let mut sword = Undertaking::taking(24 * HOUR).successes(2).requires(FORGE);
        assert_eq!(sword.work(30 * HOUR), Ok(6 * HOUR));
        sword.score(1).expect("it goes on");
        sword.set_back(5).expect("it goes on");
        sword.score(9).expect("it goes on");
        assert!(!sword.is_done());
        assert_eq!(sword.tick(9), Err(UndertakingError::NotNeeded));
        sword.tick(FORGE).expect("needed");
        assert!(sword.is_done());
        assert_eq!(sword.work(HOUR), Err(UndertakingError::Done));
        assert_eq!(sword.break_off(), Err(UndertakingError::Done));
    }

    #[test]
    fn work_that_needs_nothing_and_was_given_up_is_not_done() {
        let mut errand = Undertaking::taking(0).requires(FORGE);
        errand.break_off().expect("not done");
        assert_eq!(errand.tick(FORGE), Err(UndertakingError::BrokenOff));
    }
}
