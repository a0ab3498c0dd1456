//! Gaining an essence one can move: its aura, by die or by choice, and the skills it has room for.

use boneyard_table::view::count;
use boneyard_table::{At, Cx, Flow, Party, Refusal, Seat, Who, refuse};

use super::{check_enabled, density, quality};
use crate::GutsPlus;
use crate::book::{SkillRow, Tier};
use crate::fact::EssenceFact;
use crate::question::Consent;
use crate::rules;
use crate::state::{Essence, State};

fn no<T>(rule: boneyard_table::RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

/// While a character is made: there is an essence to settle exactly if the quality is there, with
/// no more skills than it has room for.
pub fn settle_draft(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    let has = quality(cx.state(), who).is_some();
    let own = cx.state().sheet(who).essence.clone();
    match (has, own) {
        (true, Some(mut essence)) => {
            let before = essence.skills.len();
            keep_allowed(cx.at(), who, &mut essence);
            if essence.skills.len() != before {
                cx.record(rules::GP_ESS_06, EssenceFact::Essence { who, essence: Some(essence) }.into());
            }
        }
        (true, None) => settle(cx, who),
        (false, Some(_)) => cx.record(rules::GP_ESS_01, EssenceFact::Essence { who, essence: None }.into()),
        (false, None) => {}
    }
}

fn keep_allowed(at: At<'_, GutsPlus>, who: Who, essence: &mut Essence) {
    let room = density(at, who);
    let mut kept = Vec::new();
    let mut counts = [0u8; 3];
    for id in &essence.skills {
        if let Some(row) = at.book.skills.get(id.as_str()) {
            let count = &mut counts[row.tier as usize];
            if *count < room.skills(row.tier) {
                *count += 1;
                kept.push(*id);
            }
        }
    }
    essence.skills = kept;
}

/// Somebody has just gained the quality: the aura is open.
pub fn settle(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    if quality(cx.state(), who).is_some() && cx.state().sheet(who).essence.is_none() {
        let essence = Some(Essence::default());
        cx.record(rules::GP_ESS_03, EssenceFact::Essence { who, essence }.into());
    }
}

fn open_aura(state: &State, who: Who) -> Flow<Essence> {
    let Some(one) = state.creature(who) else {
        return no(rules::GP_ESS_03, "nobody", "There is nobody like that here.");
    };
    check_enabled(state)?;
    let Some(essence) = one.sheet.essence.clone() else {
        return no(rules::GP_ESS_02, "no-quality", format!("{} cannot move their essence.", one.sheet.name));
    };
    if let Some(aura) = &essence.aura {
        let rule = if essence.rolled { rules::GP_ESS_03 } else { rules::GP_ESS_04 };
        return no(rule, "settled", format!("The aura is {aura}, and stays so."));
    }
    Ok(essence)
}

/// Throws the die for the aura.
pub fn roll_aura(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    let essence = open_aura(cx.state(), who)?;
    let face = cx.die(rules::GP_ESS_03, who, 6)?;
    let Some(row) = cx.book().auras.iter().find(|row| row.roll == face) else { return Ok(()) };
    cx.cite(row.id);
    let essence = Essence { aura: Some(row.name.clone()), rolled: true, ..essence };
    cx.record(rules::GP_ESS_03, EssenceFact::Essence { who, essence: Some(essence) }.into());
    Ok(())
}

/// Chooses the aura, if neither the GM nor another player minds.
pub fn choose_aura(cx: &mut Cx<'_, GutsPlus>, who: Who, aura: &str) -> Flow {
    let rule = rules::GP_ESS_04;
    let essence = open_aura(cx.state(), who)?;
    if essence.objected {
        return no(rule, "objected", "A chosen aura is resisted. Throw the die for it.");
    }
    let book = cx.book();
    let Some(row) = book.auras.named(aura.trim()) else {
        let all: Vec<&str> = book.auras.iter().map(|row| row.name.as_str()).collect();
        return no(rule, "no-such-aura", format!("There are the auras {}.", all.join(", ")));
    };
    let own = cx.state().sheet(who).seat;
    let mut seats: Vec<Seat> = cx.state().heroes().filter_map(|hero| cx.state().sheet(hero).seat).collect();
    seats.sort_unstable();
    seats.dedup();
    let others = seats.into_iter().filter(|seat| Some(*seat) != own);
    let asked: Vec<(Party, Consent)> = std::iter::once(Seat::GM)
        .chain(others)
        .map(|seat| (seat.into(), Consent { who, aura: row.name.clone() }))
        .collect();
    let agreed = cx.ask_each(asked)?.into_iter().all(|yes| yes);
    cx.cite(row.id);
    let essence = if agreed {
        Essence { aura: Some(row.name.clone()), ..essence }
    } else {
        Essence { objected: true, ..essence }
    };
    cx.record(rule, EssenceFact::Essence { who, essence: Some(essence) }.into());
    Ok(())
}

/// Whether a skill may be learned now.
pub fn check_learn(at: At<'_, GutsPlus>, who: Who, row: &SkillRow) -> Result<(), Refusal> {
    let rule = rules::GP_ESS_06;
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    check_enabled(at.state)?;
    let Some(essence) = at.state.creature(who).and_then(|one| one.sheet.essence.as_ref()) else {
        return bad(rules::GP_ESS_02, "no-quality", "Only who can move their essence learns skills.".into());
    };
    let Some(aura) = &essence.aura else {
        return bad(
            rules::GP_ESS_03,
            "no-aura",
            "The aura comes first: throw the die for it or choose it.".into(),
        );
    };
    if row.aura.as_ref().is_some_and(|own| own != aura) {
        let sentence = format!("{} takes another aura; this one is {aura}.", row.name);
        return bad(rule, "other-aura", sentence);
    }
    if essence.skills.contains(&row.id) {
        return bad(rule, "twice", format!("{} is known already.", row.name));
    }
    let same = |id: &&boneyard_table::RuleId| {
        at.book.skills.get(id.as_str()).is_some_and(|known| known.tier == row.tier)
    };
    let known = essence.skills.iter().filter(same).count();
    let room = density(at, who).skills(row.tier);
    if known >= usize::from(room) {
        let sentence = format!(
            "There is room for {room} {} {}, and {}.",
            row.tier.name(),
            if room == 1 { "skill" } else { "skills" },
            count(known as u32, "is known", "are known")
        );
        return Err(Refusal::new(rule, "no-room", sentence).with("room", room));
    }
    Ok(())
}

/// Learns a skill.
pub fn learn(cx: &mut Cx<'_, GutsPlus>, who: Who, skill: &str) -> Flow {
    let book = cx.book();
    let Some(row) = book.skills.named(skill.trim()) else {
        return no(rules::GP_ESS_06, "no-such-skill", format!("There is no skill called {}.", skill.trim()));
    };
    check_learn(cx.at(), who, row)?;
    cx.cite(row.id);
    cx.cite(rules::GP_ESS_05);
    cx.record(rules::GP_ESS_06, EssenceFact::Learned { who, skill: row.id }.into());
    Ok(())
}

/// How many skills of each tier may still be learned.
pub fn open_skills(at: At<'_, GutsPlus>, who: Who) -> [u8; 3] {
    let Some(essence) = at.state.creature(who).and_then(|one| one.sheet.essence.as_ref()) else {
        return [0; 3];
    };
    let room = density(at, who);
    Tier::ALL.map(|tier| {
        let same = |id: &&boneyard_table::RuleId| {
            at.book.skills.get(id.as_str()).is_some_and(|known| known.tier == tier)
        };
        room.skills(tier).saturating_sub(essence.skills.iter().filter(same).count() as u8)
    })
}
