//! `boneyard odds --game GAME FILE`: odds under the full rules, at the table a story file sets up: those it asks about,
//! or what may come of a command or an answer where it leaves off.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boneyard_dice::Ratio;
use boneyard_table::Seat;
use boneyard_table::story::{OddsAnswers, Story, play_out};
use boneyard_table::table::{Advice, AnyTable, Bounds, Forecast};
use boneyard_table::view::Found;
use serde_json::{Value, json};

use super::odds::STOPPED;
use super::story::read;
use super::{Done, write_json};
use crate::cli::Odds;
use crate::wait::Wait;
use crate::{Failure, games, packs};

/// The longest bar.
const WIDEST: f64 = 30.0;
/// Who waits at a terminal can wait for a little more than a page does.
const BOUNDS: Bounds = Bounds { runs: 1_000_000, steps: u64::MAX, plays: 40_000 };

pub(super) fn run(args: &Odds, game: &str, out: &mut dyn Write) -> Result<Done, Failure> {
    let entry = games::find(game)?;
    let file = Path::new(&args.expression);
    let story = read(file)?;
    if !story.game.eq_ignore_ascii_case(entry.game.name()) {
        let said = format!("{} is a story of {}, not of {}.", file.display(), story.game, entry.game.name());
        return Err(Failure::said(said));
    }
    let beside = file.parent().map_or_else(PathBuf::new, Path::to_owned);
    let pack = |path: &str| packs::read(&beside, path).map_err(|failure| failure.to_string());
    let table = play_out(entry.game, &story, &pack)
        .map_err(|failure| Failure::said(format!("{}: {failure}", file.display())))?;
    match &args.command {
        None => answers(args, &Arc::new(story), table, out),
        Some(command) => of_command(args, command, &*table, out),
    }
}

/// Every question of the file, with what the file says and what is so; of those who had enough, every question so far.
fn answers(
    args: &Odds,
    story: &Arc<Story>,
    table: Box<dyn AnyTable>,
    out: &mut dyn Write,
) -> Result<Done, Failure> {
    if story.odds.is_empty() {
        return Err(Failure::said("This story asks for no odds: it has no [[odds]]."));
    }
    let mut all = Vec::new();
    let mut well = true;
    let (asked, number) = (Arc::clone(story), story.odds.len());
    let say = |done: usize| format!("Question {} of {number}", (done + 1).min(number));
    let done = Wait::begin().pieces(say, move |hand| {
        let mut known = OddsAnswers::new(&asked.odds);
        (0..number).for_each(|nth| hand(known.answer(nth, &*table)));
    });
    let answered = done.len();
    let stopped = answered < number;
    for (check, told) in story.odds.iter().zip(done) {
        let right = told.as_ref().is_ok_and(|told| told.is == check.is);
        well &= right;
        if args.json {
            all.push(match told {
                Ok(told) => json!({
                    "asked": check.asked(), "is": told.is, "decimal": told.decimal, "expected": check.is,
                    "right": right, "assumes": told.assumptions, "open": told.open,
                }),
                Err(failure) => json!({ "asked": check.asked(), "expected": check.is, "right": false, "failure": failure }),
            });
            continue;
        }
        match told {
            Ok(told) => {
                let mark = if right { "" } else { "  WRONG: the file says " };
                let wrong = if right { "" } else { &check.is };
                writeln!(out, "{} = {}  {}{mark}{wrong}", told.is, told.decimal, check.asked())?;
                for assumed in &told.assumptions {
                    writeln!(out, "    {assumed}")?;
                }
                if let Some(open) = &told.open {
                    writeln!(out, "    {open} was left open")?;
                }
            }
            Err(failure) => writeln!(out, "no odds: {failure}  {}", check.asked())?,
        }
    }
    if args.json {
        write_json(out, &json!({ "story": story.title, "odds": all, "stopped": stopped }))?;
    } else if stopped {
        writeln!(out, "Stopped: {} of {number} questions have no answer.", number - answered)?;
    }
    Ok(if well { Done::Well } else { Done::Badly })
}

