//! What content does, as data: amounts, effects, uses and lasting gifts, read from the tables.
//! Here they are also applied to somebody. Who may use what, and at what price, is in
//! [`crate::power`].

use boneyard_content::Amount;
use boneyard_table::{Cx, Flow, Group, Judgement, RuleId, RulingOption, Who};
use serde::Deserialize;

use crate::DirkRules;
use crate::book::{NaturalAttack, Slot};
use crate::check::Difficulty;
use crate::combat::immune;
use crate::fact::Fact;
use crate::gear::worn;
use crate::growth;
use crate::health::{Harm, inflict};
use crate::power;
use crate::rules;
use crate::state::{Ability, Last, Lasting, Lasts, PartState};

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

/// One way to use a power.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// What it is called, where there are several.
    #[serde(default)]
    pub name: String,
    /// Strain.
    #[serde(default)]
    pub hp: u8,
    /// What it takes the place of.
    #[serde(default)]
    pub action: Takes,
    /// How often.
    pub once: Option<Often>,
    /// Takes one of several.
    #[serde(default)]
    pub consumed: bool,
    /// Is thrown.
    #[serde(default)]
    pub thrown: bool,
    /// Strikes everybody within so many feet.
    pub area: Option<u16>,
    /// What does not help against it.
    #[serde(default)]
    pub ignores: Vec<String>,
    /// How far it reaches, in feet.
    pub range: Option<u16>,
    /// At what.
    pub target: Aim,
    /// At how many.
    pub most: Option<u8>,
    /// Whether it is an attack.
    #[serde(default)]
    pub attack: bool,
    /// The save against it.
    pub save: Option<Ability>,
    /// What immunities look at.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Words its user gives.
    pub asks: Option<String>,
    /// Conditions that do not hinder it.
    #[serde(default)]
    pub works_while: Vec<String>,
    /// What follows on a face of its die.
    pub on_face: Option<OnFace>,
    /// How long it takes, outside battle.
    pub time: Option<Much>,
    /// The user's own save.
    pub own_save: Option<Ability>,
    /// Who says how hard that save is.
    #[serde(default)]
    pub difficulty: HowHard,
    /// What comes of failing it.
    #[serde(default)]
    pub failed: Vec<Effect>,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// Who says how hard a save is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HowHard {
    /// Nobody: it is as it is.
    #[default]
    Plain,
    /// The referee.
    Asked,
}

/// What a use takes the place of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// A misc action.
    #[default]
    Misc,
    /// The move.
    Move,
    /// ATTACK.
    Attack,
    /// Nothing: it goes with EVADE!.
    WithEvade,
    /// Nothing: there is no time for it in a battle.
    None,
}

/// How often something can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Often {
    /// Once a battle.
    Battle,
    /// Once a day on each patient.
    PatientDay,
}

/// What a use is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Oneself.
    #[serde(rename = "self")]
    Oneself,
    /// A creature; oneself too, where it takes a touch.
    Creature,
    /// A creature, never oneself.
    Other,
    /// Several creatures.
    Creatures,
    /// A loose thing.
    Object,
    /// A dead body.
    Body,
    /// A spot in sight.
    SeenSpot,
    /// A spot, said by who is there.
    Spot,
    /// A thing of one's own, by name.
    Item,
    /// A lock, a hatch, a console.
    Lock,
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

/// Whose doing an effect is, and on whom.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'a> {
    /// Whose.
    pub by: Who,
    /// On whom.
    pub on: Who,
    /// The entry it comes from.
    pub rule: RuleId,
    /// STR the blow took that brought it about.
    pub lost: u16,
    /// Words that came with it.
    pub say: &'a str,
    /// Where its user will be: seen from whom, at which distance.
    pub spot: Option<(Who, u16)>,
}

/// Rolls or works out an amount.
pub fn size(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, much: &Much) -> Flow<u16> {
    Ok(match much.dice {
        Size::Fixed(number) => number,
        Size::Dice { count, sides, plus } => {
            let sum =
                cx.dice_read(deed.rule, deed.by, Group::new(count, sides), boneyard_table::Faces::sum)?;
            sum as u16 + u16::from(plus)
        }
        Size::Str => cx.state().live(deed.by).score(Ability::Str).into(),
        Size::Wil => cx.state().live(deed.by).score(Ability::Wil).into(),
        Size::StrLost => deed.lost,
        Size::Full => u16::MAX,
    })
}

/// Lets effects happen, one after the other.
pub fn all(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, effects: &[Effect]) -> Flow {
    for effect in effects {
        if cx.state().live(deed.on).dead && !matches!(effect, Effect::Summon(_)) {
            break;
        }
        one(cx, deed, effect)?;
    }
    Ok(())
}

