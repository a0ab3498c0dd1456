//! Skills and traits used in a fight: Bash, Feint, Fearless, Intimidate, Banish undead, the Stalker's
//! opening stroke.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use super::arms::arms;
use super::attack::{self, Assault, aimed, assault, check_backstab, everybody_within, nobody_within};
use super::ground::{able, check_reach, fighters};
use super::legal::{acting_hero, spend, target as check_target};
use super::tokens;
use crate::DeadWeight;
use crate::fact::{FightFact, HurtFact, MagicFact};
use crate::house::IntimidateLimit;
use crate::rules;
use crate::state::{Affliction, Attribute, Lasting, Span, Tokens, Used};
use crate::weapon::{Band, Notation};

/// A skill used on one enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnEnemy {
    /// Who.
    pub who: Who,
    /// On whom.
    pub target: Who,
}

/// A stroke before the fight, at somebody unaware.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stalk {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// With what; bare hands if nothing is said.
    #[serde(default)]
    pub item: Option<u8>,
    /// Which way, where a weapon has several.
    #[serde(default)]
    pub way: Option<String>,
    /// In the back.
    #[serde(default)]
    pub backstab: bool,
}

fn skilled(at: At<'_, DeadWeight>, who: Who, skill: RuleId) -> Result<(), Refusal> {
    if at.state.sheet(who).skilled(skill) {
        return Ok(());
    }
    let name = crate::view::name_of(at.book, skill);
    let sentence = format!("{} does not have the skill {name}.", at.state.name(who));
    Err(Refusal::new(skill, "not-skilled", sentence))
}

/// The attack a skill makes, as its entry has it.
fn attack_of(at: At<'_, DeadWeight>, skill: RuleId) -> Option<Notation> {
    let uses = at.book.skills.get(skill.as_str())?.rest.get("uses")?.as_array()?;
    uses.iter().find_map(|one| one.get("attack")?.as_str()?.parse().ok())
}

fn use_up(cx: &mut Cx<'_, DeadWeight>, who: Who, what: RuleId) {
    let used = Used { what, until: Span::Combat };
    cx.record(what, MagicFact::Used { who, used }.into());
}

/// Whether somebody may bash an enemy.
pub fn check_bash(at: At<'_, DeadWeight>, bash: OnEnemy) -> Result<Notation, Refusal> {
    let rule = rules::DW_SKILL_04;
    acting_hero(at.state, bash.who, 1)?;
    skilled(at, bash.who, rule)?;
    let one = at.state.one(bash.who);
    let in_hand = one.sheet.items.iter().zip(&one.live.items).any(|(item, now)| {
        let kind = item.kind.map(|kind| kind.as_str());
        let hard = kind
            .is_some_and(|kind| at.book.weapons.get(kind).is_some() || at.book.shields.get(kind).is_some());
        now.wielded && now.place.is_hand() && hard
    });
    if !in_hand {
        return Err(Refusal::new(rule, "empty-hands", "A bash takes a shield or a weapon in hand."));
    }
    check_target(at.state, bash.who, bash.target, rule)?;
    check_reach(at, bash.who, bash.target, Band::Close, rule)?;
    attack_of(at, rule).ok_or_else(|| Refusal::new(rule, "no-attack", "This skill has no attack."))
}

/// Bash: STR 1 and a stun token.
pub fn bash(cx: &mut Cx<'_, DeadWeight>, bash: OnEnemy) -> Flow {
    let notation = check_bash(cx.at(), bash)?;
    let OnEnemy { who, target } = bash;
    spend(cx, who, 1, rules::DW_SKILL_04);
    cx.note(rules::DW_SKILL_04, |_| FightFact::Attacks { who, target, with: "a bash".into() }.into());
    strike(cx, who, smallvec![target], notation, rules::DW_SKILL_04).map(|_| ())
}

fn strike(
    cx: &mut Cx<'_, DeadWeight>,
    who: Who,
    targets: SmallVec<[Who; 2]>,
    notation: Notation,
    rule: RuleId,
) -> Flow<bool> {
    let made = Assault { who, targets, notation, modifier: 0, backstab: false, magical: true, rule };
    assault(cx, &made)
}

