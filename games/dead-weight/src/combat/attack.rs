//! An attack, in its order: declared, rolled with its exchange, landed on each target, and what the
//! weapon does of its own. Skills and powers that attack use the same steps.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Group, Pilot, Refusal, RuleId, Seat, Who, deed};
use smallvec::{SmallVec, smallvec};

use super::arms::{Arms, arms, choices as arms_in_hand};
use super::effect::{self, Source};
use super::ground::{able, check_reach, close, fighters, ghostly, hostile, opponents, present};
use super::legal::{acting_hero, in_hero_turn, may_act, spend, target as check_target};
use super::{faces, helpers, morale, tokens};
use crate::DeadWeight;
use crate::book::{Moment, Trigger, plain_dice};
use crate::expedition::unseeing;
use crate::fact::{FightFact, GearFact, MagicFact};
use crate::house::{BackstabOpening, BleedNeedsWound};
use crate::hurt::{self, Hit, Strike};
use crate::magic;
use crate::roll::{self, Reading, Rolling};
use crate::rules;
use crate::state::{Affliction, Attribute, Bar, Clash, Outcome, State, Struck};
use crate::weapon::{Band, Blow, Effect, Notation};

deed! {
    /// An attack with a weapon.
    #[serde(deny_unknown_fields)]
    pub struct Attack(form: DeadWeight) {
        /// Who.
        who: Who = in_hero_turn(form)?,
        /// With what; bare hands if nothing is said.
        #[serde(default)]
        item: Option<u8> = form.each("item", hands(form.at(), who))?,
        /// Which way, where a weapon has several.
        #[serde(default)]
        way: Option<String> = form.each("way", ways(form.at(), who, item))?,
        /// From behind.
        #[serde(default)]
        backstab: bool = {
            let cold = form.state.creature(who).is_some_and(|one| one.sheet.has_trait(rules::DW_TRAIT_03));
            let backstab = form.each("backstab", [None, Some(true)].into_iter().take(if cold { 2 } else { 1 }))?;
            let backstab = backstab.unwrap_or(false);
            let state = form.state;
            form.label(|| {
                let verb = if backstab { "Back-stab" } else { "Attack" };
                format!("{verb}: {}", armed(state, who, item, way.as_deref())).into()
            });
            form.id(|| {
                let item = item.map_or(-1, i16::from);
                format!("attack-{item}-{}-{backstab}", way.as_deref().unwrap_or(""))
            });
            form.rule(if backstab { rules::DW_TRAIT_03 } else { rules::DW_ACT_01 });
            backstab
        },
        /// Whom.
        target: Who = {
            let state = form.state;
            let target = form.creature_among("target", "Whom", |other| opponents(state, who).any(|foe| foe == other))?;
            form.with_refusals("target");
            target
        },
    }
}

/// What somebody could strike with, each once.
pub fn hands(at: At<'_, DeadWeight>, who: Who) -> Vec<Option<u8>> {
    let mut all: Vec<_> = arms_in_hand(at, who).into_iter().map(|(item, _)| item).collect();
    all.dedup();
    all
}

/// The ways to strike with it; none where there is one alone.
pub fn ways(at: At<'_, DeadWeight>, who: Who, item: Option<u8>) -> Vec<Option<String>> {
    let all = arms_in_hand(at, who).into_iter().filter(|(known, _)| *known == item);
    all.map(|(_, way)| way.map(str::to_owned)).collect()
}

/// What somebody strikes with, in words.
pub fn armed(state: &State, who: Who, item: Option<u8>, way: Option<&str>) -> String {
    let things = state.creature(who).map(|one| &one.sheet.items);
    let thing = item.and_then(|item| things?.get(usize::from(item)));
    let name = thing.map_or("bare hands", |item| item.name.as_str());
    way.map_or_else(|| name.to_owned(), |way| format!("{name} ({way})"))
}

