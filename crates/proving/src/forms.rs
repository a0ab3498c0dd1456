//! Every command has a form: wherever a story gives one, it is looked for among what stands open then. Whether forms
//! filled in at random are legal is the random play's question.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use boneyard_table::live::Scripted;
use boneyard_table::story::{Step, Story};
use boneyard_table::table::Op;
use boneyard_table::view::OfferCard;
use boneyard_table::{Playable, Seat, Who};
use serde_json::Value;

use crate::bench::{Bench, answer, by_instinct};
use crate::offered::understood;
use crate::stories::read_stories;

/// What was found about a game's forms.
#[derive(Debug, Default)]
pub struct Forms {
    /// The commands for which a form stood open.
    pub open: BTreeSet<String>,
    /// The commands that were given where no form stood open, with the story.
    pub shut: BTreeMap<String, String>,
    /// Fields a story fills (`attack.quality`) that no open form knows, with the story.
    pub unfilled: BTreeMap<String, String>,
}

impl Forms {
    /// Follows all stories of a game, and looks at these scenes for commands that stories give only along with others.
    /// `schema` is the schema of the game's commands.
    pub fn of<G: Playable + 'static>(crate_folder: &str, schema: &Value, scenes: Vec<Value>) -> Self {
        let all = commands(schema);
        let mut forms = Self::default();
        for (path, story) in read_stories(Path::new(crate_folder)) {
            if story.stage.packs.is_empty() {
                forms.follow_story::<G>(&path.display().to_string(), &story, &all);
            }
        }
        for scene in scenes {
            let bench = Bench::<G>::scene(scene, 1);
            let actors = [None].into_iter().chain((0..3).map(|who| Some(Who(who))));
            forms.open.extend(open_offers(&bench, actors).map(|offer| offer.command));
        }
        forms
    }

    /// The commands that have no form, with a story that gives them.
    pub fn missing(&self, schema: &Value) -> Vec<String> {
        let told = |name: &String| self.shut.get(name).map_or("no story gives it", String::as_str);
        let without = commands(schema).into_iter().filter(|name| !self.open.contains(name));
        without.map(|name| format!("{name} ({})", told(&name))).collect()
    }

    fn follow_story<G: Playable + 'static>(&mut self, path: &str, story: &Story, all: &BTreeSet<String>) {
        let mut bench = Bench::<G>::set(&story.stage, 1);
        let seats: Vec<&String> = story.stage.seats.keys().collect();
        for step in story.steps.iter().filter(|step| step.refused.is_none()) {
            let name = name_of(&step.r#do);
            if !all.contains(&name) {
                break;
            }
            let forms = forms_for(&bench, &step.r#do, &name);
            if forms.is_empty() {
                self.shut.insert(name, path.to_owned());
            } else {
                let unfilled = unfilled(&step.r#do, &name, &forms);
                self.unfilled.extend(unfilled.map(|field| (field, path.to_owned())));
                self.open.insert(name);
            }
            let seat = step.seat.as_ref().and_then(|name| seats.iter().position(|known| *known == name));
            let seat = seat.map_or(Seat::GM, |nth| Seat(nth as u8 + 1));
            if follow(&mut bench, step, seat).is_none() {
                break;
            }
        }
    }
}

/// The names of all commands, as the schema lists them.
fn commands(schema: &Value) -> BTreeSet<String> {
    let families = schema["$defs"].as_object().into_iter().flatten();
    let mut all = BTreeSet::new();
    for (name, family) in families.filter(|(name, _)| name.ends_with("Command")) {
        for one in family["oneOf"].as_array().unwrap_or_else(|| panic!("{name} lists its commands")) {
            let fields = one["properties"].as_object();
            all.extend(fields.into_iter().flat_map(|fields| fields.keys().cloned()));
            all.extend(one["const"].as_str().map(str::to_owned));
            let words = one["enum"].as_array().into_iter().flatten();
            all.extend(words.filter_map(|word| word.as_str().map(str::to_owned)));
        }
    }
    assert!(all.len() > 60, "{} commands", all.len());
    all
}

fn name_of(command: &Value) -> String {
    let object = command.as_object().and_then(|map| map.keys().next().cloned());
    object.or_else(|| command.as_str().map(str::to_owned)).unwrap_or_default()
}

fn open_offers<G: Playable + 'static>(
    bench: &Bench<G>,
    actors: impl Iterator<Item = Option<Who>>,
) -> impl Iterator<Item = OfferCard> {
    actors
        .flat_map(|actor| bench.table.offers(Seat::GM, actor))
        .map(|offer| understood(&*bench.table, Seat::GM, offer))
        .filter(|offer| offer.refusal.is_none())
}

/// The forms for this command that stand open for whoever would give it.
fn forms_for<G: Playable + 'static>(bench: &Bench<G>, command: &Value, name: &str) -> Vec<OfferCard> {
    let who = command.get(name).and_then(|fields| fields.get("who"));
    let creatures = bench.table.creatures(Seat::GM);
    let actor = who.and_then(Value::as_str).and_then(|who| creatures.iter().find(|(_, known)| known == who));
    let actors = [None, actor.map(|(who, _)| *who)];
    open_offers(bench, actors.into_iter()).filter(|offer| offer.command == name).collect()
}

/// Fields of a command that none of its forms could fill.
fn unfilled<'a>(
    command: &'a Value,
    name: &'a str,
    forms: &'a [OfferCard],
) -> impl Iterator<Item = String> + 'a {
    let knows = |form: &OfferCard, field: &String| {
        form.fixed.contains_key(field) || form.params.iter().any(|param| param.name == *field)
    };
    let fields = command.get(name).and_then(Value::as_object).into_iter().flat_map(|fields| fields.keys());
    fields
        .filter(move |field| !forms.iter().any(|form| knows(form, field)))
        .map(move |field| format!("{name}.{field}"))
}

/// Does what a step says; nothing where it cannot be followed to its end.
fn follow<G: Playable + 'static>(bench: &mut Bench<G>, step: &Step, seat: Seat) -> Option<()> {
    let mut dice = Scripted::new(step.dice.iter().copied());
    let mut act = |bench: &mut Bench<G>, seat: Seat, op: Op| {
        let planned = bench.table.plan(seat, op, Some(&mut dice)).ok()?;
        bench.table.follow(&planned.record).ok()
    };
    act(bench, seat, Op::Command(step.r#do.clone()))?;
    for said in step.answers.iter().filter(|said| said.refused.is_none() && said.code.is_none()) {
        let card = bench.table.prompts(Seat::GM).into_iter().find(|card| card.name == said.to)?;
        let asked = card.asks.first().copied().unwrap_or(Seat::GM);
        act(bench, asked, answer(&card.id, said.say.clone()))?;
    }
    while let Some((seat, op)) = by_instinct(&*bench.table) {
        act(bench, seat, op)?;
    }
    Some(())
}
