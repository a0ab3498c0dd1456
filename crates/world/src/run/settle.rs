//! What follows from what happened: signals in the order they came; for each, what moves by itself, steps, hazards, events in the
//! order of adventures and of their files, goals, ends. What effects signal goes to the back of the line.

use boneyard_table::{Cx, Flow, Judgement, RulingOption};

use super::effect::{run, track};
use super::fact::{Told, WorldFact};
use super::fill::{file, grow, waiting};
use super::scope::{Scope, is_place, listed};
use super::signal::Signal;
use super::test::{all_hold, stands_so};
use super::time::{DAY, due_between, often};
use super::world::Id;
use super::worldly::{Able, Worldly};
use crate::adventure::{Again, Event, How, Mood, Standing, Wake, When};
use crate::part::Ref;

/// Most events, steps and tables that follow in one settling; the rest is dropped, and the game master told.
pub const MOST_AT_ONCE: u32 = 200;

/// Lets everything follow that follows. Afterwards nothing is left unsettled.
pub fn settle<G: Worldly>(cx: &mut Cx<'_, G>) -> Flow {
    for at in 0..G::world(cx.state()).order.len() {
        let key = G::world(cx.state()).order[at].clone();
        grow(cx, &key);
    }
    let (mut at, mut ran) = (0, 0);
    while let Some(signal) = G::signals(cx.state()).0.get(at).cloned() {
        at += 1;
        for key in G::world(cx.state()).order.clone() {
            follow(cx, &key, &signal, &mut ran)?;
        }
        if ran > MOST_AT_ONCE {
            let text = "Events went round without end. The rest was dropped.".to_owned();
            cx.record(G::CITES.adventure, WorldFact::Told(Told { text, at: None, gm: true }).into());
            break;
        }
    }
    if at > 0 {
        let many = u32::try_from(at).unwrap_or(u32::MAX);
        cx.record(G::CITES.adventure, WorldFact::Settled { many, dropped: ran > MOST_AT_ONCE }.into());
    }
    Ok(())
}

