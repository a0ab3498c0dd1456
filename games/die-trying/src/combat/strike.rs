//! A Strike, in its order: the separate d10 for what is hard to see, the Attack Roll, what it does. What
//! a hit and a fumble do is in files of their own.

use boneyard_table::{At, Cx, Flow, Group, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arms::{Weapon, weapon};
use super::legal::{Cost, known, legal, opponents, pay};
use super::{fumble, hit, talent};
use crate::DieTrying;
use crate::book::{Book, Passive, Strikes};
use crate::check::{self, Check, Kind, Parts, add, all_checks, armor_class, score, sum};
use crate::fact::{CheckFact, FightFact, GearFact, Spending};
use crate::house::{DamageTypePerStrike, DimAffectsRanged, HouseRanged};
use crate::hurt::end_affects;
use crate::passive;
use crate::question::NextTarget;
use crate::rules;
use crate::sight::{self, Grade};
use crate::state::{Ability, Condition, DamageType, Degree, Fate, Light, Place, State, Trait, Ware, What};

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
    let mut weapon = weapon(state, who, strike.item, strike.bare)?;
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
    let Some(board) = &state.board else { return true };
    let places = crate::gear::place_of(state, who).zip(crate::gear::place_of(state, target));
    places.is_none_or(|(from, to)| {
        from.squares().any(|from| to.squares().any(|to| board.grid.shines(from, to)))
    })
}

/// A Strike: one attack, more only where a Fighting Style grants them, each resolved before the next.
pub fn strike(cx: &mut Cx<'_, DieTrying>, strike: &Strike) -> Flow {
    let mut blow = check_strike(cx.at(), strike)?;
    let who = strike.who;
    pay(cx, who, Cost::Action, rules::DT_COM_06);
    let strikes: Option<(Strikes, RuleId)> =
        passive::find(cx.state(), cx.book(), who, |passive| match passive {
            Passive::Strikes(strikes) => Some(strikes.clone()),
            _ => None,
        });
    let strikes = strikes.filter(|_| blow.both);
    let attacks = strikes.as_ref().map_or(1, |(strikes, _)| strikes.attacks);
    if let Some((strikes, rule)) = &strikes {
        cx.cite(rules::DT_CORE_04);
        cx.cite(*rule);
        blow.modifier = strikes.penalty;
        blow.twin_damage = strikes.twin;
    }
    for nth in 0..attacks {
        if nth > 0 {
            let Some(next) = next_target(cx, &blow)? else { break };
            blow.target = next;
        }
        let last = (strike.who, nth, attacks, &blow);
        cx.within(last, |cx| assault(cx, &blow))?;
        if super::end::able(cx.state(), who).is_err() {
            break;
        }
    }
    sight::acted(cx, who);
    crate::magic::reappears(cx, who);
    Ok(())
}

/// Whom the next attack of a Strike is for.
fn next_target(cx: &mut Cx<'_, DieTrying>, blow: &Assault) -> Flow<Option<Who>> {
    let at = cx.at();
    let fits = |target: &Who| check_target(at, &Assault { target: *target, ..blow.clone() }).is_ok();
    let among: Vec<Who> = opponents(cx.state(), blow.who).filter(fits).collect();
    match among[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => cx.ask(blow.who, NextTarget { who: blow.who, among }),
    }
}

/// Everything an Attack Roll adds.
pub fn attack_parts<'b>(state: &State, book: &'b Book, assault: &Assault) -> Parts<'b> {
    let (who, target) = (assault.who, assault.target);
    let sheet = state.sheet(who);
    let mut parts = Parts::new();
    match assault.weapon.listed {
        Some(bonus) => add(&mut parts, "As listed", bonus.into(), rules::DT_HOUSE_20H),
        None => {
            let (label, by) = (assault.ability.name(), score(state, book, who, assault.ability));
            let rule = match assault.ability {
                Ability::Dexterity if assault.weapon.arms.shoots() => rules::DT_HOUSE_05H,
                Ability::Dexterity => rules::DT_WPN_05,
                _ => rules::DT_CHECK_07,
            };
            add(&mut parts, label, by, rule);
            let (level, rule) = match assault.weapon.arms.advanced {
                Some(own) => (sheet.advanced_level(own), rules::DT_WPN_11),
                None => (sheet.trained.level(crate::state::Proficiency::Weapons), rules::DT_PROF_02),
            };
            add(&mut parts, level.name(), level.bonus().into(), rule);
        }
    }
    add(&mut parts, "This attack", assault.modifier.into(), assault.rule);
    if assault.weapon.arms.has(Trait::Twin) && !assault.both {
        add(&mut parts, "One of a pair", -2, rules::DT_WPN_08);
    }
    let far = sight::distance(state, who, target).is_some_and(|far| far > 1);
    if assault.weapon.arms.shoots() && pressed(state, who) {
        add(&mut parts, "An enemy beside you", -2, rules::DT_HOUSE_05H);
    }
    let at_range = assault.weapon.arms.shoots() || assault.thrown;
    let dim = sight::light_for(state, book, who, target) == Light::Dim;
    if at_range && dim && state.house.dim_affects_ranged == DimAffectsRanged::On {
        add(&mut parts, "Dim Light", -1, rules::DT_SENSE_04);
    }
    passive::adjust(state, book, who, "attack", Some(target), &mut parts);
    add(&mut parts, "Monster Lore", shown(state, who, target), rules::DT_TAL_21H);
    all_checks(state, book, who, &mut parts);
    talent::impaled(state, book, who, &mut parts);
    let beside = if far { "attacked-far" } else { "attacked-near" };
    passive::adjust(state, book, target, beside, Some(who), &mut parts);
    parts
}

