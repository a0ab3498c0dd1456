//! The attack, step by step: declared, answered, rolled, answered again, inflicted, worn.

use boneyard_deeds::lay::bearing;
use boneyard_deeds::things::Things;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::Term;
use boneyard_table::{Audience, Cx, Faces, Flow, Group, Pilot, Refusal, Roll, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::area;
use super::legal::may_strike;
use super::misc::knock_down;
use super::put;
use super::react::{Window, window};
use super::turn::{leave_turn_if_out, may_attack};
use super::wear;
use crate::DirkRules;
use crate::book::{Armor, Deflects, PoolKind};
use crate::check::{Edge, Lean, Save, hindered, save};
use crate::fact::Fact;
use crate::gear::{self, Arms, all_arms, arms};
use crate::health::{Harm, inflict, injure_all, out};
use crate::house::{CalledShotBasis, ForcedMaxWear, RerollOnes};
use crate::power;
use crate::question::NextTarget;
use crate::rules;
use crate::state::{Ability, Affliction, Manner, Part, PartState, Reaction, With};

/// A weapon and a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// With what.
    pub with: With,
    /// At whom.
    pub target: Who,
}

deed! {
    /// The ATTACK action: one attack, and as many more as the weapon gives.
    pub struct Attack(form: DirkRules) {
        who: Who = form.actor()?,
        with: With = weapon(form, who)?,
        target: Who = form.creature("target", "Target")?,
        /// Lets the weapon break instead of paying for a top face.
        #[serde(default)]
        let_break: bool = form.unasked("let_break")?,
    }
}

impl Deed<DirkRules> for Attack {
    const CARD: Card = Card::acting("Attack", "Fight")
        .rule(rules::DK_BATTLE_09)
        .cost(1, "action")
        .odds()
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { who, with, target, let_break } = *self;
        may_attack(may, who, target)?;
        may_strike(may, who, Strike { with, target })?;
        may_let_break(may, who, with, let_break)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, with, target, let_break } = self;
        let Some(weapon) = arms_of(cx, who, with) else {
            return Ok(());
        };
        let (rule, strike, more) = (rules::DK_BATTLE_09, Strike { with, target }, weapon.extra_attacks);
        cx.record(rule, Fact::Acted { who });
        cx.within((who, strike, more, let_break), |cx| {
            strike_with(cx, Blow { rule, who, strike, aim: None, let_break }, &weapon)
        })?;
        go_on(cx, who, with, more, let_break, &weapon)?;
        leave_turn_if_out(cx, who)
    }
}

/// The field `with`: a weapon, by its number or its name. A broken one can be named too.
pub(super) fn weapon(form: &mut Filling<'_, DirkRules>, who: Who) -> Filled<With> {
    weapon_among(form, who, |_| true)
}

