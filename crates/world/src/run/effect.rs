//! What effects do, in order. Nothing here recurses but into effects that are written in one another, and tables and events that
//! are run; both are counted.

use boneyard_table::{Cx, Flow, Judgement, RulingOption, Who};

use super::fact::{Told, WorldFact};
use super::fill::{file, fill, lay, meet, number, rolled, waiting};
use super::go::arrive;
use super::outcome::{checked, what_came};
use super::scope::{Scope, listed, place, whom};
use super::settle::{MOST_AT_ONCE, fire};
use super::test::{all_hold, is_called};
use super::thing::shift;
use super::time::seconds;
use super::world::{Id, PlaceKey, Where};
use super::worldly::{Stack, Worldly};
use crate::adventure::{Effects, Then};
use crate::part::Ref;

/// Does effects. `ran` counts events and tables of one settling.
pub(super) fn run<G: Worldly>(
    cx: &mut Cx<'_, G>,
    effects: &Effects<G>,
    scope: &Scope,
    ran: &mut u32,
) -> Flow {
    for then in effects.iter() {
        let Some(own) = scope.adventure.clone() else { return Ok(()) };
        // What has ended does nothing more.
        if G::world(cx.state()).running(&own).is_none_or(|running| running.ended.is_some()) {
            return Ok(());
        }
        does(cx, then, scope, &own, ran)?;
    }
    Ok(())
}

/// Lets effects happen to which a game's own rules led. What they signal is settled with the command.
pub fn happen<G: Worldly>(cx: &mut Cx<'_, G>, effects: &Effects<G>, scope: &Scope) -> Flow {
    run(cx, effects, scope, &mut 0)
}

fn record<G: Worldly>(cx: &mut Cx<'_, G>, fact: WorldFact<G>) {
    cx.record(G::CITES.adventure, fact.into());
}

