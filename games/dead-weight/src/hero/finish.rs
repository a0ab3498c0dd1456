//! After the life path: class, kit, moved points, school or god, spells or prayers.

use boneyard_content::Catalog;
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who, refuse};

use super::creation::{Draft, Step, at_step, gain_skill, wear};
use super::path::{clamp, coins};
use crate::DeadWeight;
use crate::book::{ClassRow, Knows, PowerRow};
use crate::fact::{GearFact, HeroFact, HurtFact, TableFact};
use crate::gear::{get, listed};
use crate::house::InsightCarries;
use crate::rules;
use crate::state::Attribute;

/// Chooses a class.
pub fn choose_class(cx: &mut Cx<'_, DeadWeight>, who: Who, name: &str) -> Flow {
    let rule = rules::DW_CHAR_13;
    let draft = at_step(cx, who, |step| step == Step::Class)?;
    let book = cx.book();
    let Some(row) = book.classes.named(name) else {
        let names: Vec<&str> = book.classes.iter().map(|row| row.name.as_str()).collect();
        let sentence = format!("There is no class {name}. There are {}.", names.join(", "));
        return refuse(Refusal::new(rule, "no-such-class", sentence));
    };
    cx.cite(row.id);
    cx.record(rule, HeroFact::Class { who, class: row.id }.into());
    let own = &cx.state().sheet(who).hero;
    let (score, mut proficiency) = (own.score, own.proficiency);
    let lost = clamp(&mut proficiency, row.proficiency, 1, 2);
    cx.record(rules::DW_CHAR_04, HeroFact::Scores { who, score, proficiency, lost }.into());
    if let Some(gained) = book.traits.named(&row.r#trait) {
        cx.cite(gained.id);
        cx.record(rule, HeroFact::Trait { who, name: gained.id }.into());
    }
    gain_skill(cx, who, &row.skill, rule);
    step(cx, who, &draft);
    Ok(())
}

/// Goes on to the next step, with what the draft has come to owe meanwhile.
fn step(cx: &mut Cx<'_, DeadWeight>, who: Who, draft: &Draft) {
    let owed_skills = cx.state().sheet(who).draft.as_ref().map_or(0, |draft| draft.owed_skills);
    let draft = Some(Draft { step: draft.step.next(), owed_skills, ..draft.clone() });
    cx.record(rules::DW_CHAR_01, HeroFact::Draft { who, draft }.into());
}

/// The class of somebody.
pub fn class_of(at: At<'_, DeadWeight>, who: Who) -> Option<&ClassRow> {
    at.book.classes.get(at.state.sheet(who).hero.class?.as_str())
}

/// Takes one of the class's kits, by its name or letter.
pub fn take_kit(cx: &mut Cx<'_, DeadWeight>, who: Who, name: &str) -> Flow {
    let rule = rules::DW_CHAR_14;
    let draft = at_step(cx, who, |step| step == Step::Kit)?;
    let book = cx.book();
    let class = class_of(At { state: cx.state(), book }, who).map_or("", |row| row.name.as_str());
    let own = || book.kits.iter().filter(|kit| kit.class == class);
    let named = |kit: &&crate::book::KitRow| {
        kit.name.eq_ignore_ascii_case(name) || kit.letter.eq_ignore_ascii_case(name)
    };
    let Some(row) = own().find(named) else {
        let names: Vec<&str> = own().map(|kit| kit.name.as_str()).collect();
        let sentence = format!("Take one of {}.", names.join(", "));
        return refuse(Refusal::new(rule, "no-such-kit", sentence));
    };
    cx.cite(row.id);
    for name in &row.containers {
        wear(cx, who, name);
    }
    for (sheet, item) in row.gear.iter().flat_map(|thing| listed(book, thing)) {
        get(cx, who, sheet, item, rule);
    }
    for amount in &row.coins {
        coins(cx, who, &amount.dice, &amount.kind)?;
    }
    step(cx, who, &draft);
    Ok(())
}