/// What it is worth to have been shown where to hit somebody.
pub fn shown(state: &State, who: Who, target: Who) -> i16 {
    let knows = What::Knows(target);
    i16::from(state.live(who).affects.iter().any(|affect| affect.what.what == knows))
}

/// The attack was made: what was shown is used up.
pub fn shown_once(cx: &mut Cx<'_, DieTrying>, who: Who, target: Who) {
    end_affects(cx, who, |affect| affect.what == What::Knows(target));
}

/// Whether an enemy who can act stands beside somebody.
fn pressed(state: &State, who: Who) -> bool {
    opponents(state, who).any(|other| {
        let live = state.live(other);
        live.fate == Fate::Up
            && !live.is(Condition::Unconscious)
            && sight::distance(state, who, other).is_some_and(|far| far <= 1)
    })
}

/// One attack, whole. Gives its degree.
pub fn assault(cx: &mut Cx<'_, DieTrying>, assault: &Assault) -> Flow<Degree> {
    let (who, target) = (assault.who, assault.target);
    cx.note(assault.rule, |at| {
        let chosen = at.state.house.damage_type_per_strike == DamageTypePerStrike::On;
        let (with, kind) = (assault.weapon.name(at.state, who).to_owned(), assault.weapon.arms.kind);
        FightFact::Strikes { who, target, with, kind: chosen.then_some(kind) }.into()
    });
    cite_weapon(cx, assault);
    lets_go_of_others(cx, who, target);
    spend_shot(cx, assault);
    let degree = if glimpses(cx, who, target)? { roll(cx, assault)? } else { Degree::Failure };
    cx.cite(rules::DT_CORE_12);
    cx.cite(rules::DT_COM_08);
    match degree {
        Degree::Failure => {}
        Degree::CriticalFailure => cx.within(assault, |cx| fumble::fumble(cx, assault))?,
        Degree::Success | Degree::CriticalSuccess => {
            cx.record(rules::DT_COM_08, FightFact::Spent { who, what: Spending::Struck(target) }.into());
            cx.within((assault, degree), |cx| hit::hit(cx, assault, degree))?;
        }
    }
    if assault.thrown
        && let Some(item) = assault.weapon.item
    {
        let to = Place::Floor(cx.state().live(target).at);
        cx.record(rules::DT_HOUSE_05H, GearFact::Placed { who, item, to }.into());
    }
    Ok(degree)
}

/// The rules and the entry of the weapon.
fn cite_weapon(cx: &mut Cx<'_, DieTrying>, assault: &Assault) {
    let arms = &assault.weapon.arms;
    match (arms.advanced, assault.weapon.item) {
        (Some(own), _) => {
            cx.cite(rules::DT_WPN_10);
            cx.cite(own);
        }
        (None, Some(_)) => {
            cx.cite(rules::DT_WPN_01);
            cx.cite(rules::DT_PROF_02);
        }
        (None, None) if assault.weapon.listed.is_some() => {
            let entry = cx.state().sheet(assault.who).like;
            cx.cite(entry.unwrap_or(rules::DT_HOUSE_20H));
            cx.cite(rules::DT_HOUSE_20H);
        }
        (None, None) => cx.cite(rules::DT_HOUSE_06H),
    }
}

/// Whoever attacks somebody else no longer holds those impaled.
fn lets_go_of_others(cx: &mut Cx<'_, DieTrying>, who: Who, target: Who) {
    for other in cx.state().everybody().filter(|other| *other != target) {
        end_affects(cx, other, |affect| {
            affect.by == rules::DT_WPN_06 && affect.from == Some(who) && matches!(affect.what, What::Is(..))
        });
    }
}

