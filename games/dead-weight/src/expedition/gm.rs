//! The GM's side of an expedition: setting out, making places up, moving trackers and time by hand,
//! showing a tracker, and the fight that breaks out.

use boneyard_table::{Audience, Cx, Flow, Refusal, Seat, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::meet::{breaks_out, wake};
use super::party::{self, agreed, foes_of};
use super::trackers::{advance_doom, advance_omens, lower_doom, lower_omens, next_event, size_omens};
use super::trap::room_is;
use super::turns::{pass, settle};
use crate::DeadWeight;
use crate::fact::ExpeditionFact;
use crate::rules;
use crate::scenario;
use crate::state::{Blows, Brings, Doing, Event, Room, Site, Start, Way};
use crate::weapon::Notation;

/// An expedition begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetOut {
    /// A scenario, a site known already, or the name of one the GM makes up.
    pub site: String,
    /// Where doom ends, for one that is made up.
    #[serde(default)]
    pub doom: Option<u8>,
}

/// A place the GM makes up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddPlace {
    /// What it is called.
    pub name: String,
    /// Its flags.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Where ways from it lead.
    #[serde(default)]
    pub ways: Vec<String>,
}

/// A flag of the place the party is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flag {
    /// Which.
    pub flag: String,
    /// Whether it holds.
    pub on: bool,
}

/// Exploration turns the GM lets pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassTurns {
    /// How many.
    pub turns: u8,
}

/// A hidden tracker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// Doom of the place.
    Doom,
    /// Omens of the party.
    Omens,
}

/// A tracker is shown to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Show {
    /// Which.
    pub tracker: Shown,
}

/// A tracker moves by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Advance {
    /// Which.
    pub tracker: Shown,
    /// By how much; less than 0 takes it back.
    pub by: i8,
    /// Why.
    #[serde(default)]
    pub why: Option<String>,
}

/// Where doom is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetDoom {
    /// Where to.
    pub to: u8,
}

/// An event of doom that the GM lets happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BringEvent {
    /// The number it is listed at.
    pub at: u8,
}

/// Flags that rules ask for.
pub const FLAGS: [&str; 7] = ["lit", "dry", "filthy", "exposed", "safe", "exit", "grave"];

fn gm(by: Seat, rule: boneyard_table::RuleId, sentence: &str) -> Flow {
    if by.is_gm() { Ok(()) } else { refuse(Refusal::new(rule, "not-the-gm", sentence)) }
}

