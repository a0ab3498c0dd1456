//! Every command has a form: wherever a story gives one, it is looked for among what stands open then. Whether forms
//! filled in at random are legal is the random play's question.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use boneyard_table::story::Step;
use boneyard_table::view::OfferCard;
use boneyard_table::{Playable, Seat, Who};
use serde_json::Value;

use crate::offered::understood;
use crate::steps::{commands, each_step};
use crate::stories::read_stories;
use crate::test_table::TestTable;

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
        let mut forms = Self::default();
        for (path, story) in read_stories(Path::new(crate_folder)) {
            each_step::<G>(&path, &story, schema, |path, bench, step, name| {
                forms.look(path, bench, step, name);
            });
        }
        for scene in scenes {
            let bench = TestTable::<G>::scene(scene, 1);
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

    fn look<G: Playable + 'static>(&mut self, path: &str, bench: &TestTable<G>, step: &Step, name: &str) {
        let forms = forms_for(bench, &step.r#do, name);
        if forms.is_empty() {
            self.shut.insert(name.to_owned(), path.to_owned());
        } else {
            let unfilled = unfilled(&step.r#do, name, &forms);
            self.unfilled.extend(unfilled.map(|field| (field, path.to_owned())));
            self.open.insert(name.to_owned());
        }
    }
}

fn open_offers<G: Playable + 'static>(
    bench: &TestTable<G>,
    actors: impl Iterator<Item = Option<Who>>,
) -> impl Iterator<Item = OfferCard> {
    actors
        .flat_map(|actor| bench.table.offers(Seat::GM, actor))
        .map(|offer| understood(&*bench.table, Seat::GM, offer))
        .filter(|offer| offer.refusal.is_none())
}

/// The forms for this command that stand open for the one who would give it.
fn forms_for<G: Playable + 'static>(bench: &TestTable<G>, command: &Value, name: &str) -> Vec<OfferCard> {
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
