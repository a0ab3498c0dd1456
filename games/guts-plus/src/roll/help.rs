//! Helping: who can, with which quality, and with how many dice.

use boneyard_table::{At, Cx, Flow, Party, Refusal, Who};

use super::pool::dice_of;
use crate::GutsPlus;
use crate::fact::{FightFact, RollFact};
use crate::gm::decide;
use crate::house::AssistLimit;
use crate::question::{Decide, HelpSay, HelpWord, Matter, OfferHelp, Prompt};
use crate::rules;
use crate::state::{Helper, Kind, Side, State};

/// The help somebody would give, or why they cannot.
pub fn check_help(at: At<'_, GutsPlus>, who: Who, nth: u8, with: Option<&str>) -> Result<Helper, Refusal> {
    let no = |rule, code, sentence: String| Err(Refusal::new(rule, code, sentence));
    let (Some(one), Some(tray)) = (at.state.creature(who), at.state.tray.as_ref()) else {
        return no(rules::GP_ASST_01, "nobody", "There is nobody like that to help.".into());
    };
    let Some(side) = tray.sides.get(usize::from(nth)) else {
        return no(rules::GP_ASST_01, "no-roll", "There is nothing to help with.".into());
    };
    let name = &one.sheet.name;
    if side.who == who {
        return no(rules::GP_ASST_01, "oneself", "Nobody helps themselves.".into());
    }
    if !one.can_act() {
        return no(rules::GP_HLTH_07, "unconscious", format!("{name} cannot act, and so cannot help."));
    }
    if side.helpers.iter().any(|helper| helper.who == who) {
        return no(rules::GP_ASST_04, "twice", format!("{name} helps already."));
    }
    if at.state.house.assist_limit == AssistLimit::One && !side.helpers.is_empty() {
        return no(rules::GP_ASST_04, "one-helper", "At this table one helper is enough for a roll.".into());
    }
    if side.turned_down.contains(&who) {
        return no(rules::GP_ASST_01, "too-far", format!("The GM found that {name} cannot help here."));
    }
    if at.state.fights(who) && one.live.turn.active {
        return no(
            rules::GP_ASST_06,
            "no-action",
            format!("{name} has used the active action of this round."),
        );
    }
    crate::ship::may_help(at.state, who)?;
    let quality = match with {
        None => like(at.state, side, who),
        Some(name) => match one.sheet.quality(name) {
            Some(own) => own,
            None => {
                let sentence = format!("{} has no quality called {name}.", one.sheet.name);
                return no(rules::GP_CHAR_08, "no-such-quality", sentence);
            }
        },
    };
    let own = Side { base: side.base, quality, ..Side::new(who, side.base, quality) };
    let pool = dice_of(at, &own).div_ceil(2);
    Ok(Helper { who, quality, pool, dice: Default::default() })
}

/// The same quality as the one that is helped, or the base quality in its place.
fn like(state: &State, side: &Side, who: Who) -> u8 {
    let name = state.sheet(side.who).quality_name(side.quality);
    let base = side.base.map_or(0, |base| base.nth());
    state.sheet(who).quality(name).unwrap_or(base)
}

/// Heroes who could still help a side, each asked whether they want to.
pub(super) fn could_help(at: At<'_, GutsPlus>, nth: u8) -> Vec<(Party, Prompt)> {
    let Some(side) = at.state.tray.as_ref().and_then(|tray| tray.sides.get(usize::from(nth))) else {
        return Vec::new();
    };
    let team = at.state.one(side.who).sheet.side;
    let able = at.state.everybody().filter(|who| {
        let sheet = at.state.sheet(*who);
        sheet.kind == Kind::Hero && sheet.side == team && check_help(at, *who, nth, None).is_ok()
    });
    able.map(|who| (Party::Creature(who), OfferHelp { who, side: nth }.into())).collect()
}

/// Takes in what a helper said: the GM says whether it can be, and it costs the active action in a fight.
pub(super) fn take_help(cx: &mut Cx<'_, GutsPlus>, nth: u8, who: Who, say: &HelpSay) -> Flow<bool> {
    let with = match say {
        HelpSay::Word(HelpWord::Pass) => return Ok(false),
        HelpSay::Word(HelpWord::Help) => None,
        HelpSay::With { with } => Some(with.as_str()),
    };
    let Ok(helper) = check_help(cx.at(), who, nth, with) else { return Ok(false) };
    let state = cx.state();
    let what = state.tray.as_ref().map_or(String::new(), |tray| tray.what.clone());
    let quality = state.sheet(who).quality_name(helper.quality);
    let question = cx.words(|at| {
        format!("{} wants to help with {quality}. Near enough, and does it fit?", at.state.name(who))
    });
    let matter = Decide::new(Matter::Help, &what, question)
        .option("yes", "They help")
        .option("no", "Too far, or it does not fit")
        .who(who);
    if decide(cx, matter)?.choice == "no" {
        cx.record(rules::GP_ASST_01, RollFact::TurnedDown { side: nth, who }.into());
        return Ok(false);
    }
    join(cx, nth, helper);
    Ok(true)
}

/// Writes down that somebody helps. In a fight it costs the active action (GP-ASST-06); what it pays is counted with the
/// dice, once they lie.
pub(super) fn join(cx: &mut Cx<'_, GutsPlus>, nth: u8, helper: Helper) {
    let who = helper.who;
    let whom = cx.state().tray.as_ref().map_or(who, |tray| tray.sides[usize::from(nth)].who);
    cx.record(rules::GP_ASST_01, RollFact::Helps { side: nth, who: whom, helper }.into());
    crate::ship::helped(cx, who, whom);
    if cx.state().fights(who) {
        let turn = crate::state::Turn { active: true, ..cx.state().live(who).turn };
        cx.record(rules::GP_ASST_06, FightFact::Did { who, turn, what: "helps".into() }.into());
    }
}
