//! How one creature is to another's eyes: plain, Concealed, Invisible, Hidden or Undetected.

use boneyard_table::{Audience, Cx, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::light::{light_at, light_for, within};
use crate::DieTrying;
use crate::book::Book;
use crate::fact::Fact;
use crate::gear::place_of;
use crate::passive;
use crate::state::{Condition, Fate, Fixed, Hidden, Kind, Light, State, Veil, What};
use crate::view::numbers_visible;

/// How hard somebody is to make out, for one observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// In plain view.
    Plain,
    /// Hard to see.
    Concealed,
    /// Not to be seen, but known to be there.
    Invisible,
    /// Hidden.
    Hidden,
    /// Not known to be there.
    Undetected,
}

impl Grade {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Concealed => "Concealed",
            Self::Invisible => "Invisible",
            Self::Hidden => "Hidden",
            Self::Undetected => "Undetected",
        }
    }
}

/// How far apart two are in squares; none where there is no map between them.
#[inline]
pub fn distance(state: &State, one: Who, other: Who) -> Option<u32> {
    let (one, other) = (place_of(state, one)?, place_of(state, other)?);
    Some(boneyard_board::Diagonals::Equal.distance(one, other))
}

/// What eyes alone make of somebody, hiding left out.
pub fn visible(state: &State, book: &Book, observer: Who, subject: Who) -> Grade {
    let light = || light_for(state, book, observer, subject);
    through_eyes(state, &state.sheet(observer).fixed, observer, subject, light)
}

/// The same as far as a seat knows the eyes: what those of the TS's Creatures are like is up to the TS, and players
/// take them for ordinary ones.
pub fn seems_visible(state: &State, book: &Book, observer: Who, subject: Who, seat: Seat) -> Grade {
    if numbers_visible(state, observer, seat) {
        return visible(state, book, observer, subject);
    }
    through_eyes(state, &Fixed::default(), observer, subject, || light_at(state, book, subject))
}

fn through_eyes(
    state: &State,
    fixed: &Fixed,
    observer: Who,
    subject: Who,
    light: impl FnOnce() -> Light,
) -> Grade {
    if observer == subject {
        return Grade::Plain;
    }
    let (eyes, body) = (state.one(observer), state.live(subject));
    let glows = body.affects.iter().any(|affect| affect.what.what == What::Glowing);
    let near = || distance(state, observer, subject).is_none_or(|far| far <= u32::from(fixed.dark_sense));
    let sensed = fixed.dark_sense > 0 && near();
    if eyes.live.is(Condition::Unconscious) || !open(state, observer, subject) {
        return Grade::Invisible;
    }
    if !sensed && (eyes.live.is(Condition::Blinded) || fixed.only_dark_sense) {
        return Grade::Invisible;
    }
    if glows {
        return Grade::Plain;
    }
    let light = light();
    let vanished = body.is(Condition::Invisible) && !(sensed && fixed.sees_invisible);
    if vanished || light == Light::CompleteDarkness {
        return Grade::Invisible;
    }
    let hazy = state.board.as_ref().zip(body.at).is_some_and(|(board, spot)| within(&board.hazy, spot));
    let veiled = body.veiled == Veil::Concealed || hazy;
    if light == Light::Darkness || veiled || eyes.live.is(Condition::Dazzled) {
        return Grade::Concealed;
    }
    Grade::Plain
}

/// Whether nothing on the map stands between two: some square of one lies open to some square of the other.
pub fn open(state: &State, one: Who, other: Who) -> bool {
    let Some(board) = &state.board else { return true };
    let (Some(here), Some(there)) = (place_of(state, one), place_of(state, other)) else { return true };
    if here.size.max(there.size) == 1 {
        return board.grid.shines(here.at, there.at);
    }
    here.squares().any(|from| there.squares().any(|to| board.grid.shines(from, to)))
}

/// How one creature is to another: what was won by hiding counts before what eyes alone make of it.
pub fn grade(state: &State, book: &Book, observer: Who, subject: Who) -> Grade {
    match state.live(subject).hidden_from(observer) {
        Some(hidden) if hidden.undetected => Grade::Undetected,
        Some(_) => Grade::Hidden,
        None => visible(state, book, observer, subject),
    }
}