fn of_command(
    args: &Odds,
    command: &str,
    table: &dyn AnyTable,
    out: &mut dyn Write,
) -> Result<Done, Failure> {
    let seat = match &args.seat {
        None => Seat::GM,
        Some(name) => table
            .frame()
            .seat_named(name)
            .ok_or_else(|| Failure::said(format!("Nobody sits here as {name}.")))?,
    };
    let failed = |error: boneyard_table::odds::OddsError| Failure::said(error.to_string());
    if command == "prompt" {
        let prompts = table.prompts(seat);
        let Some(prompt) = prompts.iter().find(|prompt| !prompt.optional).or(prompts.first()) else {
            return Err(Failure::said("There is no open question at the end of this story."));
        };
        let id = prompt.id.parse().map_err(|error: String| Failure::said(error))?;
        let task = table.advice_task(seat, id, BOUNDS).map_err(failed)?;
        let advice = waited(task)?.map_err(failed)?;
        return match args.json {
            true => write_json(out, &advice_json(prompt.question.text(), &advice)).map(|()| Done::Well),
            false => write_advice(out, prompt.question.text(), &advice),
        };
    }
    // A name alone is a command without fields.
    let command: Value = serde_json::from_str(command).unwrap_or_else(|_| command.into());
    let task = table.forecast_task(seat, command, !args.instinct, BOUNDS).map_err(failed)?;
    let forecast = waited(task)?.map_err(failed)?;
    if args.json {
        write_json(out, &forecast_json(&forecast))?;
    } else {
        write_prospect(out, &forecast, "")?;
        for assumed in &forecast.assumptions {
            writeln!(out, "{assumed}.")?;
        }
    }
    Ok(Done::Well)
}

/// What a task comes to, unless somebody has enough before.
fn waited<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    let done = Wait::begin().pieces(|_| "Working out the odds".into(), move |hand| hand(task()));
    done.into_iter().next().ok_or_else(|| Failure::said(STOPPED))
}

fn write_advice(out: &mut dyn Write, question: &str, advice: &Advice) -> Result<Done, Failure> {
    writeln!(out, "{question}")?;
    writeln!(out, "Best: {}.", advice.best)?;
    for choice in &advice.choices {
        writeln!(out, "{}", choice.words)?;
        write_prospect(out, &choice.forecast, "  ")?;
    }
    for assumed in &advice.assumptions {
        writeln!(out, "{assumed}.")?;
    }
    Ok(Done::Well)
}

fn write_prospect(out: &mut dyn Write, forecast: &Forecast, indent: &str) -> Result<(), Failure> {
    for one in &forecast.outcomes {
        let bar = "#".repeat((one.chance.to_f64() * WIDEST).round() as usize);
        let exact = if forecast.found == Found::Exact { one.chance.to_string() } else { String::new() };
        let line = format!("{indent}{:>7}  {:<34} {exact:<16} {bar}", percent(&one.chance), one.words);
        writeln!(out, "{}", line.trim_end())?;
    }
    for loss in &forecast.losses {
        let (verb, amount) = if loss.mean.is_negative() {
            ("gains", -loss.mean.to_f64())
        } else {
            ("loses", loss.mean.to_f64())
        };
        writeln!(out, "{indent}{} {verb} {amount:.2} {} on average.", loss.name, loss.pool)?;
    }
    writeln!(out, "{indent}{}", found(forecast.found))?;
    Ok(())
}

fn found(found: Found) -> String {
    match found {
        Found::Exact => "Exact.".into(),
        Found::Simulated { err } => format!("Simulated, give or take {} %.", hundredths(err)),
        Found::Cut { rest } => format!("{} % was left open.", hundredths(rest)),
    }
}

fn hundredths(share: u32) -> String {
    format!("{}.{:02}", share / 100, share % 100)
}

fn percent(chance: &Ratio) -> String {
    let share = chance.to_f64() * 100.0;
    if share > 0.0 && share < 0.05 { "<0.1 %".into() } else { format!("{share:.1} %") }
}

fn forecast_json(forecast: &Forecast) -> Value {
    let outcomes: Vec<Value> = forecast
        .outcomes
        .iter()
        .map(|one| json!({ "words": one.words, "tone": one.tone, "chance": one.chance.to_string() }))
        .collect();
    let losses: Vec<Value> = forecast
        .losses
        .iter()
        .map(|loss| json!({ "name": loss.name, "pool": loss.pool, "mean": loss.mean.to_string() }))
        .collect();
    json!({
        "outcomes": outcomes, "losses": losses, "found": forecast.found,
        "assumes": forecast.assumptions, "runs": forecast.runs,
    })
}

fn advice_json(question: &str, advice: &Advice) -> Value {
    let choices: Vec<Value> = advice
        .choices
        .iter()
        .map(|one| json!({ "say": one.say, "words": one.words, "odds": forecast_json(&one.forecast) }))
        .collect();
    json!({ "question": question, "best": advice.best, "choices": choices, "assumes": advice.assumptions })
}