/// Spends insight to move a point from the highest score to another attribute.
pub fn move_point(cx: &mut Cx<'_, DeadWeight>, who: Who, from: Attribute, to: Attribute) -> Flow {
    let rule = rules::DW_CHAR_19;
    at_step(cx, who, |step| step == Step::Finish)?;
    let own = &cx.state().sheet(who).hero;
    let (mut score, proficiency) = (own.score, own.proficiency);
    let bad = |code: &str, sentence: String| refuse(Refusal::new(rule, code, sentence));
    let insight = cx.state().live(who).insight;
    let highest = score.each().map(|(_, score)| score).max().unwrap_or(0);
    if insight == 0 {
        return bad("no-insight", "There is no insight left to spend.".into());
    }
    if !own.knows.is_empty() {
        return bad("too-late", "Points are moved before spells or prayers are chosen.".into());
    }
    if from == to {
        return bad("same", "Move the point to another attribute.".into());
    }
    if score[from] < highest || highest == 0 {
        return bad("not-highest", format!("{} is not the highest score, {highest} is.", from.name()));
    }
    if score[to] >= 3 {
        return bad("full", format!("{} is at 3 already.", to.name()));
    }
    score[from] -= 1;
    score[to] += 1;
    cx.record(rule, HurtFact::Insight { who, from: insight, to: insight - 1 }.into());
    cx.record(rule, HeroFact::Scores { who, score, proficiency, lost: 0 }.into());
    Ok(())
}

/// What somebody's class chooses to know, and the rule for it.
pub fn knows(at: At<'_, DeadWeight>, who: Who) -> Option<(&Knows, RuleId)> {
    let knows = class_of(at, who)?.knows.as_ref()?;
    let rule = if knows.of == "spell" { rules::DW_CHAR_17 } else { rules::DW_CHAR_18 };
    Some((knows, rule))
}

fn chooser(cx: &Cx<'_, DeadWeight>, who: Who) -> Flow<(&'static str, Attribute, RuleId)> {
    at_step(cx, who, |step| step == Step::Finish)?;
    match knows(cx.at(), who) {
        Some((knows, rule)) => {
            let of = if knows.of == "spell" { "spell" } else { "prayer" };
            Ok((of, knows.score, rule))
        }
        None => refuse(Refusal::new(
            rules::DW_CHAR_17,
            "no-magic",
            "Only wizards choose spells, and only clerics prayers.",
        )),
    }
}

/// Chooses a school or a god.
pub fn follow(cx: &mut Cx<'_, DeadWeight>, who: Who, name: &str) -> Flow {
    let (of, _, rule) = chooser(cx, who)?;
    let book = cx.book();
    let rows = if of == "spell" { &book.schools } else { &book.gods };
    let Some(row) = rows.named(name) else {
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        let sentence = format!("There is no {name}. There are {}.", names.join(", "));
        return refuse(Refusal::new(rule, "no-such-path", sentence));
    };
    if !cx.state().sheet(who).hero.knows.is_empty() {
        return refuse(Refusal::new(rule, "too-late", "What is known follows the choice already made."));
    }
    cx.cite(row.id);
    let fact = match of {
        "spell" => HeroFact::School { who, school: row.id },
        _ => HeroFact::God { who, god: row.id },
    };
    cx.record(rule, fact.into());
    Ok(())
}

/// Spells or prayers somebody new may choose.
pub fn choosable(at: At<'_, DeadWeight>, who: Who) -> Vec<&PowerRow> {
    let Some((knows, _)) = knows(at, who) else { return Vec::new() };
    let own = &at.state.sheet(who).hero;
    let spells = knows.of == "spell";
    let rows: &Catalog<PowerRow> = if spells { &at.book.spells } else { &at.book.prayers };
    let follows = if spells { own.school } else { own.god };
    let row =
        follows.and_then(|id| at.book.schools.get(id.as_str()).or_else(|| at.book.gods.get(id.as_str())));
    let path = row.map(|row| row.name.as_str());
    let allowed = |row: &&PowerRow| {
        let of = if spells { row.school.as_deref() } else { row.god.as_deref() };
        let ours = row.house && at.state.house.allows(row.id).is_err();
        !ours && (of.is_none() || of == path) && (!spells || row.level <= own.level + 1)
    };
    rows.iter().filter(allowed).collect()
}

/// How many spells or prayers somebody new chooses.
pub fn to_choose(at: At<'_, DeadWeight>, who: Who) -> usize {
    let score = knows(at, who).map_or(0, |(knows, _)| at.state.sheet(who).hero.score[knows.score]);
    usize::from(score).min(choosable(at, who).len())
}