/// What follows from a signal in one adventure.
fn follow<G: Worldly>(cx: &mut Cx<'_, G>, key: &Id, signal: &Signal, ran: &mut u32) -> Flow {
    let Some(running) = G::world(cx.state()).running(key) else { return Ok(()) };
    if running.ended.is_some() || running.heeds & signal.bit() == 0 {
        return Ok(());
    }
    let Some(file) = file(cx, key) else { return Ok(()) };
    let own = Scope::of(key);
    if let Signal::Turned(from, to) = signal {
        for pace in &file.adventure.pace {
            if often::<G>(pace.unit.as_str()).is_some_and(|period| due_between(period, *from, *to)) {
                run(cx, &pace.then, &own, ran)?;
            }
        }
        for tracker in &file.tracker {
            let moves = tracker.every.as_ref().and_then(|every| often::<G>(every.as_str()));
            if moves.is_some_and(|period| due_between(period, *from, *to))
                && all_hold(cx.at(), &tracker.r#if, &own)
            {
                track(cx, key, tracker.id.as_str(), tracker.by, None, ran)?;
            }
        }
        hazards(cx, key, *from, *to)?;
    }
    if let Signal::Reaches(of, tracker, at) = signal
        && of == key
    {
        let row = file.tracker.iter().find(|row| row.id.as_str() == &**tracker);
        for step in row.iter().flat_map(|row| &row.steps).filter(|step| step.at == *at) {
            *ran += 1;
            run(cx, &step.then, &own, ran)?;
        }
    }
    let kind = signal.kind();
    if file.heed.wakes(file, kind) {
        wake(cx, key, signal)?;
    }
    for at in file.heed.waiting(file, kind, signal.name_in(key)) {
        let Some(event) = file.event.get(usize::from(at)) else { continue };
        // A button of the game master's is theirs to press, where there is one.
        if event.how == How::Hand && !G::without_gm(cx.at()) {
            continue;
        }
        let waits = event.when.iter().filter(|when| when.kind() == kind);
        let meant = waits.into_iter().find_map(|when| meant(cx, key, when, signal, &own));
        if let Some(scope) = meant {
            fire(cx, key, event, &scope, ran)?;
        }
    }
    if file.heed.judges(file, kind) { judge(cx, key) } else { Ok(()) }
}

/// Those who sleep or look elsewhere where something wakes them: they are aware now, and take it as if they had just been met.
fn wake<G: Worldly>(cx: &mut Cx<'_, G>, key: &Id, signal: &Signal) -> Flow {
    let (place, by, hurt) = match signal {
        Signal::Noise(place, _) => (place, Wake::Noise, None),
        Signal::Crosses(place, _) => (place, Wake::Cross, None),
        Signal::Fight(place) => (place, Wake::Fight, None),
        Signal::Lifted(place, _) => (place, Wake::Take, None),
        Signal::Blood(place, who) => (place, Wake::Hurt, Some(*who)),
        _ => return Ok(()),
    };
    let Some(file) = file(cx, key).filter(|_| place.adventure == *key) else { return Ok(()) };
    for person in file.person.iter().filter(|person| person.wakes.contains(&by)) {
        let Some(running) = G::world(cx.state()).running(key) else { break };
        let mut waiting = waiting(running, person);
        let there = match waiting.who.first().and_then(|who| G::world(cx.state()).stands.get(who)) {
            Some(stand) => stand.place == *place,
            None => waiting.at.as_ref() == Some(&place.place),
        };
        let theirs = hurt.is_none_or(|who| waiting.who.contains(&who));
        if !there || !theirs || !matches!(waiting.mood, Some(Mood::Asleep | Mood::Unaware)) {
            continue;
        }
        waiting.mood = Some(Mood::Aware);
        let met = waiting.who.clone();
        cx.record(G::CITES.adventure, WorldFact::Waits(key.clone(), person.id.shared(), waiting).into());
        if !met.is_empty() && G::world(cx.state()).heroes_at(place).next().is_some() {
            G::meets(cx, place, &met)?;
        }
    }
    Ok(())
}

/// Goals that are met or lost, and ends that have come.
pub(super) fn judge<G: Worldly>(cx: &mut Cx<'_, G>, key: &Id) -> Flow {
    let Some(file) = file(cx, key) else { return Ok(()) };
    let own = Scope::of(key);
    for goal in &file.goal {
        let Some(running) = G::world(cx.state()).running(key) else { return Ok(()) };
        if stands_so(running, goal.id.as_str()) != Standing::Open {
            continue;
        }
        let met = !goal.met.is_empty() && all_hold(cx.at(), &goal.met, &own);
        let lost = !goal.lost.is_empty() && all_hold(cx.at(), &goal.lost, &own);
        if met || lost {
            let stands = if met { Standing::Met } else { Standing::Lost };
            let fact = WorldFact::Goal(key.clone(), goal.id.shared(), stands);
            cx.record(G::CITES.adventure, fact.into());
            if met {
                run(cx, &goal.then, &own, &mut 0)?;
            }
        }
    }
    for end in &file.end {
        let over = G::world(cx.state()).running(key).is_none_or(|running| running.ended.is_some());
        if !over && !end.r#if.is_empty() && all_hold(cx.at(), &end.r#if, &own) {
            run(cx, &end.then, &own, &mut 0)?;
            cx.record(G::CITES.adventure, WorldFact::Ended(key.clone(), end.id.shared()).into());
        }
    }
    Ok(())
}

