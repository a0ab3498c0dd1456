//! From the way into a fight and back: the chart of the room, who stands where, and the turn it took.

use boneyard_table::{At, Cx, Flow, Who};

use super::meet::{breaks_out, join, notice};
use super::party::{able, foes_of, threatened};
use super::trap::room_is;
use super::turns::{pass_fight, settle};
use crate::DeadWeight;
use crate::camp;
use crate::combat::{Fight, Stand, prepare, set_up};
use crate::fact::ExpeditionFact;
use crate::rules;
use crate::scenario::room_row;
use crate::state::{Blows, Start};

/// The fight that broke out where the party is, as it would be set up.
fn wanted(at: At<'_, DeadWeight>, blows: Blows) -> Fight {
    let way = &at.state.expedition;
    let room = way.room(&way.here).cloned().unwrap_or_default();
    let foes = foes_of(at.state, &room);
    let heroes = at.state.heroes().filter(|who| way.place_of(*who) == way.here);
    let allies = at.state.everybody().filter(|who| {
        let one = at.state.one(*who);
        one.sheet.side == 0 && !one.sheet.is_hero() && !one.live.dead && !one.live.away
    });
    let fighters: Vec<Who> = heroes.chain(allies).chain(foes.iter().copied()).collect();
    let map = room_row(at, &way.here).map(|row| row.map.clone());
    let here = |(who, square): &(Who, String)| {
        let at = square.parse().ok()?;
        foes.contains(who).then_some(Stand { who: *who, at })
    };
    Fight {
        fighters,
        at: if map.is_some() { room.stands.iter().filter_map(here).collect() } else { Vec::new() },
        map,
        unaware: if blows.start == Start::UpperHand { foes.clone() } else { Vec::new() },
        surprised: blows.start == Start::Surprised,
        ..Fight::default()
    }
}

/// Sets the fight up that broke out during an action which is through now.
pub fn open_fight(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let Some(blows) = cx.state().expedition.clash.filter(|_| cx.state().battle.is_none()) else {
        return Ok(());
    };
    let fight = wanted(cx.at(), blows);
    let bare = Fight { map: None, at: Vec::new(), ..fight.clone() };
    let prepared = prepare(cx.at(), &fight).or_else(|_| prepare(cx.at(), &bare));
    match prepared {
        Ok(battle) => {
            set_up(cx, battle);
            Ok(())
        }
        // The one who was to be fought is gone, or nobody is left to fight them.
        Err(_) => fought(cx, &[], false),
    }
}

/// A fight is over. It was one turn, unless it came by an ambush in camp, which ends now. Those who
/// fled are where the party came from, with the enemies after them if they are pursued.
pub fn fought(cx: &mut Cx<'_, DeadWeight>, fled: &[Who], pursued: bool) -> Flow {
    if !cx.state().expedition.under_way {
        return Ok(());
    }
    let rule = rules::DW_EXPL_06;
    let blows = cx.state().expedition.clash.unwrap_or_default();
    if cx.state().expedition.clash.is_some() {
        cx.record(rule, ExpeditionFact::Blows { clash: None }.into());
    }
    let here = cx.state().expedition.here.clone();
    let mut room = cx.state().expedition.room(&here).cloned().unwrap_or_default();
    let left = foes_of(cx.state(), &room);
    room.foes.retain(|who: &Who| left.contains(who));
    room.stands.clear();
    let before = cx.state().expedition.before.clone();
    let ran = !fled.is_empty() && !left.is_empty();
    if ran && (pursued || before == here) {
        room.foes.clear();
    }
    room_is(cx, &here, room, rule);
    if ran && before != here {
        flee(cx, fled, &here, &before);
    }
    if blows.camp {
        cx.within(0, settle)?;
        cx.within(1, |cx| camp::breaks(cx, blows.long))?;
    } else {
        cx.within((ran, pursued), pass_fight)?;
    }
    if ran && pursued && able(cx.state()).next().is_some() {
        let place = cx.state().expedition.here.clone();
        join(cx, &place, &left, false, rules::DW_HOUSE_15H);
        breaks_out(cx, Blows { start: Start::Surprised, ..Blows::default() }, rules::DW_HOUSE_15H);
    } else if threatened(cx.state(), &cx.state().expedition.here.clone()) && able(cx.state()).next().is_some()
    {
        let place = cx.state().expedition.here.clone();
        notice(cx, &place)?;
    }
    if cx.state().battle.is_none() && cx.state().expedition.clash.is_some() {
        return open_fight(cx);
    }
    Ok(())
}

/// Those who left the fight are in the place the party came from.
fn flee(cx: &mut Cx<'_, DeadWeight>, fled: &[Who], here: &str, before: &str) {
    let rule = rules::DW_HOUSE_15H;
    cx.record(rule, ExpeditionFact::Went { who: fled.to_vec(), to: before.to_owned() }.into());
    let state = cx.state();
    if state.heroes().all(|who| state.expedition.place_of(who) == before) {
        let fact = ExpeditionFact::Here { here: before.to_owned(), before: here.to_owned() };
        cx.record(rule, fact.into());
    } else if able(state).all(|who| state.expedition.place_of(who) == before) {
        // Those left behind are in enemy hands; the party is where the others are.
        let behind: Vec<Who> = state.heroes().filter(|who| state.expedition.place_of(*who) == here).collect();
        let fact = ExpeditionFact::Here { here: before.to_owned(), before: here.to_owned() };
        cx.record(rule, fact.into());
        cx.record(rule, ExpeditionFact::Went { who: behind, to: here.to_owned() }.into());
    }
}
