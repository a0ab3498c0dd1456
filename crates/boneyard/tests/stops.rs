//! How often play waits for a person: four heroes against four foes, with what a new table has by default. Foes play
//! themselves, one player has all the heroes and does what instinct would; choosing an action is no stop, a question is.
//! Questions that stand open together are one stop. Each game has its ceiling, and `cargo test stops -- --nocapture`
//! prints where it stands.

use boneyard::games::{GAMES, GameEntry};
use boneyard_table::frame::{Seeds, StandingAnswer, StandingUntil};
use boneyard_table::stage::{Being, Seating, Stage};
use boneyard_table::table::{AnyTable, Op, Saying};
use boneyard_table::view::{Domain, Picks, PromptCard};
use boneyard_table::{Seat, Who};
use serde_json::{Value, json};

const PAT: Seat = Seat(1);
/// Fights that are played of each game.
const FIGHTS: u8 = 3;
/// A fight that takes more requests than this will hardly end.
const LONGEST: u32 = 1_500;

/// What may be asked at the most.
struct Ceiling {
    game: &'static str,
    /// Stops before the first round.
    before: u32,
    /// Stops of a fight for the player, on average over the fights.
    fight: u32,
    /// The same for the game master.
    gm: u32,
}

/// How often play stopped.
#[derive(Clone, Copy, Debug, Default)]
struct Stops {
    before: u32,
    fight: u32,
    gm: u32,
    rounds: u64,
}

struct Play {
    table: Box<dyn AnyTable>,
    stops: Stops,
}

impl Play {
    fn begin(entry: &GameEntry, stage: &Stage, seed: u8) -> Self {
        let seeds = Seeds { open: [seed; 32], secret: [seed.wrapping_add(100); 32] };
        let first = entry.game.stage("Stops", stage, Vec::new(), seeds).expect("the stage can be set up");
        let table = entry.game.open(&first).expect("it opens");
        Self { table, stops: Stops::default() }
    }

    fn does(&mut self, seat: Seat, op: Op) {
        let asked = format!("{op:?}");
        let planned = self.table.plan(seat, op, None).unwrap_or_else(|why| panic!("{why} ({asked})"));
        self.table.apply_record(&planned.record).expect("a planned record can be followed");
    }

    fn round(&self) -> u64 {
        let published = self.table.values();
        let found = ["battle", "fight", "encounter"].iter().find_map(|key| published[key]["round"].as_u64());
        found.unwrap_or(0)
    }

    /// The one who is not the player's plays itself.
    fn leave_foes_to_themselves(&mut self) {
        let own = self.table.speaks_for(PAT);
        let foes: Vec<Who> = self.table.creatures(Seat::GM).into_iter().map(|(who, _)| who).collect();
        for creature in foes.into_iter().filter(|who| !own.contains(who)) {
            let (answer, until) = (StandingAnswer::Instinct, StandingUntil::Revoked);
            self.does(Seat::GM, Op::Stand { creature: Some(creature), answer, until });
        }
    }

    /// Everything that is asked now, answered as instinct would. Gives whether anything was.
    fn answers(&mut self) -> bool {
        let open = self.table.prompts(Seat::GM);
        if open.iter().all(|prompt| prompt.optional) {
            // What nobody waits for vanishes with the question it stands beside.
            assert!(open.is_empty(), "only chances to speak up are left: {open:?}");
            return false;
        }
        let seats: Vec<Seat> = [Seat::GM, PAT].into_iter().filter(|seat| asks(&open, *seat)).collect();
        let before = self.round() == 0;
        self.stops.before += u32::from(before);
        self.stops.gm += u32::from(seats.contains(&Seat::GM));
        self.stops.fight += u32::from(seats.contains(&PAT));
        if std::env::var_os("STOPS").is_some() {
            for prompt in open.iter().filter(|prompt| !prompt.optional) {
                println!("  {:?} {:?} {}: {}", prompt.asks, prompt.who, prompt.name, prompt.question);
            }
        }
        for seat in seats {
            let said: Vec<Saying> =
                open.iter().filter(|one| !one.optional && one.asks.contains(&seat)).map(said).collect();
            match <[Saying; 1]>::try_from(said) {
                Ok([Saying { prompt, say }]) => {
                    self.does(seat, Op::Answer { prompt, say, table_rule: false });
                }
                // By the table's own numbers: the one who runs a program for everybody may.
                Err(said) => self.does(seat, Op::Answers(said)),
            }
        }
        true
    }

    /// Somebody whose move it is acts. Gives whether anybody did.
    fn acts(&mut self) -> bool {
        let may = self.table.awaits().creatures;
        let Some(command) = may.iter().find_map(|who| self.table.instinct(*who)) else { return false };
        self.does(Seat::GM, Op::Command(command));
        true
    }
}

