//! Facts of a roll: called, joined by helpers, fallen, paired, changed, read.

use std::sync::Arc;

use boneyard_table::Who;
use boneyard_table::change::{Change, Telling};
use boneyard_table::view::{Line, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::GutsPlus;
use crate::state::{Dice, Helper, Last, Rolled, Scale, Side, State, Tray};
use crate::tell::{Teller, change};

/// Something that became true of a roll. `side` counts the one who acts as 0, then those who resist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RollFact {
    /// A roll is called for.
    Called {
        /// Everything the GM named.
        tray: Box<Tray>,
    },
    /// Somebody argued that it simply works.
    Argued {
        /// Who.
        side: u8,
        /// Their number.
        who: Who,
        /// In their words.
        words: String,
    },
    /// A quality was appealed for and judged.
    Appealed {
        /// Who.
        side: u8,
        /// Their number.
        who: Who,
        /// For which.
        quality: u8,
        /// Rolled in the place of the base quality.
        replaces: bool,
        /// Added to it.
        adds: bool,
        /// It takes away disadvantages for want of one.
        fits: bool,
    },
    /// Conditions do not count this time.
    Lifted {
        /// For whom.
        side: u8,
        /// Their number.
        who: Who,
    },
    /// Somebody gave up before rolling.
    GaveUp {
        /// Who.
        side: u8,
        /// Their number.
        who: Who,
        /// Dice that would have been rolled.
        pool: u8,
    },
    /// Somebody helps.
    Helps {
        /// Whom.
        side: u8,
        /// Their number.
        who: Who,
        /// Who, and how.
        helper: Helper,
    },
    /// Somebody wanted to help and cannot.
    TurnedDown {
        /// Whom.
        side: u8,
        /// Who.
        who: Who,
    },
    /// Dice are lent or owed.
    More {
        /// Whose.
        side: u8,
        /// How many more, or fewer.
        more: i8,
    },
    /// The pool stands.
    Pool {
        /// Whose.
        side: u8,
        /// Their number.
        who: Who,
        /// How many dice.
        pool: u8,
    },
    /// The dice lie.
    Fell {
        /// Whose.
        side: u8,
        /// Their number.
        who: Who,
        /// What they show, lowest first.
        #[schemars(with = "Vec<u8>")]
        dice: Dice,
        /// Whether a 1 or 2 is among them.
        low: bool,
        /// Their sum.
        sum: u16,
    },
    /// A master set a die.
    Changed {
        /// Whose.
        side: u8,
        /// Their number.
        who: Who,
        /// The face it had.
        from: u8,
        /// The face it has.
        to: u8,
        /// It is a bonus die.
        bonus: bool,
        /// All of those dice now, lowest first.
        #[schemars(with = "Vec<u8>")]
        dice: Dice,
    },
    /// A helper's dice lie.
    HelperFell {
        /// Whom they help.
        side: u8,
        /// Their number.
        who: Who,
        /// Which helper.
        helper: u8,
        /// What they show, lowest first.
        #[schemars(with = "Vec<u8>")]
        dice: Dice,
    },
    /// Doubles are used.
    Paired {
        /// Whose.
        side: u8,
        /// Their number.
        who: Who,
        /// Faces of own doubles.
        #[schemars(with = "Vec<u8>")]
        own: SmallVec<[u8; 5]>,
        /// Faces of doubles with a helper's die.
        #[schemars(with = "Vec<u8>")]
        cross: SmallVec<[u8; 5]>,
        /// Faces of doubles with a bonus die; `true` where the other is a pool die.
        #[serde(default)]
        chained: Vec<(u8, bool)>,
    },
    /// Bonus dice lie.
    Bonus {
        /// Whose.
        side: u8,
        /// Their number.
        who: Who,
        /// All of them now, lowest first.
        #[schemars(with = "Vec<u8>")]
        dice: Dice,
    },
    /// What each die is worth after advantages and conditions.
    Worth {
        /// Whose.
        side: u8,
        /// Their number.
        who: Who,
        /// Die by die.
        #[schemars(with = "Vec<u8>")]
        values: Dice,
        /// Whether that is not what they show.
        changed: bool,
    },
    /// Bonus points lie on the dice.
    Placed {
        /// Whose.
        side: u8,
        /// Their number.
        who: Who,
        /// Die by die.
        #[schemars(with = "Vec<u8>")]
        placed: Dice,
        /// What the dice are worth then.
        #[schemars(with = "Vec<u8>")]
        values: Dice,
    },
    /// What somebody has in all.
    Total {
        /// Who.
        side: u8,
        /// Their number.
        who: Who,
        /// How much.
        total: i16,
    },
    /// The GM thinks again: a reading was objected to.
    Objected {
        /// The reading.
        reading: Scale,
        /// In whose words.
        words: String,
    },
    /// Somebody pleads before a near success is decided.
    Pleaded {
        /// In their words.
        words: String,
    },
    /// It came out so.
    CameOut {
        /// All of it.
        last: Arc<Last>,
    },
    /// The roll is off: nothing was rolled.
    Off,
}