/// As [`weapon`], where only some are offered.
pub(super) fn weapon_among(
    form: &mut Filling<'_, DirkRules>,
    who: Who,
    among: impl Fn(&Arms<'_>) -> bool,
) -> Filled<With> {
    let at = form.at();
    let there = at.state.creature(who).into_iter();
    let all = there.flat_map(|_| all_arms(at, who).filter(|(_, arms)| among(arms)));
    let all = all.map(|(with, arms)| (with, arms.name));
    form.named("with", "With", all, |name| DirkRules::thing_named(at, who, name).map(With::Item))
}

/// What bars letting the weapon break.
pub(super) fn may_let_break(may: May<'_, DirkRules>, who: Who, with: With, let_break: bool) -> Lawful {
    let ammo =
        let_break && arms(may.at(), who, with).is_some_and(|weapon| weapon.pool == Some(PoolKind::Ammo));
    may.not_if(ammo, || {
        let sentence = "This weapon runs out of ammo; it cannot be let break.";
        Refusal::new(rules::DK_WEAR_02, "ammo-never-breaks", sentence)
    })
}

/// Further attacks with the same weapon, each at a target of its own.
pub(super) fn go_on(
    cx: &mut Cx<'_, DirkRules>,
    who: Who,
    with: With,
    more: u8,
    let_break: bool,
    weapon: &Arms<'_>,
) -> Flow {
    for left in (0..more).rev() {
        let usable = !out(cx.state(), who) && NextTarget { who, with }.possible(cx.at());
        if !usable {
            break;
        }
        cx.cite(rules::DK_BATTLE_13);
        let Some(target) = put(cx, who, NextTarget { who, with })? else {
            break;
        };
        let next = Strike { with, target };
        cx.within((who, next, left, let_break), |cx| {
            strike_with(
                cx,
                Blow { rule: rules::DK_BATTLE_13, who, strike: next, aim: None, let_break },
                weapon,
            )
        })?;
    }
    Ok(())
}

/// One attack outside the ATTACK action.
pub(crate) fn strike(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, strike: Strike) -> Flow {
    match arms_of(cx, who, strike.with) {
        Some(weapon) => strike_with(cx, Blow { rule, who, strike, aim: None, let_break: false }, &weapon),
        None => Ok(()),
    }
}

/// One attack as it is declared.
#[derive(Clone, Copy, Debug, Hash)]
pub(super) struct Blow {
    /// The rule that gives it.
    pub rule: RuleId,
    /// Who attacks.
    pub who: Who,
    /// With what, at whom.
    pub strike: Strike,
    /// The part a called shot named.
    pub aim: Option<Part>,
    /// Lets the weapon break instead of paying.
    pub let_break: bool,
}

/// Carries out one attack.
pub(super) fn strike_with(cx: &mut Cx<'_, DirkRules>, blow: Blow, weapon: &Arms<'_>) -> Flow {
    let Blow { rule, who, strike: Strike { with, target }, aim, let_break } = blow;
    if let Some(feet) = weapon.area {
        return area::wide(cx, blow, weapon, feet);
    }
    cx.record(rule, Fact::Attacked { by: who, target, with, aim, manner: Manner::Plain });
    power::attacked(cx, who, target);
    cx.cite(rules::DK_BATTLE_11);
    cx.mark(rules::DK_BATTLE_11, (who, with, let_break))?;
    window(cx, Window::Before)?;
    roll_damage(cx, who, with, weapon)?;
    cx.mark(rules::DK_BATTLE_12, (who, with, let_break))?;
    window(cx, Window::After)?;
    land(cx, who, with, weapon)?;
    let worn = cx.state().attack.map_or(0, |attack| worn_face(cx, attack.face, attack.forced));
    cx.within((), |cx| wear::pay(cx, who, with, weapon, worn, let_break))?;
    cx.record(rules::DK_BATTLE_11, Fact::AttackEnded);
    Ok(())
}

/// The face that wears the weapon: none where a maximum was not rolled and the table spares the weapon.
pub(super) fn worn_face(cx: &Cx<'_, DirkRules>, face: u8, forced: bool) -> u8 {
    if forced && cx.state().house.forced_max_wear == ForcedMaxWear::Off { 0 } else { face }
}

/// The weapon's own data, borrowed from the book for as long as the run.
pub(super) fn arms_of<'a>(cx: &Cx<'a, DirkRules>, who: Who, with: With) -> Option<Arms<'a>> {
    let own = arms(cx.at(), who, with)?;
    let name = match with {
        With::Fists => "bare hands",
        With::Natural(_) | With::Item(_) | With::Special(_) | With::Power(_) => "weapon",
    };
    let power = own.power.map(|row| row.id);
    Some(Arms { name, power: power.and_then(|id| cx.book().power(id)), ..own })
}

/// The weapon's die with its traits, then the added dice.
fn roll_damage(cx: &mut Cx<'_, DirkRules>, who: Who, with: With, weapon: &Arms<'_>) -> Flow {
    let Some((target, aim)) = cx.state().attack.map(|attack| (attack.target, attack.aim)) else {
        return Ok(());
    };
    let marked = use_mark(cx, target);
    if marked || aim.is_some() && weapon.max_on_called {
        if let Some(id) = weapon.id {
            cx.cite(id);
        }
        return hit_for(cx, who, weapon, target, weapon.sides, true);
    }
    let edge = damage_edge(cx, who, weapon, Some(target))?;
    let face = cx.within((who, with, edge.lean()), |cx| weapon_die(cx, who, weapon, edge.lean()))?;
    hit_for(cx, who, weapon, target, face, false)
}

/// Uses up the mark of a feint.
pub(super) fn use_mark(cx: &mut Cx<'_, DirkRules>, target: Who) -> bool {
    let marked = cx.state().live(target).suffers(Affliction::Marked);
    if marked {
        cx.cite(rules::DK_COND_08H);
        cx.record(rules::DK_ADV_04, Fact::Relieved { who: target, what: Affliction::Marked });
    }
    marked
}

/// What makes the weapon's die better or worse.
pub(super) fn damage_edge(
    cx: &mut Cx<'_, DirkRules>,
    who: Who,
    weapon: &Arms<'_>,
    target: Option<Who>,
) -> Flow<Edge> {
    let mut edge = Edge::default();
    if let Some(terms) = bearing(cx, who, "damage")? {
        terms.lean(cx, &mut edge);
    }
    if trained(cx, who, weapon) {
        edge.advantage(cx, rules::DK_CHAR_04);
    }
    if target.is_some_and(|target| cx.state().live(target).held_by.is_some()) {
        edge.advantage(cx, rules::DK_ADV_07);
    }
    if let (Some(target), Some(id)) = (target, weapon.id)
        && weapon.swarm.is_some_and(|others| kin_beside(cx, who, target) >= usize::from(others))
    {
        edge.advantage(cx, id);
    }
    if weapon.two_handed {
        hindered(cx, who, "damage-two-handed", &mut edge)?;
    }
    if weapon.ranged {
        hindered(cx, who, "damage-ranged", &mut edge)?;
    }
    edge.cite(cx);
    if let Some(id) = weapon.id {
        cx.cite(id);
    }
    Ok(edge)
}

