//! What powers, goods and random tables do, as data: one verb each. What a hit brings with it has
//! verbs of its own.

use boneyard_content::{Amount, RandomRow, Then};
use serde::Deserialize;

use super::verb::AfflictionName;
use super::ware::UsageDie;
use crate::weapon::Notation;

/// One thing that happens. It falls on the target of the use, or on the one who rolled on a table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Wounds; the words of the kind say what reduces them.
    Wounds(Amount<String>),
    /// Fatigue.
    Fatigue(Amount<String>),
    /// Wounds heal.
    Heal(Amount<String>),
    /// Fatigue is recovered.
    Recover(Amount<String>),
    /// Something ails the target.
    Affliction(AfflictionName),
    /// These end, all of them.
    End(Vec<String>),
    /// One of these ends, by choice.
    EndOne(Vec<String>),
    /// A state such as blindness.
    State(StateIs),
    /// Tokens are placed.
    Token(Amount<String>),
    /// Tokens are taken away.
    Discard(Amount<String>),
    /// A number of the fight, the place or the party changes. Happens once.
    Shift(Amount<String>),
    /// The target gets a thing.
    Gain(Gain),
    /// Actions more or fewer.
    Actions(ActionsUntil),
    /// Something cannot be done.
    Hinder(Hinder),
    /// The target runs.
    Flee(Until),
    /// The target leaves for good.
    Leave(bool),
    /// The target is moved.
    Move(Moved),
    /// The caster may attack with this.
    Arm(Arm),
    /// Creatures come.
    Summon(Call),
    /// Something holds for a while.
    Grant(Grant),
    /// The room is lit.
    Light(Until),
    /// Fires catch: a light that is in hand burns.
    Kindle(bool),
    /// A door opens, is locked or jammed.
    Door(String),
    /// Something is found out.
    Reveal(String),
    /// AP or broken things are mended.
    Repair(Amount<String>),
    /// AP that are lost first.
    ExtraAp(ExtraAp),
    /// Somebody mortally wounded is stable.
    Stabilise(bool),
    /// A corpse never rises.
    LayToRest(bool),
    /// Prayers are fresh again.
    Unexhaust(String),
    /// The target is dead.
    Kill(bool),
    /// A trait is gained.
    Trait(String),
    /// Risk dice: what comes of a 1.
    Risk(RiskOf),
    /// A die that must fall between two faces.
    Die(DieOf),
    /// One of several, by choice.
    Choose(Vec<Vec<Effect>>),
    /// Only if something holds.
    If(IfSo),
    /// It falls on others.
    Upon(UponThem),
    /// As the next fight starts.
    NextCombat(Effects),
    /// Somebody is robbed.
    Rob(bool),
    /// A stock is filled up.
    Refill(Refill),
    /// The GM says what comes of it, for everybody.
    Ask(String),
    /// Told as it stands.
    Text(String),
    /// Code of this name.
    Hook(String),
    /// A trap for the next enemy that comes in.
    SetTrap(Effects),
    /// A tag that does not hold for a while.
    Untag(Untag),
    /// The party gives up things with this role.
    Lose(Lose),
    /// A roll on another table.
    Table(String),
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        }
    )*};
}

