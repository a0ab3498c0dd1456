//! Skills and traits used in a fight: Bash, Feint, Fearless, Intimidate, Banish undead, the Stalker's
//! opening stroke.

use boneyard_table::deed::{Card, Deed, Filled, Lawful, May};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, RuleId, Seat, Who, deed};
use smallvec::{SmallVec, smallvec};

use super::arms::arms;
use super::attack::{
    self, Assault, aimed, armed, assault, check_backstab, everybody_within, hands, nobody_within, ways,
};
use super::ground::{able, check_reach, fighters, opponents};
use super::legal::{acting_hero, in_hero_turn, may_act, spend, target as check_target};
use super::tokens;
use crate::DeadWeight;
use crate::fact::{FightFact, HurtFact, MagicFact};
use crate::form::{Form, whatever_picked};
use crate::house::IntimidateLimit;
use crate::rules;
use crate::state::{Affliction, Attribute, Lasting, Span, Tokens, Used};
use crate::weapon::{Band, Notation};

/// The field `who` of what takes a skill: offered to those who have it, in their turn.
fn with_skill(form: &mut Form<'_>, skills: &[RuleId]) -> Filled<Who> {
    let who = in_hero_turn(form)?;
    let one = form.state.creature(who);
    let has = one.is_some_and(|one| skills.iter().any(|skill| one.sheet.skilled(*skill)));
    form.only_if(has)?;
    Ok(who)
}

/// The field `target`: an enemy.
fn enemy(form: &mut Form<'_>, who: Who) -> Filled<Who> {
    let state = form.state;
    form.creature_among("target", "Whom", |other| opponents(state, who).any(|foe| foe == other))
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
fn check_bash(at: At<'_, DeadWeight>, bash: Bash) -> Result<Notation, Refusal> {
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

deed! {
    /// Bash: STR 1 and a stun token.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Bash(form: DeadWeight) {
        /// Who.
        who: Who = with_skill(form, &[rules::DW_SKILL_04])?,
        /// On whom.
        target: Who = enemy(form, who)?,
    }
}

impl Deed<DeadWeight> for Bash {
    const CARD: Card =
        Card::acting("Bash", "Fight").rule(rules::DW_SKILL_04).cost(1, "actions").odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_act(may, self.who, 1)?;
        check_bash(may.at(), *self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let notation = check_bash(cx.at(), self)?;
        let Self { who, target } = self;
        spend(cx, who, 1, rules::DW_SKILL_04);
        cx.note(rules::DW_SKILL_04, |_| FightFact::Attacks { who, target, with: "a bash".into() }.into());
        strike(cx, who, smallvec![target], notation, rules::DW_SKILL_04).map(|_| ())
    }
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
fn check_feint(at: At<'_, DeadWeight>, feint: Feint) -> Result<RuleId, Refusal> {
    acting_hero(at.state, feint.who, 1)?;
    let better = at.state.sheet(feint.who).skilled(rules::DW_SKILL_09);
    let rule = if better { rules::DW_SKILL_09 } else { rules::DW_SKILL_08 };
    skilled(at, feint.who, rule)?;
    check_target(at.state, feint.who, feint.target, rule)?;
    check_reach(at, feint.who, feint.target, Band::Close, rule)?;
    Ok(rule)
}

deed! {
    /// Feint: all tokens of an enemy go; a Swashbuckler also keeps it from attacking.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Feint(form: DeadWeight) {
        /// Who.
        who: Who = with_skill(form, &[rules::DW_SKILL_08, rules::DW_SKILL_09])?,
        /// On whom.
        target: Who = enemy(form, who)?,
    }
}

impl Deed<DeadWeight> for Feint {
    const CARD: Card =
        Card::acting("Feint", "Fight").rule(rules::DW_SKILL_08).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_act(may, self.who, 1)?;
        check_feint(may.at(), *self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let rule = check_feint(cx.at(), self)?;
        let Self { who, target } = self;
        spend(cx, who, 1, rule);
        let old = cx.state().live(target).tokens;
        tokens::set(cx, target, Tokens { shield: 0, dodge: 0, late_dodge: 0, ..old }, rule);
        if rule == rules::DW_SKILL_09 && old.shield > 0 {
            let lasting = Lasting { by: rule, from: Some(who), amount: 1, ends: Span::Turn };
            cx.record(rule, MagicFact::Lasts { who: target, lasting }.into());
        }
        Ok(())
    }
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

deed! {
    /// Fearless: a wound on PRE heals, once in a fight and for nothing.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Fearless(form: DeadWeight) {
        /// Who.
        who: Who = with_skill(form, &[rules::DW_SKILL_10])?,
    }
}

impl Deed<DeadWeight> for Fearless {
    const CARD: Card =
        Card::acting("Fearless: heal a wound on PRE", "Fight").rule(rules::DW_SKILL_10).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, check_fearless(may.at(), self.who))
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_SKILL_10);
        use_up(cx, who, rule);
        let live = cx.state().live(who);
        let (from, fatigue) = (live.wounds[Attribute::Pre], live.fatigue[Attribute::Pre]);
        let fact = HurtFact::Wounds { who, attribute: Attribute::Pre, from, to: from - 1, fatigue };
        cx.record(rule, fact.into());
        Ok(())
    }
}

