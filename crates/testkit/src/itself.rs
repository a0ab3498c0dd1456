//! Creatures that play themselves, in every game: they play one fight to its end and then nothing more, one turn and
//! nothing after, never for anybody else, and not again what was taken back.

use std::ops::Range;

use boneyard_table::encounter::Encounter;
use boneyard_table::frame::{StandingAnswer, StandingUntil};
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, GameOf, Op};
use boneyard_table::{At, By, Pilot, Plays, Seat, Who};

use crate::{Chance, TestTable, answer, by_instinct, filled, moves, prompt_id};

/// What people and creatures do in one fight or one evening at the most.
const LONGEST: usize = 3_000;

/// A table at which some creatures play themselves; the game master is all the people there are.
struct Evening<G: Encounter> {
    bench: TestTable<G>,
    book: G::Book,
    told: String,
    /// What creatures did by themselves: who, and whether somebody fought then.
    deeds: Vec<(Who, bool)>,
    /// People do whatever they like, and what comes of it may be refused.
    anything_goes: bool,
}

impl<G: Encounter> Evening<G> {
    fn begin(title: &str, stage: &Stage, seed: u64) -> Self {
        let book = G::book(&[]).expect("the game's own content is sound");
        let told = format!("{title}, seed {seed}");
        Self { bench: TestTable::set(stage, seed), book, told, deeds: Vec::new(), anything_goes: false }
    }

