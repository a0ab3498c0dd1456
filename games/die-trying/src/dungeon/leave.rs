//! The way out of a dungeon, and what is due for it.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::rooms::room_at;
use crate::DieTrying;
use crate::check::{self, Check};
use crate::combat::{actor_now, may_at_leisure};
use crate::fact::{DungeonFact, HeroFact, TableFact};
use crate::gear;
use crate::rules;
use crate::state::{Fate, Proficiency, Ware};

deed! {
    /// Somebody climbs out: with a rope for nothing, otherwise by Athletics.
    #[derive(Copy)]
    pub struct ClimbOut(form: DieTrying) {
        who: Who = below_the_way_out(form)?,
    }
}

/// The one who does it, where there is a way out.
fn below_the_way_out(form: &mut Filling<'_, DieTrying>) -> Filled<Who> {
    let who = actor_now(form)?;
    let out = form.state.creature(who).is_some() && way_out(form.at(), who).is_some();
    form.only_if(out && form.state.battle.is_none())?;
    Ok(who)
}

/// The room somebody is in and the DC of the way out of the dungeon from there, if there is one.
fn way_out(at: At<'_, DieTrying>, who: Who) -> Option<(RuleId, Option<u8>)> {
    at.state.dungeon.as_ref()?;
    let room = room_at(at.book, at.state.live(who).at?)?;
    let exit = room.exits.iter().find(|exit| exit.to == "out")?;
    Some((room.id, exit.dc))
}

impl Deed<DieTrying> for ClimbOut {
    const CARD: Card = Card::acting("Climb out", "Exploring").rule(rules::DT_HOUSE_13H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let rule = rules::DT_HOUSE_13H;
        may_at_leisure(may, self.who, rule)?;
        may.not_if(way_out(may.at(), self.who).is_none(), || {
            Refusal::new(rule, "no-way-out", "There is no way out here.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        climb_out(cx, self.who)
    }
}

fn climb_out(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let (rule, book) = (rules::DT_HOUSE_13H, cx.book());
    let Some((room, dc)) = way_out(cx.at(), who) else { return Ok(()) };
    let Some(dungeon) = cx.state().dungeon.clone() else { return Ok(()) };
    let roped = cx.state().heroes().any(|other| {
        !cx.state().live(other).away && gear::owned(cx.state(), other, |ware| *ware == Ware::Rope).is_some()
    });
    cx.cite(room);
    if roped {
        cx.cite(rules::DT_ITEM_02);
    } else if let Some(dc) = dc {
        let check = Check::skill(cx.state(), book, who, Proficiency::Athletics, rule);
        let (degree, _) = cx.within((who, dc), |cx| check::make(cx, check, i16::from(dc)))?;
        if !degree.succeeded() {
            return Ok(());
        }
    }
    cx.record(room, TableFact::Went { who }.into());
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
