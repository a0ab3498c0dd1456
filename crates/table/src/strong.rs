//! A stronger player: it tries what could be done and answered by playing each a few times to the end of the fight, with
//! everybody by instinct from there on. Instinct is left only for what went better twice: among the others, and again
//! with fresh dice, beyond what chance explains. Slow beside instinct, and the measure of it.

use boneyard_dice::Rng;
use serde_json::Value;
use smallvec::SmallVec;

use crate::encounter::{Encounter, Standing};
use crate::table::reading::read_command;
use crate::view::{Candidate, Domain, OfferCard, Param, Picks};
use crate::{At, Ended, Faces, Game, Host, Party, Roll, Seat, Sim, Stance, Who, probe, run};

/// How hard it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How often each possibility is played at first.
    pub plays: u32,
    /// How often what went best is played once more, with other dice, beside instinct.
    pub again: u32,
    /// How many possibilities are looked at, at the most.
    pub ways: usize,
    /// How many commands ahead each is played, at the most.
    pub ahead: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { plays: 8, again: 48, ways: 10, ahead: 400 }
    }
}

/// A player that looks ahead for one side.
pub(crate) struct Strong<'a, G: Encounter> {
    pub(crate) book: &'a G::Book,
    pub(crate) fighters: &'a [(Who, u8)],
    pub(crate) side: u8,
    pub(crate) effort: Effort,
    pub(crate) rng: Rng,
}

impl<G: Encounter> Strong<'_, G> {
    /// What a creature of its side does next.
    pub(crate) fn command(&mut self, state: &G::State, who: Who) -> Option<G::Command> {
        let at = At::<G> { state, book: self.book };
        let instinct = G::instinct(at, who);
        let mut ways: Vec<G::Command> = instinct.into_iter().collect();
        let offers: Vec<OfferCard> =
            G::offers(at, Seat::GM, Some(who)).into_iter().filter(|offer| offer.refusal.is_none()).collect();
        // Each offer gets its turn before one gets a second.
        for _ in 0..self.effort.ways {
            for offer in &offers {
                if ways.len() >= self.effort.ways {
                    break;
                }
                let Some(picks) = fill(&offer.params, &mut self.rng) else { continue };
                let Ok(command) = read_command(at, offer.filled(&picks)) else { continue };
                let new = ways.iter().all(|known| format!("{known:?}") != format!("{command:?}"));
                if new && probe::<G>(at, Seat::GM, command.clone()).is_ok() {
                    ways.push(command);
                }
            }
        }
        let best = self.best(ways.len(), |this, way, seed| {
            let mut sim = Sim::new(seed);
            let mut after = state.clone();
            match sim.act::<G>(&mut after, this.book, Seat::GM, ways[way].clone()) {
                Ended::Done => this.played_on(after, sim),
                _ => i64::MIN / 1_000,
            }
        });
        ways.into_iter().nth(best)
    }

    /// Carries out a command; questions to its side are answered by looking ahead.
    pub(crate) fn act(&mut self, state: &mut G::State, by: Seat, command: G::Command, dice: u64) -> Ended {
        let (start, book) = (state.clone(), self.book);
        let mut host = Looking {
            strong: self,
            start,
            by,
            command: command.clone(),
            told: Vec::new(),
            rng: Rng::new(dice),
        };
        run::<G>(state, book, &mut host, |cx| G::resolve(cx, by, command))
    }

    /// Which of several ways is best, the first being instinct.
    fn best(&mut self, ways: usize, score: impl Fn(&Self, usize, u64) -> i64) -> usize {
        if ways < 2 {
            return 0;
        }
        let mut seeds = |plays: u32| (0..plays.max(2)).map(|_| self.rng.word()).collect::<Vec<u64>>();
        let (first, fresh) = (seeds(self.effort.plays), seeds(self.effort.again));
        let sum = |way: usize| first.iter().map(|seed| score(self, way, *seed)).sum::<i64>();
        let mut best = (0, sum(0));
        for way in 1..ways {
            let score = sum(way);
            if score > best.1 {
                best = (way, score);
            }
        }
        // The best of many tries is mostly the luckiest: other dice have the last word.
        let mut gain = Gain::default();
        for seed in &fresh {
            if best.0 == 0 || (gain.plays == self.effort.again / 3 && gain.sum <= 0) {
                return 0;
            }
            gain.count(score(self, best.0, *seed) - score(self, 0, *seed));
        }
        if gain.is_sure() { best.0 } else { 0 }
    }

    /// What it comes to if everybody goes on by instinct.
    fn played_on(&self, mut state: G::State, mut sim: Sim) -> i64 {
        for _ in 0..self.effort.ahead {
            let at = At::<G> { state: &state, book: self.book };
            if !G::fighting(at) {
                break;
            }
            let Some(command) = G::acts(at).and_then(|who| G::instinct(at, who)) else { break };
            if !matches!(sim.act::<G>(&mut state, self.book, Seat::GM, command), Ended::Done) {
                break;
            }
        }
        self.score(At { state: &state, book: self.book })
    }

    /// Who has won, who is left, and then what is left of them.
    fn score(&self, at: At<'_, G>) -> i64 {
        let (mut score, mut own, mut others) = (0, false, false);
        for &(who, side) in self.fighters {
            let is = G::condition(at, who);
            let ours = side == self.side;
            let standing = match is.standing {
                Standing::Up => 1_000,
                Standing::Gone if ours => 500,
                Standing::Gone | Standing::Down => 200,
                Standing::Dead => 0,
            };
            let left: i64 =
                G::HARM.iter().filter_map(|nth| is.pools.get(*nth)).map(|pool| i64::from(*pool)).sum();
            let worth = standing + left.clamp(0, 99);
            score += if ours { worth } else { -worth };
            *(if ours { &mut own } else { &mut others }) |= is.standing == Standing::Up;
        }
        // Who is left standing alone has the field; getting away is not winning.
        score + VICTORY * (i64::from(own && !others) - i64::from(others && !own))
    }
}

