//! An adventurer at a stroke: everything rolled, nothing rerolled, every choice left to dice.

use boneyard_table::deed::{Card, Deed, Lawful, May, carry_out};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::creation::BeginHero;
use super::finish::{ChooseClass, Follow, Learn, PickSkill, Ready, TakeKit, choosable, knows, to_choose};
use super::path::{AcceptPath, RollPath, chooses, rolled};
use crate::DeadWeight;
use crate::rules;
use crate::state::Attribute;

/// Sizes of dice there are.
const SIZES: [u8; 6] = [4, 6, 8, 10, 12, 20];

deed! {
    /// Makes a whole adventurer in one step, every choice left to chance; the class may be settled beforehand.
    #[serde(deny_unknown_fields)]
    pub struct DraftAtOnce(form: DeadWeight) {
        /// Their name.
        name: String = form.text("name", "Name", 40)?,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat> = form.unasked("seat")?,
        /// The class, if it is settled.
        #[serde(default)]
        class: Option<String> = {
            let rows = form.book.classes.iter();
            form.maybe("class", "Class", rows.map(|row| (row.name.clone(), &row.name)))?
        },
    }
}

impl Deed<DeadWeight> for DraftAtOnce {
    const CARD: Card = Card::anyone("Make an adventurer by chance", "Adventurers").rule(rules::DW_CHAR_23);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let name = self.name.trim();
        may.not_if(may.state.creatures.iter().any(|one| one.sheet.name == name), || {
            let sentence = format!("{name} exists already, and nobody is written over.");
            Refusal::new(rules::DW_CHAR_23, "name-taken", sentence)
        })?;
        if let Some(class) = self.class.as_deref().filter(|class| may.book.classes.named(class).is_none()) {
            let sentence = || format!("There is no class {class}.");
            return may.no(|| Refusal::new(rules::DW_CHAR_13, "no-such-class", sentence()));
        }
        BeginHero { name: self.name.clone(), seat: self.seat }.may(may)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        at_once(cx, by, self)
    }
}

fn at_once(cx: &mut Cx<'_, DeadWeight>, by: Seat, wanted: DraftAtOnce) -> Flow {
    let rule = rules::DW_CHAR_23;
    let book = cx.book();
    let DraftAtOnce { name, seat, class } = wanted;
    let who = Who(cx.state().creatures.len() as u16);
    cx.within(&class, |cx| carry_out(cx, by, BeginHero { name, seat }))?;
    cx.cite(rule);
    for nth in 0..4u8 {
        cx.within((who, nth, "roll"), |cx| carry_out(cx, by, RollPath { who }))?;
        let attribute = if open(cx, who) { Some(Attribute::ALL[pick(cx, who, 4)?]) } else { None };
        cx.within((who, nth, attribute), |cx| carry_out(cx, by, AcceptPath { who, attribute }))?;
    }
    let class = match class {
        Some(class) => class,
        None => {
            let names: Vec<&str> = book.classes.iter().map(|row| row.name.as_str()).collect();
            names[pick(cx, who, names.len())?].to_owned()
        }
    };
    let chosen = ChooseClass { who, class: class.clone() };
    cx.within((who, &class), |cx| carry_out(cx, by, chosen))?;
    let kits: Vec<&str> = book
        .kits
        .iter()
        .filter(|kit| kit.class.eq_ignore_ascii_case(&class))
        .map(|kit| kit.letter.as_str())
        .collect();
    if !kits.is_empty() {
        let kit = kits[pick(cx, who, kits.len())?];
        cx.within((who, kit), |cx| carry_out(cx, by, TakeKit { who, kit: kit.to_owned() }))?;
    }
    owed(cx, by, who)?;
    powers(cx, by, who)?;
    carry_out(cx, by, Ready { who })
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
fn owed(cx: &mut Cx<'_, DeadWeight>, by: Seat, who: Who) -> Flow {
    while cx.state().sheet(who).draft.as_ref().is_some_and(|draft| draft.owed_skills > 0) {
        let sheet = cx.state().sheet(who);
        let free = cx.book().skills.iter().filter(|row| row.needs_skill.is_none() && !sheet.skilled(row.id));
        let names: Vec<String> = free.map(|row| row.name.clone()).collect();
        let skill = names[pick(cx, who, names.len())?].clone();
        cx.within((who, skill.clone()), |cx| carry_out(cx, by, PickSkill { who, skill }))?;
    }
    Ok(())
}

/// School or god, and spells or prayers, where the class has any.
fn powers(cx: &mut Cx<'_, DeadWeight>, by: Seat, who: Who) -> Flow {
    let book = cx.book();
    let Some((spells, _)) = knows(cx.at(), who).map(|(knows, rule)| (knows.of == "spell", rule)) else {
        return Ok(());
    };
    let paths = if spells { &book.schools } else { &book.gods };
    let names: Vec<&str> = paths.iter().map(|row| row.name.as_str()).collect();
    let path = names[pick(cx, who, names.len())?];
    cx.within((who, path), |cx| carry_out(cx, by, Follow { who, path: path.to_owned() }))?;
    let mut left: Vec<String> = choosable(cx.at(), who).iter().map(|row| row.name.clone()).collect();
    let mut chosen: Vec<String> = Vec::new();
    for _ in 0..to_choose(cx.at(), who) {
        let nth = pick(cx, who, left.len().min(20))?;
        chosen.push(left.remove(nth));
    }
    cx.within((who, chosen.clone()), |cx| carry_out(cx, by, Learn { who, powers: chosen }))
}
