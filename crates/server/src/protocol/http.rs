//! Bodies of requests and answers over HTTP.

use boneyard_table::Seat;
use boneyard_table::live::ActionId;
use boneyard_table::stage::Stage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What went wrong, with every status that is not a success.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Trouble {
    /// For programs: `unreadable`, `forbidden`, `elsewhere`, `not-found`, `too-fast`, `too-many`, `too-slow`,
    /// `too-large`, `full`, `refused`, `failed`.
    pub code: String,
    /// For people.
    pub say: String,
    /// Mistakes in the files of a pack, each with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
}

/// A mistake in a file of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mistake {
    /// The file, with the name of its pack before it.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
    /// The field as a dotted path, and what is wrong with it.
    pub say: String,
}

/// The secret of the link that the program printed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EnterBody {
    /// As it stands behind the `#`.
    pub key: String,
}

/// Who this browser is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Entered {
    /// Whether it may begin tables and is the game master of all of them.
    pub owner: bool,
}

/// A browser that runs this server: it entered by the printed link. For the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SessionCard {
    /// Its id in addresses.
    pub id: String,
    /// `phone` or `computer`; empty for one of an older version.
    pub device: String,
    /// When it entered, in milliseconds since 1970; 0 for one of an older version.
    pub since: i64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// A game on the start screen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameCard {
    /// Its name in addresses and looks.
    pub name: String,
    /// Its name on the page.
    pub title: String,
    /// The version of its rules.
    pub rules: String,
    /// Ready-made beginnings.
    pub starts: Vec<Start>,
    /// The title of the one that is played where nobody wants to choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<String>,
    /// Ready heroes.
    pub heroes: Vec<HeroCard>,
    /// Creatures to build encounters of: the id of each entry and its name.
    pub creatures: Vec<(String, String)>,
    /// Whether fights can be tried out before they happen.
    pub foresees: bool,
    /// House switches.
    pub switches: Vec<super::SwitchCard>,
    /// The command that begins making a hero, and the one that finishes it.
    pub making: (String, String),
    /// What must stand on everything of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<String>,
}

/// A ready-made beginning.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Start {
    /// What it is called.
    pub title: String,
    /// Its heroes.
    pub heroes: Vec<String>,
}

/// A ready hero.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HeroCard {
    /// Its entry.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is like.
    pub text: String,
}

/// A table on the start screen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableRow {
    /// Its id in addresses.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The game's name.
    pub game: String,
    /// The game's name on the page.
    pub game_title: String,
    /// Which seat this browser has there.
    pub seat: Seat,
    /// When somebody last did something, in milliseconds since 1970.
    pub last_at: i64,
    /// Whether it was put away.
    pub archived: bool,
    /// What is wrong with its records, for the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged: Option<String>,
}

/// A new table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTableBody {
    /// The game's name.
    pub game: String,
    /// What it is called; a ready-made beginning has a title of its own.
    #[serde(default)]
    pub title: Option<String>,
    /// The title of a ready-made beginning; a blank table if none is named.
    #[serde(default)]
    pub start: Option<String>,
    /// A beginning of one's own, as stories write it.
    #[serde(default)]
    #[schemars(with = "Option<serde_json::Value>")]
    pub stage: Option<Stage>,
    /// Instead of a beginning or a stage: what the game has ready, with its scene set.
    #[serde(default)]
    pub play: bool,
    /// House switches that differ from the default.
    #[serde(default)]
    pub house: std::collections::BTreeMap<String, serde_json::Value>,
    /// Content packs of one's own.
    #[serde(default)]
    pub packs: Vec<Pack>,
}

/// A content pack that a table uses.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PackRow {
    /// What it is called.
    pub name: String,
    /// Its files with how many bytes each has.
    pub files: Vec<(String, u32)>,
}

/// What goes with a picture that is sent.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PictureQuery {
    /// What stands above it.
    pub title: String,
    /// What is to be seen, in words, for those who cannot.
    pub alt: String,
}

/// A content pack: its files as text.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// What it is called.
    pub name: String,
    /// The name and text of each file.
    pub files: Vec<(String, String)>,
}

/// A table that was made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Made {
    /// Its id in addresses.
    pub id: String,
    /// What it is called.
    pub title: String,
}

