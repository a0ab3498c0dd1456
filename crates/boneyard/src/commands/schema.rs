//! `boneyard schema`: what commands, prompts, answers and facts look like, and the paths stories may use.

use std::collections::BTreeSet;
use std::io::Write;

use boneyard_table::stage::{Being, Stage};
use serde_json::{Value, json};

use super::{Done, write_json};
use crate::cli::Schema;
use crate::games::{self, GameEntry};
use crate::{Failure, random};

pub(super) fn run(args: &Schema, out: &mut dyn Write) -> Result<Done, Failure> {
    let entry = games::find(&args.game)?;
    let mut schema = entry.game.schema();
    if let Value::Object(parts) = &mut schema {
        parts.insert("paths".into(), json!(values(entry)?));
    }
    write_json(out, &schema)?;
    Ok(Done::Well)
}

/// Every path that a table publishes: each ready-made start, and the ready heroes alone.
fn values(entry: &GameEntry) -> Result<BTreeSet<String>, Failure> {
    let mut stages: Vec<Stage> = (entry.starts)().into_iter().map(|(_, stage)| stage).collect();
    let mut ready = Stage::default();
    for hero in entry.entries("hero") {
        ready
            .heroes
            .insert(hero.title.to_owned(), Being { like: Some(hero.id.to_owned()), ..Being::default() });
    }
    stages.push(ready);
    let mut paths = BTreeSet::new();
    for stage in stages {
        let first =
            entry.game.stage("sample", &stage, Vec::new(), random::seeds_of(0)).map_err(Failure::said)?;
        let table = entry.game.open(&first).map_err(Failure::said)?;
        collect(&table.values(), String::new(), &mut paths);
    }
    Ok(paths)
}

fn collect(value: &Value, path: String, paths: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, inside) in map {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                collect(inside, path, paths);
            }
        }
        _ => {
            paths.insert(path);
        }
    }
}
