//! What content does, as the rows state it.

use boneyard_content::Amount;
use serde::Deserialize;

use crate::book::NaturalAttack;
use crate::check::Difficulty;
use crate::state::PartState;

/// How much: a number, dice, or something that is known only in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Size {
    /// Always the same.
    Fixed(u16),
    /// Rolled.
    Dice {
        /// How many dice.
        count: u8,
        /// Of how many sides.
        sides: u8,
        /// Added to them.
        plus: u8,
    },
    /// As much as the user's STR.
    Str,
    /// As much as the user's WIL.
    Wil,
    /// As much STR as was just lost.
    StrLost,
    /// As much as there can be.
    Full,
}

/// How much of what.
pub type Much = Amount<Size>;

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Harms.
    Damage(Much),
    /// Gives HP back, up to full.
    Heal(Much),
    /// Raises a full value and the current one.
    Raise(Much),
    /// Lowers a full value and the current one.
    Lower(Much),
    /// Puts under a condition.
    Condition(UnderCondition),
    /// Ends a condition.
    End(String),
    /// Gives temporary AP.
    TempAp(TempAp),
    /// Carries a thing, or oneself.
    Move(Carry),
    /// Makes a creature rise.
    Summon(Box<Summon>),
    /// A roll counts as passed.
    Pass(String),
    /// Something is found out.
    Reveal(String),
    /// A power or a mutation by lot.
    Learn(Lot),
    /// Takes AP from the suit.
    Strip(Much),
    /// Parts change.
    Part(PartChange),
    /// Gives something back, never above full.
    Restore(Much),
    /// Done by a rule of the code.
    Hook(String),
    /// Makes light.
    Light(Light),
    /// Makes a broken thing whole, with so much durability.
    Mend(Much),
    /// Gives temporary HP.
    TempHp(TempAp),
    /// Something is so for a while.
    Grant(Grant),
    /// Fills a place with something.
    Zone(Zone),
    /// The thing itself is no use any more.
    Ruin(String),
    /// Holds fast.
    Hold(Holding),
    /// Something the referee makes true, in words.
    Text(String),
}

/// What is so for a while.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// What.
    pub passive: Vec<Passive>,
    /// When it ends.
    pub until: Vec<String>,
}

/// What fills a place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// What it keeps from passing.
    pub blocks: String,
    /// Feet around.
    pub radius: Much,
    /// For how long.
    pub lasts: Much,
}

/// What holds somebody fast.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holding {
    /// What it is.
    pub by: String,
    /// How hard it is to escape.
    pub escape: Difficulty,
}

/// Light: how far around, for how long, from how far it is seen.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// Feet around.
    pub radius: Option<Much>,
    /// For how long; as long as it is wanted where nothing is said.
    pub lasts: Option<Much>,
    /// From how far off it is seen.
    pub seen: Option<Much>,
}

/// A condition, how it shows and when it ends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnderCondition {
    /// Its name.
    pub is: String,
    /// How it shows.
    #[serde(rename = "as")]
    pub shows: Option<String>,
    /// When it ends.
    #[serde(default)]
    pub until: Vec<String>,
}

/// Temporary AP.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TempAp {
    /// How many.
    pub amount: Much,
    /// When they end.
    pub until: Vec<String>,
    /// Whether a second helping adds to the first.
    #[serde(default = "yes")]
    pub stacks: bool,
}

/// Something carried or oneself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carry {
    /// What.
    pub what: String,
    /// How.
    pub how: String,
    /// How far.
    pub feet: Much,
    /// How heavy at most.
    pub weight: Option<Much>,
}

/// A creature that rises.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summon {
    /// What it is like.
    pub stats: Stats,
    /// How many.
    pub count: Much,
    /// Whether it obeys.
    pub obeys: bool,
    /// How many at a time.
    pub most: u8,
    /// When it ends.
    pub until: Vec<String>,
}

