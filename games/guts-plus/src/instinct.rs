//! How people left to themselves fight: they take their turn, go for somebody of the other side, and
//! run when that is their nature. Answers to questions are with the questions.

use boneyard_table::{At, Awaits, Seat, Who};

use crate::GutsPlus;
use crate::combat::{Attack, EndCombat, EndRound, EndTurn, Flee, StandUp, TakeTurn, over};
use crate::command::Command;
use crate::state::{Creature, State};

/// Who is waited for in a fight.
pub fn awaits(at: At<'_, GutsPlus>) -> Option<Awaits> {
    let state = at.state;
    let battle = state.battle.as_ref()?;
    let gm = |why: &str| {
        let creatures = gm_s_own(state).into_iter().collect();
        Awaits { creatures, seats: vec![Seat::GM], why: why.into() }
    };
    if over(state) {
        return Some(gm("One side is done for: the GM ends the fight."));
    }
    if let Some(who) = battle.turn {
        let why = format!("{} acts.", state.name(who));
        return Some(Awaits { creatures: vec![who], seats: Vec::new(), why });
    }
    let open = open(state);
    let first: Vec<Who> = if battle.round == 1 { open.take(1).collect() } else { open.collect() };
    if first.is_empty() {
        return Some(gm("Everybody has acted: the GM ends the round."));
    }
    Some(Awaits {
        creatures: first,
        seats: Vec::new(),
        why: "Anybody may act who feels that it fits.".into(),
    })
}

/// Those who have not acted in this round and can, in their order.
fn open(state: &State) -> impl Iterator<Item = Who> + '_ {
    let there = state.battle.iter().flat_map(|battle| &battle.fighters).filter(|one| !one.left);
    there.map(|one| one.who).filter(move |who| state.one(*who).can_act() && !state.live(*who).turn.over)
}

/// The first of those who are waited for while nobody has the turn.
pub fn first(state: &State) -> Option<Who> {
    let acts = if over(state) { None } else { open(state).next() };
    acts.or_else(|| gm_s_own(state))
}

/// What somebody would do next.
pub fn command(at: At<'_, GutsPlus>, who: Who) -> Option<Command> {
    let state = at.state;
    let battle = state.battle.as_ref()?;
    let one = state.creature(who)?;
    let acting = |one: &&crate::state::Fighter| {
        !one.left && state.one(one.who).can_act() && !state.live(one.who).turn.over
    };
    if gm_s_own(state) == Some(who) {
        if over(state) {
            return Some(EndCombat {}.into());
        }
        if battle.turn.is_none() && !battle.fighters.iter().any(|one| acting(&one)) {
            return Some(EndRound {}.into());
        }
    }
    if !battle.has(who) || !one.can_act() || one.live.turn.over {
        return None;
    }
    if let Some(command) = crate::ship::hunts(at, who) {
        return Some(command);
    }
    let command: Command = if battle.turn != Some(who) {
        TakeTurn { who }.into()
    } else if one.live.down && !one.live.turn.moved && can_rise(one) {
        StandUp { who }.into()
    } else if one.live.turn.active {
        EndTurn { who }.into()
    } else if afraid(at, who) {
        Flee { who }.into()
    } else {
        match target(state, who) {
            Some(target) => Attack {
                who,
                target,
                means: means(at, who),
                part: aim(at, who, target),
                quality: None,
                against: None,
            }
            .into(),
            None => EndTurn { who }.into(),
        }
    };
    Some(command)
}

/// Somebody of the GM's in the fight: through them the GM ends rounds and the fight.
fn gm_s_own(state: &State) -> Option<Who> {
    let fighters = &state.battle.as_ref()?.fighters;
    fighters.iter().map(|one| one.who).find(|who| state.sheet(*who).seat.is_none())
}

/// Lines through a body after which people think of their skin.
const ENOUGH: u8 = 4;

/// Intensity of a condition from blows that cannot get much worse.
const BEATEN_UP: u8 = 3;

