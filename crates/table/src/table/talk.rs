//! What people say at a table, and dice they roll without a rule asking. It is kept with the table but
//! changes nothing in the game, and undo never takes it back.

use boneyard_dice::{Entered, Expression, Generated, RollError};
use serde::{Deserialize, Serialize};

use super::paper::Shown;
use super::place::LinePlace;
use super::plan::plain;
use super::{Planned, Record, TableOf};
use crate::live::{ActionId, Draw, FairDice};
use crate::view::{Die, DieFate, InlineRoll, Line, LineKind, Secret, SecretMode, Voice};
use crate::{At, Group, HowThrown, Party, Playable, Refusal, Role, Seat, ThrownGroup, Who};

/// The longest thing that can be said at once, in characters.
const LONGEST: usize = 2_000;
/// The longest word of what a roll is for, in characters.
const LONGEST_LABEL: usize = 200;
/// Rolls in what is said at once.
const MOST_INLINE: usize = 10;

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// By whom.
    pub by: Seat,
    /// Before which action: its place in the log.
    pub before: ActionId,
    /// What.
    pub talk: Talk,
}

/// What was said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Talk {
    /// Words.
    Words {
        /// In which voice, and to whom.
        voice: Voice,
        /// As typed.
        words: String,
        /// The creature that speaks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Who>,
        /// Whom they call by `@name`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<Seat>,
        /// What each `[[…]]` in them came to, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rolls: Vec<Rolled>,
    },
    /// Dice.
    Roll {
        /// Who sees them; everybody if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<SecretMode>,
        /// What for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// The roll itself.
        #[serde(flatten)]
        rolled: Rolled,
    },
    /// The game master shows a paper.
    Shows {
        /// Which.
        paper: String,
        /// Its title then.
        title: String,
        /// To whom.
        to: Shown,
    },
}

/// Dice that no rule asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rolled {
    /// The roll as we write it.
    pub notation: String,
    /// What it comes to.
    #[serde(default)]
    pub total: i64,
    /// The dice with what became of them.
    pub dice: Vec<Die>,
    /// The whole roll in words.
    pub text: String,
    /// The same dice in the order in which they were drawn.
    pub drawn: Vec<ThrownGroup>,
    /// Where they came from.
    pub how: HowThrown,
}

impl Talk {
    /// Every roll in it.
    pub fn rolled(&self) -> &[Rolled] {
        match self {
            Self::Words { rolls, .. } => rolls,
            Self::Roll { rolled, .. } => std::slice::from_ref(rolled),
            Self::Shows { .. } => &[],
        }
    }
}

impl<G: Playable> TableOf<G> {
    pub(super) fn plan_words(
        &self,
        seat: Seat,
        voice: Voice,
        words: &str,
        who: Option<Who>,
    ) -> Result<Planned, Refusal> {
        self.must_talk(seat, &voice, who)?;
        if let Some(who) = who {
            self.must_speak_for(seat, who)?;
        }
        if let Voice::Whisper { to } = &voice
            && (to.is_empty() || to.iter().any(|seat| !self.frame.seats.contains_key(seat)))
        {
            return Err(Refusal::by_table("no-such-seat", "Whisper to people who sit here."));
        }
        let words = words.trim();
        if words.is_empty() || words.chars().count() > LONGEST {
            return Err(Refusal::by_table("words", format!("Say 1 to {LONGEST} characters at once.")));
        }
        let secret = matches!(voice, Voice::Whisper { .. });
        let mut dice = self.own_dice();
        let notations = inline(words).map(|(_, notation)| notation);
        let rolls: Vec<Rolled> = notations
            .map(|notation| rolled(seat, &mut dice, notation, secret, None))
            .collect::<Result<_, _>>()?;
        if rolls.len() > MOST_INLINE {
            return Err(Refusal::by_table("too-many", format!("At most {MOST_INLINE} rolls in one breath.")));
        }
        if !rolls.is_empty() {
            self.must_act(seat)?;
        }
        let calls = self.called(words);
        self.said(seat, Talk::Words { voice, words: words.to_owned(), who, calls, rolls })
    }

    /// Whether a seat may say this: spectators only where they may talk, and only for themselves and aloud.
    fn must_talk(&self, seat: Seat, voice: &Voice, who: Option<Who>) -> Result<(), Refusal> {
        match self.frame.seats.get(&seat).map(|info| info.role) {
            Some(Role::Spectator) if !self.frame.chat.spectators => {
                Err(Refusal::by_table("only-watching", "Spectators listen here. The GM can let them talk."))
            }
            Some(Role::Spectator) if *voice != Voice::OutOfCharacter || who.is_some() => {
                Err(Refusal::by_table("only-watching", "Spectators talk for themselves, and aloud."))
            }
            Some(Role::Spectator) => Ok(()),
            _ => self.must_act(seat),
        }
    }

