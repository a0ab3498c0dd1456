//! Actions of adventurers beside attacking and moving: recover, catch breath, defend, dodge, help,
//! whatever else the GM allows.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Judgement, Pilot, Refusal, RulingOption, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ground::{able, close, fighters};
use super::legal::{commands_pet, has_actions, in_hero_turn, in_own_turn, in_turn, may_act, spend};
use super::{helpers, tokens};
use crate::DeadWeight;
use crate::book::{Moment, ShieldRow};
use crate::fact::{FightFact, MagicFact};
use crate::form::{attribute, whatever_picked};
use crate::house::ShieldRating;
use crate::hurt;
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Affliction, Attribute, Creature, Help, Outcome, Span, State, Tokens, Used};

/// A token given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GivenToken {
    /// A shield token.
    Shield,
    /// A dodge token.
    Dodge,
}

impl GivenToken {
    /// As it is written.
    fn word(self) -> &'static str {
        match self {
            Self::Shield => "shield",
            Self::Dodge => "dodge",
        }
    }
}

deed! {
    /// Recover: gives up a token for fatigue, shakes off a stun. With stun tokens it is all one can do.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct CombatRecover(form: DeadWeight) {
        /// Who.
        who: Who = in_own_turn(form)?,
        /// The token given up for fatigue.
        #[serde(default)]
        token: Option<GivenToken> = form.each("token", tokens_of(form.state, who))?,
        /// On which attribute a fatigue is recovered.
        #[serde(default)]
        attribute: Option<Attribute> = {
            let creature = form.state.creature(who).is_some_and(|one| !one.sheet.is_hero());
            match token {
                None if creature => form.rule(rules::DW_ENEMY_09),
                None => form.rule(rules::DW_TOKEN_03),
                Some(token) => form.id(|| format!("recover-{}", token.word())),
            }
            if token.is_none() && !form.is_written() {
                None
            } else {
                form.or_left_out("attribute", |form| attribute(form, "attribute", "Recover fatigue on"))?
            }
        },
        /// Leaves a stun token where it is.
        #[serde(default)]
        keep_stun: bool = form.unasked("keep_stun")?,
    }
}

/// What somebody could recover with: nothing where a stun is shaken off, or a token.
fn tokens_of(state: &State, who: Who) -> Vec<Option<GivenToken>> {
    let Some(one) = state.creature(who) else { return Vec::new() };
    let tokens = one.live.tokens;
    if !one.sheet.is_hero() {
        return vec![None];
    }
    let all = [
        (tokens.stun, None),
        (tokens.shield, Some(GivenToken::Shield)),
        (tokens.dodges(), Some(GivenToken::Dodge)),
    ];
    all.into_iter().filter(|(count, _)| *count > 0).map(|(_, token)| token).collect()
}

impl CombatRecover {
    /// What is left of the tokens.
    fn after(self, may: May<'_, DeadWeight>, one: &Creature) -> Lawful<Tokens> {
        let rule = rules::DW_ACT_03;
        let bad = |code: &str, sentence: &str| may.no(|| Refusal::new(rule, code, sentence));
        let old = one.live.tokens;
        let mut new = old;
        match (self.token, self.attribute) {
            (None, Some(_)) => {
                return bad("no-token", "Fatigue is recovered only for a shield or dodge token.");
            }
            (Some(_), None) => {
                return bad("no-attribute", "Say on which attribute the token recovers a fatigue.");
            }
            (Some(GivenToken::Shield), Some(_)) if old.shield > 0 => new.shield -= 1,
            (Some(GivenToken::Dodge), Some(_)) if old.dodge > 0 => new.dodge -= 1,
            (Some(GivenToken::Dodge), Some(_)) if old.late_dodge > 0 => new.late_dodge -= 1,
            (Some(_), Some(_)) => return bad("nothing-left", "There is no such token to give up."),
            (None, None) => {}
        }
        if !self.keep_stun {
            new.stun = old.stun.saturating_sub(1);
        }
        if new == old {
            return bad("nothing", "There is neither a token to give up nor a stun to shake off.");
        }
        Ok(new)
    }
}

