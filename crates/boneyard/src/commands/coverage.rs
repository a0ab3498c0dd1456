//! `boneyard coverage`: every rule that no story proves, and every content entry nobody ever used.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use boneyard_dice::Rng;
use boneyard_registry::Settled;
use boneyard_rulebook::Told;
use serde::Serialize;

use super::{Done, broken, story, write_json};
use crate::cli::Coverage;
use crate::games::{self, GameEntry};
use crate::making::{self, Workshop};
use crate::{Failure, bot, packs, random};

/// Fights on each start that are looked at for content; enough for each to go its own way.
const FIGHTS: u64 = 5;

/// Heroes made by chance, for what they are made of.
const HEROES: u64 = 100;

#[derive(Debug, Serialize)]
struct Covered {
    game: &'static str,
    stories: usize,
    rules: usize,
    content: usize,
    unproven: Vec<Missing>,
    unused: Vec<Missing>,
    failed: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Missing {
    id: &'static str,
    title: &'static str,
}

pub(super) fn run(args: &Coverage, out: &mut dyn Write) -> Result<Done, Failure> {
    if args.broken {
        return broken::sample(args, out);
    }
    let mut all = Vec::new();
    for entry in games::chosen(args.game.as_deref())? {
        all.push(cover(entry, &args.root)?);
    }
    let well =
        all.iter().all(|one| one.unproven.is_empty() && one.unused.is_empty() && one.failed.is_empty());
    if args.json {
        write_json(out, &all)?;
    } else {
        for one in &all {
            write_one(out, one)?;
        }
    }
    Ok(if well { Done::Well } else { Done::Badly })
}

/// What the stories of a game cite, whom they bring in, and which of them fail.
#[derive(Default)]
struct Stories {
    number: usize,
    cited: BTreeSet<String>,
    used: BTreeSet<String>,
    failed: Vec<String>,
}

/// Reads every story; tells them all, unless the tests have told the same ones and wrote down what they cite.
fn stories(entry: &'static GameEntry, root: &Path) -> Result<Stories, Failure> {
    let files = packs::story_files(&packs::stories_of(root, entry.game.name())?)?;
    let handed_on = Told::of(root, entry.game.name(), entry.game.rules()).and_then(|told| told.read());
    let tells = handed_on.is_none();
    let mut all = Stories { number: files.len(), cited: handed_on.unwrap_or_default(), ..Stories::default() };
    for file in &files {
        let story = match story::read(file) {
            Ok(story) => story,
            Err(failure) => {
                all.failed.push(failure.to_string());
                continue;
            }
        };
        if tells {
            match story::tell_one(file, &story) {
                Ok(report) if report.failures.is_empty() => {
                    all.cited.extend(report.cited.iter().map(|rule| rule.as_str().to_owned()));
                }
                Ok(report) => {
                    all.failed.push(format!("{}: {}", file.display(), report.failures.join("; ")));
                    continue;
                }
                Err(failure) => {
                    all.failed.push(failure.to_string());
                    continue;
                }
            }
        }
        let beings = story.stage.heroes.values().chain(story.stage.creatures.values());
        all.used.extend(beings.filter_map(|being| being.like.clone()));
    }
    Ok(all)
}

fn cover(entry: &'static GameEntry, root: &Path) -> Result<Covered, Failure> {
    let Stories { number, cited, mut used, failed } = stories(entry, root)?;
    let proven = |id: &str| cited.contains(id);
    let missing = |rule: &boneyard_rulebook::Rule| Missing { id: rule.id, title: rule.title };
    let unproven = entry.rulebook.rules().filter(|rule| !proven(rule.id)).map(missing).collect();
    let unused = |used: &BTreeSet<String>| -> Vec<Missing> {
        let nobody = |id: &str| !proven(id) && !used.contains(id);
        entry.rulebook.entries().filter(|rule| nobody(rule.id)).map(missing).collect()
    };
    let starts = (entry.starts)();
    for (_, stage) in &starts {
        used.extend(
            stage.heroes.values().chain(stage.creatures.values()).filter_map(|being| being.like.clone()),
        );
    }
    // Heroes are made and fights fought only for what nobody used so far.
    for seed in 0..HEROES {
        if unused(&used).is_empty() {
            break;
        }
        let mut workshop = Workshop::new(entry, random::seeds_of(seed))?;
        making::by_chance(&mut workshop, Rng::new(seed), Settled::default())?;
        used.extend(workshop.cited.iter().map(|rule| rule.as_str().to_owned()));
    }
    for seed in 0..FIGHTS {
        for (title, stage) in &starts {
            if unused(&used).is_empty() {
                break;
            }
            let fight = bot::fight(entry, title, stage, random::seeds_of(seed));
            used.extend(fight.cited.iter().map(|rule| rule.as_str().to_owned()));
        }
    }
    let unused = unused(&used);
    Ok(Covered {
        game: entry.game.name(),
        stories: number,
        rules: entry.rulebook.rules().count(),
        content: entry.rulebook.entries().count(),
        unproven,
        unused,
        failed,
    })
}

fn write_one(out: &mut dyn Write, one: &Covered) -> Result<(), Failure> {
    let Covered { game, stories, rules, content, .. } = one;
    let stories = if *stories == 1 { "1 story".to_owned() } else { format!("{stories} stories") };
    writeln!(out, "{game}: {stories}, {rules} rules, {content} content entries")?;
    for (what, list) in
        [("rules that no story proves", &one.unproven), ("entries that nobody used", &one.unused)]
    {
        if list.is_empty() {
            writeln!(out, "  no {what}")?;
            continue;
        }
        writeln!(out, "  {} {what}:", list.len())?;
        for missing in list {
            writeln!(out, "    {} · {}", missing.id, missing.title)?;
        }
    }
    for failed in &one.failed {
        writeln!(out, "  this story fails: {failed}")?;
    }
    Ok(())
}
