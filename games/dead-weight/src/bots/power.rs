//! Which spells and prayers are of use now, and on whom: by what their entries do, never by their names.

use boneyard_table::Who;
use smallvec::SmallVec;

use super::{Here, legal, wounded};
use crate::book::{Effect, PowerRow};
use crate::combat;
use crate::command::Command;
use crate::magic::{Cast, Invoke, Pray, can_aim, conducted};
use crate::state::{Affliction, Attribute};

/// A power somebody has ready.
#[derive(Clone, Copy, Debug)]
struct Ready<'a> {
    who: Who,
    row: &'a PowerRow,
    prayer: bool,
}

impl Ready<'_> {
    /// As a command, if the rules take it so. Powers that need words, a thing or a choice are for people.
    fn aimed(&self, at: Here<'_>, target: Option<Who>) -> Option<Command> {
        if self.row.asks.is_some() || !self.row.modes.is_empty() {
            return None;
        }
        let invoke = Invoke {
            who: self.who,
            power: self.row.name.clone(),
            mode: None,
            target,
            targets: Vec::new(),
            item: None,
            to: None,
            place: None,
            words: None,
            plea: false,
        };
        if self.prayer { legal(at, Pray(invoke)) } else { legal(at, Cast(invoke)) }
    }

    fn has(&self, wanted: impl Fn(&Effect) -> bool) -> bool {
        self.row.effects.iter().any(wanted)
    }

    fn kind(&self) -> &str {
        self.row.target.as_deref().unwrap_or("self")
    }
}

/// What somebody has memorised and not used up, with at least so many dice to roll for it.
fn ready<'a>(at: Here<'a>, who: Who, dice: u8) -> Vec<Ready<'a>> {
    let one = at.state.one(who);
    let known = one.live.memorised.iter().filter(|known| !known.exhausted);
    let rows = known.filter_map(|known| {
        let key = known.what.as_str();
        let spell = at.book.spells.get(key).map(|row| Ready { who, row, prayer: false });
        spell.or_else(|| at.book.prayers.get(key).map(|row| Ready { who, row, prayer: true }))
    });
    // Without a conductor a spell is asked about once more, and instinct lets it be.
    let safe = conducted(at, who);
    let fit = |power: &Ready<'_>| {
        let attribute = if power.prayer { Attribute::Pre } else { Attribute::Int };
        one.available(attribute) >= dice && (power.prayer || safe)
    };
    rows.filter(fit).collect()
}

/// What somebody would cast or pray in a turn of a fight.
pub fn in_fight(at: Here<'_>, who: Who) -> Option<Command> {
    if at.state.live(who).memorised.is_empty() {
        return None;
    }
    ready(at, who, 1).into_iter().find_map(|power| {
        let target = aim(at, &power)?;
        power.aimed(at, target)
    })
}

/// On whom a power is of use in a fight; nobody to name where it falls on the one who is near.
fn aim(at: Here<'_>, power: &Ready<'_>) -> Option<Option<Who>> {
    let state = at.state;
    let (who, row) = (power.who, power.row);
    let free = |target: &Who| state.live(*target).under(row.id).is_none();
    let reach = |target: &Who| can_aim(at, who, row, *target);
    let harms = power.has(|effect| {
        matches!(effect, Effect::Wounds(_) | Effect::Kill(_) | Effect::Hinder(_) | Effect::Affliction(_))
    });
    let stuns = power.has(|effect| matches!(effect, Effect::Token(amount) if amount.is("stun")));
    let guards = power.has(|effect| matches!(effect, Effect::Token(_))) && !stuns;
    let heals = power.has(|effect| matches!(effect, Effect::Heal(_)));
    let lasts = power.has(|effect| {
        matches!(effect, Effect::Grant(_) | Effect::Arm(_) | Effect::Actions(_) | Effect::ExtraAp(_))
    });
    let foes = || combat::standing(state, who).map(|(foe, _)| foe);
    let far = |foe: Who| combat::distance(state, who, foe);
    let friends = state.heroes().filter(|other| !state.live(*other).dead);
    match power.kind() {
        "enemy" if harms || stuns || lasts => {
            let ranked = foes().filter(free).map(|foe| (far(foe), foe));
            let mut all: SmallVec<[(Option<u16>, Who); 8]> = ranked.collect();
            all.sort_unstable();
            all.into_iter().map(|(_, foe)| foe).find(reach).map(Some)
        }
        "enemies" if harms || stuns => {
            let near = |foe: Who| far(foe).is_some_and(|far| far <= row.band().squares());
            foes().any(near).then_some(None)
        }
        "character" | "ally" if heals => {
            let cut = friends.filter(|other| wounded(state, *other) >= 2).filter(reach);
            cut.max_by_key(|other| wounded(state, *other)).map(Some)
        }
        "character" | "ally" if lasts => friends.filter(free).find(reach).map(Some),
        "characters" | "self" | "party" if guards => {
            let tokens = state.live(who).tokens;
            (tokens.shield == 0 && tokens.dodges() == 0 && foes().next().is_some()).then_some(None)
        }
        "self" if lasts => (free(&who) && foes().next().is_some()).then_some(None),
        "corpse" if power.has(|effect| matches!(effect, Effect::Summon(_))) => {
            state.everybody().filter(|other| state.live(*other).dead).find(reach).map(Some)
        }
        _ => None,
    }
}

/// A prayer or spell that keeps somebody from dying.
pub(super) fn stabilises(at: Here<'_>, target: Who) -> Option<Command> {
    let saves = |power: &Ready<'_>| power.has(|effect| matches!(effect, Effect::Stabilise(_)));
    everybodys(at, 1).into_iter().filter(saves).find_map(|power| power.aimed(at, Some(target)))
}

/// A light where nothing else gives any.
pub(super) fn lights(at: Here<'_>) -> Option<Command> {
    let shines = |power: &Ready<'_>| power.has(|effect| matches!(effect, Effect::Light(_)));
    everybodys(at, 1).into_iter().filter(shines).find_map(|power| power.aimed(at, None))
}

/// What helps somebody here: against wounds, against what ails them, against hunger where there is no food.
pub(super) fn tends(at: Here<'_>, here: &[Who], starving: bool) -> Option<Command> {
    let state = at.state;
    for power in everybodys(at, 2) {
        if !matches!(power.kind(), "character" | "ally") {
            continue;
        }
        let heals = power.has(|effect| matches!(effect, Effect::Heal(_)));
        let feeds = power.has(|effect| matches!(effect, Effect::Gain(_)));
        for target in here.iter().copied() {
            let live = state.live(target);
            let cursed = live.suffers(Affliction::Hungry);
            let ends = power.has(|effect| match effect {
                Effect::End(names) | Effect::EndOne(names) => {
                    let known = Affliction::ALL.into_iter().filter(|what| live.suffers(*what));
                    known.into_iter().any(|what| names.iter().any(|name| name == what.name()))
                }
                _ => false,
            });
            let hungry = live.suffers(Affliction::Hungry) || live.suffers(Affliction::Parched);
            let wanted =
                (heals && wounded(state, target) >= 2 && !cursed) || ends || (feeds && starving && hungry);
            if wanted && let Some(command) = power.aimed(at, Some(target)) {
                return Some(command);
            }
        }
    }
    None
}

fn everybodys(at: Here<'_>, dice: u8) -> Vec<Ready<'_>> {
    crate::expedition::able(at.state).flat_map(|who| ready(at, who, dice)).collect()
}
