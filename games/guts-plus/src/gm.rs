//! The GM's word: a decision with its proposal, asked for or taken unseen, and remembered.

use std::borrow::Cow;

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Audience, Cx, Flow, Refusal, RuleId, Seat, deed};

use crate::GutsPlus;
use crate::fact::TableFact;
use crate::form;
use crate::house::GmAutoconfirm;
use crate::question::{Decide, Reading, Say};
use crate::rules;
use crate::state::{Decision, Scale, State};

/// Whether proposals are taken unseen.
pub fn unseen(state: &State) -> bool {
    state.house.gm_autoconfirm == GmAutoconfirm::On
}

/// A rule of the table on the same matter takes the place of the proposal.
pub fn led(state: &State, mut decide: Decide) -> Decide {
    let rule = state.precedents(decide.matter.rule(), &decide.tag).find(|(_, decision)| decision.table_rule);
    let known = |key: &str| decide.options.iter().position(|(known, _)| known == key);
    let led = rule.and_then(|(_, decision)| known(&decision.choice));
    if let Some(at) = led {
        decide.proposal = at as u8;
        decide.why = "a rule of this table".into();
    }
    decide
}

/// Whether the GM goes by what is proposed and nobody keeps it: then there is nothing to put together for them to read.
pub fn as_proposed(cx: &Cx<'_, GutsPlus>) -> bool {
    let taken = unseen(cx.state()) || cx.by_instinct();
    taken && !cx.keeps() && !cx.state().decisions.iter().any(|decision| decision.table_rule)
}

/// Leaves something to the GM.
pub fn decide(cx: &mut Cx<'_, GutsPlus>, decide: Decide) -> Flow<Say> {
    let decide = led(cx.state(), decide);
    let say = if unseen(cx.state()) || cx.by_instinct() {
        Say::plain(decide.proposed())
    } else {
        cx.ask(Seat::GM, decide.clone())?
    };
    decided(cx, &decide, &say);
    Ok(say)
}

/// Leaves something to the GM of which only the key of the choice matters, and `usual` is proposed: where they go by that
/// and nobody keeps it, the matter is not even put together.
pub fn settled<'b>(
    cx: &mut Cx<'b, GutsPlus>,
    usual: &'static str,
    matter: impl FnOnce(&Cx<'b, GutsPlus>) -> Decide,
) -> Flow<Cow<'static, str>> {
    if as_proposed(cx) {
        debug_assert_eq!(matter(cx).proposed(), usual, "the usual is what is proposed");
        return Ok(Cow::Borrowed(usual));
    }
    let matter = matter(cx);
    debug_assert_eq!(matter.proposed(), usual, "the usual is what is proposed");
    Ok(Cow::Owned(decide(cx, matter)?.choice))
}

/// Remembers what the GM decided.
pub fn decided(cx: &mut Cx<'_, GutsPlus>, decide: &Decide, say: &Say) {
    if forgets(cx, say) {
        return;
    }
    let rule = decide.matter.rule();
    let decision = Decision {
        rule,
        tag: decide.tag.clone(),
        asked: decide.question.clone(),
        proposal: decide.proposed().to_owned(),
        choice: say.choice.clone(),
        label: decide.label(&say.choice),
        words: say.words.clone(),
        who: decide.who,
        spread: None,
        table_rule: say.table_rule,
        unseen: unseen(cx.state()),
        corrects: None,
    };
    remember(cx, decision);
}

/// Whether nobody will look it up: decisions lead others only as rules of the table, and are read by people.
fn forgets(cx: &Cx<'_, GutsPlus>, say: &Say) -> bool {
    !cx.keeps() && !say.table_rule
}

/// Remembers how the GM read a check.
pub fn read(cx: &mut Cx<'_, GutsPlus>, reading: &Reading, values: &[u8], say: &Say) {
    if forgets(cx, say) {
        return;
    }
    let tray = cx.state().tray.as_ref();
    let decision = Decision {
        rule: rules::GP_CHECK_05,
        tag: tray.map_or(String::new(), |tray| tray.what.clone()),
        asked: reading.why.clone(),
        proposal: reading.proposal.key().to_owned(),
        choice: say.choice.clone(),
        label: String::new(),
        words: say.words.clone(),
        who: tray.map(|tray| tray.actor().who),
        spread: Some(crate::roll::spread(values)),
        table_rule: say.table_rule,
        unseen: unseen(cx.state()),
        corrects: None,
    };
    remember(cx, decision);
}

fn remember(cx: &mut Cx<'_, GutsPlus>, decision: Decision) {
    cx.cite(rules::GP_CORE_02);
    if decision.table_rule || cx.state().precedents(decision.rule, &decision.tag).next().is_some() {
        cx.cite(rules::GP_CORE_03);
    }
    let audience = if is_secret(decision.rule) { Audience::GM } else { Audience::ALL };
    cx.record_for(audience, decision.rule, TableFact::Decided { decision }.into());
}

/// Rules on which the GM decides behind the screen.
const SECRET: [RuleId; 5] =
    [rules::GP_ITEM_11, rules::GP_SCN_07, rules::GP_SCN_09, rules::GP_SCN_12, rules::GP_HOUSE_13H];

/// Whether the GM decides by this rule behind the screen.
pub fn is_secret(rule: RuleId) -> bool {
    SECRET.contains(&rule)
}

deed! {
    /// The GM corrects a decision: a new one that names the old.
    #[serde(deny_unknown_fields)]
    pub struct Correct(form: GutsPlus) {
        /// The number of the decision.
        decision: u32 = {
            let last = form.state.decisions.len().saturating_sub(1);
            form.amount("decision", "Which", 0..=i32::try_from(last).unwrap_or(i32::MAX))?
        },
        /// What it should have been.
        choice: String = form.one_of("choice", "To what", form::names(Scale::ALL.map(Scale::key)))?,
        /// Why.
        #[serde(default)]
        words: String = form.maybe_text("words", "Why", 200)?.unwrap_or_default(),
    }
}

impl Deed<GutsPlus> for Correct {
    const CARD: Card = Card::gm("Correct a decision", "Table").rule(rules::GP_CORE_03);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, choice) = (rules::GP_CORE_03, &self.choice);
        let decisions = &may.state.decisions;
        may.outright_if(decisions.is_empty(), || {
            Refusal::new(rule, "no-decision", "Nothing was decided yet.")
        })?;
        let Some(old) = decisions.get(self.decision as usize) else {
            let sentence = "There is no decision with that number.";
            return may.no(|| Refusal::new(rule, "no-decision", sentence));
        };
        let long = choice.len() > 60 || self.words.chars().count() > 400;
        may.not_if(choice.trim().is_empty() || long, || {
            let sentence = "Name the choice, and give the reason in at most 400 letters.";
            Refusal::new(rule, "words", sentence)
        })?;
        may.not_if(old.spread.is_some() && Scale::of_key(choice).is_none(), || {
            let sentence = format!("A reading is one of {}.", Scale::ALL.map(Scale::key).join(", "));
            Refusal::new(rules::GP_CHECK_05, "not-an-option", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { decision: number, choice, words } = self;
        let Some(old) = cx.state().decisions.get(number as usize).cloned() else { return Ok(()) };
        let decision =
            Decision { choice, label: String::new(), words, corrects: Some(number), unseen: false, ..old };
        cx.record(rules::GP_CORE_03, TableFact::Decided { decision }.into());
        Ok(())
    }
}

/// The seat of a creature's player.
pub fn has_player(at: At<'_, GutsPlus>, who: boneyard_table::Who) -> bool {
    at.state.creature(who).is_some_and(|one| one.sheet.seat.is_some())
}
