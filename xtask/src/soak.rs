//! The same proofs for longer: bots fight, the program is killed while it plays, properties see more cases;
//! and rules are broken on purpose, to see which stories notice.

use std::fs;

use crate::cargo::{self, Step};

/// What is asked for.
#[derive(Debug)]
struct Soak {
    game: Option<String>,
    seeds: u32,
    kills: u32,
    /// How many rules of each game are broken; `None` for all of them.
    rules: Option<u32>,
}

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let soak = read(args)?;
    let games = match &soak.game {
        Some(game) => vec![game.clone()],
        None => all_games()?,
    };
    let (seeds, kills) = (soak.seeds.to_string(), soak.kills.to_string());
    let mut steps: Vec<Step> = games
        .iter()
        .map(|game| {
            let args = [
                "run",
                "--quiet",
                "--release",
                "--package",
                "boneyard",
                "--",
                "bots",
                game,
                "--seeds",
                &seeds,
            ];
            Step::new(format!("Bots play {game}"), &args)
        })
        .collect();
    let crash = ["test", "--package", "boneyard", "--test", "tests", "crash::", "--", "--nocapture"];
    steps.push(Step::new("Kills while it plays", &crash).env("BONEYARD_KILLS", kills.clone()));
    let store = ["test", "--package", "boneyard-store", "crash"];
    steps.push(Step::new("Kills while it writes", &store).env("BONEYARD_CRASH_ROUNDS", kills));
    let others = all_games()?.into_iter().filter(|other| !games.contains(other));
    let mut cases: Vec<String> = ["test", "--workspace", "--exclude", "boneyard"].map(str::to_owned).into();
    cases.extend(others.flat_map(|other| ["--exclude".to_owned(), other]));
    let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
    steps.push(Step::new("More random cases", &cases).env("PROPTEST_CASES", seeds.clone()));
    // Last, for it finds something as long as a story could be sharper.
    steps.extend(games.iter().map(|game| breaks(game, soak.rules)));
    cargo::all(&steps)
}

fn breaks(game: &str, rules: Option<u32>) -> Step {
    let mut args: Vec<&str> =
        "run --quiet --release --package boneyard -- coverage --break".split(' ').collect();
    args.push(game);
    let number = rules.map(|rules| rules.to_string());
    match &number {
        Some(number) => args.extend(["--sample", number]),
        None => args.push("--all"),
    }
    Step::new(format!("Rules of {game} broken on purpose"), &args)
        .or("Each rule listed needs a story that fails without it.")
}

fn read(args: &[String]) -> Result<Soak, String> {
    let mut soak = Soak { game: None, seeds: 10_000, kills: 300, rules: Some(40) };
    let mut args = args.iter();
    while let Some(name) = args.next() {
        let value = args.next().ok_or_else(|| format!("`{name}` needs a value after it."))?;
        let number = || {
            let number = value.parse::<u32>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("{name} needs a number from 1 on, not `{value}`."))
        };
        match name.as_str() {
            "--game" => soak.game = Some(value.clone()),
            "--seeds" => soak.seeds = number()?,
            "--kills" => soak.kills = number()?,
            "--rules" if value == "all" => soak.rules = None,
            "--rules" => soak.rules = Some(number()?),
            other => {
                let known = "--game, --seeds, --kills and --rules do";
                return Err(format!("`{other}` means nothing here: {known}."));
            }
        }
    }
    Ok(soak)
}

/// Every game is a folder of that name.
fn all_games() -> Result<Vec<String>, String> {
    let folder = cargo::root().join("games");
    let inside =
        fs::read_dir(&folder).map_err(|error| format!("{} cannot be read: {error}.", folder.display()))?;
    let mut games: Vec<String> = inside
        .filter_map(Result::ok)
        .filter(|item| item.path().join("Cargo.toml").is_file())
        .filter_map(|item| item.file_name().into_string().ok())
        .collect();
    games.sort();
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &str) -> Result<Soak, String> {
        read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_not_said_has_a_default() {
        let soak = typed("--seeds 7 --game dirk-rules").expect("both are known");
        assert_eq!((soak.seeds, soak.game.as_deref()), (7, Some("dirk-rules")));
        assert!(soak.kills > 0 && soak.rules.is_some());
        assert_eq!(typed("--rules 12").expect("known").rules, Some(12));
        assert_eq!(typed("--rules all").expect("known").rules, None);
    }

    #[test]
    fn a_slip_is_named() {
        assert!(typed("--seeds").is_err_and(|wrong| wrong.contains("--seeds")));
        assert!(typed("--kills none").is_err_and(|wrong| wrong.contains("`none`")));
        assert!(typed("--hours 3").is_err_and(|wrong| wrong.contains("--hours")));
    }
}