/// Others of one's kind next to somebody.
fn kin_beside(cx: &Cx<'_, DirkRules>, who: Who, target: Who) -> usize {
    let state = cx.state();
    let like = state.sheet(who).like;
    let kin = state.everybody().filter(|&other| other != who && state.sheet(other).like == like);
    kin.filter(|&other| !out(state, other) && state.feet(other, target) <= 5).count()
}

/// The face of the weapon's die with its trait, the added dice, and what turns it all away.
pub(super) fn hit_for(
    cx: &mut Cx<'_, DirkRules>,
    who: Who,
    weapon: &Arms<'_>,
    target: Who,
    face: u8,
    forced: bool,
) -> Flow {
    let doubled = weapon.double_on == Some(face);
    let own = u16::from(face) * if doubled { 2 } else { 1 };
    // A COUNTER! pays on the turn one takes, not on a free attack before it.
    let own_turn = cx.state().acting() == Some(who);
    let owed = cx
        .state()
        .live(who)
        .counters
        .iter()
        .filter(|_| own_turn)
        .find(|(foe, _)| *foe == target)
        .map_or(0, |(_, dice)| *dice);
    let extra = match owed {
        0 => 0,
        dice => cx.dice_read(rules::DK_REACT_10, who, Group::new(dice, 8), Faces::sum)? as u16,
    };
    let countered = cx.state().attack.is_some_and(|attack| attack.used & Reaction::Counter.bit() != 0);
    let taken = match countered {
        true => u16::from(cx.dice(rules::DK_REACT_09, target, Group::new(1, 6))?.first()),
        false => 0,
    };
    let amount = own + extra + taken;
    if amount > own {
        cx.cite(rules::DK_BASIC_11);
    }
    let terms = || {
        let mut terms =
            vec![Term::new("Weapon die", i32::from(face)).by(weapon.id.unwrap_or(rules::DK_BATTLE_09))];
        if doubled {
            terms.push(Term::new("Doubled", i32::from(face)).by(weapon.id.unwrap_or(rules::DK_BATTLE_12)));
        }
        if extra > 0 {
            terms.push(Term::new("Earlier COUNTER!", i32::from(extra)).by(rules::DK_REACT_10));
        }
        if taken > 0 {
            terms.push(Term::new("COUNTER! taken", i32::from(taken)).by(rules::DK_REACT_09));
        }
        terms
    };
    cx.record_because(rules::DK_BATTLE_12, Fact::Damage { face, amount, forced }, &terms);
    protect(cx, target, weapon, amount);
    Ok(())
}

pub(super) fn trained(cx: &Cx<'_, DirkRules>, who: Who, weapon: &Arms<'_>) -> bool {
    let mut training =
        cx.state().sheet(who).backgrounds.iter().filter(|known| known.kind == "weapon training").peekable();
    if training.peek().is_none() {
        return false;
    }
    let row = weapon.id.and_then(|id| {
        let book = cx.book();
        let weapon = book.weapons.get(id.as_str()).map(|row| &row.name);
        weapon.or_else(|| book.shields.get(id.as_str()).map(|row| &row.name))
    });
    row.is_some_and(|name| training.any(|known| known.of.as_ref() == Some(name)))
}

/// The kept face of one die or two; a face that may not stay is rolled again at once.
pub(super) fn weapon_die(cx: &mut Cx<'_, DirkRules>, who: Who, weapon: &Arms<'_>, lean: Lean) -> Flow<u8> {
    let rule = rules::DK_BATTLE_09;
    if weapon.sides <= 1 {
        return Ok(1);
    }
    let keep = |faces: &Faces| match lean {
        Lean::Worse => faces.lowest().unwrap_or(1),
        Lean::Better | Lean::Plain => faces.highest().unwrap_or(1),
    };
    let count = if lean == Lean::Plain { 1 } else { 2 };
    let Some(unwanted) = weapon.reroll else {
        return cx.dice_read(rule, who, Group::new(count, weapon.sides), keep);
    };
    let mut kept: Option<u8> = None;
    for nth in 0..count {
        let mut rerolled = false;
        let face = loop {
            cx.mark(rules::DK_WPN_03, (nth, kept, rerolled, weapon.sides, unwanted))?;
            let face = single(cx, rule, who, weapon.sides)?;
            let stays = face != unwanted || rerolled && cx.state().house.reroll_ones == RerollOnes::Once;
            if stays {
                break face;
            }
            cx.cite(rules::DK_BASIC_11);
            // Rerolled again and again is the same place; rerolled once is not.
            rerolled = cx.state().house.reroll_ones == RerollOnes::Once;
        };
        kept = Some(match (kept, lean) {
            (None, _) => face,
            (Some(other), Lean::Worse) => other.min(face),
            (Some(other), _) => other.max(face),
        });
    }
    Ok(kept.unwrap_or(1))
}