fn spend_shot(cx: &mut Cx<'_, DieTrying>, assault: &Assault) {
    if !assault.weapon.arms.shoots() || assault.weapon.item.is_none() {
        return;
    }
    let who = assault.who;
    if let Some(item) = crate::gear::owned(cx.state(), who, |ware| *ware == Ware::Ammunition) {
        let shots = cx.state().live(who).items[usize::from(item)];
        let fact = GearFact::Left { who, item, count: shots.count - 1, left: shots.left };
        cx.record(rules::DT_HOUSE_05H, fact.into());
    }
}

/// The separate d10 for a target that is hard to see.
pub fn glimpses(cx: &mut Cx<'_, DieTrying>, who: Who, target: Who) -> Flow<bool> {
    let (state, book) = (cx.state(), cx.book());
    let (grade, light) = (sight::grade(state, book, who, target), sight::light_for(state, book, who, target));
    let dark = sight::light_at(state, book, target) < light;
    let dazzled = state.live(who).is(Condition::Dazzled);
    let (needs, rule) = match grade {
        Grade::Plain => {
            if dark {
                cx.cite(rules::DT_HOUSE_24H);
            }
            return Ok(true);
        }
        Grade::Concealed => (3, rules::DT_SENSE_02),
        Grade::Invisible => (5, rules::DT_COND_04H),
        Grade::Hidden | Grade::Undetected => (5, rules::DT_STL_03),
    };
    match (grade, light) {
        (Grade::Concealed, Light::Darkness) => cx.cite(rules::DT_SENSE_05),
        (Grade::Concealed, _) if dazzled => cx.cite(rules::DT_COND_05H),
        (Grade::Concealed, _) => cx.cite(rules::DT_SENSE_01),
        (Grade::Invisible, Light::CompleteDarkness) => cx.cite(rules::DT_SENSE_06),
        _ => {}
    }
    let dice = Group::new(1, 10).named("concealment");
    let enough = |faces: &boneyard_table::Faces| (faces.first() >= needs, faces.first());
    let groups = [dice];
    let alike = |a: &boneyard_table::Faces, b: &boneyard_table::Faces| enough(a).0 == enough(b).0;
    let roll = boneyard_table::Roll {
        rule,
        by: who.into(),
        audience: boneyard_table::Audience::ALL,
        groups: &groups,
        terms: None,
        alike: Some(&alike),
    };
    let face = cx.roll_one(&roll)?.first();
    sight::note(cx, target, rule, CheckFact::Glimpsed { who, target, face, needs });
    Ok(face >= needs)
}

/// The Attack Roll.
fn roll(cx: &mut Cx<'_, DieTrying>, assault: &Assault) -> Flow<Degree> {
    let (state, book) = (cx.state(), cx.book());
    let (who, target) = (assault.who, assault.target);
    let parts = attack_parts(state, book, assault);
    let class = armor_class(state, book, target, Some(who));
    let dc = sum(&class);
    let sharp = passive::find(state, book, who, |passive| match passive {
        Passive::CriticalAt(at) => Some(i16::from(*at)),
        _ => None,
    });
    let check = Check {
        critical_at: sharp.map_or(6, |(at, _)| at),
        ..Check::new(who, Kind::Attack, parts, rules::DT_CHECK_07)
    };
    let face_matters = arms_impale(state, book, assault) || parries(state, book, target);
    let check = Check { face_matters, ..check };
    for part in &class {
        cx.cite(part.rule);
    }
    let (degree, thrown) = check::make(cx, check, dc)?;
    shown_once(cx, who, target);
    let degree = talent::uncritical(cx, target, degree);
    let degree = cx.within((assault, thrown.face), |cx| talent::parried(cx, assault, thrown, dc, degree))?;
    if degree == Degree::Success
        && assault.weapon.arms.has(Trait::Impaling)
        && let Some(rule) = talent::impales_on(cx.state(), cx.book(), who, thrown.face)
    {
        cx.cite(rule);
        hit::impale(cx, who, target);
    }
    Ok(degree)
}

/// Whether a natural face matters to what the weapon does.
fn arms_impale(state: &State, book: &Book, assault: &Assault) -> bool {
    assault.weapon.arms.has(Trait::Impaling)
        && passive::find(state, book, assault.who, |passive| match passive {
            Passive::ImpaleOn(_) => Some(()),
            _ => None,
        })
        .is_some()
}

/// Whether somebody might have the degree read again.
fn parries(state: &State, book: &Book, who: Who) -> bool {
    passive::find(state, book, who, |passive| match passive {
        Passive::Parry(_) => Some(()),
        _ => None,
    })
    .is_some()
}
