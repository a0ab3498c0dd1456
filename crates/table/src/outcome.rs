//! What came of an action, in the words of its game: what odds are grouped by, what it is worth to the one who asks,
//! and what it cost. A game with fights says it by [`Outcome::of`]; how likely each is, `odds` and `table` find out.

use smallvec::SmallVec;

use crate::encounter::{Encounter, Standing};
use crate::odds::Worth;
use crate::view::Tone;
use crate::{At, Seat, Who};

/// What came of an action, as one side sees it. Worse ones come before better ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// What it is worth to that side; several numbers are compared in order.
    pub worth: Worth,
    /// In words. Upshots of the same words are told as one.
    pub words: String,
    /// Whether it is welcome.
    pub tone: Tone,
    /// What was lost of whose pools; what was gained is less than nothing.
    pub lost: SmallVec<[Lost; 2]>,
}

/// So much of a pool was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lost {
    /// Whose.
    pub who: Who,
    /// What it is called.
    pub pool: &'static str,
    /// How much.
    pub amount: i32,
}

/// What a roll came to, if one was made: how a game calls it, and how good that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// In a word: "success".
    pub words: String,
    /// More is better for the one who rolled; nothing above or below where it does not matter.
    pub rank: i64,
}

impl Outcome {
    /// For games that cannot say what came of it.
    pub fn untold() -> Self {
        Self { worth: Worth::new(), words: "It is done".into(), tone: Tone::Neutral, lost: SmallVec::new() }
    }

    /// What a roll came to, for games that cannot say yet who is hurt by it.
    pub fn of_result(result: Option<Rolled>) -> Self {
        let Some(Rolled { words, rank }) = result else { return Self::untold() };
        Self {
            worth: [rank].into_iter().collect(),
            words: capital(&words),
            tone: tone(rank),
            lost: SmallVec::new(),
        }
    }

    /// What changed between two moments of a game with fights, for a side, as far as a seat knows those who are there.
    pub fn of<G: Encounter>(
        before: At<'_, G>,
        after: At<'_, G>,
        seat: Seat,
        side: u8,
        result: Option<Rolled>,
    ) -> Self {
        let (mut outs, mut pools) = (0i64, 0i64);
        let (mut fates, mut hurts) = (Vec::new(), Vec::new());
        let mut lost = SmallVec::new();
        for (who, name) in G::creatures(before, seat) {
            let (was, is) = (G::condition(before, who), G::condition(after, who));
            let sign = if G::side(before.state, who) == side { -1 } else { 1 };
            outs += sign * (out(is.standing) - out(was.standing));
            if is.standing != was.standing {
                fates.push(format!("{name} {}", fate(was.standing, is.standing)));
            }
            let mut hurt = false;
            for (nth, (was, is)) in was.pools.iter().zip(&is.pools).enumerate() {
                let amount = was - is;
                if amount != 0 {
                    pools += sign * i64::from(amount);
                    hurt |= amount > 0 && G::HARM.contains(&nth);
                    lost.push(Lost { who, pool: G::POOLS[nth], amount });
                }
            }
            if hurt && is.standing == was.standing {
                hurts.push(format!("{name} is hurt"));
            }
        }
        let rank = result.as_ref().map_or(0, |result| result.rank);
        let deciding = [outs, rank, pools].into_iter().find(|part| *part != 0).unwrap_or(0);
        let mut words: Vec<String> = result.into_iter().map(|result| result.words).collect();
        words.append(if fates.is_empty() { &mut hurts } else { &mut fates });
        Self {
            worth: [outs, rank, pools].into_iter().collect(),
            words: if words.is_empty() { "No one is hurt".into() } else { capital(&words.join(", ")) },
            tone: tone(deciding),
            lost,
        }
    }
}

fn tone(worth: i64) -> Tone {
    match worth {
        1.. => Tone::Good,
        0 => Tone::Neutral,
        _ => Tone::Bad,
    }
}

/// How much somebody is missed who stands like this.
fn out(standing: Standing) -> i64 {
    match standing {
        Standing::Up => 0,
        Standing::Gone => 1,
        Standing::Down => 2,
        Standing::Dead => 3,
    }
}

fn fate(was: Standing, is: Standing) -> &'static str {
    match is {
        Standing::Up => "is up again",
        Standing::Gone => "is out of it",
        Standing::Down if was == Standing::Dead => "lives again",
        Standing::Down => "falls",
        Standing::Dead => "dies",
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