/// A table that begins where another stands or stood.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForkBody {
    /// What it is called.
    pub title: String,
    /// Before this action; as it stands now if none is named.
    #[serde(default)]
    pub before: Option<ActionId>,
}

/// How this browser stands at a table's door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Door {
    /// Not known here, or there is no such table: nothing more is told.
    Stranger,
    /// The invitation is good: a name, and one can knock.
    Invited {
        /// Which table.
        table: String,
        /// What it is called.
        title: String,
        /// The game's name.
        game: String,
        /// The game's name on the page.
        game_title: String,
        /// What the game master is called.
        gm: String,
    },
    /// Has knocked and waits.
    Waiting {
        /// Which table.
        table: String,
    },
    /// Sits here: open the socket.
    Seated {
        /// Which table.
        table: String,
        /// Where.
        seat: Seat,
    },
}

/// An invitation: what stands behind the `#` of a link, or the short code somebody read out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DoorKey {
    /// From a link.
    Link {
        /// The table of the address.
        table: String,
        /// What stood behind the `#`.
        secret: String,
    },
    /// Typed in: `K7QM-2XRT`.
    Code(String),
}

/// A knock at a table's door.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnockBody {
    /// By which invitation.
    pub key: DoorKey,
    /// What they call themselves: 1 to 40 characters.
    pub name: String,
}

/// What the game master says to a knock.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Admit {
    /// Come in.
    LetIn {
        /// As `player`, `display` or `spectator`.
        role: boneyard_table::Role,
        /// On this seat, taking it over; on a free one if none is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Not now: they may knock again.
    NotNow,
    /// This browser may not knock here again.
    Block,
}

/// How people get in. For the game master.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Invitation {
    /// Links, the likeliest first. The secret is behind the `#`, which no browser sends.
    pub links: Vec<String>,
    /// What can be read out and typed in: `K7QM-2XRT`.
    pub code: String,
    /// The first link as a picture to scan, as SVG.
    pub qr: String,
}

/// Whether something is so.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flag {
    /// Whether.
    pub on: bool,
}

/// A copy of all tables that was made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BackedUp {
    /// The name of the file in the data folder.
    pub file: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// Words to look for in the rules.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesQuery {
    /// The words, or an id.
    #[serde(default)]
    pub q: String,
}

/// Rules that were found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RulesFound {
    /// How many there are.
    pub total: u32,
    /// The first of them.
    pub rules: Vec<RuleCard>,
}

/// A rule or an entry of the content, in our words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleCard {
    /// The game's name.
    pub game: String,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The section it stands in.
    pub section: String,
    /// What it says, in Markdown.
    pub text: String,
    /// Where the source says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Who is asked what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// What is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// An example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// How we read it where the source is silent or unclear.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// House switches it hangs on: each with its values in words.
    pub switches: Vec<(String, String)>,
    /// The table of content it is an entry of; a rule of the book has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_of: Option<String>,
}

/// A roll in the notation people type.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsQuery {
    /// Such as `4d6kh3`.
    pub roll: String,
}

/// Exact odds of a roll.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NotationOdds {
    /// The roll as we write it.
    pub roll: String,
    /// The same in words.
    pub meaning: String,
    /// The mean as a fraction.
    pub mean: String,
    /// One row for each total, least first.
    pub rows: Vec<OddsRow>,
}

/// One total.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OddsRow {
    /// The total.
    pub total: i64,
    /// Its chance as a fraction.
    pub chance: String,
    /// Its chance in ten-thousandths, rounded.
    pub share: u32,
    /// The chance of this or more in ten-thousandths, rounded.
    pub or_more: u32,
}

/// Whether dice are the ones that were promised.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// Whether the proof holds.
    pub holds: bool,
    /// How many dice were checked, or what does not fit.
    pub say: String,
}

/// A house rule that was set while the table was in play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HouseRow {
    /// The switch.
    pub switch: String,
    /// The action that set it.
    pub action: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// Which part of a table's history is wanted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StoryQuery {
    /// What had happened before this action was done; all of it, if none is named.
    #[serde(default)]
    pub before: Option<u32>,
}

/// What was played, as a story.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StoryText {
    /// As TOML. What does not hold when it is told again is said in comments at its top.
    pub text: String,
    /// Whether it holds by itself when it is told again.
    pub holds: bool,
}