fn asks(open: &[PromptCard], seat: Seat) -> bool {
    open.iter().any(|prompt| !prompt.optional && prompt.asks.contains(&seat))
}

fn said(prompt: &PromptCard) -> Saying {
    let say = prompt.default.clone().unwrap_or_else(|| panic!("instinct answers {}", prompt.name));
    Saying { prompt: prompt.id.parse().expect("a prompt has a number"), say }
}

/// How the GM begins: the first thing offered, with everybody in it.
fn opening(table: &dyn AnyTable) -> Option<Value> {
    let offer = table.offers(Seat::GM, None).into_iter().find(|offer| offer.refusal.is_none())?;
    let mut picks = Picks::new();
    for param in offer.params.iter().filter(|param| !param.optional) {
        let Domain::Subset { of, .. } = &param.domain else { return None };
        picks.insert(
            param.name.clone(),
            json!(of.iter().map(|one| one.what.pick.as_str()).collect::<Vec<_>>()),
        );
    }
    Some(offer.filled(&picks))
}

fn fight(entry: &GameEntry, stage: &Stage, seed: u8) -> Stops {
    let mut play = Play::begin(entry, stage, seed);
    play.leave_foes_to_themselves();
    let command = opening(&*play.table).expect("the GM can begin");
    play.does(Seat::GM, Op::Command(command));
    for _ in 0..LONGEST {
        play.stops.rounds = play.stops.rounds.max(play.round());
        if !play.answers() && !play.acts() {
            return play.stops;
        }
    }
    panic!("{} goes on without end", entry.game.name());
}

/// Four heroes, all of them Pat's, against four foes.
fn stage(entry: &GameEntry) -> Stage {
    let four = |stage: &Stage| stage.heroes.len() == 4 && stage.creatures.len() == 4;
    let ready = (entry.starts)().into_iter().map(|(_, stage)| stage).find(four);
    let mut stage = ready.unwrap_or_else(|| {
        let alley =
            (entry.starts)().into_iter().map(|(_, stage)| stage).find(|stage| !stage.creatures.is_empty());
        let mut stage = alley.expect("a game has a fight");
        let like = |name: &str| Being { like: Some(name.to_owned()), ..Being::default() };
        stage.heroes.insert("Ruth".into(), like("Engineer"));
        for number in 3..=4 {
            stage.creatures.insert(format!("Street Tough {number}"), like("Street Tough"));
        }
        stage
    });
    assert!(four(&stage), "{}: four against four", entry.game.name());
    let heroes = stage.heroes.keys().cloned().collect();
    stage.seats.insert("Pat".into(), Seating::Creatures(heroes));
    stage
}

fn holds(ceiling: &Ceiling) {
    let entry = GAMES.iter().find(|entry| entry.game.name() == ceiling.game).expect("the game is there");
    let stage = stage(entry);
    let mut all = Stops::default();
    for seed in 1..=FIGHTS {
        let one = fight(entry, &stage, seed);
        all.before = all.before.max(one.before);
        all.fight += one.fight;
        all.gm += one.gm;
        all.rounds += one.rounds;
    }
    let many = u32::from(FIGHTS);
    println!(
        "{}: {} before round 1, {} a fight, GM {}, in {} rounds",
        ceiling.game,
        all.before,
        all.fight.div_ceil(many),
        all.gm.div_ceil(many),
        all.rounds.div_ceil(many.into()),
    );
    assert!(all.before <= ceiling.before, "{}: {} stops before round 1", ceiling.game, all.before);
    assert!(all.fight <= ceiling.fight * many, "{}: {} stops in {many} fights", ceiling.game, all.fight);
    assert!(all.gm <= ceiling.gm * many, "{}: {} stops of the GM in {many} fights", ceiling.game, all.gm);
}

#[test]
fn dead_weight_asks_no_more_than_it_may() {
    holds(&Ceiling { game: "dead-weight", before: 1, fight: 57, gm: 0 });
}

#[test]
fn die_trying_asks_no_more_than_it_may() {
    holds(&Ceiling { game: "die-trying", before: 0, fight: 12, gm: 1 });
}

#[test]
fn dirk_rules_asks_no_more_than_it_may() {
    holds(&Ceiling { game: "dirk-rules", before: 18, fight: 57, gm: 6 });
}

#[test]
fn guts_plus_asks_no_more_than_it_may() {
    holds(&Ceiling { game: "guts-plus", before: 3, fight: 161, gm: 123 });
}

#[test]
fn roll_high_or_die_asks_no_more_than_it_may() {
    holds(&Ceiling { game: "roll-high-or-die", before: 0, fight: 20, gm: 0 });
}
