//! The GM's desk as a sheet: checklist, notes, places, cards, challenges, and the trackers of
//! everything that runs out.

use boneyard_table::At;
use boneyard_table::view::{Entry, EntryList, Framed, Secret, Sheet, Stage, Step, Steps, Table, Text};
use serde_json::Value;

use crate::GutsPlus;

pub(super) fn sheet(at: At<'_, GutsPlus>) -> Sheet {
    let desk = &at.state.desk;
    let mut sheet = Sheet::table("desk", "The GM's desk").block(trackers(at).secret(Secret::Gm));
    for row in at.book.plain.get("soil").into_iter().flatten() {
        let heading = row.get("heading").and_then(Value::as_str).unwrap_or_default();
        let mut steps = Steps::new(format!("soil.{heading}"), heading.to_owned()).free_order();
        for (nth, point) in row.get("points").and_then(Value::as_array).into_iter().flatten().enumerate() {
            let done =
                desk.ticks.iter().any(|(known, number)| known == heading && usize::from(*number) == nth + 1);
            let stage = if done { Stage::Done } else { Stage::Open };
            let label = point.as_str().unwrap_or_default().to_owned();
            steps = steps.step(Step::new(format!("{}", nth + 1), label, stage));
        }
        sheet = sheet.block(steps.secret(Secret::Gm));
        let notes: Vec<&str> =
            desk.notes.iter().filter(|(known, _)| known == heading).map(|(_, text)| text.as_str()).collect();
        if !notes.is_empty() {
            let label = format!("{heading}, notes");
            let text = Text::new(format!("notes.{heading}"), label, notes.join("\n"));
            sheet = sheet.block(text.secret(Secret::Gm));
        }
    }
    if !desk.places.is_empty() {
        let mut table = Table::new("outline", "Outline", ["Place", "Where", "Seen"]);
        for place in &desk.places {
            let at = place.at.clone().unwrap_or_else(|| "nowhere yet".into());
            table = table.row([place.name.clone(), at, if place.seen { "yes" } else { "no" }.to_owned()]);
        }
        sheet = sheet.block(table.secret(Secret::Gm));
    }
    if !desk.cards.is_empty() {
        let mut list = EntryList::new("cards", "Cards");
        for card in &desk.cards {
            let fields = [
                ("Goal", &card.goal),
                ("Cause", &card.cause),
                ("Holds", &card.holds),
                ("Answers", &card.answers),
            ];
            let mut words: Vec<String> = fields
                .iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(label, text)| format!("{label}: {text}."))
                .collect();
            words.extend((!card.text.is_empty()).then(|| card.text.clone()));
            words.extend(card.links.iter().map(|(to, via)| {
                if via.is_empty() {
                    format!("Leads to {to}.")
                } else {
                    format!("Leads to {to} by way of {via}.")
                }
            }));
            list = list.entry(
                Entry::new(card.name.clone(), card.name.clone(), words.join(" ")).rank(card.kind.clone()),
            );
        }
        sheet = sheet.block(list.secret(Secret::Gm));
    }
    if !desk.challenges.is_empty() {
        let mut table = Table::new("challenges", "Challenges", ["Challenge", "Worth", "Rolled"]);
        for challenge in &desk.challenges {
            let rolled: Vec<String> =
                challenge.rolled.iter().map(|(who, sum)| format!("{} {sum}", at.state.name(*who))).collect();
            let worth = challenge.worth.map_or_else(|| "-".to_owned(), |worth| worth.to_string());
            table = table.row([challenge.name.clone(), worth, rolled.join(", ")]);
        }
        sheet = sheet.block(table.secret(Secret::Gm));
    }
    sheet
}

fn trackers(at: At<'_, GutsPlus>) -> Table {
    let table = Table::new("trackers", "Right now", ["Who", "What", "Since or until"]);
    crate::desk::right_now(at).into_iter().fold(table, |table, row| table.row(row))
}
