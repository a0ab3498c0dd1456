//! Who takes part in an action on the way, whether it can be taken now, and whether the party agrees.

use boneyard_table::vote;
use boneyard_table::{Cx, Flow, Party, Refusal, RuleId, Seat, Who};

use crate::DeadWeight;
use crate::fact::ExpeditionFact;
use crate::question::{Choose, Topic};
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Doing, Room, State};

/// Whether actions of exploration can be taken now.
pub fn exploring(state: &State) -> Result<(), Refusal> {
    let phase = |sentence: &str| Err(Refusal::new(rules::DW_GAME_03, "another-phase", sentence));
    match state.doing() {
        Doing::Combat => phase("That can only be done while exploring, not in a fight."),
        Doing::Camp => phase("That can only be done while exploring; first break camp."),
        Doing::Interlude => {
            let sentence = "That belongs to an expedition, and this is the interlude.";
            Err(Refusal::new(rules::DW_GAME_02, "interlude", sentence))
        }
        Doing::Exploration if !state.expedition.under_way => {
            let sentence = "No expedition is under way: the GM sets out first.";
            Err(Refusal::new(rules::DW_GAME_02, "no-expedition", sentence))
        }
        Doing::Exploration if state.expedition.clash.is_some() => {
            phase("Swords are out: first the fight, then anything else.")
        }
        Doing::Exploration => Ok(()),
    }
}

/// Adventurers who could act, in the order of the party list.
pub fn able(state: &State) -> impl Iterator<Item = Who> + '_ {
    state.heroes().filter(|who| !state.live(*who).mortal)
}

/// Those who are in a place and could act.
pub fn present(state: &State, place: &str) -> Vec<Who> {
    able(state).filter(|who| state.expedition.place_of(*who) == place).collect()
}

/// Enemies in a location who could do something.
pub fn foes_of(state: &State, room: &Room) -> Vec<Who> {
    let there = |who: &Who| state.creature(*who).is_some_and(|one| !one.live.dead && !one.live.away);
    room.foes.iter().copied().filter(there).collect()
}

/// Whether somebody in a location stands against the party.
pub fn threatened(state: &State, place: &str) -> bool {
    let room = state.expedition.room(place);
    room.is_some_and(|room| !room.peace && !foes_of(state, room).is_empty())
}

/// Whether it is dark in a place: one light serves the group that has it.
pub fn dark(state: &State, place: &str) -> bool {
    let room = state.expedition.room(place);
    let carried = state.expedition.light.is_some_and(|light| state.expedition.place_of(light.who) == place);
    room.is_some_and(|room| !room.is("lit")) && !carried
}

/// The group that acts: those named, or everybody in the place of the leader or of the one who proposes.
pub fn group(state: &State, by: Seat, named: &[Who]) -> Result<(Vec<Who>, String), Refusal> {
    exploring(state)?;
    let rule = rules::DW_EXPL_01;
    for who in named {
        acting_hero(state, *who)?;
    }
    let own = able(state).find(|who| state.sheet(*who).seat == by);
    let first = named.first().copied().or(if by.is_gm() { able(state).next() } else { own });
    let Some(first) = first else {
        return Err(Refusal::new(rule, "nobody", "There is nobody who could do that."));
    };
    let place = state.expedition.place_of(first).to_owned();
    let group = if named.is_empty() { present(state, &place) } else { named.to_vec() };
    if group.iter().any(|who| state.expedition.place_of(*who) != place) {
        let sentence = "They are not together: groups in different places act, and pay turns, apart.";
        return Err(Refusal::new(rule, "apart", sentence));
    }
    let own = group.iter().any(|who| state.sheet(*who).seat == by);
    if !by.is_gm() && !own {
        let sentence = "Propose it for a group your own adventurer is in.";
        return Err(Refusal::new(rules::DW_GAME_06, "not-yours", sentence));
    }
    Ok((group, place))
}

/// Whether the players concerned want it. The GM speaks for those who are absent.
pub fn agreed(cx: &mut Cx<'_, DeadWeight>, by: Seat, group: &[Who], what: &str, rule: RuleId) -> Flow<bool> {
    cx.cite(rule);
    let mut others: Vec<Seat> = group.iter().map(|who| cx.state().sheet(*who).seat).collect();
    others.retain(|seat| *seat != by && !seat.is_gm());
    others.sort_unstable();
    others.dedup();
    if by.is_gm() || others.is_empty() {
        return Ok(true);
    }
    let ask = |question: String| Choose::yes_no(Topic::Agree, question, true);
    let asked: Vec<(Party, Choose)> =
        others.into_iter().map(|seat| (seat.into(), ask(format!("Shall the party {what}?")))).collect();
    let tie = ask(format!("The party is split: shall it {what}?"));
    let agreed = vote(cx, &["yes".to_owned()], &asked, tie)? == "yes";
    cx.record(rules::DW_GAME_06, ExpeditionFact::Agreed { what: what.to_owned(), agreed }.into());
    Ok(agreed)
}