impl Deed<DeadWeight> for Attack {
    const CARD: Card =
        Card::acting("Attack", "Fight").rule(rules::DW_ACT_01).cost(1, "actions").odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_act(may, self.who, 1)?;
        check(may.at(), self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let arms = check(cx.at(), &self)?;
        attack(cx, &self, arms)
    }
}

/// One attack test against one or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assault {
    /// Who attacks.
    pub who: Who,
    /// Whom, in the order of the enemy list.
    pub targets: SmallVec<[Who; 2]>,
    /// What it does.
    pub notation: Notation,
    /// Dice more or fewer.
    pub modifier: i8,
    /// From behind: with DEX, past resistance, 1 wound more.
    pub backstab: bool,
    /// Magical, blessed or a spell.
    pub magical: bool,
    /// Where it comes from.
    pub rule: RuleId,
}

/// Whether an attack may be made, and with what.
pub fn check(at: At<'_, DeadWeight>, attack: &Attack) -> Result<Arms, Refusal> {
    acting_hero(at.state, attack.who, 1)?;
    let arms = arms(at, attack.who, attack.item, attack.way.as_deref(), Some(attack.target))?;
    check_target(at.state, attack.who, attack.target, rules::DW_ACT_01)?;
    if attack.backstab {
        check_backstab(at, attack.who, attack.target, arms.notation)?;
    }
    if magic::is_blind(at.state, attack.who) && arms.notation.reach() > Band::Close {
        let sentence = "The blind do not shoot or throw.";
        return Err(Refusal::new(rules::DW_HOUSE_24H, "blind", sentence));
    }
    check_reach(at, attack.who, attack.target, arms.notation.reach(), rules::DW_ACT_01)?;
    Ok(arms)
}

/// Whether somebody may stab somebody in the back.
pub fn check_backstab(
    at: At<'_, DeadWeight>,
    who: Who,
    target: Who,
    notation: Notation,
) -> Result<(), Refusal> {
    let rule = rules::DW_TRAIT_03;
    let bad = |code: &str, sentence: &str| Err(Refusal::new(rule, code, sentence));
    let state = at.state;
    if !state.sheet(who).has_trait(rule) {
        return bad("no-cold-blood", "A back-stab takes Cold blood.");
    }
    if notation.attribute != Attribute::Str {
        return bad("not-by-strength", "A back-stab is made with a weapon that asks for STR.");
    }
    if !close(state, who, target) {
        return bad("too-far", "A back-stab is made from Close.");
    }
    if !opening(at, who, target) {
        return bad(
            "no-opening",
            "There is no opening: it sees you, is not stunned, and no ally stands Close to it.",
        );
    }
    Ok(())
}

/// Whether there is an opening for a back-stab.
pub fn opening(at: At<'_, DeadWeight>, who: Who, target: Who) -> bool {
    let state = at.state;
    let fighter = state.battle.as_ref().and_then(|battle| battle.fighter(target));
    state.house.backstab_opening == BackstabOpening::Always
        || fighter.is_some_and(|fighter| fighter.unaware)
        || state.live(target).tokens.stun > 0
        || fighters(state).any(|ally| {
            ally != who && !hostile(state, who, ally) && able(state, ally) && close(state, ally, target)
        })
}