/// Whether somebody may feint.
pub fn check_feint(at: At<'_, DeadWeight>, feint: OnEnemy) -> Result<RuleId, Refusal> {
    acting_hero(at.state, feint.who, 1)?;
    let better = at.state.sheet(feint.who).skilled(rules::DW_SKILL_09);
    let rule = if better { rules::DW_SKILL_09 } else { rules::DW_SKILL_08 };
    skilled(at, feint.who, rule)?;
    check_target(at.state, feint.who, feint.target, rule)?;
    check_reach(at, feint.who, feint.target, Band::Close, rule)?;
    Ok(rule)
}

/// Feint: all tokens of an enemy go; a Swashbuckler also keeps it from attacking.
pub fn feint(cx: &mut Cx<'_, DeadWeight>, feint: OnEnemy) -> Flow {
    let rule = check_feint(cx.at(), feint)?;
    let OnEnemy { who, target } = feint;
    spend(cx, who, 1, rule);
    let old = cx.state().live(target).tokens;
    tokens::set(cx, target, Tokens { shield: 0, dodge: 0, late_dodge: 0, ..old }, rule);
    if rule == rules::DW_SKILL_09 && old.shield > 0 {
        let lasting = Lasting { by: rule, from: Some(who), amount: 1, ends: Span::Turn };
        cx.record(rule, MagicFact::Lasts { who: target, lasting }.into());
    }
    Ok(())
}

/// Whether somebody may shrug off a wound on PRE.
pub fn check_fearless(at: At<'_, DeadWeight>, who: Who) -> Result<(), Refusal> {
    let rule = rules::DW_SKILL_10;
    let one = acting_hero(at.state, who, 0)?;
    skilled(at, who, rule)?;
    let bad = |rule, code: &str, sentence: &str| Err(Refusal::new(rule, code, sentence));
    if one.live.has_used(rule) {
        return bad(rule, "used", "Once in a combat is all.");
    }
    if one.live.wounds[Attribute::Pre] == 0 {
        return bad(rule, "not-wounded", "There is no wound on PRE.");
    }
    if one.live.suffers(Affliction::Hungry) {
        return bad(rules::DW_AFFL_02, "hungry", "The wounds of the Hungry do not heal.");
    }
    Ok(())
}

/// Fearless: a wound on PRE heals, once in a fight and for nothing.
pub fn fearless(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    check_fearless(cx.at(), who)?;
    let rule = rules::DW_SKILL_10;
    use_up(cx, who, rule);
    let live = cx.state().live(who);
    let (from, fatigue) = (live.wounds[Attribute::Pre], live.fatigue[Attribute::Pre]);
    let fact = HurtFact::Wounds { who, attribute: Attribute::Pre, from, to: from - 1, fatigue };
    cx.record(rule, fact.into());
    Ok(())
}

/// Whether somebody may intimidate.
pub fn check_intimidate(at: At<'_, DeadWeight>, who: Who) -> Result<Notation, Refusal> {
    let rule = rules::DW_SKILL_13;
    acting_hero(at.state, who, 2)?;
    skilled(at, who, rule)?;
    let used = match at.state.house.intimidate_limit {
        IntimidateLimit::Party => fighters(at.state).any(|other| at.state.live(other).has_used(rule)),
        IntimidateLimit::Character => at.state.live(who).has_used(rule),
    };
    if used {
        return Err(Refusal::new(rule, "used", "Nobody is impressed a second time in one combat."));
    }
    attack_of(at, rule).ok_or_else(|| Refusal::new(rule, "no-attack", "This skill has no attack."))
}

/// Intimidate: PRE 1N on everybody Nearby with one roll.
pub fn intimidate(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let notation = check_intimidate(cx.at(), who)?;
    let rule = rules::DW_SKILL_13;
    let targets = everybody_within(cx.at(), who, notation.reach());
    if targets.is_empty() {
        return nobody_within(rule, notation.reach());
    }
    spend(cx, who, 2, rule);
    use_up(cx, who, rule);
    strike(cx, who, targets, notation, rule).map(|_| ())
}

