//! `boneyard coverage --break` and `boneyard story --break`: rules broken on purpose, and who notices.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use boneyard_dice::Rng;
use boneyard_rulebook::Rule;
use boneyard_table::RuleId;
use serde::Serialize;

use super::{Done, story, write_json};
use crate::cli::Coverage;
use crate::games::{self, GameEntry};
use crate::sabotage::{self, Broken, Watched};
use crate::{Failure, packs};

/// How often it is told how far it is.
const TOLD_EVERY: usize = 10;

#[derive(Debug, Serialize)]
struct Sample {
    game: &'static str,
    stories: usize,
    rules: usize,
    broken: Vec<BrokenRule>,
    failed: Vec<String>,
}

#[derive(Debug, Serialize)]
struct BrokenRule {
    id: &'static str,
    title: &'static str,
    ways: Vec<Broken>,
}

impl BrokenRule {
    fn noticed(&self) -> bool {
        self.ways.iter().any(|way| way.noticed.is_some())
    }

    fn unnoticed(&self) -> impl Iterator<Item = &Broken> {
        self.ways.iter().filter(|way| way.noticed.is_none())
    }
}

/// A sample of rules, or all of them.
pub(super) fn sample(args: &Coverage, out: &mut dyn Write) -> Result<Done, Failure> {
    let mut all = Vec::new();
    for entry in games::chosen(args.game.as_deref())? {
        all.push(sabotage::with_room(|| break_some(entry, args))??);
    }
    let fine =
        |one: &Sample| one.failed.is_empty() && one.broken.iter().all(|r| r.ways.is_empty() || r.noticed());
    let well = all.iter().all(fine);
    if args.json {
        write_json(out, &all)?;
    } else {
        for one in &all {
            write_one(out, one)?;
        }
    }
    Ok(if well { Done::Well } else { Done::Badly })
}

fn break_some(entry: &GameEntry, args: &Coverage) -> Result<Sample, Failure> {
    let game = entry.game.name();
    let (stories, failed) = watched(&packs::story_files(&packs::stories_of(&args.root, game)?)?);
    let rules: Vec<&Rule> = entry.rulebook.rules().collect();
    let chosen = if args.all { rules.clone() } else { some(&rules, args.sample as usize, args.seed) };
    let mut broken = Vec::with_capacity(chosen.len());
    for (at, rule) in chosen.iter().enumerate() {
        let id = RuleId::read(rule.id)
            .ok_or_else(|| Failure::said(format!("{} is not the id of a rule.", rule.id)))?;
        let ways = sabotage::break_rule(id, &stories)?;
        broken.push(BrokenRule { id: rule.id, title: rule.title, ways });
        if (at + 1) % TOLD_EVERY == 0 {
            writeln!(io::stderr(), "{game}: {} of {} rules broken", at + 1, chosen.len()).ok();
        }
    }
    Ok(Sample { game, stories: stories.len(), rules: rules.len(), broken, failed })
}

/// The stories that hold, and what is wrong with the others.
fn watched(files: &[PathBuf]) -> (Vec<Watched>, Vec<String>) {
    let (mut stories, mut failed) = (Vec::new(), Vec::new());
    for file in files {
        match story::read(file).and_then(|story| sabotage::watch(file, story)) {
            Ok(story) => stories.push(story),
            Err(failure) => failed.push(failure.to_string()),
        }
    }
    (stories, failed)
}

/// So many of the rules, in the order of the book; the same seed takes the same ones.
fn some<'a>(rules: &[&'a Rule], number: usize, seed: u64) -> Vec<&'a Rule> {
    let mut rng = Rng::new(seed);
    let mut left: Vec<usize> = (0..rules.len()).collect();
    let mut taken = Vec::new();
    while taken.len() < number && !left.is_empty() {
        taken.push(left.swap_remove((rng.word() % left.len() as u64) as usize));
    }
    taken.sort_unstable();
    taken.into_iter().map(|at| rules[at]).collect()
}

fn write_one(out: &mut dyn Write, one: &Sample) -> Result<(), Failure> {
    let (met, unmet): (Vec<_>, Vec<_>) = one.broken.iter().partition(|rule| !rule.ways.is_empty());
    let ways = met.iter().map(|rule| rule.ways.len()).sum::<usize>();
    let missed = met.iter().map(|rule| rule.unnoticed().count()).sum::<usize>();
    let noticed = met.iter().filter(|rule| rule.noticed()).count();
    writeln!(
        out,
        "{}: {} of {} rules broken on purpose, {}",
        one.game,
        met.len(),
        one.rules,
        stories(one.stories)
    )?;
    writeln!(out, "  {noticed} of {} rules noticed, in {} of {ways} ways", met.len(), ways - missed)?;
    let (half, whole): (Vec<_>, Vec<_>) =
        met.into_iter().filter(|rule| rule.unnoticed().next().is_some()).partition(|rule| rule.noticed());
    for (what, list) in [
        ("rules whose breaking no story notices", whole),
        ("rules noticed, but not in these ways", half),
        ("rules with nothing to break in any story", unmet),
    ] {
        if !list.is_empty() {
            writeln!(out, "  {} {what}:", list.len())?;
        }
        for rule in list {
            writeln!(out, "    {} · {}", rule.id, rule.title)?;
            for way in rule.unnoticed() {
                writeln!(out, "      {}, in {}", way.how, stories(way.stories))?;
            }
        }
    }
    for failed in &one.failed {
        writeln!(out, "  this story fails with nothing broken: {failed}")?;
    }
    Ok(())
}

fn stories(number: usize) -> String {
    if number == 1 { "1 story".to_owned() } else { format!("{number} stories") }
}

/// One rule, story by story.
pub(super) fn stories_with(rule: &str, files: &[PathBuf], out: &mut dyn Write) -> Result<Done, Failure> {
    let id = RuleId::read(&rule.to_ascii_uppercase())
        .ok_or_else(|| Failure::said(format!("`{rule}` is not the id of a rule, such as DK-BATTLE-11.")))?;
    let told = sabotage::with_room(|| files.iter().map(|file| break_in(id, file)).collect::<Vec<_>>())?;
    let mut noticed = 0;
    for (file, ways) in files.iter().zip(told) {
        let ways = ways?;
        noticed += usize::from(ways.iter().any(|way| way.noticed.is_some()));
        if ways.is_empty() {
            writeln!(out, "{}: nothing of {id} happens here", file.display())?;
        }
        for Broken { how, noticed, .. } in ways {
            match noticed {
                Some(noticed) => writeln!(out, "{}: {how}: noticed: {}", file.display(), noticed.why)?,
                None => writeln!(out, "{}: {how}: NOT NOTICED", file.display())?,
            }
        }
    }
    writeln!(out, "{noticed} of {} notice that {id} is broken.", stories(files.len()))?;
    Ok(if noticed > 0 { Done::Well } else { Done::Badly })
}

fn break_in(rule: RuleId, file: &Path) -> Result<Vec<Broken>, Failure> {
    let watched = sabotage::watch(file, story::read(file)?)?;
    sabotage::break_rule(rule, &[watched])
}
