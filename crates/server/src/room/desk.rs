//! What lies before a seat, put together from what the table lets that seat see. Nothing else is read here
//! that could tell one seat of another's secrets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boneyard_registry::GameEntry;
use boneyard_table::frame::{Standing, StandingAnswer};
use boneyard_table::table::{AnyTable, LinePlace, Paper, PaperBody};
use boneyard_table::view::{Framed, Line, LineKind, View};
use boneyard_table::{Role, Seat, Who};

use super::sights::Sights;
use crate::protocol::{
    Desk, DiceCard, GmDesk, KnockCard, PaperCard, Person, PictureCard, PilotCard, SwitchCard, TableCard,
    WaitingAction, You,
};

/// What a room knows beside the table.
#[derive(Debug)]
pub(crate) struct Around<'a> {
    pub(crate) id: &'a str,
    pub(crate) entry: &'static GameEntry,
    /// Seats of which a page is open.
    pub(crate) here: &'a BTreeSet<Seat>,
    pub(crate) knocks: &'a [KnockCard],
    /// The creatures each player speaks for.
    pub(crate) speak: &'a BTreeMap<Seat, Vec<Who>>,
    /// Creatures whose offers the game master wants to see.
    pub(crate) watched: &'a BTreeSet<Who>,
    pub(crate) delay: Option<u32>,
    /// Whose turn it is that plays itself and leaves what comes next to people.
    pub(crate) left: Option<Who>,
}

/// The creatures each player speaks for. What the game master plays is not listed.
pub(crate) fn speak(table: &dyn AnyTable) -> BTreeMap<Seat, Vec<Who>> {
    let players = table.frame().seats.iter().filter(|(_, info)| info.role == Role::Player);
    players.map(|(seat, _)| (*seat, table.speaks_for(*seat))).collect()
}

/// What lies before a seat: what is its own, and what the game shows it and others alike.
#[derive(Debug)]
pub(crate) struct Laid {
    /// Its view has nothing of what the game shows.
    pub(crate) own: Desk,
    pub(crate) seen: Arc<View>,
}

/// Everything a seat's page shows but the log; `None` if nobody sits there.
pub(crate) fn laid(
    table: &dyn AnyTable,
    around: &Around<'_>,
    sights: &mut Sights<'_>,
    seat: Seat,
) -> Option<Laid> {
    let frame = table.frame();
    let info = frame.seats.get(&seat)?;
    let seen = sights.of(seat, info.role);
    let own = around.speak.get(&seat).cloned().unwrap_or_default();
    let known: BTreeSet<Who> = table.creatures(seat).into_iter().map(|(who, _)| who).collect();
    let person = |(place, info): (&Seat, &boneyard_table::frame::SeatInfo)| Person {
        seat: *place,
        name: info.name.clone(),
        role: info.role,
        here: around.here.contains(place),
        types_dice: info.types_dice,
        // What the game master plays is not listed: it would tell of what is hidden.
        heroes: around
            .speak
            .get(place)
            .into_iter()
            .flatten()
            .filter(|who| known.contains(who))
            .copied()
            .collect(),
    };
    let desk = Desk {
        table: TableCard {
            id: around.id.to_owned(),
            title: frame.title.clone(),
            game: around.entry.game.name().to_owned(),
            game_title: around.entry.game.title().to_owned(),
            rules: around.entry.game.rules().to_owned(),
            delay: around.delay,
            advice: table.frame().advice,
        },
        you: You {
            seat,
            name: info.name.clone(),
            role: info.role,
            types_dice: info.types_dice,
            heroes: own.clone(),
            free_heroes: match info.role {
                Role::Gm | Role::Player => table.free_heroes(seat),
                Role::Display | Role::Spectator => Vec::new(),
            },
            standing: frame.standing.iter().filter(|standing| standing.seat == seat).cloned().collect(),
            pilots: pilots(table, around, seat, &own),
            asks: frame.asks_for(seat),
            said_before: frame.said_before.iter().filter(|said| said.seat == seat).cloned().collect(),
            talks: match info.role {
                Role::Gm | Role::Player => true,
                Role::Spectator => frame.chat.spectators,
                Role::Display => false,
            },
            preview: false,
        },
        people: frame.seats.iter().map(person).collect(),
        view: view(table, around, seat, info.role, own, &seen),
        papers: frame.papers_for(seat).map(|paper| paper_card(paper, seat)).collect(),
        dice: dice(table),
        gm: seat.is_gm().then(|| gm(table, around)),
    };
    Some(Laid { own: desk, seen })
}

/// The log as told to a seat from a place on, as far as the table remembers it.
pub(crate) fn log(table: &dyn AnyTable, seat: Seat, from: LinePlace) -> Vec<(LinePlace, Line)> {
    let mut lines = table.placed_lines(seat, from);
    lines.retain(|(_, line)| may_read(table, seat, line));
    lines
}

/// Whether a seat reads a line that the table tells it: a display reads talk only where it may.
pub(crate) fn may_read(table: &dyn AnyTable, seat: Seat, line: &Line) -> bool {
    let frame = table.frame();
    let display = || frame.seats.get(&seat).is_some_and(|info| info.role == Role::Display);
    !matches!(line.kind, LineKind::Talk { .. }) || frame.chat.displays || !display()
}

