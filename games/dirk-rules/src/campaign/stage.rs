//! Where everybody stands at the beginning: at home, or where a stage puts them.

use boneyard_table::{At, Cx, Ended, Faces, Flow, Host, Party, Roll, Who, run};
use boneyard_world::run::{HOME, Id, PlaceKey, Stand, WorldFact, arrive, open, rouse};

use crate::DirkRules;
use crate::book::Book;
use crate::fact::Fact;
use crate::question::{Answer, Prompt};
use crate::rules;
use crate::state::State;

/// The place where people are who are nowhere else.
fn home() -> PlaceKey {
    PlaceKey::new(&HOME.into(), "camp")
}

/// Somebody joined: they are with the first of the heroes, or at home.
pub(crate) fn joins(state: &mut State, who: Who) {
    let hero = state.creature(who).is_some_and(|one| one.sheet.hero);
    if state.campaign.stands.contains_key(&who) {
        return;
    }
    let first = state.campaign.heroes().map(|(_, stand)| stand.place.clone()).next();
    let place = first.unwrap_or_else(home);
    let stand = Stand { place, from: None, hero, follows: None, hired: None };
    state.campaign.change().stands.insert(who, stand);
}

/// Opens the table's own adventure, and puts everybody there.
pub(crate) fn at_home(book: &Book, state: &mut State) {
    on_stage(book, state, |cx| open(cx, HOME, HOME, None, 0));
    for who in state.everybody() {
        if state.sheet(who).draft.is_none() {
            joins(state, who);
        }
    }
}

/// Opens an adventure where people stand at the beginning, and puts them there: all, or somebody by name.
pub(crate) fn set_out(book: &Book, state: &mut State, who: &[Who], place: &str) -> Result<(), String> {
    let known = place.split_once('/').filter(|(file, place)| {
        let file = book.adventures.get(*file);
        file.is_some_and(|file| file.place.iter().any(|row| row.id.as_str() == *place))
    });
    let Some((file, place)) = known else {
        return Err("say an adventure and a place of it, as `saint-aurelia/green`".into());
    };
    let key: Id = file.into();
    let to = PlaceKey::new(&key, place);
    let ended = on_stage(book, state, |cx| {
        if cx.state().campaign.running(file).is_none() {
            let out = (file != HOME).then(home);
            open(cx, file, file, out, 0)?;
        }
        for &one in who {
            if cx.state().sheet(one).hero {
                arrive(cx, one, &to)?;
            } else {
                let fact = WorldFact::Went { who: one, to: to.clone(), hero: false };
                cx.record(rules::DK_SCEN_00H, Fact::from(fact));
            }
        }
        Ok(())
    });
    // Nobody has been told anything yet, and nothing has come of it.
    state.signals.0.clear();
    state.clash.clear();
    if matches!(ended, Ended::Done) { Ok(()) } else { Err("nobody can stand there at the beginning".into()) }
}

/// Everybody who waits in a place of an adventure is met, the hidden and the sleeping too: what a fight there would be.
pub(crate) fn rouses(book: &Book, state: &mut State, place: &str) -> Result<(), String> {
    set_out(book, state, &[], place)?;
    let (file, id) = place.split_once('/').unwrap_or((place, ""));
    let ended = on_stage(book, state, |cx| rouse(cx, &PlaceKey::new(&file.into(), id)).map(drop));
    state.signals.0.clear();
    state.clash.clear();
    if matches!(ended, Ended::Done) { Ok(()) } else { Err("nobody can be met there".into()) }
}

fn on_stage(book: &Book, state: &mut State, rules: impl FnOnce(&mut Cx<'_, DirkRules>) -> Flow) -> Ended {
    run::<DirkRules>(state, book, &mut Stagehand, rules)
}

/// Sets a stage: dice lie on their middle, and everybody answers by instinct.
struct Stagehand;

impl Host<DirkRules> for Stagehand {
    fn roll(&mut self, _: At<'_, DirkRules>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        for (group, faces) in roll.groups.iter().zip(out) {
            for _ in 0..group.count {
                faces.push(group.value(group.sides.div_ceil(2)));
            }
        }
        Some(())
    }

    fn ask(&mut self, at: At<'_, DirkRules>, _: Party, prompt: &Prompt) -> Option<Answer> {
        Some(prompt.question().instinct(at))
    }

    fn keeps(&self) -> bool {
        false
    }
}