fn attack(cx: &mut Cx<'_, DeadWeight>, attack: &Attack, arms: Arms) -> Flow {
    let Attack { who, target, backstab, .. } = *attack;
    spend(cx, who, 1, rules::DW_ACT_01);
    cx.cite(rules::DW_ACT_12);
    cx.cite(arms.entry);
    if arms.house {
        cx.cite(rules::DW_HOUSE_28H);
    }
    if arms.notation.reach() == Band::Far {
        cx.cite(rules::DW_RANGE_02);
    }
    let rest = (arms, attack.target, backstab);
    let aim = cx.within(rest, |cx| faces::aimed_at(cx, who, target, arms.notation.reach()))?;
    let Some(target) = aim else { return Ok(()) };
    let backstab = backstab && target == attack.target;
    cx.note(rules::DW_ACT_01, |at| FightFact::Attacks { who, target, with: arms.name(at.state, who) }.into());
    let notation = aimed(arms.notation, backstab);
    let mut assault = Assault {
        who,
        targets: smallvec![target],
        notation,
        modifier: arms.modifier,
        backstab,
        magical: arms.magical,
        rule: arms.entry,
    };
    if backstab {
        cx.cite(rules::DW_TRAIT_03);
    }
    let rest = (arms, &assault);
    let reading = cx.within(rest, |cx| test(cx, &assault))?;
    if reading.outcome.succeeded() {
        let (adds, raw) = magic::sharpened(cx, who, arms.item);
        assault.notation = assault.notation.sharpened(adds, raw);
        hit(cx, arms, &assault, reading.outcome == Outcome::GreatSuccess)?;
        if arms.item.is_none() {
            magic::after_hit(cx, who, arms.entry)?;
        }
    } else {
        cx.note(rules::DW_ACT_01, |_| FightFact::Missed { who, target }.into());
        missed(cx, arms, &assault, reading.blocked)?;
    }
    after(cx, arms, who)
}

/// With DEX, if it is from behind.
pub fn aimed(notation: Notation, backstab: bool) -> Notation {
    if backstab { Notation { attribute: Attribute::Dex, ..notation } } else { notation }
}

/// The attack test with its exchange: tokens of all targets may force rerolls.
pub fn test(cx: &mut Cx<'_, DeadWeight>, assault: &Assault) -> Flow<Reading> {
    let (broken, disadvantages) = morale::edges(cx.state());
    let enemies = assault.targets.iter().any(|target| cx.state().sheet(*target).side == 1);
    let mut advantages = if enemies { broken } else { 0 };
    if advantages + disadvantages > 0 {
        cx.cite(rules::DW_MORALE_05);
    }
    let state = cx.state();
    let battle = state.battle.as_ref();
    let here = battle.and_then(|battle| battle.tile(assault.who));
    if here.is_some() && here == battle.and_then(|battle| battle.chart.advantage) {
        advantages += 1;
        cx.cite(rules::DW_HOUSE_14H);
    }
    let beast = assault.targets.iter().any(|target| cx.state().sheet(*target).is("beast"));
    if beast && cx.state().sheet(assault.who).skilled(rules::DW_SKILL_03) {
        advantages += 1;
        cx.cite(rules::DW_SKILL_03);
    }
    for &target in &assault.targets {
        if let Some(lasting) = cx.state().live(target).under(rules::DW_HOUSE_06H).copied() {
            advantages += 1;
            cx.record(rules::DW_HOUSE_06H, MagicFact::Over { who: target, lasting }.into());
        }
        advantages += magic::attack_edges(cx, target);
    }
    let blind = unseeing(cx, assault.who);
    cx.cite(rules::DW_RANGE_01);
    let rolling = Rolling {
        advantages,
        disadvantages: disadvantages + blind,
        modifier: assault.modifier,
        clash: Some(clash(true, assault.targets.clone(), assault.notation)),
        ..Rolling::test(assault.who, assault.notation.attribute, rules::DW_ACT_01)
    };
    cx.cite(rules::DW_ACT_02);
    let rolling = helpers::helped(cx.at(), rolling);
    Ok(roll::attempt(cx, &rolling)?.unwrap_or_else(Reading::failed))
}

/// Whose tokens may be spent on a roll, and which the letters bar.
pub fn clash(roller_attacks: bool, tokens_of: SmallVec<[Who; 2]>, notation: Notation) -> Clash {
    let bar = |effect: Effect| {
        let critical = notation.critical.is_some_and(|blow| blow.effects.has(effect));
        match (notation.base.effects.has(effect), critical) {
            (true, _) => Bar::Barred,
            (false, true) => Bar::WhenCritical,
            (false, false) => Bar::Open,
        }
    };
    Clash { roller_attacks, tokens_of, no_shield: bar(Effect::NoShield), no_dodge: bar(Effect::NoDodge) }
}

