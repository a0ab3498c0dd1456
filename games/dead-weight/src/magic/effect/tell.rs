//! Effects that tell somebody something: what the rules know is read off the table, everything else the GM
//! answers.

use boneyard_table::{At, Audience, Cx, Flow, RuleId, Seat, Who};

use super::{Source, words_of};
use crate::DeadWeight;
use crate::book::Effect;
use crate::expedition;
use crate::fact::MagicFact;
use crate::question::{ChooseOne, GmAnswers};
use crate::state::{Affliction, Place};

/// What was found out, for the one who found it out alone.
pub(super) fn reveal(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, target: Who, what: &str) -> Flow {
    let Source { by, rule, .. } = source;
    let text = match what {
        "magic" if cx.state().expedition.under_way => magic_here(cx.at(), by),
        "traps-and-doors" if cx.state().expedition.under_way => {
            expedition::unveiled(cx, by, rule);
            return Ok(());
        }
        "next-room" if source.place.is_some() => {
            expedition::seen_from_afar(cx.at(), source.place.unwrap_or_default())
        }
        _ => {
            let about = what.to_owned();
            cx.ask(Seat::GM, GmAnswers { who: by, rule, about })?
        }
    };
    let mut seats = vec![cx.state().sheet(by).seat];
    if what == "whisper" {
        seats.push(cx.state().sheet(target).seat);
        seats.dedup();
    }
    cx.record_for(Audience::seats(seats), rule, MagicFact::Told { who: by, text }.into());
    Ok(())
}

/// What the GM says comes of it, for everybody.
pub(super) fn ask(cx: &mut Cx<'_, DeadWeight>, by: Who, about: &str, rule: RuleId) -> Flow {
    let text = cx.ask(Seat::GM, GmAnswers { who: by, rule, about: about.to_owned() })?;
    cx.record(rule, MagicFact::Told { who: by, text }.into());
    Ok(())
}

/// Which of several happens, by choice.
pub(super) fn choose(cx: &mut Cx<'_, DeadWeight>, by: Who, lists: &[Vec<Effect>], rule: RuleId) -> Flow<u16> {
    let names = lists.iter().map(|list| words_of(list)).collect();
    cx.ask(by, ChooseOne { who: by, rule, names })
}

/// Things that are magical, people who are cursed or doomed, creatures that were called.
fn magic_here(at: At<'_, DeadWeight>, by: Who) -> String {
    let way = &at.state.expedition;
    let place = way.place_of(by);
    let magical = |name: &str| {
        let kind = crate::gear::ware(at.book, name).and_then(|(sheet, _)| sheet.kind);
        kind.is_some_and(|kind| expedition::roles_of(at.book, kind).iter().any(|role| role == "magical"))
    };
    let mut found: Vec<String> = Vec::new();
    let room = way.room(place);
    for lying in room.iter().flat_map(|room| &room.loot).filter(|lying| magical(&lying.item)) {
        found.push(expedition::lying_name(lying));
    }
    for who in at.state.heroes().filter(|who| way.place_of(*who) == place) {
        let one = at.state.one(who);
        for (sheet, now) in one.sheet.items.iter().zip(&one.live.items) {
            let roles = sheet.kind.map_or(&[][..], |kind| expedition::roles_of(at.book, kind));
            if now.place != Place::Gone && roles.iter().any(|role| role == "magical") {
                found.push(format!("{} of {}", sheet.name, one.sheet.name));
            }
        }
        let cursed =
            [Affliction::Cursed, Affliction::Doomed].into_iter().filter(|what| one.live.suffers(*what));
        found.extend(cursed.map(|what| format!("{} is {}", one.sheet.name, what.name())));
    }
    let foes = room.map(|room| expedition::foes_of(at.state, room)).unwrap_or_default();
    for who in foes {
        let sheet = at.state.sheet(who);
        if sheet.is("demon") || sheet.is("summoned") || sheet.is("incorporeal") {
            found.push(sheet.name.clone());
        }
    }
    if found.is_empty() {
        "Nothing here is magical, cursed or bound.".into()
    } else {
        format!("{}.", found.join(", "))
    }
}