fn single(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, sides: u8) -> Flow<u8> {
    let groups = [Group::new(1, sides)];
    let roll =
        Roll { rule, by: who.into(), audience: Audience::ALL, groups: &groups, terms: None, alike: None };
    cx.roll_one(&roll).map(|faces| faces.first())
}

/// What turns the whole attack away: a deflector against lasers, a tower shield against shots.
fn protect(cx: &mut Cx<'_, DirkRules>, target: Who, weapon: &Arms<'_>, amount: u16) {
    let deflects = |armor: &Armor| armor.deflects == Some(Deflects::Laser);
    let deflector = match weapon.laser {
        true => gear::worn(cx.at(), target).map(|(_, _, armor)| armor).find(|armor| deflects(armor)),
        false => None,
    };
    let cover = || gear::covered(cx.at(), target);
    let turned = deflector.map(|armor| armor.id).or_else(|| if weapon.ranged { cover() } else { None });
    if let Some(id) = turned {
        cx.record(id, Fact::DamageChanged { from: amount, to: 0 });
    }
}

/// What is left of the damage is inflicted; a wolf's bite may knock down.
pub(super) fn land(cx: &mut Cx<'_, DirkRules>, who: Who, with: With, weapon: &Arms<'_>) -> Flow {
    let Some(attack) = cx.state().attack else {
        return Ok(());
    };
    let (target, amount) = (attack.target, attack.damage.unwrap_or(0));
    if amount == 0 {
        return Ok(());
    }
    if weapon.injuries > 1
        && let Some(id) = weapon.id
    {
        cx.cite(id);
    }
    if cx.state().sheet(target).is("angry") && cx.state().live(target).hurt_by != Some(who) {
        cx.record(rules::DK_AUTO_01H, Fact::Provoked { who: target, by: who });
    }
    let ability = weapon.harms;
    // Whoever stepped in may have lost the part that was named: then it is an ordinary attack.
    let aim = attack.aim.filter(|part| cx.state().live(target).part(*part) != PartState::Lost);
    let before = u16::from(cx.state().live(target).score(Ability::Str));
    let inflicted = cx.state().house.called_shot_basis == CalledShotBasis::Inflicted;
    let part = aim.filter(|_| !inflicted || 2 * amount > before);
    let armor = ability == Ability::Str;
    let Arms { injuries, ap_cost, fire, .. } = *weapon;
    let harm = Harm { ability, armor, injuries, part, ap_cost, fire, ..Harm::of(target, amount) };
    if aim.is_some() {
        cx.cite(rules::DK_BASIC_04);
    }
    if part.is_some() {
        cx.cite(rules::DK_ADV_02);
    }
    cx.within((who, with, before), |cx| power::on_face(cx, who, target, weapon, attack.face, true))?;
    let lowered = cx.within((who, with, before), |cx| inflict(cx, harm))?;
    power::harmed(cx, who, target);
    cx.within((who, with, lowered), |cx| power::on_face(cx, who, target, weapon, attack.face, false))?;
    if part.is_some() && (lowered == 0 || ability != Ability::Str) && inflicted {
        cx.within((who, with, lowered), |cx| called_save(cx, harm))?;
    }
    if ability == Ability::Str {
        cx.within((who, with, lowered), |cx| power::bled(cx, who, target, !weapon.ranged, lowered))?;
    }
    if weapon.knocks_down && lowered > 0 && ability == Ability::Str && !cx.state().live(target).dead {
        let rule = weapon.id.unwrap_or(rules::DK_COND_01H);
        let stands = cx.within((who, with), |cx| save(cx, Save::new(target, Ability::Str, rule)))?;
        if !stands && !cx.state().live(target).down {
            knock_down(cx, target);
        }
    }
    Ok(())
}

/// The save of a called shot that left STR alone.
fn called_save(cx: &mut Cx<'_, DirkRules>, harm: Harm) -> Flow {
    if cx.state().live(harm.who).dead {
        return Ok(());
    }
    let passed = cx.within(harm.who, |cx| save(cx, Save::new(harm.who, Ability::Str, rules::DK_ADV_02)))?;
    if passed { Ok(()) } else { injure_all(cx, harm) }
}