/// A weapon hits: its coin, its own die, then the wounds and what comes with them.
pub fn hit(cx: &mut Cx<'_, DeadWeight>, arms: Arms, assault: &Assault, critical: bool) -> Flow {
    let who = assault.who;
    if arms.coin {
        let heads = roll::coin(cx, arms.entry, who)?;
        if heads {
            let why = "the handle strikes";
            let target = assault.targets.first().copied().unwrap_or(who);
            cx.note(arms.entry, |_| crate::fact::HurtFact::Nothing { who: target, why: why.into() }.into());
            return Ok(());
        }
    }
    let triggers: Vec<&Trigger> = arms.triggers(cx.book(), Moment::Hits).collect();
    let mut fired: SmallVec<[bool; 2]> = SmallVec::new();
    for trigger in &triggers {
        fired.push(fires(cx, trigger, arms.entry, who)?);
    }
    for &target in &assault.targets {
        let bare = cx.state().live(target).armor == 0;
        cx.within((arms, assault, critical, &fired, target), |cx| land(cx, assault, target, critical))?;
        for (trigger, fired) in triggers.iter().zip(&fired) {
            let fits = trigger.r#if.as_deref() != Some("target-unarmored") || bare;
            if *fired && fits && present(cx.state(), target) {
                let source = Source { by: who, item: arms.item, rule: arms.entry };
                cx.cite(arms.entry);
                effect::all(cx, source, target, &trigger.effects)?;
            }
        }
    }
    Ok(())
}

/// A weapon misses.
fn missed(cx: &mut Cx<'_, DeadWeight>, arms: Arms, assault: &Assault, blocked: u8) -> Flow {
    let moments = [Some(Moment::Misses), (blocked > 0).then_some(Moment::BlockedByShield)];
    let triggers: Vec<&Trigger> =
        moments.into_iter().flatten().flat_map(|moment| arms.triggers(cx.book(), moment)).collect();
    let target = assault.targets.first().copied().unwrap_or(assault.who);
    for trigger in triggers {
        if fires(cx, trigger, arms.entry, assault.who)? {
            let source = Source { by: assault.who, item: arms.item, rule: arms.entry };
            cx.within((arms, assault, blocked), |cx| effect::all(cx, source, target, &trigger.effects))?;
        }
    }
    Ok(())
}

/// Whether the die of a weapon falls so that something comes of it.
fn fires(cx: &mut Cx<'_, DeadWeight>, trigger: &Trigger, rule: RuleId, who: Who) -> Flow<bool> {
    let Some(die) = &trigger.die else { return Ok(true) };
    let (count, sides) = plain_dice(&die.dice).unwrap_or((1, 6));
    let [from, to] = die.on;
    cx.dice_read(rule, who, Group::new(count, sides).named("weapon"), |faces| {
        (u32::from(from)..=u32::from(to)).contains(&faces.sum())
    })
}

/// After an attack: the usage die, and reloading.
pub fn after(cx: &mut Cx<'_, DeadWeight>, arms: Arms, who: Who) -> Flow {
    if let Some(stock) = arms.stock {
        if let Some(kind) = cx.state().sheet(who).items[usize::from(stock)].kind {
            cx.cite(kind);
        }
        cx.within((arms, who), |cx| roll::use_stock(cx, who, stock))?;
    }
    if let Some(item) = arms.item.filter(|_| arms.reload > 0) {
        let fact = GearFact::Unready { who, item, actions: arms.reload };
        cx.record(arms.entry, fact.into());
    }
    Ok(())
}