/// Chooses spells or prayers, one for each point of the score.
pub fn learn(cx: &mut Cx<'_, DeadWeight>, who: Who, names: &[String]) -> Flow {
    let (of, score, rule) = chooser(cx, who)?;
    let own = &cx.state().sheet(who).hero;
    if own.school.is_none() && own.god.is_none() {
        return refuse(Refusal::new(rule, "no-path", "Choose a school or a god first."));
    }
    let at = cx.at();
    let open = choosable(at, who);
    let most = to_choose(at, who);
    if names.len() != most {
        let sentence = format!("{} {} for each point of {}: choose {most}.", "One", of, score.name());
        return refuse(Refusal::new(rule, "how-many", sentence).with("most", most));
    }
    let mut all = Vec::new();
    for name in names {
        let Some(row) = open.iter().find(|row| row.name.eq_ignore_ascii_case(name)) else {
            let sentence = format!("{name} is not among the {of}s you may choose.");
            return refuse(Refusal::new(rule, "not-yours", sentence));
        };
        if all.contains(&row.id) {
            return refuse(Refusal::new(rule, "twice", format!("{name} is chosen twice.")));
        }
        all.push(row.id);
    }
    all.iter().for_each(|id| cx.cite(*id));
    cx.record(rule, HeroFact::Knows { who, all }.into());
    Ok(())
}

/// Picks a basic skill in the place of a doubled one.
pub fn pick_skill(cx: &mut Cx<'_, DeadWeight>, who: Who, name: &str) -> Flow {
    let rule = rules::DW_CHAR_16;
    let draft = at_step(cx, who, |_| true)?;
    let book = cx.book();
    if draft.owed_skills == 0 {
        return refuse(Refusal::new(rule, "none-owed", "There is no skill to pick."));
    }
    let free = book.skill(name).filter(|row| {
        let taken = cx.state().sheet(who).skilled(row.id);
        row.needs_skill.is_none() && !taken
    });
    let Some(row) = free else {
        return refuse(Refusal::new(
            rule,
            "not-free",
            format!("{name} is no basic skill that is not held yet."),
        ));
    };
    cx.record(rule, HeroFact::Skill { who, skill: row.id, replaces: None }.into());
    let draft = Draft { owed_skills: draft.owed_skills - 1, ..draft };
    cx.record(rule, HeroFact::Draft { who, draft: Some(draft) }.into());
    Ok(())
}

/// Finishes an adventurer.
pub fn ready(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_CHAR_01;
    let draft = at_step(cx, who, |step| step == Step::Finish)?;
    let (at, own) = (cx.at(), &cx.state().sheet(who).hero);
    if draft.owed_skills > 0 {
        return refuse(Refusal::new(
            rules::DW_CHAR_16,
            "owed",
            "Pick a skill in the place of the doubled one.",
        ));
    }
    if let Some((knows, rule)) = knows(at, who) {
        if own.school.is_none() && own.god.is_none() {
            return refuse(Refusal::new(rule, "no-path", format!("Choose a {} first.", knows.path)));
        }
        let most = to_choose(at, who);
        if own.knows.len() != most {
            let sentence = format!("Choose {most} {}s first.", knows.of);
            return refuse(Refusal::new(rule, "how-many", sentence).with("most", most));
        }
    }
    let poor = own.path.iter().any(|id| at.book.burdens.get(id.as_str()).is_some_and(|row| row.no_money));
    let counterfeit = own.counterfeit;
    if poor {
        let fact = GearFact::Coins { who, silver: 0, gold: 0, counterfeit };
        cx.record(rules::DW_CHAR_20, fact.into());
    }
    let from = cx.state().live(who).insight;
    if from > 0 && cx.state().house.insight_carries_into_play == InsightCarries::Off {
        cx.record(rules::DW_CHAR_19, HurtFact::Insight { who, from, to: 0 }.into());
    }
    cx.within(who, |cx| crate::interlude::newcomer(cx, who))?;
    cx.record(rule, HeroFact::Draft { who, draft: None }.into());
    let mut list = cx.state().party.list.clone();
    list.push(who);
    cx.record(rules::DW_GAME_06, TableFact::List { list }.into());
    Ok(())
}
