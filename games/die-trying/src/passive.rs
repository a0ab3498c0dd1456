//! What holds for somebody by conditions, curses, Talents, things and their own nature: the passives of
//! the content, found where they apply. What each hook does is with the rules that ask for it.

use boneyard_table::{Cx, RuleId, Who};

use crate::DieTrying;
use crate::book::{Book, Kinds, Letters, Of, Passive, Passives, Plight};
use crate::check::{Parts, add};
use crate::combat;
use crate::gear;
use crate::hurt::max_hp;
use crate::sight;
use crate::state::{Ability, Creature, Fate, Live, Place, State, Ware, What};

/// Visits what of these kinds holds for somebody, with its name and entry; others may be among it.
pub fn each<'b>(
    state: &State,
    book: &'b Book,
    who: Who,
    kinds: impl Into<Kinds>,
    visit: &mut dyn FnMut(&'b str, RuleId, &'b Passive),
) {
    let kinds = kinds.into();
    let mut all = |name: &'b str, id: RuleId, passives: &'b Passives| {
        if passives.may_have(kinds) {
            passives.iter().for_each(|passive| visit(name, id, passive));
        }
    };
    let one = state.one(who);
    plights(&one.live, |plight| {
        if let Some(row) = book.plight(plight) {
            all(&row.name, row.id, &row.passives);
        }
    });
    // Weighing what somebody carries takes longer than all the rest.
    if one.sheet.is_hero()
        && let Some(row) = book.plight(Plight::Overloaded).filter(|row| row.passives.may_have(kinds))
        && gear::overloaded(state, book, who)
    {
        all(&row.name, row.id, &row.passives);
    }
    for affect in one.live.affects.iter() {
        if let What::Cursed(curse) = affect.what.what
            && let Some(row) = book.curses.get(curse.as_str())
        {
            all(&row.name, row.id, &row.passives);
        }
    }
    talents(book, one, kinds, &mut all);
    for (number, sheet) in one.sheet.items.iter().enumerate() {
        if !matches!(sheet.ware, Ware::Artifact) {
            continue;
        }
        let row = sheet.kind.and_then(|kind| book.artifacts.get(kind.as_str()));
        let place = one.live.items.get(number).map(|item| item.place);
        if let Some(row) = row.filter(|row| place.is_some_and(|place| works(row.worn, row.held, place))) {
            all(&row.name, row.id, &row.passives);
        }
    }
    if let Some(row) = one.sheet.like.and_then(|like| book.creatures.get(like.as_str())) {
        all(&row.name, row.id, &row.passives);
    }
}

/// What is wrong with somebody, a load that is too much left out.
fn plights(live: &Live, mut visit: impl FnMut(Plight)) {
    if live.prone {
        visit(Plight::Prone);
    }
    match live.fate {
        Fate::Dying => visit(Plight::Dying),
        Fate::Stable(_) => visit(Plight::Stable),
        Fate::Dead => visit(Plight::Dead),
        Fate::Up => {}
    }
    for affect in live.affects.iter() {
        if let What::Is(condition, _) = affect.what.what {
            visit(Plight::Is(condition));
        }
    }
}

/// A Talent's level lists everything in force at that level; a Fighting Style holds while one is in it.
fn talents<'b>(
    book: &'b Book,
    one: &Creature,
    kinds: Kinds,
    visit: &mut impl FnMut(&'b str, RuleId, &'b Passives),
) {
    for (talent, level) in &one.sheet.talents {
        let Some(row) = book.talents.get(talent.as_str()) else { continue };
        let reached = usize::from(*level).min(row.levels.len());
        let Some(level) = reached.checked_sub(1).and_then(|at| row.levels.get(at)) else { continue };
        if !level.passives.may_have(kinds) {
            continue;
        }
        // A style holds while one is in it and has what it needs.
        if let Some(needs) = &row.style
            && (one.live.style != Some(*talent) || !combat::style_met(one, needs))
        {
            continue;
        }
        visit(&row.name, row.id, &level.passives);
    }
}

