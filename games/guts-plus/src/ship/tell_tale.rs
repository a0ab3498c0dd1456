//! What comes out: BOSS's alerts, clues in the Cargo Bay, entries of the Datadex.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use serde_json::Value;

use super::crew::holds_special;
use super::under_way;
use crate::GutsPlus;
use crate::fact::ShipFact;
use crate::gm::decide;
use crate::question::{Decide, Matter};
use crate::roll::{Call, awake, check};
use crate::rules;
use crate::state::{Base, Scale, Side};

fn no<T>(rule: boneyard_table::RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

/// BOSS says what its sensors tell.
pub(super) fn announce(cx: &mut Cx<'_, GutsPlus>, when: &str, room: &str) {
    let row = cx.book().plain_row("boss", "when", when);
    if let Some(says) = row.and_then(|row| row.get("says")).and_then(Value::as_str) {
        let says = says.replace("{room}", room);
        cx.record(rules::GP_SCN_11, ShipFact::Boss { says }.into());
    }
}

/// The GM lets BOSS speak.
pub fn boss(cx: &mut Cx<'_, GutsPlus>, says: &str) -> Flow {
    under_way(cx)?;
    if says.trim().is_empty() || says.chars().count() > 400 {
        return no(rules::GP_SCN_11, "too-long", "BOSS says 1 to 400 letters.");
    }
    cx.record(rules::GP_SCN_11, ShipFact::Boss { says: says.trim().to_owned() }.into());
    Ok(())
}

/// A clue or an entry comes out.
pub(super) fn out(cx: &mut Cx<'_, GutsPlus>, rule: boneyard_table::RuleId, name: &str, text: &str) {
    let known = cx.state().ship.as_ref().is_some_and(|ship| ship.revealed.iter().any(|known| known == name));
    if !known {
        cx.record(rule, ShipFact::Revealed { name: name.to_owned(), text: text.to_owned() }.into());
    }
}

/// Clues that are plain to see.
pub(super) fn plain_clues(cx: &mut Cx<'_, GutsPlus>) {
    let book = cx.book();
    for clue in book.clues.iter().filter(|clue| !clue.hidden) {
        cx.cite(clue.id);
        out(cx, rules::GP_SCN_07, &clue.name, &clue.text);
    }
}

/// Hidden clues, as many as the result finds.
pub(super) fn hidden_clues(cx: &mut Cx<'_, GutsPlus>, who: Who, outcome: Scale) -> Flow {
    let book = cx.book();
    let hidden: Vec<_> = book.clues.iter().filter(|clue| clue.hidden).collect();
    let question = "Which of the hidden clues are found?";
    let mut matter = Decide::new(Matter::Clues, "search the Cargo Bay", question)
        .option("both", "Both")
        .option("one", "One of them")
        .option("none", "None")
        .who(who);
    matter = match outcome {
        Scale::Full | Scale::Positive => matter.propose("both", "Full success or better"),
        Scale::Near => matter.propose("one", "Near success"),
        _ => matter.propose("none", "Failure or worse"),
    };
    let count = match decide(cx, matter)?.choice.as_str() {
        "both" => hidden.len(),
        "one" => 1,
        _ => 0,
    };
    for clue in hidden.into_iter().take(count) {
        cx.cite(clue.id);
        out(cx, rules::GP_SCN_07, &clue.name, &clue.text);
    }
    Ok(())
}

/// Somebody looks the Cargo Bay over, outside the tasks of a watch.
pub fn look_over(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    under_way(cx)?;
    awake(cx.state(), who)?;
    plain_clues(cx);
    let side = Side::new(who, Some(Base::Thought), Base::Thought.nth());
    let call = Call::new(rules::GP_SCN_07, "search the Cargo Bay", side);
    let came = cx.within(who, |cx| check(cx, call))?;
    hidden_clues(cx, who, came.outcome)
}

/// The Manager looks something up.
pub fn search(cx: &mut Cx<'_, GutsPlus>, who: Who, terms: &str) -> Flow {
    let rule = rules::GP_SCN_09;
    under_way(cx)?;
    awake(cx.state(), who)?;
    if cx.state().sheet(who).role.as_deref() != Some("Manager") {
        return Err(Refusal::new(rule, "not-the-manager", "Only the Manager can operate the Datadex.")
            .and(Refusal::new(rules::GP_SCN_01, "not-yours", "Special things work for one role alone."))
            .into());
    }
    holds_special(cx.state(), who, "Datadex")?;
    if terms.trim().is_empty() || terms.chars().count() > 100 {
        return no(rule, "terms", "Search for 1 to 100 letters.");
    }
    let words: Vec<String> = terms.split_whitespace().map(str::to_lowercase).collect();
    let book = cx.book();
    // The entry with most of the words is the one that is found.
    let hits = |search: &[String]| search.iter().filter(|word| words.contains(word)).count();
    let found = book.entries.iter().filter(|row| hits(&row.search) > 0).max_by_key(|row| hits(&row.search));
    let Some(row) = found else {
        cx.record(rule, ShipFact::FoundNothing { who, terms: terms.trim().to_owned() }.into());
        return Ok(());
    };
    let question = format!("The Datadex would show \"{}\". Shown?", row.name);
    let matter = Decide::new(Matter::Datadex, terms.trim(), question)
        .option("shown", "It is")
        .option("not", "Nothing comes up")
        .who(who)
        .about(row.text.clone());
    if decide(cx, matter)?.choice == "not" {
        cx.record(rule, ShipFact::FoundNothing { who, terms: terms.trim().to_owned() }.into());
        return Ok(());
    }
    cx.cite(row.id);
    out(cx, rule, &row.name, &row.text);
    if row.glass {
        knows_glass(cx);
    }
    Ok(())
}

/// It is known that glass holds.
pub(super) fn knows_glass(cx: &mut Cx<'_, GutsPlus>) {
    if cx.state().ship.as_ref().is_some_and(|ship| !ship.glass) {
        cx.record(rules::GP_SCN_09, ShipFact::Known { what: "glass".into(), known: true }.into());
    }
}

/// The GM reveals a clue, an entry or a note.
pub fn reveal(cx: &mut Cx<'_, GutsPlus>, what: &str) -> Flow {
    under_way(cx)?;
    let book = cx.book();
    let what = what.trim();
    if let Some(row) = book.clues.named(what) {
        cx.cite(row.id);
        out(cx, rules::GP_SCN_06, &row.name, &row.text);
    } else if let Some(row) = book.entries.named(what) {
        cx.cite(row.id);
        out(cx, rules::GP_SCN_09, &row.name, &row.text);
        if row.glass {
            knows_glass(cx);
        }
    } else {
        let all: Vec<&str> = book
            .clues
            .iter()
            .map(|row| row.name.as_str())
            .chain(book.entries.iter().map(|row| row.name.as_str()))
            .collect();
        return no(rules::GP_SCN_06, "no-such-thing", format!("There are {}.", all.join(", ")));
    }
    Ok(())
}