/// Begins an expedition at a site: the party stands at its entrance, turn 0, decay 0.
pub fn set_out(cx: &mut Cx<'_, DeadWeight>, by: Seat, set: &SetOut) -> Flow {
    let rule = rules::DW_GAME_02;
    gm(by, rule, "Only the GM begins an expedition.")?;
    let bad = |code: &str, sentence: &str| refuse(Refusal::new(rule, code, sentence));
    if cx.state().expedition.under_way || matches!(cx.state().doing(), Doing::Combat | Doing::Camp) {
        return bad("under-way", "An expedition is under way already.");
    }
    if cx.state().party.has_used(rules::DW_HOUSE_36H) {
        let sentence = "The interlude has eight steps; the party sets out after the last.";
        return refuse(Refusal::new(rules::DW_HOUSE_35H, "interlude", sentence));
    }
    if cx.state().heroes().next().is_none() {
        return bad("no-heroes", "There are no adventurers to set out with.");
    }
    let book = cx.book();
    let row = scenario::named(book, &set.site);
    let name = row.map_or_else(|| set.site.trim().to_owned(), |row| row.name.clone());
    if name.is_empty() || name.chars().count() > 60 {
        return bad("name", "A site has a name of 1 to 60 characters.");
    }
    let known = cx.state().expedition.sites.get(&name).cloned();
    let entrance = scenario::ENTRANCE.to_owned();
    let (site, here) = match (known, row, set.doom) {
        (Some(site), row, _) => {
            site.like.filter(|_| row.is_none()).into_iter().for_each(|kind| cx.cite(kind));
            let first = row.map_or(entrance, |row| scenario::start(book, row));
            (site, first)
        }
        (None, Some(_), _) if cx.state().house.allows(rules::DW_HOUSE_47H).is_err() => {
            return cx.state().house.allows(rules::DW_HOUSE_47H).map_err(Into::into);
        }
        (None, Some(row), _) => {
            cx.cite(row.id);
            cx.cite(rules::DW_HOUSE_47H);
            (scenario::site(book, row), scenario::start(book, row))
        }
        (None, None, Some(most)) if !(10..=14).contains(&most) => {
            let sentence = "Doom ends between 10 and 14.";
            return refuse(Refusal::new(rules::DW_HOUSE_22H, "maximum", sentence).with("most", most));
        }
        (None, None, Some(most)) => {
            let flags = ["lit", "exit", "safe"].map(str::to_owned).to_vec();
            let room = Room { visited: true, flags, ..Room::default() };
            let rooms = [(entrance.clone(), room)].into();
            cx.cite(rules::DW_HOUSE_22H);
            (Site { most, rooms, events: doom_list(most), ..Site::default() }, entrance)
        }
        _ => {
            let sentence = "A site the GM makes up needs a maximum for doom.";
            return refuse(Refusal::new(rules::DW_GM_04, "no-maximum", sentence));
        }
    };
    cx.cite(rules::DW_GM_04);
    let fact = ExpeditionFact::Site { name: name.clone(), site: Box::new(site) };
    cx.record_for(Audience::GM, rules::DW_TRACK_05, fact.into());
    cx.record(rule, ExpeditionFact::SetOut { site: name, here: here.clone() }.into());
    if let Some(mut room) = cx.state().expedition.room(&here).cloned() {
        room.visited = true;
        if let Some(entry) = room.like {
            cx.cite(entry);
        }
        room_is(cx, &here, room, rules::DW_GM_02);
    }
    if cx.state().party.omens.size == 0 {
        size_omens(cx)?;
    }
    Ok(())
}

/// The list of doom for a place that has none of its own.
pub fn doom_list(most: u8) -> Vec<Event> {
    let event = |at: u8, name: &str, brings: Vec<Brings>| Event {
        at,
        name: name.to_owned(),
        like: None,
        brings,
        done: false,
    };
    let mut all = vec![
        event(2, "A sign", Vec::new()),
        event(4, "Wandering monsters", vec![Brings::Wandering]),
        event(6, "Worse rest", vec![Brings::Ambush(1)]),
        event(8, "A way is blocked, or falls in", Vec::new()),
    ];
    if most >= 12 {
        all.push(event(10, "Reinforcements", vec![Brings::Wandering]));
    }
    all.push(event(most - 1, "The master of the place hunts", Vec::new()));
    let certain: Option<Notation> = "-STR 3+3".parse().ok();
    all.push(event(most, "Certain death", certain.map(Brings::Flood).into_iter().collect()));
    all
}

/// Makes a place up, with ways to others.
pub fn add_place(cx: &mut Cx<'_, DeadWeight>, by: Seat, add: &AddPlace) -> Flow {
    let rule = rules::DW_GM_02;
    gm(by, rule, "Only the GM makes places up.")?;
    let name = add.name.trim().to_owned();
    let Some(site) = cx.state().expedition.at_site() else {
        return refuse(Refusal::new(rule, "no-expedition", "No expedition is under way."));
    };
    if name.is_empty() || name.chars().count() > 60 || site.rooms.contains_key(&name) {
        return refuse(Refusal::new(rule, "name", "Give it a new name of 1 to 60 characters."));
    }
    check_flags(&add.flags)?;
    if let Some(unknown) = add.ways.iter().find(|to| !site.rooms.contains_key(*to)) {
        return refuse(Refusal::new(rule, "no-such-place", format!("There is no place called {unknown}.")));
    }
    let room = Room { flags: add.flags.clone(), ..Room::default() };
    room_is(cx, &name, room, rule);
    let ways = add.ways.clone();
    super::meet::site_is(
        cx,
        |site| {
            let way = |to: String| Way { between: [name.clone(), to], turns: 1, ..Way::default() };
            site.ways.extend(ways.into_iter().map(way));
        },
        rule,
    );
    Ok(())
}