fn one(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, effect: &Effect) -> Flow {
    let Deed { by, on, rule, .. } = deed;
    match effect {
        Effect::Damage(much) => {
            let amount = size(cx, deed, much)?;
            damage(cx, deed, much, amount)
        }
        Effect::Heal(much) => {
            let amount = size(cx, deed, much)?;
            let (from, full) = (cx.state().live(on).hp, cx.state().sheet(on).full_hp);
            let to = from.saturating_add(amount).min(full).max(from);
            if to > from {
                cx.record(rule, Fact::Hp { who: on, from, to });
            }
            Ok(())
        }
        Effect::Raise(much) | Effect::Lower(much) => {
            let amount = size(cx, deed, much)?;
            growth::raise(cx, on, rule, much, amount, matches!(effect, Effect::Lower(_)));
            Ok(())
        }
        Effect::Condition(condition) => power::befall(cx, deed, condition),
        Effect::End(condition) => {
            power::frees(cx, on, rule, condition);
            Ok(())
        }
        Effect::TempAp(gift) => {
            let amount = size(cx, deed, &gift.amount)?.min(255) as u8;
            let had = cx.state().live(on).lasting.iter().find_map(|known| match known.what {
                Lasts::TempAp(ap) if known.by == rule => Some(ap),
                _ => None,
            });
            let ap = match had {
                Some(had) if gift.stacks => had.saturating_add(amount),
                Some(had) => had.max(amount),
                None => amount,
            };
            let ends = power::scene(cx.state());
            cx.cite(rules::DK_POWER_05H);
            let effect = Lasting { by: rule, from: by, what: Lasts::TempAp(ap), ends };
            cx.record(rule, Fact::Lasts { who: on, effect });
            Ok(())
        }
        Effect::Move(carry) => power::carry(cx, deed, carry),
        Effect::Summon(summon) => power::summon(cx, deed, summon),
        Effect::Reveal(_) => power::reveal(cx, deed),
        Effect::Learn(lot) => growth::draw(cx, deed, lot),
        Effect::Strip(much) => {
            let amount = size(cx, deed, much)?.min(255) as u8;
            let suit = worn(cx.at(), on).find(|(_, item, armor)| armor.slot == Slot::Suit && item.ap > 0);
            if let Some((item, from)) = suit.map(|(item, now, _)| (item, now.ap)) {
                cx.record(rule, Fact::Ap { who: on, item, from, to: from.saturating_sub(amount) });
            }
            Ok(())
        }
        Effect::Part(change) => {
            growth::mend_parts(cx, on, rule, *change, deed.say);
            Ok(())
        }
        Effect::Restore(much) => {
            let amount = size(cx, deed, much)?;
            if much.is("ammo") || much.is("charges") {
                power::refill(cx, deed, amount);
            }
            if much.is("durability") {
                power::work_on(cx, deed, effect, amount);
            }
            if let Some(ability) = Ability::ALL.into_iter().find(|ability| much.is(ability.name())) {
                let (from, full) =
                    (cx.state().live(on).score(ability), cx.state().sheet(on).full[ability as usize]);
                let to = u16::from(from).saturating_add(amount).min(full.into()) as u8;
                if to > from {
                    cx.record(rule, Fact::Score { who: on, ability, from, to });
                }
            }
            if much.is("AP") {
                let (from, full) = (cx.state().live(on).ap, cx.state().sheet(on).full_ap);
                let to = u16::from(from).saturating_add(amount).min(full.into()) as u8;
                if to > from {
                    cx.record(rule, Fact::NaturalAp { who: on, from, to });
                }
            }
            Ok(())
        }
        // Passed without a roll where the roll would be made; the fatal step where it would be taken.
        Effect::Pass(_) | Effect::Hook(_) => Ok(()),
        Effect::Light(light) => power::light(cx, deed, light),
        Effect::Mend(much) => {
            let amount = size(cx, deed, much)?;
            power::work_on(cx, deed, effect, amount);
            Ok(())
        }
        Effect::TempHp(gift) => {
            let amount = size(cx, deed, &gift.amount)?;
            power::cheer(cx, deed, amount);
            Ok(())
        }
        Effect::Grant(grant) => power::grant(cx, deed, grant),
        Effect::Zone(zone) => power::smoke(cx, deed, zone),
        Effect::Hold(_) => power::bind(cx, deed),
        // What tears is torn where the blow lands.
        Effect::Ruin(_) => Ok(()),
        Effect::Text(text) => {
            cx.record(rule, Fact::Outcome(Last { outcome: text.clone(), dice: Vec::new() }));
            Ok(())
        }
    }
}

/// Damage that is no attack.
fn damage(cx: &mut Cx<'_, DirkRules>, deed: Deed<'_>, much: &Much, amount: u16) -> Flow {
    let who = deed.on;
    let ability = if much.is("WIL") {
        Ability::Wil
    } else if much.is("DEX") {
        Ability::Dex
    } else {
        Ability::Str
    };
    if ability == Ability::Wil && immune(cx.at(), who, "wil-damage") {
        let why = "Its mind cannot be hurt.".into();
        cx.record(deed.rule, Fact::Fizzled { who: deed.by, why });
        return Ok(());
    }
    if let Some(row) = power::spared(cx.at(), who, "fall").filter(|_| much.is("fall")) {
        let why = "The fall does no harm.".into();
        cx.record(row, Fact::Fizzled { who: deed.by, why });
        return Ok(());
    }
    let mut armor = ability == Ability::Str && !much.is("fall") && !much.is("no-ap");
    if armor && much.is("acid") {
        let ruling = cx.judge(rules::DK_HARM_02, 0, &|| Judgement {
            rule: rules::DK_HARM_02,
            tag: "armor and acid".into(),
            question: "Does armor help against acid?".into(),
            about: Vec::new(),
            options: vec![
                RulingOption::new("helps", "It helps"),
                RulingOption::new("useless", "It does not"),
            ],
            proposal: 0,
            why: "acid has to eat through the armor first".into(),
            precedents: Vec::new(),
        })?;
        armor = ruling.option() == 0;
    }
    let harm = Harm { ability, armor, fire: much.is("fire"), ..Harm::of(who, amount) };
    cx.within((deed.by, who), |cx| inflict(cx, harm))?;
    power::harmed(cx, deed.by, who);
    Ok(())
}
