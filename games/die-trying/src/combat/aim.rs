//! A Strike as it is declared: with what, with which Ability, against whom, and whether that can be reached and made
//! out. Nothing is rolled here.

use boneyard_table::deed::{Filled, Filling, Form, Lawful, May};
use boneyard_table::{At, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::arms::{Weapon, Weapons, Wielded, foot, weapon, weapons, wielded};
use super::legal::{Cost, any_known, fighter_now, may_do, may_reach_living, may_target};
use crate::DieTrying;
use crate::book::Book;
use crate::check::score;
use crate::house::{DamageTypePerStrike, HouseRanged};
use crate::rules;
use crate::sight;
use crate::state::{Ability, DamageType, Kind, Place, State, Trait, Ware};

/// A Strike: one attack, more only where a Fighting Style grants them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// A way to strike that has a card of its own.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    one: Option<bool>,
    throw: Option<bool>,
}

/// One of a pair, thrown, or as it is meant.
const PLAIN: Way = Way { one: None, throw: None };
const ONE: Way = Way { one: Some(true), throw: None };
const THROW: Way = Way { one: None, throw: Some(true) };
const THROW_ONE: Way = Way { one: Some(true), throw: Some(true) };

/// The ways to strike with a weapon.
fn ways(state: &State, who: Who, weapon: &Wielded<'_>) -> &'static [Way] {
    let (twin, busy) = (weapon.arms.has(Trait::Twin), state.live(who).free_hands() == 0);
    if twin && !weapon.one_hand {
        &[PLAIN, ONE]
    } else if twin && busy {
        &[ONE, THROW_ONE]
    } else if weapon.item.is_some() && !weapon.arms.shoots() {
        &[PLAIN, THROW]
    } else {
        &[PLAIN]
    }
}

impl Form<DieTrying> for Strike {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = fighter_now(form)?;
        let at = form.at();
        let state = at.state;
        let armed: Weapons = state.creature(who).into_iter().flat_map(|_| weapons(state, who)).collect();
        // A foot where both hands are full: with a free one, bare hands are as good.
        let feet = state.creature(who).is_some_and(|one| one.sheet.is_hero() && one.live.free_hands() == 0);
        let kick = form.each("kick", [None, Some(true)].into_iter().take(if feet { 2 } else { 1 }))?;
        let kick = kick.unwrap_or(false);
        // Its own attacks are made with the first of them.
        let own = armed.iter().find(|weapon| weapon.item.is_none());
        let held = armed.iter().filter(|weapon| weapon.item.is_some()).chain(own);
        let held = held.filter(|_| !kick).map(|weapon| (weapon.item, weapon.name(state, who)));
        let foot = kick.then_some((None, "foot"));
        let named = |name: &str| crate::values::item_named(state, who, name).map(Some);
        let item = form.each_named("item", held.chain(foot), named)?;
        let weapon = armed.iter().find(|weapon| weapon.item == item);
        let unarmed = !kick && weapon.is_some_and(|weapon| weapon.item.is_none() && weapon.listed.is_none());
        let bare = form.each("bare", [unarmed.then_some(true)])?.unwrap_or(false);
        let own_ways = wielded_as(state, who, item).filter(|_| !kick && !bare);
        let own_ways = own_ways.map_or(&[PLAIN][..], |weapon| ways(state, who, &weapon));
        let one = form.each("one", firsts(own_ways.iter().map(|way| way.one)))?;
        let throws = own_ways.iter().filter(|way| way.one == one).map(|way| way.throw);
        let (one, throw) = (one.unwrap_or(false), form.each("throw", throws)?.unwrap_or(false));
        let plain = |target| Self { item, bare, kick, one, throw, ..Self::at(who, target) };
        if throw || kick {
            let may = May::quiet(at, form.seat);
            let any = any_known(form, |target| may_strike(may, &plain(target)).is_ok());
            form.only_if(any)?;
        }
        let name = weapon.map_or("bare hands", |weapon| weapon.name(state, who));
        form.label(|| match (kick, one, throw) {
            (true, ..) => "Kick, if the Trapsetter grants it".into(),
            (_, true, false) => format!("Strike with one of the {name}").into(),
            (_, true, true) => format!("Throw one of the {name}").into(),
            (_, _, true) => format!("Throw the {name}").into(),
            _ => format!("Strike with {name}").into(),
        });
        form.id(|| match (kick, item) {
            (true, _) => "kick".to_owned(),
            (_, Some(item)) => format!("strike-{item}-{one}-{throw}"),
            (_, None) => format!("strike-own-{one}-{throw}"),
        });
        form.rule(if kick { rules::DT_HOUSE_06H } else { rules::DT_COM_07 });
        let hidden = || state.creature(who).is_some_and(|_| sight::known_hidden(state, who).next().is_some());
        form.danger(|| hidden().then(|| "You will no longer be Hidden.".into()));
        let target = form.creature_among("target", "Whom", |other| {
            let fights = state.battle.as_ref().is_some_and(|battle| battle.has(other));
            other != who && (fights || state.sheet(other).kind == Kind::Object)
        })?;
        let finesse = weapon.is_some_and(|weapon| weapon.arms.has(Trait::Finesse) && !weapon.arms.shoots());
        let ability = match finesse {
            true => {
                let open = ABILITIES.map(|ability| (ability, ability.name()));
                form.maybe("ability", "By; the higher one if nothing is said", open)?
            }
            false => form.unasked("ability")?,
        };
        let chosen = state.house.damage_type_per_strike == DamageTypePerStrike::On && item.is_some();
        let kinds = DamageType::ALL.into_iter().filter(|kind| kind.is_of_weapons());
        let kind = match chosen {
            true => form.maybe("type", "Damage type", kinds.map(|kind| (kind, kind.name())))?,
            false => form.unasked("type")?,
        };
        Ok(Self { ability, kind, ..plain(target) })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// What Finesse leaves open.
const ABILITIES: [Ability; 2] = [Ability::Strength, Ability::Dexterity];

/// Each of these once.
fn firsts(all: impl Iterator<Item = Option<bool>>) -> SmallVec<[Option<bool>; 2]> {
    let mut firsts = SmallVec::new();
    for one in all {
        if !firsts.contains(&one) {
            firsts.push(one);
        }
    }
    firsts
}

/// A thing in hand, or what somebody has of their own.
fn wielded_as(state: &State, who: Who, item: Option<u8>) -> Option<Wielded<'_>> {
    state.creature(who)?;
    wielded(state, who).find(|weapon| weapon.item == item)
}

/// Whether a Strike may be made, and the attack it would be.
pub fn may_strike(may: May<'_, DieTrying>, strike: &Strike) -> Lawful<Assault> {
    may_do(may, strike.who, Cost::Action)?;
    let assault = prepare(may.at(), strike)?;
    may_assault(may, &assault)?;
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
pub fn may_assault(may: May<'_, DieTrying>, assault: &Assault) -> Lawful {
    let (state, who, target) = (may.state, assault.who, assault.target);
    let rule = rules::DT_COM_07;
    may_target(may, who, target)?;
    may_reach_living(may, target)?;
    may.not_if(target == who, || Refusal::new(rule, "yourself", "Nobody strikes themselves on purpose."))?;
    let (arms, name) = (&assault.weapon.arms, || assault.weapon.name(state, who));
    if arms.shoots()
        && let Some(item) = assault.weapon.item
    {
        let both = state.live(who).items[usize::from(item)].place == Place::Hands;
        may.not_if(!both, || {
            Refusal::new(rules::DT_HOUSE_05H, "hand-busy", format!("The {} takes both hands.", name()))
        })?;
        let shots = crate::gear::owned(state, who, |ware| *ware == Ware::Ammunition);
        may.not_if(shots.is_none(), || {
            Refusal::new(rules::DT_HOUSE_05H, "no-ammunition", "There are no shots left.")
        })?;
    }
    let Some(far) = sight::distance(state, who, target) else { return Ok(()) };
    let (most, rule) = match (arms.range, assault.thrown) {
        (Some(range), _) => (u32::from(range), rules::DT_HOUSE_05H),
        (None, true) => (THROWN, rules::DT_HOUSE_05H),
        (None, false) => (u32::from(arms.reach), rule),
    };
    may.not_if(far > most, || {
        let (feet, reach) = (far * 5, most * 5);
        let sentence = format!("{} is {feet} feet away; the {} reaches {reach}.", state.name(target), name());
        Refusal::new(rule, "out-of-reach", sentence).with("feet", feet).with("reach", reach)
    })?;
    may.not_if(!reaches(state, who, target), || {
        let sentence = format!("There is something between {} and {}.", state.name(who), state.name(target));
        Refusal::new(rules::DT_HOUSE_25H, "in-the-way", sentence)
    })
}

/// Whether no wall stands between two.
pub fn reaches(state: &State, who: Who, target: Who) -> bool {
    sight::open(state, who, target)
}