/// What having the field is worth beside those who stand on it.
const VICTORY: i64 = 4_000;

/// By how much one way went better than instinct with the same dice, play by play.
#[derive(Default)]
struct Gain {
    plays: u32,
    sum: i64,
    squares: i128,
}

impl Gain {
    fn count(&mut self, more: i64) {
        self.plays += 1;
        self.sum += more;
        self.squares += i128::from(more) * i128::from(more);
    }

    /// Whether the mean is above nothing by more than one and a half of its standard errors.
    fn is_sure(&self) -> bool {
        let (plays, sum) = (i128::from(self.plays), i128::from(self.sum));
        let spread = plays * self.squares - sum * sum;
        sum > 0 && 4 * sum * sum * (plays - 1) > 9 * spread
    }
}

/// One thing an action was told.
#[derive(Clone)]
enum Told<G: Game> {
    Roll(SmallVec<[Faces; 1]>),
    Answer(G::Answer),
}

/// The host of an action in which one side looks ahead before it answers.
struct Looking<'a, 'b, G: Encounter> {
    strong: &'a mut Strong<'b, G>,
    start: G::State,
    by: Seat,
    command: G::Command,
    told: Vec<Told<G>>,
    rng: Rng,
}

impl<G: Encounter> Host<G> for Looking<'_, '_, G> {
    fn keeps(&self) -> bool {
        false
    }

    fn roll(&mut self, _at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        throw(&mut self.rng, roll, out);
        self.told.push(Told::Roll(out.iter().copied().collect()));
        Some(())
    }

    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        let question = G::question(prompt);
        let side = match (question.stance(), party) {
            (Stance::For(side), _) => Some(side),
            (Stance::Own, Party::Creature(who)) => Some(G::side(at.state, who)),
            (Stance::Own, Party::Seat(seat)) => Some(u8::from(seat.is_gm())),
            (Stance::Judge | Stance::Sealed, _) => None,
        };
        let instinct = question.instinct(at);
        let answer = if side == Some(self.strong.side) {
            let mut ways = vec![instinct];
            for answer in question.choices(at).list() {
                if ways.len() < self.strong.effort.ways
                    && !ways.contains(&answer)
                    && question.check(at, &answer).is_ok()
                {
                    ways.push(answer);
                }
            }
            let (start, by, command, told) = (&self.start, self.by, &self.command, &self.told);
            let best = self.strong.best(ways.len(), |strong, way, seed| {
                let mut state = start.clone();
                let mut again =
                    Again { told: told.iter(), next: Some(ways[way].clone()), sim: Sim::new(seed) };
                match run::<G>(&mut state, strong.book, &mut again, |cx| G::resolve(cx, by, command.clone()))
                {
                    Ended::Done => strong.played_on(state, again.sim),
                    _ => i64::MIN / 1_000,
                }
            });
            ways.swap_remove(best)
        } else {
            instinct
        };
        self.told.push(Told::Answer(answer.clone()));
        Some(answer)
    }
}