fn check_flags(flags: &[String]) -> Flow {
    match flags.iter().find(|flag| !FLAGS.contains(&flag.as_str())) {
        None => Ok(()),
        Some(flag) => {
            let sentence = format!("There is no flag {flag}. There are {}.", FLAGS.join(", "));
            refuse(Refusal::new(rules::DW_GM_02, "no-such-flag", sentence))
        }
    }
}

/// The GM says what the place is.
pub fn flag(cx: &mut Cx<'_, DeadWeight>, by: Seat, flag: &Flag) -> Flow {
    let rule = rules::DW_GM_02;
    gm(by, rule, "Only the GM says what a place is.")?;
    check_flags(std::slice::from_ref(&flag.flag))?;
    let here = cx.state().expedition.here.clone();
    let Some(mut room) = cx.state().expedition.room(&here).cloned() else {
        return refuse(Refusal::new(rule, "no-expedition", "No expedition is under way."));
    };
    room.flags.retain(|known| *known != flag.flag);
    if flag.on {
        room.flags.push(flag.flag.clone());
    }
    room_is(cx, &here, room, rule);
    Ok(())
}

/// The GM lets turns pass.
pub fn pass_turns(cx: &mut Cx<'_, DeadWeight>, by: Seat, turns: PassTurns) -> Flow {
    let rule = rules::DW_EXPL_02;
    gm(by, rule, "Only the GM lets time pass by hand.")?;
    if matches!(cx.state().doing(), Doing::Combat | Doing::Camp) {
        let sentence = "Decay does not rise in combat rounds or in camp.";
        return refuse(Refusal::new(rules::DW_TRACK_01, "not-now", sentence));
    }
    party::exploring(cx.state())?;
    if turns.turns == 0 || turns.turns > 20 {
        return refuse(Refusal::new(rule, "turns", "Let 1 to 20 turns pass.").with("turns", turns.turns));
    }
    pass(cx, turns.turns)
}

/// The GM moves a tracker by hand: for noise, meddling, or because it has to be.
pub fn advance(cx: &mut Cx<'_, DeadWeight>, by: Seat, advance: &Advance) -> Flow {
    gm(by, rules::DW_TRACK_06, "Only the GM moves trackers.")?;
    let amount = advance.by.unsigned_abs();
    if amount == 0 || amount > 12 {
        return refuse(Refusal::new(rules::DW_TRACK_06, "amount", "Move it by 1 to 12, up or down."));
    }
    if let Shown::Omens = advance.tracker {
        if cx.state().party.omens.size == 0 {
            let sentence = "The track of omens begins with the first expedition.";
            return refuse(Refusal::new(rules::DW_TRACK_07, "no-track", sentence));
        }
        if advance.by < 0 {
            lower_omens(cx, amount, rules::DW_TRACK_07);
            return Ok(());
        }
        return advance_omens(cx, amount, rules::DW_TRACK_07);
    }
    let Some(site) = cx.state().expedition.at_site() else {
        return refuse(Refusal::new(rules::DW_TRACK_05, "no-expedition", "No expedition is under way."));
    };
    let (doom, most) = (site.doom, site.most);
    if (advance.by < 0 && amount > doom) || (advance.by > 0 && doom >= most) {
        let sentence = format!("Doom stays between 0 and {most}; it is {doom}.");
        return refuse(Refusal::new(rules::DW_TRACK_05, "out-of-bounds", sentence));
    }
    if advance.by < 0 {
        lower_doom(cx, amount, rules::DW_TRACK_06);
        return Ok(());
    }
    advance_doom(cx, amount, rules::DW_TRACK_06);
    if cx.state().battle.is_some() || cx.state().expedition.clash.is_some() {
        return Ok(());
    }
    // Noise is what moves it by hand, and noise wakes.
    let here = cx.state().expedition.here.clone();
    cx.within(0, |cx| wake(cx, &here, "noise"))?;
    settle(cx)
}

