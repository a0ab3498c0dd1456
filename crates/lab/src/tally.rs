//! What is counted over many fights. Sums of whole numbers, so that it does not matter who counted what first.

use std::collections::BTreeMap;

use boneyard_table::encounter::{AnyEncounter, End, Fighter, Fought, Standing};
use serde::Serialize;

use crate::Share;

/// What came of many fights.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// How many there were.
    pub fights: u64,
    /// The heroes are left standing, the others are not.
    pub won: u64,
    /// Both sides are still there: somebody got away, or gave up.
    pub undecided: u64,
    /// At least one hero died.
    pub death: u64,
    /// Every hero lies dead or dying.
    pub wiped: u64,
    /// How many fights so many heroes walked away from.
    pub survivors: BTreeMap<u32, u64>,
    /// How many fights took so many rounds.
    pub rounds: BTreeMap<u16, u64>,
    /// Commands carried out, all in all.
    pub acts: u64,
    /// Fights that could not go on.
    pub stuck: u64,
    /// Fights that would not end.
    pub endless: u64,
    /// Everybody, in their order.
    pub fighters: Vec<FighterTally>,
}

/// What came of one fighter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FighterTally {
    /// What it is called.
    pub name: String,
    /// Its side; 0 is the heroes'.
    pub side: u8,
    /// Whether it is a player's.
    pub hero: bool,
    /// Fights in which it was still up.
    pub up: u64,
    /// Fights from which it got away.
    pub gone: u64,
    /// Fights in which it lay there, alive.
    pub down: u64,
    /// Fights in which it died.
    pub dead: u64,
    /// What it spent and lost.
    pub pools: Vec<PoolTally>,
}

/// What was spent and lost of something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PoolTally {
    /// What it is.
    pub name: &'static str,
    /// How much there was before.
    pub before: i64,
    /// How much was lost over all fights.
    pub lost: i64,
}

impl Tally {
    /// Nothing counted yet.
    pub fn of(encounter: &dyn AnyEncounter) -> Self {
        let fighters =
            encounter.fighters().iter().map(|fighter| FighterTally::of(fighter, encounter.pools()));
        Self { fighters: fighters.collect(), ..Self::default() }
    }

    /// Counts one fight.
    pub fn count(&mut self, encounter: &dyn AnyEncounter, fought: &Fought) {
        self.fights += 1;
        self.acts += u64::from(fought.acts);
        *self.rounds.entry(fought.rounds).or_default() += 1;
        match fought.end {
            End::Over => {}
            End::Stuck => self.stuck += 1,
            End::Endless => self.endless += 1,
        }
        let (mut heroes, mut walked, mut lying, mut dead, mut others) = (0, 0, 0, 0, 0);
        for ((fighter, after), tally) in
            encounter.fighters().iter().zip(&fought.after).zip(&mut self.fighters)
        {
            tally.count(fighter, after.standing, &after.pools);
            if fighter.side == 0 && fighter.hero {
                heroes += 1;
                walked += u32::from(matches!(after.standing, Standing::Up | Standing::Gone));
                lying += u32::from(matches!(after.standing, Standing::Down | Standing::Dead));
                dead += u32::from(after.standing == Standing::Dead);
            } else if fighter.side != 0 {
                others += u32::from(after.standing == Standing::Up);
            }
        }
        *self.survivors.entry(walked).or_default() += 1;
        self.death += u64::from(dead > 0);
        self.wiped += u64::from(lying == heroes);
        let left = fought.after.iter().zip(encounter.fighters());
        let standing =
            left.filter(|(after, fighter)| fighter.side == 0 && after.standing == Standing::Up).count();
        match (standing > 0, others == 0) {
            (true, true) => self.won += 1,
            (true, false) => self.undecided += 1,
            (false, _) => self.undecided += u64::from(lying < heroes),
        }
    }

    /// Takes in what another has counted of the same encounter.
    pub fn add(&mut self, other: &Self) {
        self.fights += other.fights;
        self.won += other.won;
        self.undecided += other.undecided;
        self.death += other.death;
        self.wiped += other.wiped;
        self.acts += other.acts;
        self.stuck += other.stuck;
        self.endless += other.endless;
        other.survivors.iter().for_each(|(many, count)| *self.survivors.entry(*many).or_default() += count);
        other.rounds.iter().for_each(|(many, count)| *self.rounds.entry(*many).or_default() += count);
        for (own, other) in self.fighters.iter_mut().zip(&other.fighters) {
            own.up += other.up;
            own.gone += other.gone;
            own.down += other.down;
            own.dead += other.dead;
            own.pools.iter_mut().zip(&other.pools).for_each(|(own, other)| own.lost += other.lost);
        }
    }

    /// A count as a share of all fights.
    pub fn share(&self, count: u64) -> Share {
        Share::new(count, self.fights)
    }

    /// The least sure of all shares that are told: half the width of its interval.
    pub fn error(&self) -> f64 {
        let whole = [self.won, self.undecided, self.death, self.wiped];
        let each = self.fighters.iter().flat_map(|one| [one.up, one.gone, one.down, one.dead]);
        whole.into_iter().chain(each).map(|count| self.share(count).error()).fold(0.0, f64::max)
    }

    /// So many of a hundred fights took at most this many rounds.
    pub fn rounds_at(&self, percent: u64) -> u16 {
        let (mut seen, wanted) = (0, (self.fights * percent).div_ceil(100));
        for (rounds, count) in &self.rounds {
            seen += count;
            if seen >= wanted {
                return *rounds;
            }
        }
        0
    }

    /// The mean number of rounds.
    pub fn mean_rounds(&self) -> f64 {
        let sum: u64 = self.rounds.iter().map(|(rounds, count)| u64::from(*rounds) * count).sum();
        sum as f64 / self.fights.max(1) as f64
    }
}

impl FighterTally {
    fn of(fighter: &Fighter, pools: &'static [&'static str]) -> Self {
        let pools = pools.iter().zip(&fighter.before.pools);
        let pools = pools.map(|(name, before)| PoolTally { name, before: i64::from(*before), lost: 0 });
        Self {
            name: fighter.name.clone(),
            side: fighter.side,
            hero: fighter.hero,
            pools: pools.collect(),
            ..Self::default()
        }
    }

    fn count(&mut self, fighter: &Fighter, standing: Standing, after: &[i32]) {
        match standing {
            Standing::Up => self.up += 1,
            Standing::Gone => self.gone += 1,
            Standing::Down => self.down += 1,
            Standing::Dead => self.dead += 1,
        }
        for ((pool, before), after) in self.pools.iter_mut().zip(&fighter.before.pools).zip(after) {
            // Nobody loses more than there was, however far below nothing a game counts.
            let left = if *before >= 0 { (*after).max(0) } else { *after };
            pool.lost += i64::from(*before) - i64::from(left);
        }
    }
}