    fn look<T>(&self, at: impl FnOnce(At<'_, G>) -> T) -> T {
        at(At { state: &self.bench.state(), book: &self.book })
    }

    fn fights(&self) -> bool {
        self.look(|at| G::fight(at).is_some())
    }

    fn party(&self) -> Vec<Who> {
        self.look(G::party)
    }

    fn foes(&self) -> Vec<Who> {
        let (party, all) = (self.party(), self.bench.table.creatures(Seat::GM));
        all.into_iter().map(|(who, _)| who).filter(|who| !party.contains(who)).collect()
    }

    fn plays(&mut self, who: Who, until: StandingUntil) -> bool {
        let op = Op::Stand { creature: Some(who), answer: StandingAnswer::Instinct, until };
        self.bench.op(Seat::GM, op).is_ok()
    }

    fn gm(&mut self, op: Op) {
        let asked = format!("{op:?}");
        if let Err(refusal) = self.bench.op(Seat::GM, op) {
            panic!("{}: {asked} is refused: {refusal}", self.told);
        }
    }

    /// Creatures act and answer by themselves until people are waited for. Whatever they do is looked at.
    fn by_themselves(&mut self) {
        for _ in 0..LONGEST {
            let table = &self.bench.table;
            let answers = table.prompts(Seat::GM).into_iter().find_map(|card| {
                let (seat, _) = table.answers_itself(prompt_id(&card.id))?;
                Some((seat, answer(&card.id, card.default?)))
            });
            let (answers, deed) = (answers, table.own_deed());
            let done = match (answers, deed) {
                (None, None) => return,
                (Some((seat, op)), _) => self.bench.op(seat, op),
                (None, Some(deed)) => {
                    let command =
                        serde_json::from_value(deed.command.clone()).expect("a command of the game");
                    let fought = self.is_its_own(deed.who, &command);
                    self.deeds.push((deed.who, fought));
                    let done = self.bench.op(deed.seat, Op::Command(deed.command));
                    assert!(fought || !self.fights(), "{}: {command:?} begins a fight", self.told);
                    done
                }
            };
            match done {
                Ok(_) => {}
                Err(_) if self.anything_goes => return,
                Err(refusal) => panic!("{}: what they do is refused: {refusal}", self.told),
            }
        }
        panic!("{}: they never stop", self.told);
    }

    /// A deed of its own, of a kind that no person has to do. Gives whether somebody fights.
    fn is_its_own(&self, who: Who, command: &G::Command) -> bool {
        let standing = self.bench.table.frame().pilot(who).expect("it plays itself");
        assert!(!self.bench.table.frame().held.contains(&who), "{}: {who:?} is held", self.told);
        let (class, fights, hero) =
            self.look(|at| (G::pilot(at, command), G::fight(at).is_some(), G::party(at).contains(&who)));
        let by = G::address(command).by;
        let own = by == By::Actor(who);
        let fits = match class {
            Pilot::Fight => own && fights,
            Pilot::Foes => fights && !hero && (own || !matches!(by, By::Actor(_))),
            Pilot::Travel => own && (fights || standing.plays() != Some(Plays::Fights)),
            Pilot::Opens | Pilot::Never => false,
        };
        assert!(fits, "{}: {who:?} gives {command:?}, which is {class:?} and {by:?}'s", self.told);
        fights
    }

    /// The game master begins a fight of everybody, as far as that takes.
    fn opens(&mut self) {
        if !self.fights() {
            let opening =
                self.look(|at| serde_json::to_value(G::opening(at)).expect("a command can be written"));
            self.gm(Op::Command(opening));
        }
        for _ in 0..LONGEST {
            if self.fights() {
                return;
            }
            self.person();
        }
        panic!("{}: no fight begins", self.told);
    }

    /// People do one thing: answer, or act for the one who is waited for. `false` if nobody is.
    fn person(&mut self) -> bool {
        let next = by_instinct(&*self.bench.table);
        let next = next.or_else(|| moves(&*self.bench.table).map(|op| (Seat::GM, op)));
        let Some((seat, op)) = next else { return false };
        let asked = format!("{op:?}");
        let done = self.bench.op(seat, op);
        assert!(self.anything_goes || done.is_ok(), "{}: {asked} is refused: {done:?}", self.told);
        done.is_ok()
    }

    /// What was taken back is not done again, after a reload either, until somebody lets them go on.
    fn undo_holds(&mut self) {
        self.gm(Op::Undo { from: None, reason: None });
        let before = self.deeds.len();
        self.by_themselves();
        assert_eq!(self.deeds.len(), before, "{}: after an undo they do it again", self.told);
        let again = GameOf::<G>::new().load(&self.bench.save()).expect("a saved table opens");
        assert!(again.own_deed().is_none(), "{}: after a reload they do it again", self.told);
        assert_eq!(again.frame().held, self.bench.table.frame().held);
        let held = self.bench.table.frame().standing.iter().any(|one| one.plays().is_some());
        if held {
            self.gm(Op::GoOn);
        }
        assert!(self.bench.table.frame().held.is_empty());
    }
}

/// Those among the starts at which there is somebody to fight.
fn fights<'a>(starts: &'a [(&'static str, Stage)]) -> impl Iterator<Item = (&'static str, &'a Stage)> {
    let fights = starts.iter().filter(|(_, stage)| !stage.creatures.is_empty() && stage.heroes.len() > 1);
    fights.map(|(title, stage)| (*title, stage))
}

/// All heroes but one and all foes play themselves in fights: they play one to its end, and then nobody does anything.
///
/// # Panics
/// If one does something that is not its own, or that a person has to do.
pub fn one_fight_and_no_more<G: Encounter>(starts: &[(&'static str, Stage)], seeds: Range<u64>) {
    for (title, stage) in fights(starts) {
        for seed in seeds.clone() {
            let mut evening = Evening::<G>::begin(title, stage, seed);
            let (party, foes) = (evening.party(), evening.foes());
            for who in party.iter().skip(1).chain(&foes) {
                assert!(evening.plays(*who, StandingUntil::Revoked));
            }
            evening.by_themselves();
            assert_eq!(evening.deeds, [], "{}: nobody fights yet", evening.told);
            evening.opens();
            let mut steps = 0;
            let mut undone = false;
            while evening.fights() && steps < LONGEST {
                evening.by_themselves();
                if !undone
                    && evening.deeds.len() > 2
                    && evening.bench.table.waits().is_empty()
                    && evening.fights()
                {
                    undone = true;
                    evening.undo_holds();
                    continue;
                }
                if !evening.fights() || !evening.person() {
                    break;
                }
                steps += 1;
            }
            assert!(evening.deeds.len() > 2, "{}: they fight by themselves", evening.told);
            assert!(steps < LONGEST, "{}: the fight has no end", evening.told);
            while !evening.bench.table.prompts(Seat::GM).is_empty() && evening.person() {}
            nothing_after(&mut evening, &party);
        }
    }
}

/// After a fight nobody does anything that was not asked, whichever way they play themselves.
fn nothing_after<G: Encounter>(evening: &mut Evening<G>, party: &[Who]) {
    evening.deeds.clear();
    evening.by_themselves();
    assert_eq!(evening.deeds, [], "{}: the fight is over", evening.told);
    for who in evening.party() {
        let before = evening.deeds.len();
        evening.plays(who, StandingUntil::TurnOver);
        evening.by_themselves();
        let done = &evening.deeds[before..];
        assert!(done.len() < 2, "{}: one harmless thing at the most: {done:?}", evening.told);
        evening.gm(Op::StandNoMore { creature: Some(who) });
    }
    for who in party.iter().skip(1) {
        evening.plays(*who, StandingUntil::Always);
    }
    evening.by_themselves();
    assert!(evening.deeds.iter().all(|(_, fought)| !fought), "{}: no new fight", evening.told);
}

/// Every turn of a hero is played by "play this turn for it": it is that turn, and nothing after it, also where the fight
/// ends with it.
///
/// # Panics
/// If anything else is done.
pub fn one_turn_and_nothing_after<G: Encounter>(starts: &[(&'static str, Stage)], seeds: Range<u64>) {
    for (title, stage) in fights(starts) {
        for seed in seeds.clone() {
            let mut evening = Evening::<G>::begin(title, stage, seed);
            evening.opens();
            for who in evening.foes() {
                evening.plays(who, StandingUntil::Revoked);
            }
            for _ in 0..LONGEST {
                evening.by_themselves();
                if !evening.fights() {
                    break;
                }
                let waited = evening.bench.table.awaits().creatures.first().copied();
                let hero = waited.filter(|who| evening.party().contains(who));
                let asked = !evening.bench.table.prompts(Seat::GM).is_empty();
                let Some(who) = hero.filter(|_| !asked) else {
                    if evening.person() {
                        continue;
                    }
                    break;
                };
                evening.deeds.clear();
                if !evening.plays(who, StandingUntil::TurnOver) {
                    assert!(evening.person());
                    continue;
                }
                let turns = |evening: &Evening<G>| evening.bench.table.frame().pilot(who).is_some();
                for _ in 0..LONGEST {
                    evening.by_themselves();
                    if !turns(&evening) || !evening.person() {
                        break;
                    }
                }
                let party = evening.party();
                let others = evening.deeds.iter().filter(|(one, _)| *one != who && party.contains(one));
                assert_eq!(others.count(), 0, "{}: no other hero moves", evening.told);
                assert!(evening.deeds.iter().all(|(_, fought)| *fought), "{}", evening.told);
            }
            evening.deeds.clear();
            evening.by_themselves();
            assert_eq!(evening.deeds, [], "{}: nothing after", evening.told);
        }
    }
}

/// An evening in which people do what they like, some creatures play themselves, and now and then something is taken back.
///
/// # Panics
/// If a creature does by itself what is not its own, or what a person has to do.
pub fn only_their_own<G: Encounter>(starts: &[(&'static str, Stage)], seeds: Range<u64>, steps: usize) {
    let mut deeds = 0;
    for (title, stage) in starts {
        for seed in seeds.clone() {
            let mut evening = Evening::<G>::begin(title, stage, seed);
            evening.anything_goes = true;
            let mut chance = Chance::new(seed);
            if !stage.creatures.is_empty() && !stage.heroes.is_empty() {
                evening.opens();
            }
            for (who, _) in evening.bench.table.creatures(Seat::GM) {
                if chance.one_in(2) {
                    evening.plays(who, StandingUntil::Revoked);
                }
            }
            for _ in 0..steps {
                match chance.below(12) {
                    0 | 1 => changes_hands(&mut evening, &mut chance),
                    2 if may_undo(&evening) => evening.undo_holds(),
                    3 if !fills_in(&mut evening, &mut chance) => drop(evening.person()),
                    3 => {}
                    _ => drop(evening.person()),
                }
                evening.by_themselves();
            }
            deeds += evening.deeds.len();
        }
    }
    assert!(deeds > 0, "somebody has done something by themselves");
}

fn may_undo<G: Encounter>(evening: &Evening<G>) -> bool {
    !evening.bench.table.done().is_empty() && evening.bench.table.waits().is_empty()
}

/// Somebody plays themselves from now on, in one way or another, or no more.
fn changes_hands<G: Encounter>(evening: &mut Evening<G>, chance: &mut Chance) {
    let all = evening.bench.table.creatures(Seat::GM);
    let Some((who, _)) = chance.pick(&all).cloned() else { return };
    let until =
        [StandingUntil::TurnOver, StandingUntil::Revoked, StandingUntil::Revoked, StandingUntil::Always];
    match chance.below(5) {
        4 => evening.gm(Op::StandNoMore { creature: Some(who) }),
        one => drop(evening.plays(who, until[one])),
    }
}

/// The game master takes an offer as chance fills it in. `false` if it is refused.
fn fills_in<G: Encounter>(evening: &mut Evening<G>, chance: &mut Chance) -> bool {
    let table = &evening.bench.table;
    if !table.waits().is_empty() {
        return false;
    }
    let actors = [None].into_iter().chain(table.awaits().creatures.into_iter().map(Some));
    let offers: Vec<_> = actors.flat_map(|actor| table.offers(Seat::GM, actor)).collect();
    let open: Vec<_> = offers.iter().filter(|offer| offer.refusal.is_none()).collect();
    let command = chance.pick(&open).and_then(|offer| filled(offer, chance));
    command.is_some_and(|command| evening.bench.op(Seat::GM, Op::Command(command)).is_ok())
}
