//! Stories followed step by step, so that tests can look at what stands before each command that stories give.
//! Whether a story holds is asked elsewhere: here a step that cannot be followed ends its story.

use std::collections::BTreeSet;
use std::path::Path;

use boneyard_table::live::Scripted;
use boneyard_table::story::{Step, Story};
use boneyard_table::table::Op;
use boneyard_table::view::PromptCard;
use boneyard_table::{Playable, Seat};
use serde_json::Value;

use crate::test_table::{TestTable, answer};

/// Shows the table before each step of a story that needs no pack: the story, the table, the step, and what its command
/// is called. `schema` is the schema of the game's commands.
pub(crate) fn each_step<G: Playable + 'static>(
    path: &Path,
    story: &Story,
    schema: &Value,
    look: impl FnMut(&str, &TestTable<G>, &Step, &str),
) {
    walk::<G>(path, story, schema, look, &mut |_| {});
}

/// Shows the table before each step of such a story, whenever something is asked in the middle of one, and at its end.
pub(crate) fn each_moment<G: Playable + 'static>(
    path: &Path,
    story: &Story,
    schema: &Value,
    mut look: impl FnMut(&TestTable<G>),
) {
    walk::<G>(path, story, schema, |_, _, _, _| {}, &mut look);
}

fn walk<G: Playable + 'static>(
    path: &Path,
    story: &Story,
    schema: &Value,
    mut look: impl FnMut(&str, &TestTable<G>, &Step, &str),
    moment: &mut dyn FnMut(&TestTable<G>),
) {
    if !story.stage.packs.is_empty() {
        return;
    }
    let all = commands(schema);
    let mut bench = TestTable::<G>::set(&story.stage, 1);
    let seats: Vec<&String> = story.stage.seats.keys().collect();
    for step in story.steps.iter().filter(|step| step.refused.is_none()) {
        let name = name_of(&step.r#do);
        if !all.contains(&name) {
            break;
        }
        look(&path.display().to_string(), &bench, step, &name);
        moment(&bench);
        let seat = step.seat.as_ref().and_then(|name| seats.iter().position(|known| *known == name));
        let seat = seat.map_or(Seat::GM, |nth| Seat(nth as u8 + 1));
        if follow(&mut bench, step, seat, moment).is_none() {
            break;
        }
    }
    moment(&bench);
}

/// The names of all commands, as the schema lists them: in one list, or in one of each family.
pub(crate) fn commands(schema: &Value) -> BTreeSet<String> {
    let families = schema["$defs"].as_object().into_iter().flatten();
    let families = families.filter(|(name, _)| name.ends_with("Command")).map(|(_, family)| family);
    let mut all = BTreeSet::new();
    for family in families.chain([schema]) {
        let lists = [&family["oneOf"], &family["anyOf"]];
        for one in lists.into_iter().filter_map(Value::as_array).flatten() {
            let fields = one["properties"].as_object();
            all.extend(fields.into_iter().flat_map(|fields| fields.keys().cloned()));
            all.extend(one["const"].as_str().map(str::to_owned));
            let words = one["enum"].as_array().into_iter().flatten();
            all.extend(words.filter_map(|word| word.as_str().map(str::to_owned)));
        }
    }
    assert!(all.len() > 3, "{} commands", all.len());
    all
}

/// What a command is called.
fn name_of(command: &Value) -> String {
    let object = command.as_object().and_then(|map| map.keys().next().cloned());
    object.or_else(|| command.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Does what a step says; nothing where it cannot be followed to its end.
fn follow<G: Playable + 'static>(
    bench: &mut TestTable<G>,
    step: &Step,
    seat: Seat,
    moment: &mut dyn FnMut(&TestTable<G>),
) -> Option<()> {
    let mut dice = Scripted::new(step.dice.iter().copied());
    let mut act = |bench: &mut TestTable<G>, seat: Seat, op: Op| {
        let planned = bench.table.plan(seat, op, Some(&mut dice)).ok()?;
        bench.table.apply_record(&planned.record).ok()
    };
    act(bench, seat, Op::Command(step.r#do.clone()))?;
    for said in step.answers.iter().filter(|said| said.refused.is_none() && said.code.is_none()) {
        let card = bench.table.prompts(Seat::GM).into_iter().find(|card| card.name == said.to)?;
        shows_its_dice(&card);
        moment(bench);
        let asked = card.asks.first().copied().unwrap_or(Seat::GM);
        act(bench, asked, answer(&card.id, said.say.clone()))?;
    }
    while let Some(card) = bench.table.prompts(Seat::GM).into_iter().next() {
        shows_its_dice(&card);
        moment(bench);
        let asked = card.asks.first().copied().unwrap_or(Seat::GM);
        // Dice that somebody types have no answer by instinct.
        act(bench, asked, answer(&card.id, card.default?))?;
    }
    Some(())
}

/// The one who is asked about dice sees them: a tray without any would be a hole in the card.
fn shows_its_dice(card: &PromptCard) {
    let dice = card.tray.as_ref().map(|tray| tray.dice.len());
    assert_ne!(dice, Some(0), "{} shows a tray with no dice in it: {:?}", card.name, card.question);
}
