//! The way out of a dungeon, and what is due for it.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rooms::room_at;
use crate::DieTrying;
use crate::check::{self, Check};
use crate::combat::{awake, known, out_of_fight};
use crate::fact::{DungeonFact, HeroFact, TableFact};
use crate::gear;
use crate::rules;
use crate::state::{Fate, Proficiency, Ware};

/// Somebody climbs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClimbOut {
    /// Who.
    pub who: Who,
}

/// Somebody climbs out: with a rope for nothing, otherwise by Athletics.
pub fn climb_out(cx: &mut Cx<'_, DieTrying>, climb: ClimbOut) -> Flow {
    let (who, rule) = (climb.who, rules::DT_HOUSE_13H);
    known(cx.state(), who)?;
    awake(cx.state(), who)?;
    out_of_fight(cx.state(), rule)?;
    let book = cx.book();
    let here = cx.state().live(who).at.and_then(|at| room_at(book, at));
    let out = here.and_then(|room| Some((room, room.exits.iter().find(|exit| exit.to == "out")?)));
    let (Some((room, exit)), Some(dungeon)) = (out, cx.state().dungeon.clone()) else {
        return refuse(Refusal::new(rule, "no-way-out", "There is no way out here."));
    };
    let roped = cx.state().heroes().any(|other| {
        !cx.state().live(other).away && gear::owned(cx.state(), other, |ware| *ware == Ware::Rope).is_some()
    });
    cx.cite(room.id);
    if roped {
        cx.cite(rules::DT_ITEM_02);
    } else if let Some(dc) = exit.dc {
        let check = Check::skill(cx.state(), book, who, Proficiency::Athletics, rule);
        let (degree, _) = cx.within((who, dc), |cx| check::make(cx, check, i16::from(dc)))?;
        if !degree.succeeded() {
            return Ok(());
        }
    }
    cx.record(room.id, TableFact::Went { who }.into());
    let row = book.scenarios.get(dungeon.scenario.as_str());
    let left = cx
        .state()
        .heroes()
        .any(|other| !cx.state().live(other).away && cx.state().live(other).fate == Fate::Up);
    let Some(row) = row.filter(|_| !left) else { return Ok(()) };
    let brought = cx.state().everybody().any(|other| {
        let one = cx.state().one(other);
        let things = one.sheet.items.iter().zip(&one.live.items);
        one.sheet.is_hero()
            && one.live.away
            && things.into_iter().any(|(thing, item)| thing.name == row.ends.with && item.place.is_carried())
    });
    let died = |who: &Who| cx.state().sheet(*who).is_hero() && cx.state().live(*who).fate == Fate::Dead;
    let dead = cx.state().everybody().filter(died).collect();
    let (place, won) = (Some(row.id), Some(row.ends.with.clone()));
    cx.record(row.id, DungeonFact::Left { brought, place, won, dead }.into());
    if brought {
        // Spares that never went down have no place on the map.
        let heroes: Vec<Who> =
            cx.state().heroes().filter(|hero| cx.state().live(*hero).at.is_some()).collect();
        for hero in heroes {
            let owed = cx.state().sheet(hero).owed + row.ends.points;
            let reason = format!("leaving {} with the {}", row.name, row.ends.with);
            let fact = HeroFact::Points { who: hero, points: row.ends.points, reason, owed };
            cx.record(rules::DT_ADV_01, fact.into());
        }
    }
    Ok(())
}
