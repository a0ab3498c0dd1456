//! Meeting others: those who wait in a place, wandering monsters, hunters; whether they attack, and a
//! fight breaking out.

use boneyard_table::{Audience, Cx, Flow, RuleId, Seat, Who};

use super::party::{foes_of, threatened};
use super::trap::room_is;
use super::ward::let_in;
use crate::DeadWeight;
use crate::fact::{ExpeditionFact, TableFact};
use crate::hero::foe_like;
use crate::question::{Choose, Topic};
use crate::rules;
use crate::state::{Blows, Group, Start, State, Waiting};

/// A name nobody has yet: the second Dry Bones are Dry Bones 2.
fn fresh_name(state: &State, name: &str) -> String {
    let taken = |name: &str| state.creatures.iter().any(|one| one.sheet.name == name);
    if !taken(name) {
        return name.to_owned();
    }
    let numbered = (2u16..).map(|number| format!("{name} {number}"));
    numbered.into_iter().find(|name| !taken(name)).unwrap_or_else(|| name.to_owned())
}

/// Lets creatures of an entry come in. Nothing comes of an entry that is not in the book.
pub fn come(cx: &mut Cx<'_, DeadWeight>, foe: &str, count: u8, rule: RuleId) -> Vec<Who> {
    let Some(row) = cx.book().foes.named(foe) else { return Vec::new() };
    let mut all = Vec::new();
    for _ in 0..count {
        let who = Who(cx.state().creatures.len() as u16);
        let creature = Box::new(foe_like(row, &fresh_name(cx.state(), &row.name)));
        cx.cite(row.id);
        cx.record(rule, TableFact::Joined { who, creature }.into());
        all.push(who);
    }
    all
}

/// Those who wait in a place and match come into the open.
fn rise(
    cx: &mut Cx<'_, DeadWeight>,
    place: &str,
    which: impl Fn(&Waiting) -> bool,
    rule: RuleId,
) -> Vec<Who> {
    let Some(mut room) = cx.state().expedition.room(place).cloned() else { return Vec::new() };
    let (rising, staying): (Vec<Waiting>, Vec<Waiting>) = room.waits.into_iter().partition(|one| which(one));
    room.waits = staying;
    let mut all = Vec::new();
    for one in &rising {
        let came = come(cx, &one.foe, one.at.len() as u8, rule);
        room.stands.extend(came.iter().copied().zip(one.at.iter().cloned()));
        all.extend(came);
    }
    if all.is_empty() {
        return all;
    }
    // Where some notice, all do.
    let asleep = rising.iter().all(|one| !one.aware && !one.hidden);
    room.unaware = asleep && (room.unaware || foes_of(cx.state(), &room).is_empty());
    room.wakes = rising.iter().flat_map(|one| one.wakes.clone()).collect();
    room.foes.extend(&all);
    room_is(cx, place, room, rule);
    all
}

/// The party comes into a place: those in plain sight are seen, and the GM says whether they attack.
pub fn enter(cx: &mut Cx<'_, DeadWeight>, place: &str) -> Flow {
    let rule = rules::DW_EXPL_03;
    golden_light(cx, place);
    rise(cx, place, |one| !one.hidden, rule);
    notice(cx, place)
}

/// In the light of the golden lantern no undead or ghost goes unnoticed.
fn golden_light(cx: &mut Cx<'_, DeadWeight>, place: &str) {
    let way = &cx.state().expedition;
    let shines = way.light.filter(|light| way.place_of(light.who) == place).is_some_and(|light| {
        let item = cx.state().sheet(light.who).items.get(usize::from(light.item));
        item.and_then(|item| item.kind) == Some(rules::DW_GEAR_51H)
    });
    let Some(mut room) = way.room(place).cloned().filter(|_| shines) else { return };
    let book = cx.book();
    let grim = |name: &str| {
        let tags = book.foes.named(name).map(|row| row.tags.as_slice()).unwrap_or_default();
        tags.iter().any(|tag| tag == "undead" || tag == "incorporeal")
    };
    let hidden = room.waits.iter_mut().filter(|one| one.hidden && grim(&one.foe));
    if hidden.map(|one| one.hidden = false).count() > 0 {
        room_is(cx, place, room, rules::DW_GEAR_51H);
    }
}

/// Whether those who are in a place and have noticed the party attack.
pub fn notice(cx: &mut Cx<'_, DeadWeight>, place: &str) -> Flow {
    let Some(room) = cx.state().expedition.room(place).cloned() else { return Ok(()) };
    if !threatened(cx.state(), place) || room.unaware || cx.state().expedition.clash.is_some() {
        return Ok(());
    }
    let names: Vec<&str> = foes_of(cx.state(), &room).iter().map(|who| cx.state().name(*who)).collect();
    let question = format!("{}: do they attack?", names.join(", "));
    let say = cx.ask(Seat::GM, Choose::yes_no(Topic::Attack, question, !room.parley))?;
    if say == "yes" {
        breaks_out(cx, Blows::default(), rules::DW_EXPL_06);
    }
    Ok(())
}

