//! A Strike as it is declared: with what, with which Ability, against whom, and whether that can be reached and made
//! out. Nothing is rolled here.

use boneyard_table::{At, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arms::{Weapon, foot, weapon};
use super::legal::{Cost, known, legal};
use crate::DieTrying;
use crate::book::Book;
use crate::check::score;
use crate::house::{DamageTypePerStrike, HouseRanged};
use crate::rules;
use crate::sight;
use crate::state::{Ability, DamageType, Fate, Place, State, Trait, Ware};

/// The Strike action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With which thing; the first weapon there is if nothing is said.
    #[serde(default)]
    pub item: Option<u8>,
    /// With bare hands.
    #[serde(default)]
    pub bare: bool,
    /// With a foot; where both hands are full, the TS is asked.
    #[serde(default)]
    pub kick: bool,
    /// Strength or Dexterity; the better one that is allowed if nothing is said.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// With only one of a Twin pair.
    #[serde(default)]
    pub one: bool,
    /// Thrown.
    #[serde(default)]
    pub throw: bool,
    /// The damage type, where it is chosen with each Strike.
    #[serde(default, rename = "type")]
    pub kind: Option<DamageType>,
}

impl Strike {
    /// With the first weapon there is, and nothing said about how.
    pub fn at(who: Who, target: Who) -> Self {
        Self {
            who,
            target,
            item: None,
            bare: false,
            kick: false,
            ability: None,
            one: false,
            throw: false,
            kind: None,
        }
    }
}

/// One attack of a Strike or a Reaction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assault {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what.
    pub weapon: Weapon,
    /// What is added to the d10.
    pub ability: Ability,
    /// Both of a Twin pair are used.
    pub both: bool,
    /// Whether both of a pair also hurt more.
    pub twin_damage: bool,
    /// Thrown.
    pub thrown: bool,
    /// More or less, by what grants the attack.
    pub modifier: i8,
    /// The rule that grants it.
    pub rule: RuleId,
}

/// How far a weapon can be thrown, in squares.
const THROWN: u32 = 4;

/// Whether a Strike may be made.
pub fn check_strike(at: At<'_, DieTrying>, strike: &Strike) -> Result<Assault, Refusal> {
    let (state, book) = (at.state, at.book);
    legal(state, book, strike.who, Cost::Action)?;
    let assault = prepare(at, strike)?;
    check_target(at, &assault)?;
    Ok(assault)
}

/// The attack a Strike would be, with the choices that weapons leave.
fn prepare(at: At<'_, DieTrying>, strike: &Strike) -> Result<Assault, Refusal> {
    let (state, book, who) = (at.state, at.book, strike.who);
    let mut weapon = match strike.kick {
        true => foot(state, strike)?,
        false => weapon(state, who, strike.item, strike.bare)?,
    };
    let shoots = weapon.arms.shoots();
    let twin = weapon.arms.has(Trait::Twin);
    if twin && !strike.one && weapon.one_hand && strike.item.is_some() && state.live(who).free_hands() == 0 {
        // A hand is busy: only one of the pair can be used, and that must be said.
        let sentence = "A hand is busy: only one of the pair can be used.";
        return Err(Refusal::new(rules::DT_WPN_08, "hand-busy", sentence));
    }
    if (shoots || strike.throw) && state.house.house_ranged == HouseRanged::Off && weapon.listed.is_none() {
        let sentence = "At this table nobody shoots or throws.";
        return Err(Refusal::new(rules::DT_HOUSE_01H, "no-ranged", sentence));
    }
    if strike.throw && (shoots || weapon.item.is_none()) {
        let sentence = "Only a weapon in hand that one strikes with is thrown.";
        return Err(Refusal::new(rules::DT_HOUSE_05H, "not-thrown", sentence));
    }
    if let Some(kind) = strike.kind {
        if state.house.damage_type_per_strike == DamageTypePerStrike::Off {
            let sentence = "The damage type was chosen when the weapon was bought.";
            return Err(Refusal::new(rules::DT_WPN_01, "type-is-fixed", sentence));
        }
        if !kind.is_of_weapons() {
            let sentence = "Weapons deal Bludgeoning, Piercing or Slashing damage.";
            return Err(Refusal::new(rules::DT_WPN_01, "no-weapon-damage", sentence));
        }
        weapon.arms.kind = kind;
    }
    let ability = ability(state, book, who, &weapon, strike.ability)?;
    let both = twin && !strike.one && !weapon.one_hand;
    Ok(Assault {
        who,
        target: strike.target,
        weapon,
        ability,
        both,
        twin_damage: true,
        thrown: strike.throw,
        modifier: 0,
        rule: rules::DT_COM_07,
    })
}