/// What catches those who are there.
fn hazards<G: Worldly>(
    cx: &mut Cx<'_, G>,
    key: &Id,
    from: super::time::Moment,
    to: super::time::Moment,
) -> Flow {
    let Some(file) = file(cx, key) else { return Ok(()) };
    for place in &file.place {
        let here = super::world::PlaceKey::new(key, place.id.as_str());
        for hazard in &place.hazards {
            let period = hazard.every.as_ref().and_then(|every| often::<G>(every.as_str()));
            let scope = Scope { here: Some(here.clone()), ..Scope::of(key) };
            if !period.is_some_and(|period| due_between(period, from, to))
                || !all_hold(cx.at(), &hazard.r#if, &scope)
            {
                continue;
            }
            let whom = listed(cx.at(), "@everyone", &scope);
            befall(cx, key, &whom, &hazard.does)?;
        }
    }
    Ok(())
}

/// What catches those who come in.
pub(super) fn hazards_on_entering<G: Worldly>(
    cx: &mut Cx<'_, G>,
    who: boneyard_table::Who,
    here: &super::world::PlaceKey,
    place: &crate::adventure::Place<G>,
) -> Flow {
    let scope = Scope { here: Some(here.clone()), actor: Some(who), ..Scope::of(&here.adventure) };
    for hazard in place.hazards.iter().filter(|hazard| hazard.every.is_none()) {
        if all_hold(cx.at(), &hazard.r#if, &scope) {
            befall(cx, &here.adventure, &[who], &hazard.does)?;
        }
    }
    Ok(())
}

fn befall<G: Worldly>(
    cx: &mut Cx<'_, G>,
    key: &Id,
    whom: &[boneyard_table::Who],
    harm: &Ref<G::Harm, crate::name::kind::Harms>,
) -> Flow {
    let harm = match harm {
        Ref::Written(harm) => Some(harm),
        Ref::Named(word) => file(cx, key).and_then(|file| file.cast.own.as_ref()?.harms.get(word.as_str())),
    };
    match harm {
        Some(harm) if !whom.is_empty() => G::harm(cx, whom, harm),
        _ => Ok(()),
    }
}

/// An event happens because the game master says so, whatever it waits for and however often it happened.
pub(super) fn by_hand<G: Worldly>(cx: &mut Cx<'_, G>, key: &Id, event: &Event<G>, scope: &Scope) -> Flow {
    let day = G::world(cx.state()).now.0 / DAY;
    let fact = WorldFact::Fired { key: key.clone(), event: event.id.shared(), day, by: None, visit: 0 };
    cx.record(G::CITES.adventure, fact.into());
    run(cx, &event.then, scope, &mut 0)
}

/// An event happens, if it can.
pub(super) fn fire<G: Worldly>(
    cx: &mut Cx<'_, G>,
    key: &Id,
    event: &Event<G>,
    scope: &Scope,
    ran: &mut u32,
) -> Flow {
    let world = G::world(cx.state());
    let Some(running) = world.running(key) else { return Ok(()) };
    let visit = scope
        .here
        .as_ref()
        .and_then(|here| world.running(&here.adventure)?.places.get(&here.place))
        .map_or(0, |now| now.visits);
    let day = world.now.0 / DAY;
    let may = match running.fired.get(event.id.as_str()) {
        None => true,
        Some(often) => match event.again {
            Again::Once => false,
            Again::Always => true,
            Again::EachHero => scope.actor.is_none_or(|actor| !often.by.contains(&actor)),
            Again::EachVisit => often.visit != visit,
            Again::EachDay => often.day != day,
            Again::Times(most) => often.times < u32::from(most),
        },
    };
    if running.stopped.contains(event.id.as_str()) || !may || !all_hold(cx.at(), &event.r#if, scope) {
        return Ok(());
    }
    *ran += 1;
    if *ran > MOST_AT_ONCE {
        return Ok(());
    }
    if event.how == How::Proposed && !agreed(cx, event)? {
        return Ok(());
    }
    let fact = WorldFact::Fired { key: key.clone(), event: event.id.shared(), day, by: scope.actor, visit };
    cx.record(G::CITES.adventure, fact.into());
    run(cx, &event.then, scope, ran)
}

/// Whether the game master lets it happen; yes is proposed.
fn agreed<G: Worldly>(cx: &mut Cx<'_, G>, event: &Event<G>) -> Flow<bool> {
    let rule = G::CITES.adventure;
    let judgement = || Judgement {
        rule,
        tag: event.id.as_str().to_owned(),
        question: format!(
            "Does this happen: {}?",
            if event.name.as_str().is_empty() { event.id.as_str() } else { event.name.as_str() }
        ),
        about: vec![event.text.as_str().to_owned()],
        options: vec![RulingOption::new("yes", "Yes"), RulingOption::new("no", "No")],
        proposal: 0,
        why: "the adventure proposes it".to_owned(),
        precedents: Vec::new(),
    };
    Ok(cx.judge_for(boneyard_table::Audience::GM, rule, 0, &judgement)?.option() == 0)
}

/// Whether a signal is what an event waits for, and where and by whom it was.
fn meant<G: Worldly>(cx: &Cx<'_, G>, key: &Id, when: &When, signal: &Signal, own: &Scope) -> Option<Scope> {
    let world = G::world(cx.state());
    let at = |word: &str, place: &super::world::PlaceKey, who: Option<boneyard_table::Who>| {
        is_place(world, word, place, own).then(|| Scope {
            here: Some(place.clone()),
            actor: who,
            ..own.clone()
        })
    };
    let mine = |of: &Id, name: &str, wanted: &str| (of == key && name == wanted).then(|| own.clone());
    let by = |of: &Id, name: &str, wanted: &str, who: boneyard_table::Who| {
        let here = world.stands.get(&who).map(|stand| stand.place.clone());
        mine(of, name, wanted).map(|scope| Scope { here, actor: Some(who), ..scope })
    };
    match (when, signal) {
        (When::Begins, Signal::Begins(of)) => (of == key).then(|| own.clone()),
        (When::Enters(word), Signal::Enters(place, who))
        | (When::Leaves(word), Signal::Leaves(place, who))
        | (When::Crosses(word), Signal::Crosses(place, who))
        | (When::Searched(word), Signal::Searched(place, who))
        | (When::Blood(word), Signal::Blood(place, who)) => at(word.as_str(), place, Some(*who)),
        (When::Noise { at: word, reach }, Signal::Noise(place, far)) => {
            if reach.is_none_or(|reach| *far >= reach) { at(word.as_str(), place, None) } else { None }
        }
        (When::Fight(word), Signal::Fight(place)) | (When::Fought(word), Signal::Fought(place)) => {
            at(word.as_str(), place, None)
        }
        (When::Every(word), Signal::Turned(from, to)) => {
            often::<G>(word.as_str()).filter(|period| due_between(*period, *from, *to)).map(|_| own.clone())
        }
        (When::Hour(word), Signal::Turned(from, to)) => {
            super::time::moment::<G>(word.as_str(), *from, *to).then(|| own.clone())
        }
        (When::Reaches { tracker, at: number }, Signal::Reaches(of, name, reached)) if number == reached => {
            mine(of, name, tracker.as_str())
        }
        (When::Full(tracker), Signal::Full(of, name)) => mine(of, name, tracker.as_str()),
        (When::Flag(flag), Signal::Flag(of, name)) | (When::Unflag(flag), Signal::Unflag(of, name)) => {
            mine(of, name, flag.as_str())
        }
        (When::Met(person), Signal::Met(of, name)) => mine(of, name, person.as_str()),
        (When::Dead(word), Signal::Dead(who)) | (When::Turn(word), Signal::Turn(who)) => {
            let here = world.stands.get(who).map(|stand| stand.place.clone());
            let is = listed(cx.at(), word.as_str(), own).contains(who);
            is.then(|| Scope { here, actor: Some(*who), ..own.clone() })
        }
        (When::AllDead(words), Signal::Dead(who)) => {
            let all: Vec<_> = words.iter().flat_map(|word| listed(cx.at(), word.as_str(), own)).collect();
            let dead = all.contains(who) && all.iter().all(|one| G::able(cx.at(), *one) == Able::Dead);
            dead.then(|| own.clone())
        }
        (When::Taken(thing), Signal::Taken(tag, who)) => by(key, tag, thing.as_str(), *who),
        (When::Opened(name), Signal::Opened(of, opened, who)) => by(of, opened, name.as_str(), *who),
        (When::Sprung(name), Signal::Sprung(of, trap, who)) => by(of, trap, name.as_str(), *who),
        (When::Tried { what, came }, Signal::Tried(of, tried, who, passed, word)) => {
            let came = came.iter().any(|name| match name.as_str() {
                "passed" => *passed,
                "failed" => !*passed,
                name => word.as_deref() == Some(name),
            }) || came.is_empty();
            if came { by(of, tried, what.as_str(), *who) } else { None }
        }
        (When::Put { what, r#in }, Signal::Put(of, tag, holder)) if *holder == r#in.shared() => {
            mine(of, tag, what.as_str())
        }
        (When::Stolen(person), Signal::Stolen(of, whose, who)) => by(of, whose, person.as_str(), *who),
        (When::Broken(name), Signal::Broken(of, broken, who)) => by(of, broken, name.as_str(), *who),
        (When::Steps { map, on }, Signal::Steps(of, at, square, who)) => {
            if on.iter().any(|spot| spot.0 == *square) { by(of, at, map.as_str(), *who) } else { None }
        }
        (When::Camps { at: word, watch }, Signal::Camps(place, now)) => {
            if watch.is_none_or(|watch| watch == *now) { at(word.as_str(), place, None) } else { None }
        }
        (When::Sign { is, at: word }, Signal::Sign(sign, place)) if is.as_str() == &**sign => {
            at(word.as_ref().map_or("@any", |word| word.as_str()), place, None)
        }
        _ => None,
    }
}