    /// The seats called by `@name`; of two names that fit, the longer one is meant.
    fn called(&self, words: &str) -> Vec<Seat> {
        let mut calls = Vec::new();
        for (at, _) in words.match_indices('@') {
            let rest = &words[at + 1..];
            let fits = |name: &str| {
                let said = rest.get(..name.len()).is_some_and(|said| said.eq_ignore_ascii_case(name));
                said && !rest[name.len()..].starts_with(char::is_alphanumeric)
            };
            let named = self.frame.seats.iter().filter(|(_, info)| fits(&info.name));
            if let Some((seat, _)) = named.max_by_key(|(_, info)| info.name.len())
                && !calls.contains(seat)
            {
                calls.push(*seat);
            }
        }
        calls
    }

    pub(super) fn plan_roll(
        &self,
        seat: Seat,
        notation: &str,
        mode: Option<SecretMode>,
        label: Option<String>,
        entered: Option<&[u32]>,
    ) -> Result<Planned, Refusal> {
        self.must_act(seat)?;
        if label.as_ref().is_some_and(|label| label.chars().count() > LONGEST_LABEL) {
            let sentence = format!("What a roll is for has at most {LONGEST_LABEL} characters.");
            return Err(Refusal::by_table("words", sentence));
        }
        let rolled = rolled(seat, &mut self.own_dice(), notation, mode.is_some(), entered)?;
        self.said(seat, Talk::Roll { mode, label, rolled })
    }

    pub(super) fn said(&self, by: Seat, talk: Talk) -> Result<Planned, Refusal> {
        let before = self.next_action;
        let record = Record::<G>::Said(Said { by, before, talk });
        let place = LinePlace::said(before, self.seq.saturating_add(1));
        Ok(Planned { told_from: Some(place), ..plain(&record)? })
    }

    /// Something said as told to a seat.
    pub(super) fn said_line(&self, at: At<'_, G>, said: &Said, seat: Seat) -> Option<Line> {
        let speaker = self.frame.seat_name(said.by);
        match &said.talk {
            Talk::Words { voice, words, who, calls, rolls } => {
                let hears = match voice {
                    Voice::Whisper { to } => said.by == seat || to.contains(&seat),
                    _ => true,
                };
                let known = who.and_then(|who| Some((who, self.party_name(at, Party::Creature(who), seat)?)));
                let name = match (&known, who) {
                    (Some((_, name)), _) => name.to_string(),
                    // Somebody this seat does not know of speaks.
                    (None, Some(_)) => "A voice".into(),
                    (None, None) => speaker,
                };
                let read = read_out(words, rolls);
                let say = match voice {
                    Voice::Emote => format!("{name} {read}"),
                    Voice::Whisper { to } => {
                        let to: Vec<String> = to.iter().map(|seat| self.frame.seat_name(*seat)).collect();
                        format!("{name} to {}: {read}", to.join(", "))
                    }
                    _ => format!("{name}: {read}"),
                };
                let shown = |rolled: &Rolled| InlineRoll {
                    notation: rolled.notation.clone(),
                    total: rolled.total,
                    text: rolled.text.clone(),
                };
                let kind = LineKind::Talk {
                    voice: voice.clone(),
                    words: words.clone(),
                    calls: calls.clone(),
                    rolls: rolls.iter().map(shown).collect(),
                };
                let mut line = Line::new(kind, say).by(said.by);
                line.dice = rolls.iter().flat_map(|rolled| &rolled.dice).cloned().collect();
                line.who = known.map(|(who, _)| who);
                if let Voice::Whisper { to } = voice {
                    let mut seats = vec![said.by];
                    seats.extend(to);
                    line.secret = Some(Secret::Some { seats });
                }
                hears.then_some(line)
            }
            Talk::Shows { title, to, .. } => {
                let sees = match to {
                    Shown::Nobody => seat.is_gm(),
                    to => to.to(seat),
                };
                let say = match to {
                    Shown::Nobody => format!("{speaker} puts \"{title}\" away."),
                    _ => format!("{speaker} shows \"{title}\"."),
                };
                let mut line = Line::reveal(say).by(said.by);
                line.secret = match to {
                    Shown::Nobody => Some(Secret::Gm),
                    Shown::All => None,
                    Shown::Seats(seats) => Some(Secret::Some { seats: seats.clone() }),
                };
                sees.then_some(line)
            }
            Talk::Roll { mode, label, rolled: Rolled { notation, dice, text, .. } } => {
                let own = said.by == seat;
                let sees = match mode {
                    None => true,
                    Some(SecretMode::Gm) => own || seat.is_gm(),
                    Some(SecretMode::Blind) => seat.is_gm(),
                    Some(SecretMode::Own) => own,
                };
                let label = label.as_ref().map(|label| format!(" ({label})")).unwrap_or_default();
                if sees {
                    let say = format!("{speaker} rolls {text}{label}.");
                    let mut line = Line::roll(say, dice.clone()).by(said.by);
                    line.secret = mode.map(|mode| match mode {
                        SecretMode::Blind => Secret::Gm,
                        _ => Secret::Some { seats: vec![said.by] },
                    });
                    return Some(line);
                }
                // Who rolls blind sees that dice fell, and nothing of them.
                let blind = own && *mode == Some(SecretMode::Blind);
                blind.then(|| {
                    let kind = LineKind::Secret { mode: SecretMode::Blind };
                    let covered =
                        |die: &Die| Die { face: None, value: None, fate: DieFate::Kept, ..die.clone() };
                    let mut line =
                        Line::new(kind, format!("You roll {notation} out of sight{label}.")).by(seat);
                    // One for all of them: how many fell tells which of them exploded or were thrown again.
                    line.dice = dice.first().map(covered).into_iter().collect();
                    line
                })
            }
        }
    }
}