/// A hit lands on one target: armor, resistance or toughness, then the letters.
pub fn land(cx: &mut Cx<'_, DeadWeight>, assault: &Assault, target: Who, critical: bool) -> Flow {
    if !present(cx.state(), target) {
        return Ok(());
    }
    let blow = assault.notation.blow(critical, &cx.state().house);
    let wounds = blow.wounds.saturating_add(u8::from(assault.backstab));
    cx.cite(rules::DW_WEAP_02);
    if blow.effects.iter().next().is_some() {
        cx.cite(rules::DW_WEAP_04);
    }
    if critical && assault.notation.critical.is_some() {
        cx.cite(rules::DW_WEAP_03);
    }
    let struck = Struck { by: assault.who, target };
    cx.record(assault.rule, FightFact::Hit(struck).into());
    cx.within((assault, target, critical), |cx| magic::struck_from_close(cx, assault.who, target))?;
    let placed = if wounds > 0 {
        let rest = (assault, target, critical);
        cx.within(rest, |cx| wound(cx, assault, target, Blow { wounds, ..blow }))?
    } else {
        0
    };
    letters(cx, target, blow, placed, assault.rule)
}

/// Wounds of a hit on anybody. Gives how many got through.
fn wound(cx: &mut Cx<'_, DeadWeight>, assault: &Assault, target: Who, blow: Blow) -> Flow<u8> {
    let (armor, raw) = (!blow.effects.has(Effect::Piercing), blow.effects.has(Effect::Raw));
    let (wounds, non_lethal, rule) = (blow.wounds, blow.effects.has(Effect::NonLethal), assault.rule);
    if cx.state().sheet(target).is_hero() {
        return hurt::take(cx, Hit { who: target, wounds, armor, toughen: !raw, non_lethal, rule });
    }
    let ghost = ghostly(cx.state(), target) && !assault.magical;
    if ghost {
        cx.cite(rules::DW_HOUSE_34H);
    }
    let resistance = !raw && !assault.backstab;
    let at_most = ghost.then_some(1);
    hurt::strike(cx, Strike { who: target, wounds, armor, resistance, non_lethal, at_most, rule })
}

/// The letters of a hit that fall on the one hit.
pub fn letters(cx: &mut Cx<'_, DeadWeight>, target: Who, blow: Blow, placed: u8, rule: RuleId) -> Flow {
    if cx.state().live(target).dead {
        return Ok(());
    }
    let bleeds = placed > 0 || cx.state().house.bleed_needs_wound == BleedNeedsWound::Off;
    if blow.effects.has(Effect::Bleeding) && bleeds {
        hurt::afflicted(cx, target, Affliction::Bleeding, rules::DW_WEAP_04)?;
    }
    if blow.effects.has(Effect::Stun) {
        tokens::stun(cx, target, 1, rule);
    }
    Ok(())
}

/// An attack of one roll on several, as skills and powers make it. Gives whether it hit.
pub fn assault(cx: &mut Cx<'_, DeadWeight>, assault: &Assault) -> Flow<bool> {
    let reading = cx.within(assault, |cx| test(cx, assault))?;
    let critical = reading.outcome == Outcome::GreatSuccess;
    if !reading.outcome.succeeded() {
        for &target in &assault.targets {
            cx.note(assault.rule, |_| FightFact::Missed { who: assault.who, target }.into());
        }
        return Ok(false);
    }
    for &target in &assault.targets {
        cx.within((assault, critical, target), |cx| land(cx, assault, target, critical))?;
    }
    Ok(true)
}

/// Everybody of other sides within a band, in their order.
pub fn everybody_within(at: At<'_, DeadWeight>, who: Who, band: Band) -> SmallVec<[Who; 2]> {
    let all = opponents(at.state, who);
    all.filter(|target| check_reach(at, who, *target, band, rules::DW_RANGE_03).is_ok()).collect()
}

/// A refusal where nobody is in reach.
pub fn nobody_within(rule: RuleId, band: Band) -> Refusal {
    Refusal::new(rule, "nobody-in-reach", format!("No enemy is {} or closer.", band.name()))
}