/// The numbers of a creature without an entry of its own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// What it is called.
    pub name: String,
    /// Whether it has a proper name.
    pub named: bool,
    /// STR.
    pub str: u8,
    /// DEX.
    pub dex: u8,
    /// WIL.
    pub wil: u8,
    /// Hit points.
    pub hp: u16,
    /// Natural attacks.
    pub attacks: Vec<NaturalAttack>,
}

/// A power by lot.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lot {
    /// From which table.
    pub from: LotOf,
    /// By which die.
    pub dice: Much,
}

/// The tables lots are drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotOf {
    /// Psychic powers.
    Psychic,
    /// Mutations.
    Mutation,
}

/// Parts that change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartChange {
    /// From.
    pub from: PartState,
    /// To.
    pub to: PartState,
    /// How many; all where nothing is said.
    pub count: Option<u8>,
}

/// What follows when a damage die shows a face.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnFace {
    /// Which face.
    pub face: u8,
    /// Only if damage is inflicted.
    #[serde(rename = "if")]
    pub only: Option<String>,
    /// Before the damage is absorbed.
    #[serde(default)]
    pub first: bool,
    /// What follows.
    pub effects: Vec<Effect>,
}

/// What brings an effect about by itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// When.
    pub when: When,
    /// Only so.
    #[serde(default, rename = "if")]
    pub only: Vec<String>,
    /// How often.
    pub once: Option<String>,
    /// On whom, if not oneself.
    pub to: Option<String>,
    /// What happens.
    pub effects: Vec<Effect>,
}

/// Moments that bring something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// One's melee attack lowered somebody's STR.
    OwnMeleeLowersStr,
    /// A melee attack lowered one's own STR.
    MeleeLoweredOwnStr,
    /// One would die.
    WouldDie,
    /// A short rest ends.
    ShortRestEnds,
    /// A full rest ends.
    FullRestEnds,
    /// A long rest ends.
    LongRestEnds,
    /// One's own STR was lowered.
    OwnStrLowered,
    /// One has called out a RALLY!.
    OwnRally,
}

/// What is always so for whoever has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passive {
    /// A number is higher.
    Adjust(Much),
    /// A number is another one.
    Set(Much),
    /// A number is several times as high.
    Multiply(Much),
    /// A roll has advantage.
    Advantage(OnRoll),
    /// A roll has disadvantage.
    Disadvantage(OnRoll),
    /// Something cannot happen to them.
    Immune(String),
    /// Something can be done.
    Allow(String),
    /// A thing cannot be worn.
    Forbid(String),
    /// Something is needed.
    Need(Need),
    /// Left alone by a kind of creature.
    IgnoredBy(IgnoredBy),
    /// A rule of the code runs otherwise.
    Hook(String),
    /// Air for so long.
    Air(Much),
}

/// A roll, by its tag.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnRoll {
    /// Its tag.
    pub on: String,
    /// Only so; the referee says.
    #[serde(default, rename = "if")]
    pub only: Vec<String>,
}

/// Something needed from time to time.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Need {
    /// What.
    pub what: String,
    /// How often.
    pub every: Much,
    /// What its want counts as.
    pub counts_as: String,
}

/// A kind of creature that leaves one alone.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IgnoredBy {
    /// Which kind.
    pub creature: String,
    /// Until when.
    pub until: Vec<String>,
}

fn yes() -> bool {
    true
}

impl TryFrom<String> for Size {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "str" => return Ok(Self::Str),
            "wil" => return Ok(Self::Wil),
            "str_lost" => return Ok(Self::StrLost),
            "full" => return Ok(Self::Full),
            _ => {}
        }
        if let Ok(fixed) = text.parse() {
            return Ok(Self::Fixed(fixed));
        }
        let dice = || {
            let (count, rest) = text.split_once('d')?;
            let (sides, plus) = rest.split_once('+').unwrap_or((rest, "0"));
            Some(Self::Dice {
                count: count.parse().ok()?,
                sides: sides.parse().ok().filter(|sides| *sides > 0)?,
                plus: plus.parse().ok()?,
            })
        };
        dice().ok_or_else(|| format!("`{text}` is no amount: write 4, 1d6, 1d3+3 or full"))
    }
}