/// Rolls dice that no rule asked for.
fn rolled(
    seat: Seat,
    dice: &mut FairDice,
    notation: &str,
    secret: bool,
    entered: Option<&[u32]>,
) -> Result<Rolled, Refusal> {
    let expression = Expression::parse(notation)
        .map_err(|error| Refusal::by_table("notation", error.to_string()).with("pointer", error.pointer()))?;
    let mut drawn: Vec<ThrownGroup> = Vec::new();
    let mut from = None;
    let record = match entered {
        Some(faces) => expression.roll(&mut Entered::new(faces)),
        None => expression.roll(&mut Generated(|sides: u32| {
            // A die too large for the table's dice shows 0, which is on no die.
            let Ok(sides) = u8::try_from(sides) else { return 0 };
            let group = Group::new(1, sides);
            let Ok((faces, how)) = dice.throw(secret, &[group]) else { return 0 };
            from.get_or_insert(how);
            let face = faces.first().and_then(|faces| faces.first()).copied().unwrap_or(0);
            match drawn.last_mut() {
                Some(group) if group.sides == sides => group.faces.push(face),
                _ => drawn.push(ThrownGroup {
                    name: "dice".into(),
                    sides,
                    faces: vec![face],
                    values: Vec::new(),
                }),
            }
            u32::from(face)
        })),
    };
    let record = record.map_err(|error| match error {
        RollError::NotOnDie { face: 0, sides } if entered.is_none() => Refusal::by_table(
            "dice",
            format!("A d{sides} is too large: a table's dice have at most 255 faces."),
        ),
        error => Refusal::by_table("dice", error.to_string()),
    })?;
    let die = |(nth, die): (usize, &boneyard_dice::Die)| Die {
        value: (die.value != i32::from(die.face)).then_some(die.value),
        entered: die.entered(),
        fate: match () {
            () if die.rerolled() => DieFate::Rerolled,
            () if die.dropped() => DieFate::Dropped,
            () if die.exploded() => DieFate::Exploded,
            () => DieFate::Kept,
        },
        ..Die::new(nth.to_string(), die.sides.into(), die.face.into())
    };
    let how = match (entered, from) {
        (None, Some(how)) => how,
        // Typed in, or there was no die in it.
        _ => HowThrown::Entered { by: seat },
    };
    Ok(Rolled {
        notation: expression.to_string(),
        total: record.total(),
        dice: record.dice().iter().enumerate().map(die).collect(),
        text: record.text(&expression),
        drawn,
        how,
    })
}

/// Every `[[…]]` in some words: where it stands, and what is in it.
fn inline(words: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at + words[at..].find("[[")?;
        let inner = from + 2;
        let end = inner + words[inner..].find("]]")?;
        at = end + 2;
        Some((from..at, &words[inner..end]))
    })
}

/// Words with each `[[…]]` as what it came to.
fn read_out(words: &str, rolls: &[Rolled]) -> String {
    let mut read = String::new();
    let mut at = 0;
    for ((place, _), rolled) in inline(words).zip(rolls) {
        read.push_str(&words[at..place.start]);
        read.push_str(&rolled.total.to_string());
        at = place.end;
    }
    read + &words[at..]
}
