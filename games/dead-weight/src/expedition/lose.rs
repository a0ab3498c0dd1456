//! What an omen takes from the party: things of a kind, as many as it wants and there are.

use boneyard_table::{Cx, Flow, RuleId};

use crate::DeadWeight;
use crate::book::Book;
use crate::fact::GearFact;
use crate::question::{GiveUp, Owned};
use crate::rules;
use crate::state::{Place, State};

/// What an entry counts as beside itself.
pub fn roles_of(book: &Book, kind: RuleId) -> &[String] {
    let key = kind.as_str();
    let gear = book.gear.get(key).map(|row| &row.roles);
    let arms = || book.weapons.get(key).map(|row| &row.roles);
    let armor = || book.armor.get(key).map(|row| &row.roles);
    let shield = || book.shields.get(key).map(|row| &row.roles);
    let container = || book.containers.get(key).map(|row| &row.roles);
    let treasure = || book.treasure.get(key).map(|row| &row.roles);
    let known = gear.or_else(arms).or_else(armor).or_else(shield).or_else(container).or_else(treasure);
    known.map_or(&[], Vec::as_slice)
}

/// Things of a kind the party has, one entry for each piece; `equipped` is what is worn or wielded.
pub fn pieces(state: &State, book: &Book, role: &str) -> Vec<Owned> {
    let mut all = Vec::new();
    for who in state.heroes() {
        let one = state.one(who);
        for (number, (item, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            let equipped = now.wielded || (now.place == Place::Worn && now.ap > 0);
            let counts = match role {
                "equipped" => equipped && !now.broken,
                _ => item.kind.is_some_and(|kind| roles_of(book, kind).iter().any(|known| known == role)),
            };
            if counts && now.place != Place::Gone {
                let many = if role == "equipped" || now.die > 0 { 1 } else { now.count };
                all.extend(std::iter::repeat_n(Owned { who, item: number as u8 }, many.into()));
            }
        }
    }
    all
}

/// The party gives up so many pieces of a kind, or lets them break. Gives whether there were enough.
pub fn party_loses(cx: &mut Cx<'_, DeadWeight>, role: &str, count: u8, breaks: bool) -> Flow<bool> {
    let rule = rules::DW_TRACK_07;
    let leader = cx.state().heroes().next();
    for left in (1..=count).rev() {
        let there = pieces(cx.state(), cx.book(), role);
        let alike = there.windows(2).all(|pair| pair[0] == pair[1]);
        let choice = there.len() > usize::from(left) && !alike;
        let Owned { who, item } = match (leader.filter(|_| choice), there.first()) {
            (Some(leader), _) => cx.ask(leader, GiveUp { role: role.to_owned(), count: left })?,
            (None, Some(first)) => *first,
            (None, None) => return Ok(false),
        };
        let now = cx.state().live(who).items[usize::from(item)];
        let fact = if breaks {
            GearFact::Broken { who, item, broken: true }
        } else if now.die > 0 {
            GearFact::Die { who, item, from: now.die, to: 0 }
        } else {
            GearFact::Count { who, item, from: now.count, to: now.count.saturating_sub(1) }
        };
        cx.record(rule, fact.into());
    }
    Ok(true)
}