/// Whether somebody is Hidden from or Undetected by another.
pub fn is_hidden(state: &State, who: Who, from: Who) -> bool {
    state.live(who).hidden_from(from).is_some()
}

/// Whether somebody can be named as a target: not one who is Undetected, gone, or unknown to that side.
#[inline]
pub fn may_target(state: &State, by: Who, target: Who) -> bool {
    let Some(one) = state.creature(target) else { return false };
    let secret = one.live.unseen && state.sheet(by).side == 0;
    let undetected = one.live.hidden_from(by).is_some_and(|hidden| hidden.undetected);
    !one.live.away && !secret && !undetected
}

/// Whether somebody notices another by any sense, well enough to go for them.
pub fn perceives(state: &State, book: &Book, observer: Who, subject: Who) -> bool {
    has_senses(state, book, observer) && makes_out(state, book, observer, subject)
}

/// Whether somebody notices anything at all.
pub fn has_senses(state: &State, book: &Book, observer: Who) -> bool {
    passive::forbids(state, book, observer, "perceive").is_none()
}

/// Whether somebody who has their senses notices another well enough to go for them.
pub fn makes_out(state: &State, book: &Book, observer: Who, subject: Who) -> bool {
    match grade(state, book, observer, subject) {
        Grade::Plain | Grade::Concealed => true,
        // In a fight the square of somebody who has not hidden is known.
        Grade::Invisible | Grade::Hidden => state.battle.is_some() && may_target(state, observer, subject),
        Grade::Undetected => false,
    }
}

/// Whether somebody sees another with their eyes.
pub fn seen(state: &State, book: &Book, observer: Who, subject: Who) -> bool {
    grade(state, book, observer, subject) <= Grade::Concealed
}

/// Those one could hide from: everybody alive who is not on one's side.
pub fn observers(state: &State, who: Who) -> impl Iterator<Item = Who> + '_ {
    let side = state.sheet(who).side;
    state.beings().filter(move |other| {
        let one = state.one(*other);
        one.sheet.side != side
            && one.sheet.kind != Kind::Object
            && !one.live.away
            && matches!(one.live.fate, Fate::Up)
            && state.battle.as_ref().is_none_or(|battle| battle.has(*other))
    })
}

/// Who may know what somebody does: everybody, unless no character has noticed them.
pub fn audience(state: &State, who: Who) -> Audience {
    let one = state.one(who);
    if one.sheet.side == 0 {
        return Audience::ALL;
    }
    if one.live.unseen {
        return Audience::GM;
    }
    if one.sheet.kind == Kind::Object {
        return Audience::ALL;
    }
    let mut watching = state.heroes().filter(|hero| !state.live(*hero).away).peekable();
    if watching.peek().is_none() {
        return Audience::ALL;
    }
    let noticed = |hero: Who| one.live.hidden_from(hero).is_none_or(|hidden| !hidden.undetected);
    if watching.any(noticed) { Audience::ALL } else { Audience::GM }
}

/// Who is told what somebody does: worked out only where it is told.
pub fn told_to(cx: &Cx<'_, DieTrying>, who: Who) -> Audience {
    if cx.keeps() { audience(cx.state(), who) } else { Audience::ALL }
}

/// Who may know how it stands between two: nobody who does not know of both.
pub fn between(state: &State, one: Who, other: Who) -> Audience {
    match audience(state, one) {
        Audience::ALL => audience(state, other),
        unnoticed => unnoticed,
    }
}

/// From whom somebody is hidden, as far as players know of them.
pub fn known_hidden(state: &State, who: Who) -> impl Iterator<Item = &Hidden> {
    let known = |hidden: &&Hidden| audience(state, hidden.from) == Audience::ALL;
    state.live(who).hidden.iter().filter(known)
}

/// Makes a fact true that is about what somebody does: who has not noticed them does not learn of it.
pub fn note(cx: &mut Cx<'_, DieTrying>, who: Who, rule: RuleId, fact: impl Into<Fact>) {
    let seen_by = told_to(cx, who);
    cx.record_for(seen_by, rule, fact.into());
}