fn works(worn: bool, held: bool, place: Place) -> bool {
    match (worn, held) {
        (true, _) => place == Place::Worn,
        (false, true) => place.is_held(),
        (false, false) => place.is_carried(),
    }
}

/// Adds everything that changes one number or kind of roll. `other` is whom a roll is against.
pub fn adjust<'b>(
    state: &State,
    book: &'b Book,
    who: Who,
    on: &str,
    other: Option<Who>,
    parts: &mut Parts<'b>,
) {
    each(state, book, who, Of::Adjust.called(on), &mut |name, rule, passive| {
        if let Passive::Adjust(adjust) = passive
            && adjust.on == on
            && holds(state, book, who, other, adjust.only.as_deref())
        {
            let strength = i32::from(state.sheet(who).scores[Ability::Strength]);
            let by = adjust.by.fixed(Letters { strength, ..Letters::default() }).unwrap_or(0);
            add(parts, name, i16::try_from(by).unwrap_or(0), rule);
        }
    });
    for affect in state.live(who).affects.iter() {
        if let What::Adjust(known, by) = &affect.what.what
            && known == on
        {
            add(parts, book.name_of(affect.what.by), *by, affect.what.by);
        }
    }
}

/// Cites whatever changes one of these numbers.
pub fn cite(cx: &mut Cx<'_, DieTrying>, who: Who, numbers: &[&str]) {
    let (state, book) = (cx.state(), cx.book());
    let mut bears: Vec<RuleId> = Vec::new();
    each(state, book, who, Of::Adjust, &mut |_, rule, passive| {
        if matches!(passive, Passive::Adjust(adjust) if numbers.contains(&adjust.on.as_str())) {
            bears.push(rule);
        }
    });
    bears.into_iter().for_each(|rule| cx.cite(rule));
}

/// What everything that changes one number adds up to.
pub fn total(state: &State, book: &Book, who: Who, on: &str) -> i16 {
    let mut parts = Parts::new();
    adjust(state, book, who, on, None, &mut parts);
    parts.iter().map(|part| part.amount).sum()
}

/// The same of talents alone: what is carried must not ask itself whether it is too much.
pub fn total_but_load(state: &State, book: &Book, who: Who, on: &str) -> i16 {
    let mut all = 0;
    talents(book, state.one(who), Of::Adjust.called(on), &mut |_, _, passives: &Passives| {
        for passive in passives.iter() {
            if let Passive::Adjust(adjust) = passive
                && adjust.on == on
            {
                let by = adjust.by.fixed(Letters::default()).unwrap_or(0);
                all += i16::try_from(by).unwrap_or(0);
            }
        }
    });
    all
}

/// The first passive of these kinds that `read` makes something of, with its entry.
pub fn find<'b, T>(
    state: &State,
    book: &'b Book,
    who: Who,
    kinds: impl Into<Kinds>,
    read: impl Fn(&'b Passive) -> Option<T>,
) -> Option<(T, RuleId)> {
    let mut found = None;
    each(state, book, who, kinds, &mut |_, rule, passive| {
        if found.is_none() {
            found = read(passive).map(|value| (value, rule));
        }
    });
    found
}

/// Whether something is forbidden to somebody: `act`, `move`, `perceive`, `hide`.
pub fn forbids(state: &State, book: &Book, who: Who, what: &str) -> Option<RuleId> {
    find(state, book, who, Of::Forbid.called(what), |passive| match passive {
        Passive::Forbid(known) if known == what => Some(()),
        _ => None,
    })
    .map(|(_, rule)| rule)
    .or_else(|| {
        let mut affects = state.live(who).affects.iter();
        let held = affects.find(|affect| matches!(&affect.what.what, What::Forbids(known) if known == what));
        held.map(|affect| affect.what.by)
    })
}

/// Whether a condition of a passive holds.
pub fn holds(state: &State, book: &Book, who: Who, other: Option<Who>, only: Option<&str>) -> bool {
    match only {
        None => true,
        Some("half-hp") => state.live(who).hp * 2 <= max_hp(state, book, who),
        Some("unseen") => other.is_some_and(|other| sight::is_hidden(state, who, other)),
        Some(_) => false,
    }
}
