//! The command line: what can be typed. What it does is in `commands`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// A table that knows the rules of its games.
#[derive(Debug, Parser)]
#[command(name = "boneyard", version, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Roll dice and show every die
    Roll(Roll),
    /// Show exact odds: of a roll, of the questions in a story file, or of a command at the end of a story
    Odds(Odds),
    /// Check the dice of a table against the proof it wrote
    Verify(Verify),
    /// Look up a rule by its id, or search by words
    Rules(Rules),
    /// List the games and their contents
    Games(Games),
    /// Run stories: scenes with dice, answers and checks of the result
    Story(Story),
    /// Print the shape of a game's commands, prompts, answers and facts
    Schema(Schema),
    /// List every rule that no story proves
    Coverage(Coverage),
    /// Make a hero: at random, or step by step
    Hero(Hero),
    /// Let bots play the ready-made starts to their end
    Bots(Bots),
    /// Show how deadly an encounter is by fighting it many times
    Sim(Sim),
    /// Show odds over ranges, for designers: as a table, CSV, or a page with a chart
    Sheet(Sheet),
    /// Play at a table in the terminal
    Play(Play),
    /// Serve tables to browsers
    Serve(Serve),
    /// List the saved tables
    Tables(Tables),
    /// Write a table to one file
    Export(Export),
    /// Read a table from an exported file
    Import(Import),
    /// Copy the whole save and check the copy: to a new file, or to a dated backup
    Backup(Backup),
    /// Replace the save with a backup, including all tables and seats
    Restore(Restore),
    /// Check adventure files, begin a new one, or print what such a file can hold
    #[command(subcommand)]
    Adventure(Adventure),
    /// Show the contents of a map in the Universal VTT format, or why it is refused
    Map(Map),
    /// Play until killed, for the test that kills it
    #[command(hide = true)]
    CrashPlay(CrashPlay),
}

#[derive(Debug, Args)]
pub(crate) struct Roll {
    /// What to roll, such as 4d6kh3 or "2d20kl1 + 5"
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub(crate) expression: String,
    /// How many times to roll
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) times: u32,
    /// The same number gives the same dice
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Odds {
    /// The roll, such as 4d6kh3; with --game a story file
    #[arg(value_name = "EXPR|FILE", allow_hyphen_values = true)]
    pub(crate) expression: String,
    /// The game of the story: answers each `[[odds]]` in it
    #[arg(long, value_name = "GAME", conflicts_with_all = ["at_least", "at_most"])]
    pub(crate) game: Option<String>,
    /// Show the possible outcomes of this command (as JSON) at the end of the story; `prompt` asks about the open question
    #[arg(long = "of", value_name = "COMMAND|prompt", requires = "game")]
    pub(crate) command: Option<String>,
    /// Use only what this seat knows
    #[arg(long = "as", value_name = "SEAT", requires = "command")]
    pub(crate) seat: Option<String>,
    /// Let everybody choose by instinct instead of best play
    #[arg(long, requires = "command")]
    pub(crate) instinct: bool,
    /// The chance of this number or more
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) at_least: Option<i64>,
    /// The chance of this number or less
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) at_most: Option<i64>,
    /// Print JSON with exact fractions
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The proof file
    pub(crate) file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// A rule's id, or words to search for; put a game's name first to search only that game
    #[arg(required = true, value_name = "[GAME] WORDS|ID")]
    pub(crate) words: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Map {
    /// The map file: .dd2vtt, .df2vtt or .uvtt
    pub(crate) file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Adventure {
    /// Tell what is wrong with adventure files, what is likely not meant so, and what a table without a game master could
    /// not decide
    Check(AdventureCheck),
    /// Print a small adventure with comments, to begin with
    New {
        /// The game
        game: String,
    },
    /// Print the JSON Schema of adventure files
    Schema {
        /// The game
        game: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct AdventureCheck {
    /// The adventure files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Games {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Story {
    /// Story files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,
    /// Tell the story, with the rule and the terms behind every number
    #[arg(long)]
    pub(crate) tell: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "tell")]
    pub(crate) json: bool,
    /// Break this rule on purpose in every possible way, and show which stories notice
    #[arg(long = "break", value_name = "RULE", conflicts_with_all = ["tell", "json"])]
    pub(crate) broken: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// The game
    pub(crate) game: String,
}

#[derive(Debug, Args)]
pub(crate) struct Coverage {
    /// One game; all if none is named
    pub(crate) game: Option<String>,
    /// The folder that holds `games`
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Break a sample of rules on purpose instead, and list the rules whose breaking no story notices
    #[arg(long = "break")]
    pub(crate) broken: bool,
    /// How many rules to break
    #[arg(long, value_name = "N", default_value_t = 40, requires = "broken")]
    pub(crate) sample: u32,
    /// The same number breaks the same rules
    #[arg(long, value_name = "S", default_value_t = 1, requires = "broken")]
    pub(crate) seed: u64,
    /// Break every rule
    #[arg(long, requires = "broken", conflicts_with = "sample")]
    pub(crate) all: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Bots {
    /// The game
    pub(crate) game: String,
    /// Play an adventure to its end instead, with heroes whom nobody leads
    #[arg(long, value_name = "ID")]
    pub(crate) adventure: Option<String>,
    /// How many fights for each start, or how many evenings
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) seeds: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Sim {
    /// The game
    pub(crate) game: String,
    /// A ready-made encounter, a list such as "3 wolf, ogre", or a TOML file
    #[arg(required_unless_present_any = ["place", "adventure"])]
    pub(crate) encounter: Option<String>,
    /// The fight that waits in a place of an adventure
    #[arg(long, value_name = "ADVENTURE/PLACE", conflicts_with = "encounter")]
    pub(crate) place: Option<String>,
    /// The fights of all places of an adventure, each met rested
    #[arg(long, value_name = "ID", conflicts_with_all = ["encounter", "place", "strong", "change", "html"])]
    pub(crate) adventure: Option<String>,
    /// The ready heroes, or a TOML file with heroes
    #[arg(long, value_name = "ready|FILE", default_value = "ready")]
    pub(crate) party: String,
    /// How many fights [default: until every share is accurate to 1 % either way]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) fights: Option<u64>,
    /// The same number gives the same fights
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: Option<usize>,
    /// Which side looks ahead before it acts; everybody else uses instinct
    #[arg(long, value_name = "SIDE", value_enum)]
    pub(crate) strong: Option<StrongSide>,
    /// Repeat the same fights with a change, such as heroes.Quill.add.items=["Torch"]; you may give several
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) change: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print an HTML page with charts
    #[arg(long, conflicts_with = "json")]
    pub(crate) html: bool,
}

/// A side that looks ahead.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum StrongSide {
    /// The heroes.
    Heroes,
    /// Their foes.
    Creatures,
}