/// An action run again with what it was told, one answer more, and instinct from there on.
struct Again<'a, G: Encounter> {
    told: std::slice::Iter<'a, Told<G>>,
    next: Option<G::Answer>,
    sim: Sim,
}

impl<G: Encounter> Host<G> for Again<'_, G> {
    fn keeps(&self) -> bool {
        false
    }

    fn roll(&mut self, _at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        match self.told.next() {
            Some(Told::Roll(faces)) if faces.len() == out.len() => out.copy_from_slice(faces),
            Some(_) => return None,
            None => throw(&mut self.sim.rng, roll, out),
        }
        Some(())
    }

    fn ask(&mut self, at: At<'_, G>, _party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        match self.told.next() {
            Some(Told::Answer(answer)) => Some(answer.clone()),
            Some(Told::Roll(_)) => None,
            None => Some(self.next.take().unwrap_or_else(|| G::question(prompt).instinct(at))),
        }
    }
}

fn throw(rng: &mut Rng, roll: &Roll<'_>, out: &mut [Faces]) {
    for (group, faces) in roll.groups.iter().zip(out) {
        let thrown: SmallVec<[u8; 8]> = (0..group.count).map(|_| rng.die(group.sides)).collect();
        *faces = group.gather(thrown);
    }
}

/// A form filled in by chance; `None` where it takes more than picking.
fn fill(params: &[Param], rng: &mut Rng) -> Option<Picks> {
    let mut picks = Picks::new();
    for param in params {
        if param.optional && below(rng, 2) == 0 {
            continue;
        }
        let before = param.after.as_ref().and_then(|name| picks.get(name)).cloned();
        match pick(&param.domain, before.as_ref(), rng) {
            Some(value) => drop(picks.insert(param.name.clone(), value)),
            None if param.optional => {}
            None => return None,
        }
    }
    Some(picks)
}

fn pick(domain: &Domain, before: Option<&Value>, rng: &mut Rng) -> Option<Value> {
    match domain {
        Domain::Creature { among } => one(among, before, rng),
        Domain::OneOf { options } => one(options, before, rng),
        Domain::Item { among } | Domain::Place { among } => one(among, before, rng),
        Domain::YesNo { .. } => Some((below(rng, 2) == 0).into()),
        Domain::Amount { least, most, .. } => {
            let span = usize::try_from(most.saturating_sub(*least)).ok()?.saturating_add(1);
            Some(least.saturating_add(i32::try_from(below(rng, span)).ok()?).into())
        }
        Domain::Square { among } => {
            among.get(below(rng, among.len())).and_then(|square| serde_json::to_value(square).ok())
        }
        Domain::Path { reach, .. } => {
            let square = reach.get(below(rng, reach.len()))?.square;
            Some(Value::Array(vec![serde_json::to_value(square).ok()?]))
        }
        _ => None,
    }
}

fn one<K: serde::Serialize>(among: &[Candidate<K>], before: Option<&Value>, rng: &mut Rng) -> Option<Value> {
    let open: Vec<&Candidate<K>> = among.iter().filter(|one| one.open(before)).collect();
    open.get(below(rng, open.len())).and_then(|one| serde_json::to_value(&one.pick).ok())
}

/// From 0 up to, not including, `end`.
fn below(rng: &mut Rng, end: usize) -> usize {
    ((u128::from(rng.word()) * end as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::Gain;

    fn gain(of: &[i64]) -> Gain {
        let mut gain = Gain::default();
        of.iter().for_each(|more| gain.count(*more));
        gain
    }

    #[test]
    fn instinct_is_left_for_a_steady_gain_and_not_for_a_lucky_one() {
        assert!(gain(&[10, 12, 9, 11]).is_sure(), "always a little better");
        assert!(gain(&[5, 5]).is_sure(), "the same every time");
        assert!(!gain(&[9_000, -100, -100, -100]).is_sure(), "one lucky play");
        assert!(!gain(&[-10, -12, -9]).is_sure(), "steadily worse");
        assert!(!gain(&[0, 0, 0]).is_sure(), "no different");
        assert!(!gain(&[]).is_sure() && !gain(&[7]).is_sure(), "too few plays say nothing");
    }
}