/// The GM puts doom where it has to be. What lies between is not forced: it is the GM's to bring.
pub fn set_doom(cx: &mut Cx<'_, DeadWeight>, by: Seat, set: SetDoom) -> Flow {
    let rule = rules::DW_GM_03;
    gm(by, rule, "Only the GM overrules a tracker.")?;
    let Some(site) = cx.state().expedition.at_site() else {
        return refuse(Refusal::new(rule, "no-expedition", "No expedition is under way."));
    };
    let (from, most) = (site.doom, site.most);
    if set.to > most {
        let sentence = format!("Doom stays between 0 and {most}.");
        return refuse(Refusal::new(rules::DW_TRACK_05, "out-of-bounds", sentence));
    }
    cx.record_for(Audience::GM, rule, ExpeditionFact::Doom { from, to: set.to }.into());
    let passed = |site: &mut Site| {
        site.events.iter_mut().filter(|event| event.at <= set.to).for_each(|event| event.done = true);
    };
    super::meet::site_is(cx, passed, rule);
    Ok(())
}

/// The GM lets an event of doom happen, whenever it was due.
pub fn bring_event(cx: &mut Cx<'_, DeadWeight>, by: Seat, bring: BringEvent) -> Flow {
    let rule = rules::DW_GM_03;
    gm(by, rule, "Only the GM brings doom about.")?;
    party::exploring(cx.state())?;
    let site = cx.state().expedition.at_site();
    let event = site.and_then(|site| site.events.iter().find(|event| event.at == bring.at)).cloned();
    let Some(event) = event else {
        return refuse(Refusal::new(rule, "no-event", "Nothing is listed at that number."));
    };
    cx.cite(rule);
    cx.within(bring.at, |cx| super::doom_event::happens(cx, &event))?;
    settle(cx)
}

/// The GM shows a tracker to everybody; nobody else may.
pub fn show(cx: &mut Cx<'_, DeadWeight>, by: Seat, show: Show) -> Flow {
    let rule = rules::DW_GAME_05;
    gm(by, rule, "Doom and omens are the GM's secret.")?;
    let fact = match show.tracker {
        Shown::Omens => ExpeditionFact::OmensShown { omens: cx.state().party.omens },
        Shown::Doom => match cx.state().expedition.at_site() {
            Some(site) => ExpeditionFact::DoomLearned { doom: site.doom, next: next_event(cx.state()) },
            None => return refuse(Refusal::new(rule, "no-expedition", "No expedition is under way.")),
        },
    };
    cx.record(rule, fact.into());
    Ok(())
}

/// The party attacks those who are here, or the GM lets them attack.
pub fn start_combat(cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
    let rule = rules::DW_EXPL_06;
    let (group, place) = party::group(cx.state(), by, &[])?;
    let mut room = cx.state().expedition.room(&place).cloned().unwrap_or_default();
    if foes_of(cx.state(), &room).is_empty() {
        return refuse(Refusal::new(rule, "nobody", "There is nobody here to fight."));
    }
    if !agreed(cx, by, &group, "attack", rule)? {
        return Ok(());
    }
    let start = if room.unaware { Start::UpperHand } else { Start::Rolled };
    (room.unaware, room.peace) = (false, false);
    room_is(cx, &place, room, rule);
    breaks_out(cx, Blows { start, ..Blows::default() }, rule);
    Ok(())
}
