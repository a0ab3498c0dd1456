//! What deeds are worth: beaten enemies, challenges, learning experiences.

use boneyard_table::{Audience, Cx, Flow, Refusal, Who, refuse};

use super::check_words;
use crate::GutsPlus;
use crate::fact::DeskFact;
use crate::gm::decide;
use crate::growth::{XP_OF_GROWTH, gain_le, gain_xp};
use crate::house::{AdvancementOverflow, CombatXpShare};
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Challenge, Kind, State};

fn no<T>(rule: boneyard_table::RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

/// What all levels of somebody add up to.
fn levels(state: &State, who: Who) -> u16 {
    state.sheet(who).qualities.iter().map(|own| u16::from(own.level)).sum()
}

/// What each of so many gets for these enemies.
pub fn worth_of(state: &State, beaten: &[Who], shared_by: usize) -> u16 {
    let all: u16 = beaten.iter().map(|who| levels(state, *who)).sum();
    match state.house.combat_xp_share {
        CombatXpShare::Each => all,
        CombatXpShare::Split => all / u16::try_from(shared_by.max(1)).unwrap_or(u16::MAX),
    }
}

/// Gives experience, after a warning where some of it would be lost.
fn gives(cx: &mut Cx<'_, GutsPlus>, rule: boneyard_table::RuleId, who: Who, amount: u16, why: &str) {
    let has = cx.state().live(who).xp;
    let over = has.saturating_add(amount).saturating_sub(XP_OF_GROWTH);
    if over > 0 && amount > 0 && cx.state().house.advancement_overflow == AdvancementOverflow::Lost {
        cx.record_for(Audience::GM, rules::GP_XP_05, DeskFact::WouldSpill { who, lost: over }.into());
    }
    gain_xp(cx, who, amount, rule, why);
}

/// The stat lines behind the numbers.
fn cite_entries(cx: &mut Cx<'_, GutsPlus>, beaten: &[Who]) {
    for who in beaten {
        if let Some(id) = cx.state().sheet(*who).like {
            cx.cite(rules::GP_HOUSE_01H);
            cx.cite(id);
        }
    }
}

/// The GM awards what beaten enemies are worth.
pub fn award_combat(cx: &mut Cx<'_, GutsPlus>, beaten: &[Who], to: &[Who], amount: Option<u16>) -> Flow {
    let rule = rules::GP_GM_06;
    let there = |who: &Who| cx.state().creature(*who).is_some();
    if beaten.is_empty() || to.is_empty() || !beaten.iter().chain(to).all(there) {
        return no(rule, "nobody", "Name who was beaten and who gets something, all of them here.");
    }
    if amount.is_some_and(|amount| amount == 0 || amount > 1000) {
        return no(rule, "amount", "An award is a whole number from 1 to 1000.");
    }
    let each = amount.unwrap_or_else(|| worth_of(cx.state(), beaten, to.len()));
    cite_entries(cx, beaten);
    for who in to {
        gives(cx, rule, *who, each, "the fight");
    }
    Ok(())
}

/// A fight is over: the GM is asked what it was worth.
pub fn after_combat(cx: &mut Cx<'_, GutsPlus>, beaten: &[Who], took_part: &[Who]) -> Flow {
    if beaten.is_empty() || took_part.is_empty() {
        return Ok(());
    }
    let each = worth_of(cx.state(), beaten, took_part.len());
    let names: Vec<String> =
        beaten.iter().map(|who| format!("{} {}", cx.state().name(*who), levels(cx.state(), *who))).collect();
    let question = format!("The fight is over. {each} XP to each of {}?", took_part.len());
    let matter = Decide::new(Matter::CombatXp, "the fight", question)
        .option("award", format!("{each} XP each"))
        .option("half", format!("{} XP each", each / 2))
        .option("none", "Nothing")
        .about(names.join(", "));
    let each = match decide(cx, matter)?.choice.as_str() {
        "award" => each,
        "half" => each / 2,
        _ => 0,
    };
    cite_entries(cx, beaten);
    for who in took_part {
        gives(cx, rules::GP_GM_06, *who, each, "the fight");
    }
    Ok(())
}

/// The GM awards learning experiences.
pub fn award_le(cx: &mut Cx<'_, GutsPlus>, who: Who, quality: &str, count: u8, why: &str) -> Flow {
    let rule = rules::GP_GM_09;
    let Some(one) = cx.state().creature(who) else {
        return no(rule, "nobody", "There is nobody like that here.");
    };
    let Some(nth) = one.sheet.quality(quality) else {
        return no(rule, "no-such-quality", format!("{} has no {quality}.", one.sheet.name));
    };
    if one.mastered(nth) {
        return Err(Refusal::new(rule, "mastered", format!("{quality} is mastered and learns no more."))
            .and(Refusal::new(rules::GP_XP_10, "mastered", "Nothing grows beyond mastery."))
            .into());
    }
    if count == 0 || count > 10 || why.chars().count() > 200 {
        return no(rule, "count", "Give 1 to 10 LE, and say why in at most 200 letters.");
    }
    gain_le(cx, who, nth, count, rule);
    Ok(())
}

/// A challenge begins; what is rolled in it is counted.
pub fn challenge(cx: &mut Cx<'_, GutsPlus>, name: &str, worth: Option<u16>) -> Flow {
    let rule = rules::GP_GM_07;
    check_words(rule, name, &[])?;
    if cx.state().desk.challenges.iter().any(|known| known.name.eq_ignore_ascii_case(name.trim())) {
        return no(rule, "twice", "That challenge is under way already.");
    }
    if worth.is_some_and(|worth| worth == 0 || worth > 1000) {
        return no(rule, "amount", "A challenge is worth 1 to 1000 XP.");
    }
    let challenge = Challenge { name: name.trim().to_owned(), worth, rolled: Vec::new() };
    cx.record_for(Audience::GM, rule, DeskFact::Challenge { challenge }.into());
    Ok(())
}

/// Dice fell: challenges under way count them.
pub fn counts(cx: &mut Cx<'_, GutsPlus>, who: Who, sum: u16) {
    if cx.state().desk.challenges.is_empty() || cx.state().sheet(who).kind != Kind::Hero {
        return;
    }
    for mut challenge in cx.state().desk.challenges.clone() {
        match challenge.rolled.iter_mut().find(|(known, _)| *known == who) {
            Some((_, all)) => *all = all.saturating_add(sum),
            None => challenge.rolled.push((who, sum)),
        }
        cx.record_for(Audience::GM, rules::GP_GM_08, DeskFact::Challenge { challenge }.into());
    }
}

/// A challenge is over, and what it brings.
pub fn end_challenge(cx: &mut Cx<'_, GutsPlus>, name: &str, to: &[Who], award: &str) -> Flow {
    let known = cx.state().desk.challenges.iter().find(|known| known.name.eq_ignore_ascii_case(name.trim()));
    let Some(challenge) = known.cloned() else {
        return no(rules::GP_GM_07, "no-challenge", "No such challenge is under way.");
    };
    if !to.iter().all(|who| cx.state().creature(*who).is_some()) {
        return no(rules::GP_GM_07, "nobody", "There is nobody like that here.");
    }
    let rolled: Vec<Who> = challenge.rolled.iter().map(|(who, _)| *who).collect();
    let to: Vec<Who> = if to.is_empty() { rolled } else { to.to_vec() };
    let total =
        |who: Who| challenge.rolled.iter().find(|(known, _)| *known == who).map_or(0, |(_, sum)| *sum);
    let (rule, amounts): (_, Vec<(Who, u16)>) = match (award, challenge.worth) {
        ("worth", Some(worth)) => (rules::GP_GM_07, to.iter().map(|who| (*who, worth)).collect()),
        ("worth", None) => return no(rules::GP_GM_07, "no-worth", "No worth was announced for it."),
        ("totals", _) => (rules::GP_GM_08, to.iter().map(|who| (*who, total(*who))).collect()),
        ("none", _) => (rules::GP_GM_07, Vec::new()),
        _ => return no(rules::GP_GM_07, "no-award", "An award is worth, totals or none."),
    };
    let name = challenge.name.clone();
    cx.record_for(Audience::GM, rule, DeskFact::ChallengeOver { name: name.clone() }.into());
    for (who, amount) in amounts {
        gives(cx, rule, who, amount, &name);
    }
    Ok(())
}