/// Strength, or Dexterity with Finesse and for shooting; the higher one unless somebody says otherwise.
fn ability(
    state: &State,
    book: &Book,
    who: Who,
    weapon: &Weapon,
    wanted: Option<Ability>,
) -> Result<Ability, Refusal> {
    let open: &[Ability] = match (weapon.arms.shoots(), weapon.arms.has(Trait::Finesse)) {
        (true, _) => &[Ability::Dexterity],
        (_, true) => &[Ability::Strength, Ability::Dexterity],
        _ => &[Ability::Strength],
    };
    match wanted {
        Some(wanted) if open.contains(&wanted) => Ok(wanted),
        Some(wanted) => {
            let names: Vec<&str> = open.iter().map(|ability| ability.name()).collect();
            let sentence = format!(
                "With the {} the Attack Roll adds {}, not {}.",
                weapon.name(state, who),
                names.join(" or "),
                wanted.name()
            );
            Err(Refusal::new(rules::DT_CHECK_07, "wrong-ability", sentence))
        }
        None => Ok(open
            .iter()
            .copied()
            .max_by_key(|ability| (score(state, book, who, *ability), *ability == Ability::Strength))
            .unwrap_or(Ability::Strength)),
    }
}

/// Whether the target of an attack can be reached and made out.
pub fn check_target(at: At<'_, DieTrying>, assault: &Assault) -> Result<(), Refusal> {
    let (state, who, target) = (at.state, assault.who, assault.target);
    let rule = rules::DT_COM_07;
    if !sight::may_target(state, who, target) {
        let sentence = "There is nobody like that to be made out here.";
        return Err(Refusal::new(rules::DT_STL_06, "no-such-target", sentence));
    }
    known(state, target)?;
    if state.live(target).fate == Fate::Dead {
        let sentence = format!("{} is dead already.", state.name(target));
        return Err(Refusal::new(rules::DT_HP_09, "dead", sentence));
    }
    if target == who {
        return Err(Refusal::new(rule, "yourself", "Nobody strikes themselves on purpose."));
    }
    let arms = &assault.weapon.arms;
    if arms.shoots()
        && let Some(item) = assault.weapon.item
    {
        let one = state.one(who);
        if one.live.items[usize::from(item)].place != Place::Hands {
            let sentence = format!("The {} takes both hands.", assault.weapon.name(state, who));
            return Err(Refusal::new(rules::DT_HOUSE_05H, "hand-busy", sentence));
        }
        if crate::gear::owned(state, who, |ware| *ware == Ware::Ammunition).is_none() {
            return Err(Refusal::new(rules::DT_HOUSE_05H, "no-ammunition", "There are no shots left."));
        }
    }
    let Some(far) = sight::distance(state, who, target) else { return Ok(()) };
    let (most, rule) = match (arms.range, assault.thrown) {
        (Some(range), _) => (u32::from(range), rules::DT_HOUSE_05H),
        (None, true) => (THROWN, rules::DT_HOUSE_05H),
        (None, false) => (u32::from(arms.reach), rule),
    };
    if far > most {
        let sentence = format!(
            "{} is {} feet away; the {} reaches {}.",
            state.name(target),
            far * 5,
            assault.weapon.name(state, who),
            most * 5
        );
        return Err(Refusal::new(rule, "out-of-reach", sentence)
            .with("feet", far * 5)
            .with("reach", most * 5));
    }
    if !reaches(state, who, target) {
        let sentence = format!("There is something between {} and {}.", state.name(who), state.name(target));
        return Err(Refusal::new(rules::DT_HOUSE_25H, "in-the-way", sentence));
    }
    Ok(())
}

/// Whether no wall stands between two.
pub fn reaches(state: &State, who: Who, target: Who) -> bool {
    sight::open(state, who, target)
}