fn paper_card(paper: &Paper, seat: Seat) -> PaperCard {
    let (text, picture) = match &paper.body {
        PaperBody::Text(text) => (Some(text.clone()), None),
        PaperBody::Picture(picture) => {
            (None, Some(PictureCard { alt: picture.alt.clone(), mark: paper.mark.clone() }))
        }
    };
    let shown = seat.is_gm().then(|| paper.shown.clone());
    PaperCard { id: paper.id.clone(), title: paper.title.clone(), text, picture, shown }
}

/// What of a view is the seat's own.
fn view(
    table: &dyn AnyTable,
    around: &Around<'_>,
    seat: Seat,
    role: Role,
    own: Vec<Who>,
    seen: &View,
) -> View {
    let mut view = View::new(seat, "");
    view.prompts = table.prompts(seat);
    view.waiting_for = table.waiting_for(seat);
    view.tray = match table.tray(seat) {
        Some(tray) => Some(tray.settled()),
        None => seen.tray.clone(),
    };
    if matches!(role, Role::Gm | Role::Player) {
        let actors: BTreeSet<Who> = match seat.is_gm() {
            true => around.watched.iter().copied().chain(table.awaits().creatures).collect(),
            false => own.into_iter().collect(),
        };
        view.offers = table.offers(seat, None);
        view.offers.extend(actors.into_iter().flat_map(|who| table.offers(seat, Some(who))));
        let mut known = BTreeSet::new();
        view.offers.retain(|offer| known.insert(offer.id.clone()));
    }
    view
}

fn dice(table: &dyn AnyTable) -> DiceCard {
    let stretches = &table.frame().stretches;
    let last = stretches.last();
    DiceCard {
        stretch: u32::try_from(stretches.len().saturating_sub(1)).unwrap_or(u32::MAX),
        commitment: last.map(|record| record.stretch.commitments().open.to_string()).unwrap_or_default(),
        open_to_words: last.is_some_and(|record| record.next[0] == 0),
        mixed: last
            .map(|record| record.stretch.contributions().iter().map(|mixed| mixed.who.clone()).collect())
            .unwrap_or_default(),
    }
}

/// The creatures that play themselves, as far as a seat speaks for them.
fn pilots(table: &dyn AnyTable, around: &Around<'_>, seat: Seat, own: &[Who]) -> Vec<PilotCard> {
    let frame = table.frame();
    let card = |standing: &Standing| {
        let (who, plays) = (standing.creature?, standing.plays()?);
        (seat.is_gm() || own.contains(&who)).then(|| PilotCard {
            who,
            plays,
            ahead: standing.answer == StandingAnswer::Ahead,
            held: frame.held.contains(&who),
            asks: around.left == Some(who),
        })
    };
    frame.standing.iter().filter_map(card).collect()
}

fn gm(table: &dyn AnyTable, around: &Around<'_>) -> GmDesk {
    let frame = table.frame();
    let left = |to: &'static [StandingAnswer]| {
        let standing = frame.standing.iter().filter(|standing| to.contains(&standing.answer));
        standing.filter_map(|standing| standing.creature).collect()
    };
    GmDesk {
        knocks: around.knocks.to_vec(),
        waiting: table
            .waits()
            .into_iter()
            .map(|(action, fits)| WaitingAction { action: action.0, fits })
            .collect(),
        awaits: table.awaits(),
        asks: frame.asks,
        level: frame.level,
        levels: frame.levels.clone(),
        rulings: frame.rulings.clone(),
        autopilot: left(&[StandingAnswer::Instinct, StandingAnswer::Ahead]),
        ahead: left(&[StandingAnswer::Ahead]),
        play_on: frame.play_on,
        plays_on: table.plays_on(),
        creatures: table.creatures(Seat::GM),
        unseen: unseen(table),
        switches: switches(around.entry),
        redo: table.redoable(),
        review: frame.review,
        chat: frame.chat,
    }
}

/// Creatures that no player knows of; while nobody plays yet, those that a player would not.
fn unseen(table: &dyn AnyTable) -> Vec<Who> {
    let players = table.frame().seats.iter().filter(|(_, info)| info.role == Role::Player);
    let mut players: Vec<Seat> = players.map(|(seat, _)| *seat).collect();
    if players.is_empty() {
        players.push(Seat(1));
    }
    let mut left: Vec<Who> = table.creatures(Seat::GM).into_iter().map(|(who, _)| who).collect();
    for seat in players {
        if left.is_empty() {
            break;
        }
        let known: BTreeSet<Who> = table.creatures(seat).into_iter().map(|(who, _)| who).collect();
        left.retain(|who| !known.contains(who));
    }
    left
}

/// The house switches of a game.
pub(crate) fn switches(entry: &GameEntry) -> Vec<SwitchCard> {
    let card = |switch: &boneyard_table::Switch| SwitchCard {
        name: switch.name.to_owned(),
        values: switch.values.iter().map(|value| (*value).to_owned()).collect(),
        rule: switch.rule,
        title: switch.title(),
        words: switch.values.iter().map(|value| switch.value_in_words(value)).collect(),
    };
    entry.game.switches().iter().map(card).collect()
}
