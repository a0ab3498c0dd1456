//! `boneyard story`: runs stories and tells what came of them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use boneyard_table::story::{Story, StoryReport, run_story};
use serde_json::json;

use super::{Done, broken, write_json};
use crate::cli;
use crate::{Failure, games, packs, tell};

pub(super) fn run(args: &cli::Story, out: &mut dyn Write) -> Result<Done, Failure> {
    let mut files = Vec::new();
    for path in &args.paths {
        if path.is_dir() {
            files.extend(packs::story_files(path)?);
        } else {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        return Err(Failure::said("No stories found there: a story is a TOML file."));
    }
    if let Some(rule) = &args.broken {
        return broken::stories_with(rule, &files, out);
    }
    let mut told = Vec::new();
    let mut failed = 0;
    for file in &files {
        let report = match read(file) {
            Ok(story) => tell_one(file, &story),
            Err(failure) => Err(failure),
        };
        let well = report.as_ref().is_ok_and(|report| report.failures.is_empty());
        failed += usize::from(!well);
        if args.json {
            let file = file.display().to_string();
            told.push(match report {
                Ok(report) => json!({ "file": file, "passed": well, "report": report }),
                Err(failure) => json!({ "file": file, "passed": false, "failure": failure.to_string() }),
            });
            continue;
        }
        match report {
            Ok(report) => write_report(out, file, &report, args.tell)?,
            Err(failure) => writeln!(out, "FAILED {}\n  {failure}", file.display())?,
        }
    }
    if args.json {
        write_json(out, &told)?;
    } else {
        writeln!(out, "{} of {} stories hold.", files.len() - failed, files.len())?;
    }
    Ok(if failed == 0 { Done::Well } else { Done::Badly })
}

/// Reads a story file.
pub(super) fn read(file: &Path) -> Result<Story, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::unread(file, &error))?;
    Story::read(&text)
        .map_err(|error| Failure::said(format!("{}: {}", file.display(), error.to_string().trim_end())))
}

/// Runs a story; its packs lie beside its file.
pub(super) fn tell_one(file: &Path, story: &Story) -> Result<StoryReport, Failure> {
    let entry = games::find(&story.game)?;
    let beside = file.parent().map_or_else(PathBuf::new, Path::to_owned);
    let pack = |path: &str| packs::read(&beside, path).map_err(|failure| failure.to_string());
    Ok(run_story(entry.game, story, &pack))
}

fn write_report(out: &mut dyn Write, file: &Path, report: &StoryReport, whole: bool) -> Result<(), Failure> {
    let mark = if report.failures.is_empty() { "holds " } else { "FAILED" };
    writeln!(out, "{mark} {} ({})", report.title, file.display())?;
    if whole {
        for step in &report.steps {
            if !step.r#do.is_empty() && step.r#do != "null" {
                writeln!(out, "  > {}", step.r#do)?;
            }
            for answer in &step.answers {
                writeln!(out, "    answer: {answer}")?;
            }
            if let Some(refusal) = &step.refused {
                let rules: Vec<&str> = refusal.rules().map(|rule| rule.as_str()).collect();
                let rules = if rules.is_empty() { String::new() } else { format!(" [{}]", rules.join(", ")) };
                writeln!(out, "    refused: {refusal}{rules}")?;
            }
            for line in step.lines.iter().flat_map(tell::cited) {
                writeln!(out, "  {line}")?;
            }
        }
    }
    for failure in &report.failures {
        writeln!(out, "  {failure}")?;
    }
    Ok(())
}