impl Deed<DeadWeight> for CombatRecover {
    const CARD: Card =
        Card::acting("Recover", "Fight").rule(rules::DW_ACT_03).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let one = whatever_picked(may, in_turn(may.state, self.who))?;
        whatever_picked(may, has_actions(one, 1))?;
        whatever_picked(may, commands_pet(may.state, may.by, self.who))?;
        if one.sheet.is_hero() {
            return self.after(may, one).map(|_| ());
        }
        may.not_if(self.token.is_some() || self.attribute.is_some(), || {
            let sentence = "A creature recovers a stun token and nothing else.";
            Refusal::new(rules::DW_ENEMY_09, "no-fatigue", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let who = self.who;
        let one = cx.state().one(who);
        let old = one.live.tokens;
        if !one.sheet.is_hero() {
            spend(cx, who, 1, rules::DW_ENEMY_09);
            tokens::set(cx, who, Tokens { stun: old.stun.saturating_sub(1), ..old }, rules::DW_ENEMY_09);
            return Ok(());
        }
        let rule = rules::DW_ACT_03;
        let new = self.after(May::quiet(cx.at(), by), one)?;
        spend(cx, who, 1, rule);
        if old.stun > 0 {
            cx.cite(rules::DW_TOKEN_03);
        }
        tokens::set(cx, who, new, rule);
        if let Some(attribute) = self.attribute {
            hurt::recover(cx, who, attribute, 1, rule);
        }
        Ok(())
    }
}

deed! {
    /// Catch breath: one fatigue less on each attribute.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct CombatBreath(form: DeadWeight) {
        /// Who.
        who: Who = in_hero_turn(form)?,
    }
}

impl Deed<DeadWeight> for CombatBreath {
    const CARD: Card =
        Card::acting("Catch breath", "Fight").rule(rules::DW_ACT_05).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let one = may_act(may, self.who, 1)?;
        may.not_if(one.live.suffers(Affliction::Shaken), || {
            let sentence = format!("{} is Shaken and cannot catch breath.", one.sheet.name);
            Refusal::new(rules::DW_AFFL_07, "shaken", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        spend(cx, self.who, 1, rules::DW_ACT_05);
        hurt::recover_each(cx, self.who, 1, rules::DW_ACT_05);
        Ok(())
    }
}

/// Shields in somebody's hands.
pub fn shields(at: At<'_, DeadWeight>, who: Who) -> impl Iterator<Item = &ShieldRow> {
    let one = at.state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items);
    let held = things.filter(|(_, now)| now.place.is_hand() && now.wielded && !now.broken);
    held.filter_map(move |(item, _)| at.book.shields.get(item.kind?.as_str()))
}

/// The number on the best shield in somebody's hands.
pub fn shield(at: At<'_, DeadWeight>, who: Who) -> Option<u8> {
    shields(at, who).map(|row| row.tokens).max()
}

/// Tokens a Defend places, skills included; nothing without a shield.
pub fn defends_with(at: At<'_, DeadWeight>, who: Who) -> Option<u8> {
    let rating = shield(at, who)?;
    let base = if at.state.house.shield_rating == ShieldRating::AtSetup { 1 } else { rating };
    let sheet = at.state.sheet(who);
    let skill =
        if sheet.skilled(rules::DW_SKILL_19) { 2 } else { u8::from(sheet.skilled(rules::DW_SKILL_18)) };
    Some(base + skill)
}

deed! {
    /// Defend: places shield tokens. The GM may let something else serve as a shield.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Defend(form: DeadWeight) {
        /// Who.
        who: Who = in_hero_turn(form)?,
    }
}

impl Deed<DeadWeight> for Defend {
    const CARD: Card =
        Card::acting("Defend", "Fight").rule(rules::DW_ACT_06).cost(1, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let one = may_act(may, self.who, 1)?;
        let bare = !one.live.items.iter().any(|item| item.place.is_hand());
        may.not_if(bare && defends_with(may.at(), self.who).is_none(), || {
            let sentence = format!("{} has no shield, nor anything to use as one.", one.sheet.name);
            Refusal::new(rules::DW_ACT_06, "no-shield", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        defend(cx, self.who)
    }
}

fn defend(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_ACT_06;
    let full = cx.state().live(who).tokens.shield >= Tokens::MOST_SHIELDS;
    let count = match defends_with(cx.at(), who) {
        Some(count) => count,
        None if substitute(cx, who)? => 1,
        None => return Ok(()),
    };
    if full {
        cx.cite(rules::DW_TOKEN_01);
    }
    let sheet = cx.state().sheet(who);
    for skill in [rules::DW_SKILL_18, rules::DW_SKILL_19] {
        if sheet.skilled(skill) {
            cx.cite(skill);
            break;
        }
    }
    cx.cite_all(|at| shields(at, who).map(|row| row.id).collect::<Vec<_>>());
    spend(cx, who, 1, rule);
    tokens::shield(cx, who, count, rule);
    Ok(())
}

/// Asks the GM whether what somebody holds serves as a shield.
fn substitute(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow<bool> {
    let one = cx.state().one(who);
    let held = one.sheet.items.iter().zip(&one.live.items).find(|(_, now)| now.place.is_hand());
    let thing = held.map_or_else(String::new, |(item, _)| item.name.clone());
    let name = one.sheet.name.clone();
    let ruling = cx.judge(rules::DW_ACT_06, 1, &|| Judgement {
        rule: rules::DW_ACT_06,
        tag: thing.clone(),
        question: format!("{name} wants to use the {thing} as a shield. Does it serve?"),
        about: Vec::new(),
        options: vec![
            RulingOption::new("serves", "It serves: 1 token"),
            RulingOption::new("no", "It does not"),
        ],
        proposal: 1,
        why: "it is no shield".into(),
        precedents: Vec::new(),
    })?;
    Ok(ruling.option() == 0)
}

deed! {
    /// Dodge: a DEX test for dodge tokens.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Dodge(form: DeadWeight) {
        /// Who.
        who: Who = in_hero_turn(form)?,
    }
}

impl Deed<DeadWeight> for Dodge {
    const CARD: Card =
        Card::acting("Dodge", "Fight").rule(rules::DW_ACT_07).cost(2, "actions").odds().pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let one = may_act(may, self.who, 2)?;
        let Some(by) = one.live.held_by else { return Ok(()) };
        may.no(|| {
            let sentence = format!("{} is held by {} and cannot dodge.", one.sheet.name, may.state.name(by));
            Refusal::new(rules::DW_HOUSE_16H, "held", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        dodge(cx, self.who)
    }
}

fn dodge(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_ACT_07;
    spend(cx, who, 2, rule);
    let test = helpers::helped(cx.at(), Rolling::test(who, Attribute::Dex, rule));
    let count = match cx.within(who, |cx| roll::make(cx, &test))? {
        Outcome::GreatSuccess => 2,
        Outcome::Success => 1,
        _ => 0,
    };
    if count == 0 || !able(cx.state(), who) {
        return Ok(());
    }
    tokens::dodge(cx, who, count, rule);
    if let Some(id) = super::arms::wielding(cx.at(), who, Moment::DodgeSucceeds)
        && !cx.state().live(who).has_used(id)
    {
        let used = Used { what: id, until: Span::Turn };
        cx.record(id, MagicFact::Used { who, used }.into());
        tokens::dodge(cx, who, 1, id);
    }
    Ok(())
}

deed! {
    /// Helps another through their next turn: a die in all their actions.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct HelpAnother(form: DeadWeight) {
        /// Who.
        who: Who = in_hero_turn(form)?,
        /// Whom.
        target: Who = {
            let state = form.state;
            let near = |other: Who| {
                other != who && state.sheet(other).is_hero() && able(state, other) && close(state, who, other)
            };
            let any = fighters(state).any(|other| state.creature(who).is_some() && near(other));
            form.only_if(any)?;
            form.creature_among("target", "Whom", near)?
        },
        /// With two dice each time, for fatigue.
        #[serde(default)]
        extra_effort: bool = form.flag("extra_effort", "With extra effort")?,
    }
}

impl Deed<DeadWeight> for HelpAnother {
    const CARD: Card =
        Card::acting("Help another", "Fight").rule(rules::DW_ACT_11).cost(2, "actions").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let (state, rule) = (may.state, rules::DW_ACT_11);
        let one = may_act(may, self.who, 2)?;
        let ally =
            state.creature(self.target).filter(|ally| ally.sheet.is_hero() && able(state, self.target));
        let Some(ally) = ally.filter(|_| self.who != self.target) else {
            let sentence = "One helps another adventurer in this fight.";
            return may.no(|| Refusal::new(rule, "nobody-to-help", sentence));
        };
        may.not_if(one.live.suffers(Affliction::Sleepy), || {
            let sentence = format!("{} is Sleepy and helps nobody.", one.sheet.name);
            Refusal::new(rules::DW_AFFL_05, "sleepy", sentence)
        })?;
        may.not_if(!close(state, self.who, self.target), || {
            let sentence = format!("{} has to be on the same tile or the next.", ally.sheet.name);
            Refusal::new(rule, "too-far", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let (who, rule) = (self.who, rules::DW_ACT_11);
        spend(cx, who, 2, rule);
        let help = Help { by: who, ally: self.target, effort: self.extra_effort, now: false };
        cx.record(rule, FightFact::Helps(help).into());
        Ok(())
    }
}

deed! {
    /// Anything else: the GM says whether, what it costs and how it is rolled.
    #[serde(deny_unknown_fields)]
    pub struct CombatFreeform(form: DeadWeight) {
        /// Who.
        who: Who = in_hero_turn(form)?,
        /// On what it would be tested.
        attribute: Attribute = attribute(form, "attribute", "With")?,
        /// What it is, in a few words.
        about: String = form.text("about", "What", 60)?,
    }
}

impl Deed<DeadWeight> for CombatFreeform {
    const CARD: Card = Card::acting("Try something else", "Fight").rule(rules::DW_COMB_12).cost(1, "actions");

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_act(may, self.who, 1)?;
        may.not_if(!(1..=120).contains(&self.about.chars().count()), || {
            Refusal::new(rules::DW_COMB_12, "about", "Say in 1 to 120 characters what it is.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let Self { who, attribute, about } = self;
        let one = cx.state().one(who);
        let (left, name) = (one.live.turn.actions, one.sheet.name.clone());
        let rule = rules::DW_COMB_12;
        let ruling = cx.judge(rule, 0, &|| Judgement {
            rule,
            tag: about.clone(),
            question: format!("{name} tries this with {}: {about}. What does it take?", attribute.name()),
            about: vec![format!("{} left", count(left, "action", "actions"))],
            options: vec![
                RulingOption::new("one", "1 action and a test"),
                RulingOption::new("two", "2 actions and a test"),
                RulingOption::new("no-test", "1 action, no test"),
                RulingOption::new("no", "It cannot be done"),
            ],
            proposal: 0,
            why: "most things take an action and a test".into(),
            precedents: Vec::new(),
        })?;
        let cost = match ruling.option() {
            1 => 2,
            3 => return Ok(()),
            _ => 1,
        };
        // Said in good faith, and more than is left: then it is not done.
        if cost > left {
            let why = "there are not enough actions left for it";
            cx.record(rule, crate::fact::HurtFact::Nothing { who, why: why.into() }.into());
            return Ok(());
        }
        spend(cx, who, cost, rule);
        if ruling.option() == 2 {
            return Ok(());
        }
        let test = helpers::helped(cx.at(), Rolling::test(who, attribute, rule));
        roll::make(cx, &test)?;
        Ok(())
    }
}