shapes! {
    /// A state and how long it holds.
    StateIs {
        /// Its name.
        is: String,
        /// Until when; for good if nothing is said.
        #[serde(default)]
        until: Option<String>,
    }
    /// A thing that is gained.
    Gain {
        /// Its entry.
        item: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
        /// Usage die, or `one` for enough for one use.
        #[serde(default)]
        left: Option<String>,
        /// What it is called.
        #[serde(default)]
        called: Option<String>,
    }
    /// Actions more or fewer for a while.
    ActionsUntil {
        /// How many.
        amount: Amount<String>,
        /// Until when.
        until: String,
    }
    /// What cannot be done for a while.
    Hinder {
        /// `move`, `attack`, `act`.
        no: Vec<String>,
        /// Until when.
        until: String,
    }
    /// How long something holds.
    Until {
        /// Until when.
        until: String,
    }
    /// A movement that is no Move action.
    Moved {
        /// `leap`, `pull`, `push`, `anywhere-visited`.
        how: String,
        /// How far.
        #[serde(default)]
        tiles: u8,
        /// No tests, tokens stay.
        #[serde(default)]
        free: bool,
    }
    /// An attack the caster has for a while.
    Arm {
        /// What it does.
        attack: Notation,
        /// Until when.
        until: String,
        /// What each hit heals.
        #[serde(default)]
        heals: Option<Amount<String>>,
    }
    /// Creatures that come.
    Call {
        /// Which, by name.
        foe: String,
        /// How many, in dice.
        count: String,
        /// `close`, `nearby`, `target`, `here`, `map-edge`.
        place: String,
        /// `third`, `user`, `enemies`.
        side: String,
        /// Until when they stay.
        #[serde(default)]
        until: Option<String>,
        /// Whether one can talk to them.
        #[serde(default)]
        parley: bool,
    }
    /// Something that holds for a while.
    Grant {
        /// What holds.
        #[serde(default)]
        passive: Option<Passive>,
        /// What happens at a moment.
        #[serde(default)]
        trigger: Option<PowerTrigger>,
        /// `close`: also for all adventurers Close.
        #[serde(default)]
        to: Option<String>,
        /// Until when.
        until: String,
    }
    /// AP that are lost first.
    ExtraAp {
        /// How many.
        amount: Amount<String>,
        /// Until when.
        until: String,
    }
    /// What comes of a 1 among risk dice.
    RiskOf {
        /// `1d!`.
        dice: String,
        /// What comes of it.
        effects: Vec<Effect>,
    }
    /// What comes of a die between two faces.
    DieOf {
        /// `1d6`.
        dice: String,
        /// From, to.
        on: [u8; 2],
        /// What comes of it.
        effects: Vec<Effect>,
    }
    /// What happens only if something holds.
    IfSo {
        /// `combat`, `living-up-to-level-4`, `outside-combat-and-healed`, `was-adventurer`.
        is: String,
        /// If so.
        effects: Vec<Effect>,
        /// If not.
        #[serde(default)]
        otherwise: Vec<Effect>,
    }
    /// What falls on others than the target.
    UponThem {
        /// `close`, `enemies`, `nearby`, `nearby-others`, `one-nearby`, `party`, `self`, `attacker`, `group`, `inside`.
        who: String,
        /// What.
        effects: Vec<Effect>,
    }
    /// A list of effects.
    Effects {
        /// What.
        effects: Vec<Effect>,
    }
    /// A stock that is filled up.
    Refill {
        /// Which.
        item: String,
        /// To which die.
        up_to: UsageDie,
    }
    /// A tag that does not hold for a while.
    Untag {
        /// Which.
        tag: String,
        /// Until when.
        until: String,
    }
    /// Things the party gives up.
    Lose {
        /// Which, by role.
        role: String,
        /// How many, in dice.
        count: String,
        /// `break`: they break instead.
        #[serde(default)]
        how: Option<String>,
    }
    /// What happens at a moment while a power lasts.
    PowerTrigger {
        /// `turn-starts`, `hit-from-close`, `combat-ends`.
        when: String,
        /// Only if this holds.
        #[serde(default)]
        r#if: Option<String>,
        /// The target rolls its level, and it happens if that fails.
        #[serde(default)]
        enemy_test: bool,
        /// What.
        effects: Vec<Effect>,
    }
    /// An advantage on a kind of roll.
    Edge {
        /// The kind of roll; `any` for all.
        on: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    }
    /// A number of the rules that is higher or lower.
    Adjust {
        /// Which.
        on: String,
        /// By how much.
        amount: Amount<String>,
    }
    /// What the next hit does more.
    HitMore {
        /// Wounds more.
        adds: Amount<String>,
        /// Letters more.
        #[serde(default)]
        letters: Option<String>,
    }
    /// Dice of a kind of roll that may be thrown again.
    Again {
        /// The kind of roll.
        on: String,
        /// How many dice.
        dice: u8,
        /// Once in that.
        #[serde(default)]
        once: Option<String>,
    }
}

/// What holds while somebody has a talent or a thing, or while a power lasts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passive {
    /// Advantage on a kind of roll.
    Advantage(Edge),
    /// Disadvantage on a kind of roll.
    Disadvantage(Edge),
    /// A number is higher or lower.
    Adjust(Adjust),
    /// A number has a limit.
    Cap(Adjust),
    /// Something may be done.
    Allow(String),
    /// Something may not be done.
    Forbid(String),
    /// A test of this kind is a check.
    AsCheck(String),
    /// Something does not befall one.
    Immune(String),
    /// A hidden tracker is seen.
    Sees(String),
    /// Counts as something.
    CountsAs(String),
    /// Dice may be thrown again.
    Reroll(Again),
    /// The next hit does more.
    Hit(HitMore),
    /// Code of this name.
    Hook(String),
}

/// What a row of a random table brings.
pub fn effects_of(row: &RandomRow<Effect>) -> Vec<Effect> {
    let effects = row.then.iter().filter_map(|then| match then {
        Then::Effect(effect) => Some(effect.clone()),
        _ => None,
    });
    effects.collect()
}

fn one() -> u8 {
    1
}

/// A number in dice: `2`, `+1`, `1d6`, `2 + 2d6`, `5 * 1d6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    /// What the dice are multiplied with.
    pub times: i32,
    /// What is added to them.
    pub plus: i32,
    /// How many dice of how many sides.
    pub dice: Option<(u8, u8)>,
}

/// Reads a number in dice; nothing where it is a word.
pub fn formula(text: &str) -> Option<Formula> {
    let part = |text: &str| -> Option<Formula> {
        let text = text.trim();
        match text.split_once('d') {
            Some((count, sides)) => {
                let dice = Some((count.trim_start_matches('+').parse().ok()?, sides.parse().ok()?));
                Some(Formula { times: 1, plus: 0, dice })
            }
            None => {
                let plus = text.trim_start_matches('+').parse().ok()?;
                Some(Formula { times: 1, plus, dice: None })
            }
        }
    };
    if let Some((times, dice)) = text.split_once(" * ") {
        return Some(Formula { times: times.trim().parse().ok()?, ..part(dice)? });
    }
    if let Some((plus, dice)) = text.split_once(" + ") {
        return Some(Formula { plus: plus.trim().parse().ok()?, ..part(dice)? });
    }
    part(text)
}
