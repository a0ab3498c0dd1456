//! Help: offered by others while the roller declares, accepted by the GM.

use boneyard_table::{Cx, First, Flow, Judgement, Party, RulingOption, Who};
use smallvec::SmallVec;

use super::{Reading, Rolling, check_help};
use crate::DeadWeight;
use crate::question::{Declared, DeclaredDice, HelpSay, OfferHelp, Prompt};
use crate::rules;
use crate::state::{Affliction, Attribute, Helper, State};

/// Somebody as a helper, with the rerolls they bring.
pub fn helper(state: &State, who: Who, attribute: Attribute, effort: bool) -> Helper {
    let one = state.one(who);
    let angry = one.live.suffers(Affliction::Angry);
    let proficiency = if angry { 0 } else { one.sheet.hero.proficiency[attribute] };
    Helper { who, proficiency, effort }
}

/// What the roller declares. Others may offer help until then; the GM takes it or not.
pub(super) fn declared(
    cx: &mut Cx<'_, DeadWeight>,
    rolling: &Rolling,
    question: DeclaredDice,
    helpers: &mut SmallVec<[Helper; 1]>,
) -> Flow<Option<Declared>> {
    let mut turned_away: SmallVec<[Who; 2]> = SmallVec::new();
    loop {
        let others: Vec<Who> = offering(cx, rolling, helpers, &turned_away);
        if others.is_empty() {
            let open = question.open(cx.at());
            return if open {
                Ok(cx.ask(rolling.who, question)?.declared())
            } else {
                Ok(Some(Declared::default()))
            };
        }
        let prompts = others.iter().map(|&who| {
            let help = OfferHelp { who, with: rolling.who, attribute: rolling.attribute };
            (Party::from(who), Prompt::from(help))
        });
        let prompts: Vec<(Party, Prompt)> = prompts.collect();
        match cx.ask_first(rolling.who, question, prompts)? {
            First::Main(declaration) => return Ok(declaration.declared()),
            First::Other { nth, answer } => {
                let who = others[nth];
                let say = cx.answer_to::<OfferHelp>(answer)?;
                if say != HelpSay::Pass && accepted(cx, rolling, who, helpers.len())? {
                    let effort = say == HelpSay::ExtraEffort;
                    helpers.push(helper(cx.state(), who, rolling.attribute, effort));
                } else {
                    turned_away.push(who);
                }
            }
        }
    }
}

/// Who could help: nobody in a fight, where helping is an action of its own.
fn offering(cx: &Cx<'_, DeadWeight>, rolling: &Rolling, helpers: &[Helper], turned_away: &[Who]) -> Vec<Who> {
    if !rolling.helpable || cx.state().battle.is_some() {
        return Vec::new();
    }
    let known = |who: &Who| helpers.iter().any(|helper| helper.who == *who) || turned_away.contains(who);
    let able = |who: &Who| check_help(cx.at(), *who, rolling.who, rolling.attribute, false).is_ok();
    cx.state().heroes().filter(|who| !known(who) && able(who)).collect()
}

/// Whether the GM and the table take an offer: one helper as a matter of course, more by leave.
fn accepted(cx: &mut Cx<'_, DeadWeight>, rolling: &Rolling, who: Who, before: usize) -> Flow<bool> {
    let (name, roller) = (cx.state().name(who).to_owned(), cx.state().name(rolling.who).to_owned());
    let proposal = u8::from(before > 0);
    let ruling = cx.judge(rules::DW_TEST_15, proposal, &|| Judgement {
        rule: rules::DW_TEST_15,
        tag: if before == 0 { "a helper".into() } else { "one more helper".into() },
        question: format!("{name} offers to help {roller}. Does it make sense?"),
        about: vec![format!("{before} help already")],
        options: vec![RulingOption::new("accept", "It helps"), RulingOption::new("reject", "It does not")],
        proposal,
        why: if before == 0 { "one may help".into() } else { "one helper is enough".into() },
        precedents: Vec::new(),
    })?;
    Ok(ruling.option() == 0)
}

/// After a failure with help the GM says whether what follows reaches the helper too.
pub(super) fn consequences(
    cx: &mut Cx<'_, DeadWeight>,
    reading: Option<&Reading>,
    about: Option<&str>,
) -> Flow {
    if reading.is_none_or(|reading| reading.outcome.succeeded() || !reading.helped) {
        return Ok(());
    }
    cx.judge(rules::DW_TEST_17, 0, &|| Judgement {
        rule: rules::DW_TEST_17,
        tag: about.unwrap_or("a failure").to_owned(),
        question: "It failed. Does what follows reach the helper too?".into(),
        about: Vec::new(),
        options: vec![RulingOption::new("both", "It does"), RulingOption::new("roller", "Only the roller")],
        proposal: 0,
        why: "the one who helps stands close".into(),
        precedents: Vec::new(),
    })?;
    Ok(())
}
