//! A fight nobody keeps against the same with everything told: rules leave out words, notes and choices nobody reads,
//! and it must not matter to what happens.

use std::ops::Range;

use boneyard_table::encounter::{Condition, Encounter};
use boneyard_table::stage::Stage;
use boneyard_table::{
    At, Audience, Ended, Faces, Game, Host, Judgement, Party, Roll, RuleId, Ruling, Seat, Sim, run,
};
use smallvec::SmallVec;

/// A simulation that has everything put together as if it were kept, and every question put.
struct Telling(Sim);

impl<G: Game> Host<G> for Telling {
    fn roll(&mut self, at: At<'_, G>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        Host::<G>::roll(&mut self.0, at, roll, out)
    }

    fn ask(&mut self, at: At<'_, G>, party: Party, prompt: &G::Prompt) -> Option<G::Answer> {
        Host::<G>::ask(&mut self.0, at, party, prompt)
    }

    fn ask_each(&mut self, at: At<'_, G>, asked: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        Host::<G>::ask_each(&mut self.0, at, asked)
    }

    fn judge(
        &mut self,
        at: At<'_, G>,
        audience: Audience,
        rule: RuleId,
        proposal: u8,
        judgement: &dyn Fn() -> Judgement,
    ) -> Option<Ruling> {
        Host::<G>::judge(&mut self.0, at, audience, rule, proposal, judgement)
    }
}

/// How everybody is after a fight, its rounds and commands, and the dice that would have come next.
type Fought = (Vec<Condition>, u16, u32, u64);

/// A fight that takes more commands than this will hardly end.
const LONGEST: u32 = 5_000;

/// Fights each seed twice on every start with somebody to fight, once as simulations do and once with everything told:
/// both must go the same way.
pub fn untold_fights_go_as_told<G: Encounter>(starts: &[(&'static str, Stage)], seeds: Range<u64>) {
    let fights = starts.iter().filter(|(_, stage)| !stage.creatures.is_empty() && !stage.heroes.is_empty());
    for (title, stage) in fights {
        for seed in seeds.clone() {
            let (untold, told) = (fought::<G>(stage, seed, false), fought::<G>(stage, seed, true));
            assert_eq!(untold, told, "{title}, seed {seed}");
        }
    }
}

/// One fight by instinct on all sides.
fn fought<G: Encounter>(stage: &Stage, seed: u64, told: bool) -> Fought {
    let book = G::book(&[]).expect("the game's own content is sound");
    let mut state = G::stage(&book, stage, &Default::default()).expect("the stage can be set");
    let mut sim = Telling(Sim::new(seed));
    let mut act = |state: &mut G::State, command: G::Command| {
        let ended = match told {
            true => run::<G>(state, &book, &mut sim, |cx| G::resolve(cx, Seat::GM, command)),
            false => sim.0.act::<G>(state, &book, Seat::GM, command),
        };
        assert!(matches!(ended, Ended::Done), "{ended:?}");
    };
    let at = At::<G> { state: &state, book: &book };
    let everybody = G::creatures(at, Seat::GM);
    if !G::fighting(at) {
        let opening = G::opening(at);
        act(&mut state, opening);
    }
    let (mut rounds, mut acts) = (0, 0);
    while acts < LONGEST {
        let at = At::<G> { state: &state, book: &book };
        if !G::fighting(at) {
            break;
        }
        rounds = rounds.max(G::round(at));
        let waited = G::awaits(at).creatures.first().copied();
        let next = G::acts(at);
        assert_eq!(next, waited, "who acts is who is waited for");
        let Some(command) = next.and_then(|who| G::instinct(at, who)) else { break };
        act(&mut state, command);
        acts += 1;
    }
    let at = At::<G> { state: &state, book: &book };
    let after = everybody.into_iter().map(|(who, _)| G::condition(at, who)).collect();
    (after, rounds, acts, sim.0.rng.word())
}