/// A fight breaks out where the party is.
pub fn breaks_out(cx: &mut Cx<'_, DeadWeight>, clash: Blows, rule: RuleId) {
    if clash.start != Start::Rolled {
        cx.cite(rules::DW_EXPL_07);
    }
    cx.record(rule, ExpeditionFact::Blows { clash: Some(clash) }.into());
}

/// Something wakes those who lie or kneel in a place: they rise, and it comes to blows. Gives whether
/// anybody did.
pub fn wake(cx: &mut Cx<'_, DeadWeight>, place: &str, by: &str) -> Flow<bool> {
    let rule = rules::DW_HOUSE_47H;
    let Some(room) = cx.state().expedition.room(place).cloned() else { return Ok(false) };
    let woken = |wakes: &[String]| wakes.iter().any(|what| what == by);
    let kneeling = room.unaware && woken(&room.wakes);
    if !kneeling && !room.waits.iter().any(|one| woken(&one.wakes)) {
        return Ok(false);
    }
    rise(cx, place, |one| woken(&one.wakes), rule);
    let Some(mut room) = cx.state().expedition.room(place).cloned() else { return Ok(false) };
    room.unaware = false;
    let anybody = !foes_of(cx.state(), &room).is_empty();
    room_is(cx, place, room, rule);
    if anybody {
        breaks_out(cx, Blows::default(), rules::DW_EXPL_06);
    }
    Ok(anybody)
}

/// Others join those in a place.
pub fn join(cx: &mut Cx<'_, DeadWeight>, place: &str, all: &[Who], parley: bool, rule: RuleId) {
    let mut room = cx.state().expedition.room(place).cloned().unwrap_or_default();
    if foes_of(cx.state(), &room).is_empty() {
        (room.parley, room.wants) = (parley, Vec::new());
    }
    (room.peace, room.unaware) = (false, false);
    room.foes.extend(all);
    room_is(cx, place, room, rule);
}

/// Wandering monsters come to the party: by a d6 in secret, or as the GM picks.
pub fn wandering(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let place = cx.state().expedition.here.clone();
    if wanderers(cx, &place)?.is_empty() {
        return Ok(());
    }
    notice(cx, &place)
}

/// The wandering monsters of the site come into a place.
pub fn wanderers(cx: &mut Cx<'_, DeadWeight>, place: &str) -> Flow<Vec<Who>> {
    let rule = rules::DW_CAMP_15;
    let Some(site) = cx.state().expedition.at_site() else { return Ok(Vec::new()) };
    let groups: Vec<Vec<Group>> = site.wandering.clone();
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    let mut words: Vec<(String, String)> = vec![("roll".into(), "Roll a d6".into())];
    words.extend((1..).zip(&groups).map(|(face, group)| {
        let named: Vec<String> = group.iter().map(|one| format!("{} {}", one.count, one.foe)).collect();
        (format!("{face}"), named.join(", "))
    }));
    let borrowed: Vec<(&str, &str)> =
        words.iter().map(|(word, label)| (word.as_str(), label.as_str())).collect();
    let say = cx.ask(Seat::GM, Choose::new(Topic::Wandering, "Wandering monsters: which?", &borrowed))?;
    let face = match say.parse::<usize>() {
        Ok(face) => face,
        Err(_) => usize::from(super::secret_die(cx, rule, 6)?),
    };
    let group = groups.get(face.wrapping_sub(1)).or(groups.first()).cloned().unwrap_or_default();
    let mut all = Vec::new();
    for one in &group {
        all.extend(come(cx, &one.foe, one.count, rule));
    }
    let all = let_in(cx, place, all)?;
    if !all.is_empty() {
        join(cx, place, &all, group.iter().any(|one| one.parley), rule);
    }
    Ok(all)
}

/// Those of a room have found the party.
pub fn hunters(cx: &mut Cx<'_, DeadWeight>, from: &str) -> Flow {
    let rule = rules::DW_TRACK_05;
    let here = cx.state().expedition.here.clone();
    rise(cx, from, |_| true, rule);
    let Some(mut room) = cx.state().expedition.room(from).cloned() else { return Ok(()) };
    let all = foes_of(cx.state(), &room);
    if all.is_empty() {
        return Ok(());
    }
    room.foes.retain(|who| !all.contains(who));
    room.stands.clear();
    room_is(cx, from, room, rule);
    let all = let_in(cx, &here, all)?;
    if all.is_empty() {
        return Ok(());
    }
    join(cx, &here, &all, false, rule);
    breaks_out(cx, Blows::default(), rules::DW_EXPL_06);
    Ok(())
}

/// What only the GM sees of a site.
pub fn site_is(cx: &mut Cx<'_, DeadWeight>, change: impl FnOnce(&mut crate::state::Site), rule: RuleId) {
    let name = cx.state().expedition.site.clone();
    let Some(mut site) = cx.state().expedition.sites.get(&name).cloned() else { return };
    change(&mut site);
    let fact = ExpeditionFact::Site { name, site: Box::new(site) };
    cx.record_for(Audience::GM, rule, fact.into());
}