/// Whether somebody may banish undead, and which.
pub fn check_banish(at: At<'_, DeadWeight>, who: Who) -> Result<(Notation, SmallVec<[Who; 2]>), Refusal> {
    at.state.house.allows(rules::DW_HOUSE_03H)?;
    let (skill, rule) = (rules::DW_SKILL_24, rules::DW_HOUSE_03H);
    let one = acting_hero(at.state, who, 2)?;
    skilled(at, who, skill)?;
    let bad = |code: &str, sentence: &str| Err(Refusal::new(rule, code, sentence));
    if one.live.has_used(skill) {
        return bad("used", "The undead are banished once in a combat.");
    }
    let symbol = one.sheet.items.iter().zip(&one.live.items).any(|(item, now)| {
        let row = item.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
        now.place.is_hand()
            && !now.broken
            && row.is_some_and(|row| row.roles.iter().any(|role| role == "holy-symbol"))
    });
    if !symbol {
        return bad("no-symbol", "This takes a holy symbol in hand.");
    }
    let Some(notation) = attack_of(at, skill) else { return bad("no-attack", "This skill has no attack.") };
    let mut targets = everybody_within(at, who, notation.reach());
    targets.retain(|target| at.state.sheet(*target).is("undead"));
    if targets.is_empty() {
        return bad("no-undead", "No undead are Nearby.");
    }
    Ok((notation, targets))
}

/// Banish undead: one roll against all of them Nearby; the lesser ones turn away.
pub fn banish(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let (notation, targets) = check_banish(cx.at(), who)?;
    let rule = rules::DW_HOUSE_03H;
    spend(cx, who, 2, rule);
    use_up(cx, who, rules::DW_SKILL_24);
    let all = targets.clone();
    if !cx.within((who, &all), |cx| strike(cx, who, targets, notation, rule))? {
        return Ok(());
    }
    let level = cx.state().sheet(who).hero.level;
    for target in all {
        if able(cx.state(), target) && cx.state().sheet(target).foe.level <= level + 2 {
            let lasting = Lasting { by: rule, from: Some(who), amount: 1, ends: Span::Turn };
            cx.record(rule, MagicFact::Lasts { who: target, lasting }.into());
        }
    }
    Ok(())
}

/// Whether a stalker may strike before the fight.
pub fn check_stalk(at: At<'_, DeadWeight>, stalk: &Stalk) -> Result<super::arms::Arms, Refusal> {
    let rule = rules::DW_SKILL_20;
    let bad = |code: &str, sentence: &str| Err(Refusal::new(rule, code, sentence));
    let one = crate::roll::acting_hero(at.state, stalk.who)?;
    let Some(battle) = at.state.battle.as_ref().filter(|battle| battle.setup) else {
        return bad("not-setup", "This is done before the first phase begins.");
    };
    skilled(at, stalk.who, rule)?;
    if one.live.has_used(rule) {
        return bad("used", "There is one such stroke.");
    }
    check_target(at.state, stalk.who, stalk.target, rule)?;
    if !battle.fighter(stalk.target).is_some_and(|fighter| fighter.unaware) {
        return bad("aware", "It has noticed you.");
    }
    let arms = arms(at, stalk.who, stalk.item, stalk.way.as_deref(), Some(stalk.target))?;
    check_reach(at, stalk.who, stalk.target, arms.notation.reach(), rule)?;
    if stalk.backstab {
        check_backstab(at, stalk.who, stalk.target, arms.notation)?;
    }
    Ok(arms)
}

/// A critical hit without a roll on somebody who has not noticed anything.
pub fn stalk(cx: &mut Cx<'_, DeadWeight>, stalk: &Stalk) -> Flow {
    let arms = check_stalk(cx.at(), stalk)?;
    let Stalk { who, target, backstab, .. } = *stalk;
    let rule = rules::DW_SKILL_20;
    use_up(cx, who, rule);
    let fact = FightFact::Attacks { who, target, with: arms.name(cx.state(), who) };
    cx.record(rule, fact.into());
    let made = Assault {
        who,
        targets: smallvec![target],
        notation: aimed(arms.notation, backstab),
        modifier: 0,
        backstab,
        magical: arms.magical,
        rule: arms.entry,
    };
    cx.within((arms, who), |cx| attack::hit(cx, arms, &made, true))?;
    attack::after(cx, arms, who)
}