#[inline]
fn side(state: &mut State, nth: u8, change: impl FnOnce(&mut Side)) {
    if let Some(side) = state.tray.as_mut().and_then(|tray| tray.sides.get_mut(usize::from(nth))) {
        change(side);
    }
}

impl Change<GutsPlus> for RollFact {
    fn apply(&self, state: &mut State) {
        apply_owned(state, self.clone());
    }

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        let name = |who: Who| teller.name(who);
        match self {
            RollFact::Called { tray } => {
                let own = tray.actor();
                let kind = match tray.kind {
                    Rolled::Check => "check",
                    Rolled::Contest => "contest",
                    Rolled::Order => return None,
                };
                let named = own.base.map_or_else(|| teller.quality(own.who, own.quality), |base| base.name());
                // Utility begins with a consonant to the ear.
                let article = if named.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
                let mut say = format!("{}: {}, {article} {named} {kind}", teller.name(own.who), tray.what);
                let others: Vec<&str> = tray.sides.iter().skip(1).map(|side| teller.name(side.who)).collect();
                if !others.is_empty() {
                    say.push_str(&format!(" against {}", others.join(", ")));
                }
                if !tray.on_failure.is_empty() {
                    say.push_str(&format!("; on failure: {}", tray.on_failure));
                }
                change(format!("{say}."), own.who)
            }
            RollFact::Argued { who, words, .. } => change(format!("{}: \"{words}\"", name(*who)), *who),
            RollFact::Appealed { who, quality, replaces, adds, fits, .. } => {
                let quality = teller.quality(*who, *quality);
                let say = match (replaces, adds, fits) {
                    (true, ..) => format!("{}: {quality} is rolled instead.", name(*who)),
                    (_, true, _) => format!("{}: {quality} is added.", name(*who)),
                    (_, _, true) => {
                        format!("{}: {quality} fits, but the base quality is higher.", name(*who))
                    }
                    _ => format!("{}: {quality} does not fit.", name(*who)),
                };
                change(say, *who)
            }
            RollFact::Lifted { who, .. } => {
                change(format!("{}: conditions do not count this time.", name(*who)), *who)
            }
            RollFact::GaveUp { who, .. } => change(format!("{} fails on purpose.", name(*who)), *who),
            RollFact::Helps { who, helper, .. } => {
                let quality = teller.quality(helper.who, helper.quality);
                let say = format!(
                    "{} helps {} with {quality}: {}.",
                    teller.name(helper.who),
                    name(*who),
                    count(helper.pool, "die", "dice")
                );
                change(say, helper.who)
            }
            RollFact::TurnedDown { who, .. } => {
                change(format!("{} cannot help here.", teller.name(*who)), *who)
            }
            RollFact::More { .. } => None,
            RollFact::Pool { .. } | RollFact::Fell { .. } | RollFact::HelperFell { .. } | RollFact::Off => {
                None
            }
            RollFact::Changed { who, from, to, .. } => {
                change(format!("{} turns a {from} to {to}.", name(*who)), *who)
            }
            RollFact::Paired { who, own, cross, chained, .. } => {
                let mut parts: Vec<String> = own.iter().map(|face| format!("the {face}s")).collect();
                parts.extend(cross.iter().map(|face| format!("a {face} with the help")));
                parts.extend(chained.iter().map(|(face, _)| format!("a {face} with a bonus die")));
                change(format!("{} uses doubles: {}.", name(*who), parts.join(", ")), *who)
            }
            RollFact::Bonus { who, dice, .. } => {
                let sum: u8 = dice.iter().sum();
                change(
                    format!("{}: bonus dice {}, {}.", name(*who), faces(dice), count(sum, "point", "points")),
                    *who,
                )
            }
            RollFact::Worth { changed: false, .. } => None,
            RollFact::Worth { who, values, .. } => {
                change(format!("{}: the dice are worth {}.", name(*who), faces(values)), *who)
            }
            RollFact::Placed { who, values, .. } => {
                change(format!("{}: with the points, {}.", name(*who), faces(values)), *who)
            }
            RollFact::Total { who, total, .. } => change(format!("{}: {total} in all.", name(*who)), *who),
            RollFact::Objected { reading, words } => {
                Some(Line::change(format!("Read as {}. Objection: {words}", reading.name())))
            }
            RollFact::Pleaded { words } => Some(Line::change(format!("A plea: {words}"))),
            RollFact::CameOut { last } => {
                let against: Vec<String> = last
                    .outcomes
                    .iter()
                    .zip(&last.differences)
                    .map(|(outcome, difference)| format!("{} ({difference:+})", outcome.name()))
                    .collect();
                let outcome = if against.len() > 1 {
                    against.join(", ")
                } else {
                    read(last.outcome, last.differences.first())
                };
                let mut say = format!("{}, {}: {outcome}.", teller.name(last.who), last.what);
                match last.near.as_deref() {
                    Some("cost") => say.push_str(" It works with a cost."),
                    Some("partly") => say.push_str(" It partly works."),
                    Some(_) => say.push_str(" Not this time."),
                    None => {}
                }
                if let Some(twist) = &last.twist {
                    say.push_str(&format!(" It worked, but: {twist}."));
                }
                change(say, last.who)
            }
        }
    }
}