/// Whether somebody may intimidate.
fn check_intimidate(at: At<'_, DeadWeight>, who: Who) -> Result<(Notation, SmallVec<[Who; 2]>), Refusal> {
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
    let notation =
        attack_of(at, rule).ok_or_else(|| Refusal::new(rule, "no-attack", "This skill has no attack."))?;
    let targets = everybody_within(at, who, notation.reach());
    if targets.is_empty() {
        return Err(nobody_within(rule, notation.reach()));
    }
    Ok((notation, targets))
}

deed! {
    /// Intimidate: PRE 1N on everybody Nearby with one roll.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Intimidate(form: DeadWeight) {
        /// Who.
        who: Who = with_skill(form, &[rules::DW_SKILL_13])?,
    }
}

impl Deed<DeadWeight> for Intimidate {
    const CARD: Card = Card::acting("Intimidate", "Fight")
        .rule(rules::DW_SKILL_13)
        .cost(2, "actions")
        .odds()
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, check_intimidate(may.at(), self.who)).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_SKILL_13);
        let (notation, targets) = check_intimidate(cx.at(), who)?;
        spend(cx, who, 2, rule);
        use_up(cx, who, rule);
        strike(cx, who, targets, notation, rule).map(|_| ())
    }
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

deed! {
    /// Banish undead: one roll against all of them Nearby; the lesser ones turn away.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct BanishUndead(form: DeadWeight) {
        /// Who.
        who: Who = with_skill(form, &[rules::DW_SKILL_24])?,
    }
}

impl Deed<DeadWeight> for BanishUndead {
    const CARD: Card = Card::acting("Banish undead", "Fight")
        .rule(rules::DW_HOUSE_03H)
        .cost(2, "actions")
        .odds()
        .pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        whatever_picked(may, check_banish(may.at(), self.who)).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        banish(cx, self.who)
    }
}

fn banish(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
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

deed! {
    /// A critical hit without a roll on somebody who has not noticed anything, before the fight.
    #[serde(deny_unknown_fields)]
    pub struct Stalk(form: DeadWeight) {
        /// Who.
        who: Who = {
            let who = form.actor()?;
            let setup = form.state.battle.as_ref().is_some_and(|battle| battle.setup);
            let one = form.state.creature(who).filter(|one| setup && one.sheet.is_hero());
            form.only_if(one.is_some_and(|one| one.sheet.skilled(rules::DW_SKILL_20)))?;
            who
        },
        /// With what; bare hands if nothing is said.
        #[serde(default)]
        item: Option<u8> = form.each("item", hands(form.at(), who))?,
        /// Which way, where a weapon has several.
        #[serde(default)]
        way: Option<String> = {
            let way: Option<String> = form.each("way", ways(form.at(), who, item))?;
            let state = form.state;
            form.label(|| format!("Strike unseen: {}", armed(state, who, item, None)).into());
            form.id(|| {
                format!("stalk-{}-{}", item.map_or(-1, i16::from), way.as_deref().unwrap_or(""))
            });
            way
        },
        /// In the back.
        #[serde(default)]
        backstab: bool = form.unasked("backstab")?,
        /// Whom.
        target: Who = enemy(form, who)?,
    }
}

impl Deed<DeadWeight> for Stalk {
    const CARD: Card = Card::acting("Strike unseen", "Fight").rule(rules::DW_SKILL_20);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        check_stalk(may.at(), self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        stalk(cx, &self)
    }
}

fn stalk(cx: &mut Cx<'_, DeadWeight>, stalk: &Stalk) -> Flow {
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