fn does<G: Worldly>(cx: &mut Cx<'_, G>, then: &Then<G>, scope: &Scope, own: &Id, ran: &mut u32) -> Flow {
    match then {
        Then::Tell(text) => say(cx, text.as_str(), scope.here.clone(), false, scope),
        Then::Announce(text) => say(cx, text.as_str(), None, false, scope),
        Then::Note(text) => say(cx, text.as_str(), None, true, scope),
        Then::Show(handout) => {
            let row = file(cx, own)
                .and_then(|file| file.handout.iter().find(|row| row.id.as_str() == handout.as_str()));
            if let Some(row) = row {
                let text = format!("{}: {}", row.name, row.text);
                record(cx, WorldFact::Told(Told { text, at: None, gm: false }));
            }
        }
        Then::Reveal(names) => names.iter().for_each(|name| reveal(cx, own, name.as_str())),
        Then::Flag(flag) => record(cx, WorldFact::Flag(own.clone(), flag.shared(), true)),
        Then::Unflag(flag) => record(cx, WorldFact::Flag(own.clone(), flag.shared(), false)),
        Then::Tracker { is, by, to } => {
            let by = match by {
                Some(by) => number(cx, own, by)?,
                None => 0,
            };
            track(cx, own, is.as_str(), by, *to, ran)?;
        }
        Then::Resize { tracker, by } => {
            let now = G::world(cx.state())
                .running(own)
                .and_then(|running| running.trackers.get(tracker.as_str()).copied());
            if let Some(size) = now.and_then(|now| now.size) {
                let size = size.saturating_add(*by).max(0);
                record(cx, WorldFact::Resized(own.clone(), tracker.shared(), size));
            }
        }
        Then::Bring { who, to, fights, .. } => {
            for person in who.iter() {
                bring(
                    cx,
                    own,
                    person.as_str(),
                    to.as_ref().map(|to| to.as_str()),
                    *fights == Some(true),
                    scope,
                )?;
            }
        }
        Then::More { who, by } => {
            let by = number(cx, own, by)?;
            let person =
                file(cx, own).and_then(|file| file.person.iter().find(|row| row.id.as_str() == who.as_str()));
            if let Some(person) = person {
                let many = super::fill::count(cx, own, person)?;
                let more = u16::try_from(by.max(0)).unwrap_or(0);
                waits(cx, own, who.as_str(), |waiting| {
                    if waiting.who.is_empty() {
                        waiting.count = Some(many.saturating_add(more).min(100));
                    }
                });
            }
        }
        Then::Move { who, to } => {
            let Some(to) = place(G::world(cx.state()), to.as_str(), scope) else { return Ok(()) };
            for word in who.iter() {
                if !word.as_str().starts_with('@') {
                    waits(cx, own, word.as_str(), |waiting| {
                        if to.adventure == *own {
                            waiting.at = Some(to.place.clone());
                        }
                    });
                }
                for one in whom(cx, word.as_str(), scope)? {
                    arrive(cx, one, &to)?;
                }
            }
        }
        Then::Mood { who, is } => {
            for person in who.iter() {
                waits(cx, own, person.as_str(), |waiting| waiting.mood = Some(*is));
            }
        }
        Then::Change { who, with } => {
            let met = listed(cx.at(), who.as_str(), scope);
            G::change(cx, own, who.as_str(), &met, with)?;
        }
        Then::Follow { who, whom: led } => {
            let led = whom(cx, led.as_str(), scope)?.first().copied();
            for person in who.iter() {
                waits(cx, own, person.as_str(), |waiting| waiting.follows = led);
                for one in listed(cx.at(), person.as_str(), scope) {
                    cx.record(G::CITES.going, WorldFact::Follows(one, led).into());
                }
            }
        }
        Then::Gone(who) => {
            for person in who.iter() {
                waits(cx, own, person.as_str(), |waiting| waiting.at = None);
                for one in listed(cx.at(), person.as_str(), scope) {
                    cx.record(G::CITES.going, WorldFact::Left(one).into());
                }
            }
        }
        Then::Way { is, takes, open, locked } => {
            let way = file(cx, own).and_then(|file| {
                (0..)
                    .zip(&file.way)
                    .find(|(_, way)| way.id.as_ref().is_some_and(|id| id.as_str() == is.as_str()))
            });
            if let (Some((way, _)), true) = (way, open.is_some() || locked.is_some()) {
                record(cx, WorldFact::Door { key: own.clone(), way, open: *open, locked: *locked });
            }
            if let (Some((at, _)), Some(takes)) = (way, takes) {
                let seconds = seconds(cx, takes.as_str())?;
                record(cx, WorldFact::WayTakes(own.clone(), at, seconds));
            }
        }
        Then::Place { is, on, off, .. } => {
            if let Some(at) = place(G::world(cx.state()), is.as_str(), scope) {
                for (flags, on) in [(on, true), (off, false)] {
                    for flag in flags {
                        record(cx, WorldFact::PlaceFlag(at.clone(), flag.shared(), on));
                    }
                }
            }
        }
        Then::Put { what, r#in, to } => lay_there(
            cx,
            own,
            what,
            r#in.as_ref().map(|name| name.shared()),
            to.as_ref().map(|to| to.as_str()),
            scope,
        )?,
        Then::Lose { what, number: many } => {
            let many = match many {
                Some(many) => Some(u32::try_from(number(cx, own, many)?.max(0)).unwrap_or(0)),
                None => None,
            };
            if let Some(one) = scope.actor {
                let carried = G::carried(cx.at(), one);
                let thing =
                    carried.into_iter().find(|thing| is_called::<G>(cx.at(), scope, thing, what.as_str()));
                if let Some(thing) = thing {
                    let many = many.unwrap_or(thing.number()).min(thing.number());
                    if many > 0 {
                        shift(cx, thing.of(many), (Where::Carried(one), None), Where::Outside, true, false);
                    }
                }
            }
        }
        Then::Harm { whom: word, does } => {
            let all = whom(cx, word.as_str(), scope)?;
            let harm = match does {
                Ref::Written(harm) => Some(harm),
                Ref::Named(word) => {
                    file(cx, own).and_then(|file| file.cast.own.as_ref()?.harms.get(word.as_str()))
                }
            };
            if let (Some(harm), false) = (harm, all.is_empty()) {
                G::harm(cx, &all, harm)?;
            }
        }
        Then::Check { by, check, passed, failed, outcomes, .. } => {
            for one in whom(cx, by.as_str(), scope)? {
                let scope = Scope { actor: Some(one), ..scope.clone() };
                let came = checked(cx, one, &scope, check)?;
                run(cx, what_came(&came, outcomes, passed, failed), &scope, ran)?;
            }
        }
        Then::When { r#if, then, r#else } => {
            let effects = if all_hold(cx.at(), r#if, scope) { then } else { r#else };
            run(cx, effects, scope, ran)?;
        }
        Then::Roll(table) => {
            *ran += 1;
            let table = file(cx, own)
                .and_then(|file| file.table.iter().find(|row| row.id.as_str() == table.as_str()));
            if let (Some(table), true) = (table, *ran <= MOST_AT_ONCE) {
                let total = rolled(cx, &table.dice)?;
                let row =
                    table.rows.iter().find(|row| (row.from..=row.to.unwrap_or(row.from)).contains(&total));
                if let Some(row) = row {
                    run(cx, &row.then, scope, ran)?;
                }
            }
        }
        Then::Fight { who, .. } => {
            if let Some(here) = scope.here.clone() {
                let mut foes = Vec::new();
                for person in who.iter() {
                    bring(cx, own, person.as_str(), Some("@here"), false, scope)?;
                    foes.extend(listed(cx.at(), person.as_str(), scope));
                }
                fight(cx, &here, &foes)?;
            }
        }
        Then::Ask { question, options } => {
            let rule = G::CITES.adventure;
            let judgement = || Judgement {
                rule,
                tag: question.as_str().to_owned(),
                question: question.as_str().to_owned(),
                about: Vec::new(),
                options: (0..)
                    .zip(options)
                    .map(|(at, option)| RulingOption::new(&format!("option-{at}"), option.say.as_str()))
                    .collect(),
                proposal: 0,
                why: "the first is proposed".to_owned(),
                precedents: Vec::new(),
            };
            let ruled = cx.judge_for(boneyard_table::Audience::GM, rule, 0, &judgement)?;
            if let Some(option) = options.get(usize::from(ruled.option())) {
                run(cx, &option.then, scope, ran)?;
            }
        }
        Then::Later { r#in, then } => {
            let seconds = seconds(cx, r#in.as_str())?;
            let due = G::world(cx.state()).now.later(seconds);
            record(cx, WorldFact::Later { due, then: then.clone(), scope: scope.clone() });
        }
        Then::Run(event) => {
            let event = file(cx, own)
                .and_then(|file| file.event.iter().find(|row| row.id.as_str() == event.as_str()));
            if let Some(event) = event {
                fire(cx, own, event, scope, ran)?;
            }
        }
        Then::Stop(event) => record(cx, WorldFact::Stopped(own.clone(), event.shared())),
        Then::Goal { is, stands } => record(cx, WorldFact::Goal(own.clone(), is.shared(), *stands)),
        Then::Reward { whom: word, gets } => {
            let all = whom(cx, word.as_ref().map_or("@all", |word| word.as_str()), scope)?;
            let reward = match gets {
                Ref::Written(reward) => Some(reward),
                Ref::Named(word) => {
                    file(cx, own).and_then(|file| file.cast.own.as_ref()?.rewards.get(word.as_str()))
                }
            };
            if let (Some(reward), false) = (reward, all.is_empty()) {
                G::reward(cx, &all, reward)?;
            }
        }
        Then::Noise { at, reach } => {
            if let Some(at) = place(G::world(cx.state()), at.as_str(), scope) {
                record(cx, WorldFact::Noise(at, *reach));
            }
        }
        Then::Does(Ref::Written(deed)) => G::does(cx, deed, scope)?,
        Then::Does(Ref::Named(word)) => {
            let deed = file(cx, own).and_then(|file| file.cast.own.as_ref()?.deeds.get(word.as_str()));
            if let Some(deed) = deed {
                G::does(cx, deed, scope)?;
            }
        }
        Then::End(end) => {
            record(cx, WorldFact::Ended(own.clone(), end.shared()));
        }
    }
    Ok(())
}

/// Says something, with the places of people in it.
fn say<G: Worldly>(cx: &mut Cx<'_, G>, text: &str, at: Option<PlaceKey>, gm: bool, scope: &Scope) {
    let text = in_place(cx, text, scope);
    cx.record(G::CITES.adventure, WorldFact::Told(Told { text, at, gm }).into());
}

/// A text with the places of people in it.
pub(super) fn in_place<G: Worldly>(cx: &Cx<'_, G>, text: &str, scope: &Scope) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        said.push_str(before);
        let Some((word, behind)) = after.split_once('}') else { break };
        let there = place(G::world(cx.state()), word, scope);
        let name = there.as_ref().and_then(|there| {
            let row =
                file(cx, &there.adventure)?.place.iter().find(|row| row.id.as_str() == &*there.place)?;
            Some(row.name.as_str().to_owned())
        });
        said.push_str(name.as_deref().unwrap_or("nowhere"));
        rest = behind;
    }
    said.push_str(rest);
    said
}

/// Changes somebody who waits.
fn waits<G: Worldly>(
    cx: &mut Cx<'_, G>,
    own: &Id,
    person: &str,
    change: impl FnOnce(&mut super::world::Waiting),
) {
    let row = file(cx, own).and_then(|file| file.person.iter().find(|row| row.id.as_str() == person));
    let before = row.zip(G::world(cx.state()).running(own)).map(|(row, running)| waiting(running, row));
    if let Some(before) = before {
        let mut waiting = before.clone();
        change(&mut waiting);
        if waiting != before {
            cx.record(G::CITES.adventure, WorldFact::Waits(own.clone(), person.into(), waiting).into());
        }
    }
}

/// Somebody who waits is there: met, if heroes are there too.
pub(super) fn bring<G: Worldly>(
    cx: &mut Cx<'_, G>,
    own: &Id,
    person: &str,
    to: Option<&str>,
    fights: bool,
    scope: &Scope,
) -> Flow {
    let to = to.and_then(|to| place(G::world(cx.state()), to, scope));
    let met = listed(cx.at(), person, scope);
    if let Some(to) = to.clone().filter(|to| to.adventure == *own) {
        waits(cx, own, person, |waiting| waiting.at = Some(to.place.clone()));
        for one in &met {
            cx.record(G::CITES.going, WorldFact::Went { who: *one, to: to.clone(), hero: false }.into());
        }
    }
    let row = file(cx, own).and_then(|file| file.person.iter().find(|row| row.id.as_str() == person));
    let at = row.zip(G::world(cx.state()).running(own)).and_then(|(row, running)| waiting(running, row).at);
    let Some(at) = at else { return Ok(()) };
    let at = PlaceKey { adventure: own.clone(), place: at };
    if G::world(cx.state()).heroes_at(&at).next().is_none() {
        return Ok(());
    }
    let mut here = met;
    here.extend(meet(cx, &at, Some(person))?);
    if fights { fight(cx, &at, &here) } else { Ok(()) }
}

pub(super) fn fight<G: Worldly>(cx: &mut Cx<'_, G>, at: &PlaceKey, foes: &[Who]) -> Flow {
    record(cx, WorldFact::Fight(at.clone(), true));
    G::clash(cx, at, foes)
}

/// What was not seen is seen.
pub(super) fn reveal<G: Worldly>(cx: &mut Cx<'_, G>, own: &Id, name: &str) {
    let Some(file) = file(cx, own) else { return };
    let way = (0..).zip(&file.way).find(|(_, way)| way.id.as_ref().is_some_and(|id| id.as_str() == name));
    if let Some((at, _)) = way {
        record(cx, WorldFact::WayFound(own.clone(), at));
    }
    let unseen =
        file.holder.iter().map(|row| row.id.shared()).chain(file.trap.iter().map(|row| row.id.shared()));
    if let Some(id) = unseen.into_iter().find(|id| &**id == name) {
        record(cx, WorldFact::Noticed(own.clone(), id));
    }
    let hidden = G::world(cx.state())
        .heaps
        .iter()
        .find(|(_, heap)| heap.what.tag() == Some(name))
        .map(|(number, _)| *number);
    if let Some(heap) = hidden {
        record(cx, WorldFact::Found(heap));
    }
}

/// Moves a tracker; what would go beyond its end sets off what is said for that.
pub(super) fn track<G: Worldly>(
    cx: &mut Cx<'_, G>,
    own: &Id,
    is: &str,
    by: i32,
    to: Option<i32>,
    ran: &mut u32,
) -> Flow {
    let Some(now) = G::world(cx.state()).running(own).and_then(|running| running.trackers.get(is).copied())
    else {
        return Ok(());
    };
    let most = now.size.unwrap_or(1_000_000);
    let wanted = to.unwrap_or(now.value.saturating_add(by));
    let stands = wanted.clamp(0, most);
    if stands != now.value {
        record(cx, WorldFact::Tracker(own.clone(), is.into(), stands));
    }
    let over = wanted.saturating_sub(most).clamp(0, 20);
    let row = file(cx, own).and_then(|file| file.tracker.iter().find(|row| row.id.as_str() == is));
    if let Some(row) = row.filter(|row| !row.over.is_none()) {
        for _ in 0..over {
            *ran += 1;
            if *ran > MOST_AT_ONCE {
                break;
            }
            run(cx, &row.over, &Scope::of(own), ran)?;
        }
    }
    Ok(())
}

/// Lays something somewhere: what the file has already, by its tag, or something new.
fn lay_there<G: Worldly>(
    cx: &mut Cx<'_, G>,
    own: &Id,
    what: &crate::adventure::Lies<G>,
    r#in: Option<Id>,
    to: Option<&str>,
    scope: &Scope,
) -> Flow {
    let whom = to.filter(|to| to.starts_with('@')).map(|to| listed(cx.at(), to, scope)).unwrap_or_default();
    let at = match (r#in, whom.first()) {
        (Some(holder), _) => Where::In { adventure: own.clone(), holder },
        (None, Some(one)) => Where::Carried(*one),
        (None, None) => match place(G::world(cx.state()), to.unwrap_or("@here"), scope) {
            Some(there) => Where::Place(there),
            None => return Ok(()),
        },
    };
    if let Where::Place(there) = &at {
        fill(cx, there)?;
    }
    let tag = what.0.id.as_ref().map(|id| id.as_str());
    let known = G::world(cx.state()).heaps.iter().find(|(_, heap)| tag.is_some() && heap.what.tag() == tag);
    if let Some((number, heap)) = known.map(|(number, heap)| (*number, heap.clone())) {
        shift(cx, heap.what, (heap.at, Some(number)), at, true, false);
        return Ok(());
    }
    lay(cx, own, what, at, true)
}