impl StrongSide {
    /// The side by its number.
    pub(crate) fn side(self) -> u8 {
        match self {
            Self::Heroes => 0,
            Self::Creatures => 1,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Sheet {
    /// The game
    pub(crate) game: String,
    /// A story file; the sheet uses its first `[[odds]]`
    pub(crate) file: String,
    /// What changes from row to row, such as heroes.Bo.set.gumption=1..10
    #[arg(long, value_name = "PATH=VALUES")]
    pub(crate) rows: String,
    /// What changes from column to column
    #[arg(long, value_name = "PATH=VALUES")]
    pub(crate) columns: Option<String>,
    /// What to compare side by side, such as house.reroll_ones=until,once
    #[arg(long, value_name = "PATH=VALUES")]
    pub(crate) compare: Option<String>,
    /// Print CSV with exact fractions
    #[arg(long)]
    pub(crate) csv: bool,
    /// Print an HTML page with a chart
    #[arg(long, conflicts_with = "csv")]
    pub(crate) html: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Hero {
    /// The game
    pub(crate) game: String,
    /// The same number gives the same hero
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Choose step by step
    #[arg(long)]
    pub(crate) guided: bool,
    /// A choice to keep instead of a random one, such as class=Thief
    #[arg(long, value_name = "FIELD=CHOICE", conflicts_with = "guided")]
    pub(crate) set: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "guided")]
    pub(crate) json: bool,
}

/// Where the save is.
#[derive(Debug, Args)]
pub(crate) struct Data {
    /// The folder of the save [default: boneyard in your data folder]
    #[arg(long = "data", value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Start a new table of this game at once
    #[arg(long)]
    pub(crate) game: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) data: Data,
    /// The port to listen on
    #[arg(long, default_value_t = 7777)]
    pub(crate) port: u16,
    /// Let people in the same network in, not only this machine
    #[arg(long)]
    pub(crate) lan: bool,
    /// Hours between backups, made only if somebody played; 0 makes none
    #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(0..=8760))]
    pub(crate) backup_every: u32,
    #[command(flatten)]
    pub(crate) backups: Backups,
    /// The address people type, if the server is behind a proxy: https://host or https://host/base
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<boneyard_server::PublicUrl>,
    /// A proxy to trust in X-Forwarded-For and X-Forwarded-Proto: 127.0.0.1 or 10.0.0.0/8; repeat the option for several
    #[arg(long = "trusted-proxy", value_name = "ADDR")]
    pub(crate) trusted_proxies: Vec<boneyard_server::Net>,
    /// Print links and log as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Tables {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The table, by its id or title
    pub(crate) table: String,
    /// The file to write
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) data: Data,
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The exported file
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) data: Data,
}

/// Backups with a date in their name.
#[derive(Debug, Args)]
pub(crate) struct Backups {
    /// The folder of dated backups [default: backups beside the save]
    #[arg(id = "backups", long = "backups", value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// How many of the latest dated backups to keep; 0 keeps all
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub(crate) keep: usize,
}

#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// The file to write, which must not exist yet; without it, a dated file among the backups
    #[arg(conflicts_with_all = ["backups", "keep"])]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) backups: Backups,
}

#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// The backup
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) data: Data,
    /// Restore even if a table in the backup is damaged
    #[arg(long)]
    pub(crate) anyway: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CrashPlay {
    /// The folder of the save
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The seed that picks the starts
    #[arg(long)]
    pub(crate) seed: u64,
}
