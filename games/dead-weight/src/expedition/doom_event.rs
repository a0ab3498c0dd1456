//! What happens when doom reaches a number.

use boneyard_table::{Audience, Cx, Flow, Who};

use super::meet::{come, join, notice, site_is};
use super::trap::{caught, room_is};
use crate::DeadWeight;
use crate::fact::ExpeditionFact;
use crate::rules;
use crate::state::{Brings, Coming, Event};

/// An event of doom happens, once.
pub(super) fn happens(cx: &mut Cx<'_, DeadWeight>, event: &Event) -> Flow {
    let rule = rules::DW_TRACK_05;
    if let Some(entry) = event.like {
        cx.cite(entry);
    }
    site_is(
        cx,
        |site| site.events.iter_mut().filter(|one| one.at == event.at).for_each(|one| one.done = true),
        rule,
    );
    for (nth, brings) in event.brings.iter().enumerate() {
        cx.within((event.at, nth), |cx| bring(cx, brings))?;
    }
    Ok(())
}

fn bring(cx: &mut Cx<'_, DeadWeight>, brings: &Brings) -> Flow {
    let rule = rules::DW_TRACK_05;
    match brings {
        Brings::Crossing { room, test, tires } => {
            let mut here = cx.state().expedition.room(room).cloned().unwrap_or_default();
            here.crossing = Some((*test, *tires));
            room_is(cx, room, here, rule);
            Ok(())
        }
        Brings::Wandering => {
            on_the_way(cx, Coming { turns: 1, from: None });
            Ok(())
        }
        Brings::Ambush(dice) => {
            site_is(cx, |site| site.ambush = site.ambush.saturating_add(*dice), rule);
            Ok(())
        }
        Brings::Strike { room, attack } => {
            let there: Vec<Who> =
                cx.state().heroes().filter(|who| cx.state().expedition.place_of(*who) == room).collect();
            for who in there {
                cx.within(who, |cx| caught(cx, who, *attack, rule))?;
            }
            Ok(())
        }
        Brings::WayTurns { between, turns } => {
            let same = |way: &[String; 2]| way == between || (way[0] == between[1] && way[1] == between[0]);
            let slow = |site: &mut crate::state::Site| {
                site.ways.iter_mut().filter(|way| same(&way.between)).for_each(|way| way.turns = *turns);
            };
            site_is(cx, slow, rule);
            Ok(())
        }
        Brings::Arrive { group, room } => {
            if cx.state().expedition.here == *room {
                let all = come(cx, &group.foe, group.count, rule);
                join(cx, room, &all, group.parley, rule);
                return notice(cx, room);
            }
            // Nobody is there to see them come: they wait.
            let mut there = cx.state().expedition.room(room).cloned().unwrap_or_default();
            let at = vec![String::new(); group.count.into()];
            let foe = group.foe.clone();
            there.waits.push(crate::state::Waiting { foe, at, aware: true, ..Default::default() });
            room_is(cx, room, there, rule);
            Ok(())
        }
        Brings::Hunt { from, turns } => {
            on_the_way(cx, Coming { turns: *turns, from: Some(from.clone()) });
            Ok(())
        }
        Brings::Flood(attack) => {
            site_is(cx, |site| site.flood = Some(*attack), rule);
            Ok(())
        }
    }
}

fn on_the_way(cx: &mut Cx<'_, DeadWeight>, one: Coming) {
    let mut coming = cx.state().expedition.coming.clone();
    coming.push(one);
    cx.record_for(Audience::GM, rules::DW_TRACK_05, ExpeditionFact::Coming { coming }.into());
}
