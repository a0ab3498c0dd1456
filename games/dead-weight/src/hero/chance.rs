//! An adventurer at a stroke: everything rolled, nothing rerolled, every choice left to dice.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};

use super::creation::draft;
use super::finish::{choosable, choose_class, follow, knows, learn, pick_skill, ready, take_kit, to_choose};
use super::path::{accept_path, chooses, roll_path, rolled};
use crate::DeadWeight;
use crate::rules;
use crate::state::Attribute;

/// Sizes of dice there are.
const SIZES: [u8; 6] = [4, 6, 8, 10, 12, 20];

/// Makes a whole adventurer in one step; the class may be settled beforehand.
pub fn at_once(
    cx: &mut Cx<'_, DeadWeight>,
    by: Seat,
    name: &str,
    seat: Option<Seat>,
    class: Option<&str>,
) -> Flow {
    let rule = rules::DW_CHAR_23;
    let book = cx.book();
    if cx.state().creatures.iter().any(|one| one.sheet.name == name.trim()) {
        let sentence = format!("{} exists already, and nobody is written over.", name.trim());
        return refuse(Refusal::new(rule, "name-taken", sentence));
    }
    if let Some(class) = class.filter(|class| book.classes.named(class).is_none()) {
        return refuse(Refusal::new(
            rules::DW_CHAR_13,
            "no-such-class",
            format!("There is no class {class}."),
        ));
    }
    let who = Who(cx.state().creatures.len() as u16);
    cx.within((), |cx| draft(cx, by, name, seat))?;
    cx.cite(rule);
    for nth in 0..4u8 {
        cx.within((who, nth, "roll"), |cx| roll_path(cx, who))?;
        let attribute = if open(cx, who) { Some(Attribute::ALL[pick(cx, who, 4)?]) } else { None };
        cx.within((who, nth, attribute), |cx| accept_path(cx, who, attribute))?;
    }
    let class = match class {
        Some(class) => class.to_owned(),
        None => {
            let names: Vec<&str> = book.classes.iter().map(|row| row.name.as_str()).collect();
            names[pick(cx, who, names.len())?].to_owned()
        }
    };
    cx.within((who, &class), |cx| choose_class(cx, who, &class))?;
    let kits: Vec<&str> = book
        .kits
        .iter()
        .filter(|kit| kit.class.eq_ignore_ascii_case(&class))
        .map(|kit| kit.letter.as_str())
        .collect();
    if !kits.is_empty() {
        let kit = kits[pick(cx, who, kits.len())?];
        cx.within((who, kit), |cx| take_kit(cx, who, kit))?;
    }
    owed(cx, who)?;
    powers(cx, who)?;
    ready(cx, who)
}

/// Whether the row that was rolled lets one name an attribute.
fn open(cx: &Cx<'_, DeadWeight>, who: Who) -> bool {
    let Some(draft) = &cx.state().sheet(who).draft else { return false };
    rolled(cx.book(), draft).is_some_and(chooses)
}

/// One of so many, by the smallest die that has as many faces, thrown again above the count.
fn pick(cx: &mut Cx<'_, DeadWeight>, who: Who, count: usize) -> Flow<usize> {
    if count < 2 {
        return Ok(0);
    }
    let sides = SIZES.into_iter().find(|sides| usize::from(*sides) >= count).unwrap_or(20);
    loop {
        let face = usize::from(cx.die(rules::DW_CHAR_23, who, sides)?);
        if face <= count {
            return Ok(face - 1);
        }
    }
}

/// Skills in the place of doubled ones, where the table plays it so.
fn owed(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    while cx.state().sheet(who).draft.as_ref().is_some_and(|draft| draft.owed_skills > 0) {
        let sheet = cx.state().sheet(who);
        let free = cx.book().skills.iter().filter(|row| row.needs_skill.is_none() && !sheet.skilled(row.id));
        let names: Vec<String> = free.map(|row| row.name.clone()).collect();
        let name = &names[pick(cx, who, names.len())?];
        cx.within((who, name), |cx| pick_skill(cx, who, name))?;
    }
    Ok(())
}

/// School or god, and spells or prayers, where the class has any.
fn powers(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let book = cx.book();
    let Some((spells, _)) = knows(cx.at(), who).map(|(knows, rule)| (knows.of == "spell", rule)) else {
        return Ok(());
    };
    let paths = if spells { &book.schools } else { &book.gods };
    let names: Vec<&str> = paths.iter().map(|row| row.name.as_str()).collect();
    let path = names[pick(cx, who, names.len())?];
    cx.within((who, path), |cx| follow(cx, who, path))?;
    let mut left: Vec<String> = choosable(cx.at(), who).iter().map(|row| row.name.clone()).collect();
    let mut chosen: Vec<String> = Vec::new();
    for _ in 0..to_choose(cx.at(), who) {
        let nth = pick(cx, who, left.len().min(20))?;
        chosen.push(left.remove(nth));
    }
    cx.within((who, &chosen), |cx| learn(cx, who, &chosen))
}
