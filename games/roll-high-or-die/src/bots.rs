//! How a party left to itself goes through a scenario: the one who leads it speaks for it. Wounds are seen to first,
//! then the next scene, and at the end what everybody came for. In a fight it is `instinct`.

use boneyard_table::{At, Awaits, Who};

use crate::RollHighOrDie;
use crate::body::{armoring, max_vitality};
use crate::book::Book;
use crate::combat::Call;
use crate::command::{Command, ScenarioCommand};
use crate::gear::pieces;
use crate::hurt::SpendHitDie;
use crate::instinct::open;
use crate::living::party;
use crate::scenario::{Prize, Scene, check_free, check_scene, check_search};
use crate::state::State;

type Here<'a> = At<'a, RollHighOrDie>;

/// The one who leads the party through a scenario that is not over.
fn leader(state: &State) -> Option<Who> {
    let under_way = state.scenario.as_ref()?;
    let going = under_way.ending.is_none() && state.encounter.is_none();
    party(state).first().copied().filter(|_| going)
}

/// Who is waited for between the fights of a scenario.
pub fn awaits(at: Here<'_>) -> Option<Awaits> {
    let who = leader(at.state)?;
    let why = format!("{} leads the way.", at.state.name(who));
    Some(Awaits { creatures: vec![who], seats: Vec::new(), why })
}

/// What the party does next.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    let (state, book) = (at.state, at.book);
    if leader(state) != Some(who) {
        return None;
    }
    let under_way = state.scenario.as_ref()?;
    if !under_way.fought {
        let there = |other: &Who| state.live(*other).at.is_some() && state.sheet(*other).draft.is_none();
        let fighters = state.here().filter(there).collect();
        return Some(Call { fighters, ..Call::default() }.into());
    }
    let hurt = |other: &Who| state.live(*other).vitality < max_vitality(state, book, *other);
    let mut tended = party(state).into_iter().filter(hurt);
    let spends = tended.find_map(|who| Some(SpendHitDie { who }).filter(|spend| open(at, spend)));
    if let Some(spend) = spends {
        return Some(spend.into());
    }
    let goes_on = check_scene(state, book, &Scene::default()).is_ok();
    if goes_on && worn_out(state, book) {
        return Some(ScenarioCommand::FinishScenario.into());
    }
    if goes_on {
        return Some(ScenarioCommand::Scene(Scene::default()).into());
    }
    let all = party(state);
    let taker =
        |fits: &dyn Fn(Prize) -> bool| all.iter().map(|who| Prize { who: *who }).find(|prize| fits(*prize));
    if let Some(prize) = taker(&|prize| check_free(state, book, prize).is_ok()) {
        return Some(ScenarioCommand::FreePrisoner(prize).into());
    }
    if let Some(prize) = taker(&|prize| check_search(state, book, prize).is_ok()) {
        return Some(ScenarioCommand::Search(prize).into());
    }
    Some(ScenarioCommand::FinishScenario.into())
}

/// Whether less than half is left of what the party could take when it set out: then it goes home with what it has.
fn worn_out(state: &State, book: &Book) -> bool {
    let left = party(state)
        .into_iter()
        .map(|who| i32::from(armoring(state, book, who)) + i32::from(state.live(who).vitality));
    let heroes =
        state.everybody().filter(|who| state.sheet(*who).is_hero() && state.sheet(*who).draft.is_none());
    let whole = heroes.map(|who| {
        let armor: u16 = pieces(state, book, who).iter().map(|piece| piece.value).sum();
        i32::from(max_vitality(state, book, who)) + i32::from(armor)
    });
    left.sum::<i32>() * 2 < whole.sum()
}