fn afraid(at: At<'_, GutsPlus>, who: Who) -> bool {
    let one = at.state.one(who);
    let done_for = lines(one) >= ENOUGH || blows(one) >= BEATEN_UP;
    let row = one.sheet.like.and_then(|id| at.book.foes.get(id.as_str()));
    match row.and_then(|row| row.instinct.flees.as_deref()) {
        Some("never") => false,
        Some("hurt") => lines(one) > 0 || done_for,
        Some("threatened") => lines(one) > 0 || blows(one) > 0,
        Some("outnumbered") => done_for || losing(one) && outnumbered(at.state, who),
        _ => done_for,
    }
}

fn lines(one: &Creature) -> u8 {
    one.live.parts.iter().map(|part| part.lines).sum()
}

/// How badly somebody is beaten up, by the worst condition that lies on a part of the body.
fn blows(one: &Creature) -> u8 {
    one.live.conditions.iter().filter(|own| own.part.is_some()).map(|own| own.intensity).max().unwrap_or(0)
}

/// Whether it goes badly for somebody.
fn losing(one: &Creature) -> bool {
    lines(one) > 0 || blows(one) > 1
}

/// Whether more stand against somebody than beside them.
fn outnumbered(state: &State, who: Who) -> bool {
    let side = state.sheet(who).side;
    let fighters = state.battle.iter().flat_map(|battle| battle.fighters.iter().filter(|one| !one.left));
    let standing = fighters.map(|one| one.who).filter(|other| state.one(*other).can_act());
    let (mut own, mut others) = (0, 0);
    for other in standing {
        *if state.sheet(other).side == side { &mut own } else { &mut others } += 1;
    }
    own < others
}

fn target(state: &State, who: Who) -> Option<Who> {
    let side = state.sheet(who).side;
    let battle = state.battle.as_ref()?;
    let foes = battle.fighters.iter().filter(|one| !one.left).map(|one| one.who);
    let hurt = |who: &Who| (lines(state.one(*who)), blows(state.one(*who)));
    foes.filter(|other| state.sheet(*other).side != side && state.one(*other).can_act()).max_by_key(hurt)
}

fn can_rise(one: &Creature) -> bool {
    let mut parts = one.sheet.chart.iter().zip(&one.live.parts);
    !parts.any(|(chart, part)| chart.kind == "torso" && part.crossed_out())
}

fn has(one: &Creature, kind: &str) -> bool {
    (0..one.sheet.chart.len()).any(|nth| one.sheet.chart[nth].kind == kind && !one.useless(nth as u8))
}

/// Something dangerous that somebody has at hand and can use.
pub fn armed(state: &State, who: Who) -> Option<String> {
    let one = state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let found = things.find(|(item, now)| item.dangerous && !now.gone && now.count > 0);
    found.filter(|_| has(one, "hand") || has(one, "arm")).map(|(item, _)| item.name.clone())
}

fn means(at: At<'_, GutsPlus>, who: Who) -> String {
    let one = at.state.one(who);
    let row = one.sheet.like.and_then(|id| at.book.foes.get(id.as_str()));
    if let Some(row) = row {
        let losing = row.losing.as_ref().filter(|_| losing(one));
        if let Some(attack) = losing.or(row.attack.as_ref()) {
            return attack.name.clone();
        }
    }
    let body = [("fists", "hand"), ("shove", "arm"), ("kick", "leg")];
    let own = body.into_iter().find(|(_, kind)| has(one, kind));
    armed(at.state, who).unwrap_or_else(|| own.map_or("headbutt", |(name, _)| name).to_owned())
}

/// The part somebody goes for, if the target has one like it that is not crossed out yet.
fn aim(at: At<'_, GutsPlus>, who: Who, target: Who) -> Option<String> {
    let row = at.state.one(who).sheet.like.and_then(|id| at.book.foes.get(id.as_str()))?;
    let other = at.state.one(target);
    let fits = |nth: usize, word: &str| {
        let part = &other.sheet.chart[nth];
        let named = part.name.eq_ignore_ascii_case(word) || part.kind.eq_ignore_ascii_case(word);
        named && !other.live.parts[nth].crossed_out()
    };
    let found =
        row.instinct.aim.iter().find_map(|word| (0..other.sheet.chart.len()).find(|nth| fits(*nth, word)));
    found.map(|nth| other.sheet.chart[nth].name.clone())
}