/// The same of a fact nobody keeps: what it holds is moved.
#[inline]
pub(super) fn apply_owned(state: &mut State, fact: RollFact) {
    match fact {
        RollFact::Called { tray } => state.tray = Some(tray),
        RollFact::Argued { side: nth, .. } => side(state, nth, |side| side.argued = true),
        RollFact::Appealed { side: nth, quality, replaces, adds, fits, .. } => side(state, nth, |side| {
            side.appealed.push(quality);
            if replaces {
                side.quality = quality;
            }
            if adds {
                side.added = Some(quality);
            }
            if fits {
                side.edges.retain(|edge| !edge.unskilled);
            }
        }),
        RollFact::Lifted { side: nth, .. } => side(state, nth, |side| side.lifted = true),
        RollFact::GaveUp { side: nth, pool, .. } => side(state, nth, |side| {
            side.gave_up = true;
            side.pool = pool;
        }),
        RollFact::Helps { side: nth, helper, .. } => {
            side(state, nth, |side| side.helpers.push(helper));
        }
        RollFact::TurnedDown { side: nth, who } => side(state, nth, |side| side.turned_down.push(who)),
        RollFact::More { side: nth, more } => side(state, nth, |side| side.more = more),
        RollFact::Pool { side: nth, pool, .. } => side(state, nth, |side| side.pool = pool),
        RollFact::Fell { side: nth, dice, low, sum, .. } => side(state, nth, |side| {
            side.dice = dice;
            side.low = low;
            side.fell = sum;
        }),
        RollFact::Changed { side: nth, bonus, dice, .. } => side(state, nth, |side| {
            side.changed = true;
            if bonus { side.bonus = dice } else { side.dice = dice }
        }),
        RollFact::HelperFell { side: nth, helper, dice, .. } => side(state, nth, |side| {
            if let Some(helper) = side.helpers.get_mut(usize::from(helper)) {
                helper.dice = dice;
            }
        }),
        RollFact::Paired { side: nth, own, cross, chained, .. } => side(state, nth, |side| {
            side.own.extend(own);
            side.cross.extend(cross);
            side.chained.extend(chained);
        }),
        RollFact::Bonus { side: nth, dice, .. } => side(state, nth, |side| side.bonus = dice),
        RollFact::Worth { side: nth, values, .. } => side(state, nth, |side| {
            side.values = values;
            side.placed.clear();
        }),
        RollFact::Placed { side: nth, placed, .. } => {
            side(state, nth, |side| side.placed = placed);
        }
        RollFact::Total { side: nth, total, .. } => side(state, nth, |side| side.total = total),
        RollFact::Objected { .. } | RollFact::Pleaded { .. } => {}
        RollFact::CameOut { last } => {
            state.last = Some(last);
            state.tray = None;
        }
        RollFact::Off => state.tray = None,
    }
}

fn faces(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}
fn read(outcome: Scale, difference: Option<&i16>) -> String {
    match difference {
        Some(difference) => format!("{} ({difference:+})", outcome.name()),
        None => outcome.name().to_owned(),
    }
}
