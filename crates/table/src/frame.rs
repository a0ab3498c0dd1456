//! What a table keeps beside the game's state: seats, standing answers, rulings, levels of
//! judgement, and its dice. Changed only by the table's own records.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boneyard_dice::fair::Stretch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asks::{Asks, SaidBefore};
use crate::judge::{Level, ONCE, Precedent, RulingRecord};
use crate::live::Entry;
use crate::table::Paper;
use crate::{HowThrown, Party, Role, RuleId, Seat, ThrownGroup, Who};

/// A table's frame.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// What the table is called.
    pub title: String,
    /// Who sits where.
    pub seats: BTreeMap<Seat, SeatInfo>,
    /// Seats that people left. Nobody sits there again: what was whispered, rolled or shown to them stays theirs.
    #[serde(default)]
    pub former: BTreeSet<Seat>,
    /// What seats have answered beforehand.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Creatures that play themselves and are held since something was taken back, until somebody lets them go on.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub held: BTreeSet<Who>,
    /// Whether the party plays on without people, as long as all of it plays itself always.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub play_on: bool,
    /// How much people want to be asked who have not said otherwise.
    #[serde(default, skip_serializing_if = "Asks::is_usual")]
    pub asks: Asks,
    /// How much each of the others wants to be asked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub asks_of: BTreeMap<Seat, Asks>,
    /// What seats have said beforehand to questions of a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said_before: Vec<SaidBefore>,
    /// Every ruling made, oldest first.
    #[serde(default)]
    pub rulings: Vec<RulingRecord>,
    /// How much is asked about judgement, where a rule has no level of its own.
    #[serde(default)]
    pub level: Level,
    /// How much is asked about single rules.
    #[serde(default)]
    pub levels: BTreeMap<RuleId, Level>,
    /// Whether the game master reviews actions before they count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub review: bool,
    /// Whether players may ask what to answer.
    #[serde(default = "yes", skip_serializing_if = "is_so")]
    pub advice: bool,
    /// Who may talk and read along beside the players.
    #[serde(default, skip_serializing_if = "Chat::is_closed")]
    pub chat: Chat,
    /// The game master's notes, some of them shown to others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub papers: Vec<Arc<Paper>>,
    /// Every stretch of dice, the last one in use.
    pub stretches: Vec<StretchRecord>,
}

/// Who may talk and read along beside the game master and the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// Whether spectators may say something.
    #[serde(default)]
    pub spectators: bool,
    /// Whether displays show what is said.
    #[serde(default)]
    pub displays: bool,
}

impl Chat {
    fn is_closed(&self) -> bool {
        *self == Self::default()
    }
}

fn yes() -> bool {
    true
}

fn is_so(it: &bool) -> bool {
    *it
}

/// One stretch of verifiable dice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StretchRecord {
    /// Seeds and contributions.
    pub stretch: Stretch,
    /// The next counter of the open and of the secret stream. Never goes back, not by undo either.
    #[serde(default)]
    pub next: [u32; 2],
    /// Every die drawn: whether secret, counter, sides, face.
    #[serde(default)]
    pub drawn: Vec<(bool, u32, u8, u8)>,
    /// Whether it was opened for everybody to check.
    #[serde(default)]
    pub revealed: bool,
    /// Whether dice that were drawn are not in it: only the records have them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forgotten: bool,
}

impl StretchRecord {
    /// A stretch with these seeds.
    pub fn new(seeds: Seeds) -> Self {
        Self {
            stretch: Stretch::new(seeds.open, seeds.secret),
            next: [0; 2],
            drawn: Vec::new(),
            revealed: false,
            forgotten: false,
        }
    }
}

/// Two independent, unpredictable seeds, given by whoever runs the table.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Seeds {
    /// For open rolls.
    pub open: [u8; 32],
    /// For secret rolls.
    pub secret: [u8; 32],
}

impl std::fmt::Debug for Seeds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seeds(..)")
    }
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatInfo {
    /// What they are called.
    pub name: String,
    /// What they are there for.
    pub role: Role,
    /// Whether they roll real dice and type them in.
    #[serde(default)]
    pub types_dice: bool,
}

/// An answer given beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Whose it is.
    pub seat: Seat,
    /// For which creature; all of the seat's if none is named.
    #[serde(default)]
    pub creature: Option<Who>,
    /// The answer.
    pub answer: StandingAnswer,
    /// When it ends.
    pub until: StandingUntil,
}

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandingAnswer {
    /// Let it go by, where the question has such an answer.
    Pass {
        /// Also where somebody may die of it.
        #[serde(default)]
        even_if_mortal: bool,
    },
    /// As instinct says.
    Instinct,
    /// As looking ahead finds best. It knows everything, so it is for the game master's creatures alone; it takes its
    /// time, so the question is put, and whoever runs the table answers it.
    Ahead,
    /// The game master takes every proposal.
    Proposal,
}

/// When a standing answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandingUntil {
    /// When it is this creature's or seat's move.
    MyTurn,
    /// When it is this creature's or seat's move no more: the one move is played and no other.
    TurnOver,
    /// When nobody's move is waited for any more.
    EndOfBattle,
    /// When it is taken back. A creature plays itself in fights until then.
    Revoked,
    /// When it is taken back. A creature plays itself until then, outside fights too as far as that is harmless.
    Always,
}

impl Frame {
    /// A frame with the game master alone.
    pub fn new(title: impl Into<String>, seeds: Seeds) -> Self {
        let gm = SeatInfo { name: "GM".into(), role: Role::Gm, types_dice: false };
        Self {
            title: title.into(),
            seats: BTreeMap::from([(Seat::GM, gm)]),
            former: BTreeSet::new(),
            standing: Vec::new(),
            held: BTreeSet::new(),
            play_on: false,
            asks: Asks::default(),
            asks_of: BTreeMap::new(),
            said_before: Vec::new(),
            rulings: Vec::new(),
            level: Level::default(),
            levels: BTreeMap::new(),
            review: false,
            advice: true,
            chat: Chat::default(),
            papers: Vec::new(),
            stretches: vec![StretchRecord::new(seeds)],
        }
    }

    /// The seat with this name, in any case.
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seats.iter().find(|(_, info)| info.name.eq_ignore_ascii_case(name)).map(|(seat, _)| *seat)
    }

    /// A seat that nobody has or had, if there is one left.
    pub fn free_seat(&self) -> Option<Seat> {
        let unused = |seat: &Seat| !self.seats.contains_key(seat) && !self.former.contains(seat);
        (1..Seat::MOST).map(Seat).find(unused)
    }

    /// What a seat is called.
    pub fn seat_name(&self, seat: Seat) -> String {
        self.seats.get(&seat).map_or_else(|| seat.to_string(), |info| info.name.clone())
    }

    /// Whether a seat types in its dice.
    pub fn types_dice(&self, seat: Seat) -> bool {
        self.seats.get(&seat).is_some_and(|info| info.types_dice)
    }

    /// What the party's seat has said beforehand, the creature's own before the seat's.
    pub fn standing_for(&self, party: Party, seat: Seat) -> Option<&Standing> {
        let own = |standing: &&Standing| match (party, standing.creature) {
            (Party::Creature(who), Some(creature)) => standing.seat == seat && creature == who,
            _ => false,
        };
        let any = |standing: &&Standing| standing.seat == seat && standing.creature.is_none();
        self.standing.iter().find(own).or_else(|| self.standing.iter().find(any))
    }

    /// By what a creature plays itself, if it does.
    pub fn pilot(&self, who: Who) -> Option<&Standing> {
        self.standing.iter().find(|one| one.creature == Some(who) && one.plays().is_some())
    }

    /// Holds creatures that play themselves: what was taken back is not done again at once.
    pub(crate) fn hold(&mut self, fits: impl Fn(Who) -> bool) {
        let playing = self.standing.iter().filter(|one| one.plays().is_some());
        self.held.extend(playing.filter_map(|one| one.creature).filter(|who| fits(*who)));
    }

    /// Nobody is held who does not play itself any more.
    pub(crate) fn let_go(&mut self) {
        let mut held = std::mem::take(&mut self.held);
        held.retain(|who| self.pilot(*who).is_some());
        self.held = held;
    }

    /// How much is asked about a rule of judgement.
    pub fn level(&self, rule: RuleId) -> Level {
        self.levels.get(&rule).copied().unwrap_or(self.level)
    }

    /// Earlier rulings on a rule and tag: the table's rule first, then the latest.
    pub fn precedents(&self, rule: RuleId, tag: &str) -> Vec<Precedent> {
        self.precedents_with(rule, tag, [].iter())
    }

    /// The same, with the rulings of an action that is not done yet as the latest.
    pub(crate) fn precedents_with<'a>(
        &'a self,
        rule: RuleId,
        tag: &str,
        now: impl DoubleEndedIterator<Item = &'a RulingRecord>,
    ) -> Vec<Precedent> {
        if tag.starts_with(ONCE) {
            return Vec::new();
        }
        let all = self.rulings.iter().chain(now).rev();
        let alike = all.filter(|ruling| ruling.rule == rule && ruling.tag == tag);
        let told = |ruling: &RulingRecord| Precedent {
            key: ruling.key.clone(),
            words: ruling.words.clone(),
            table_rule: ruling.table_rule,
        };
        let mut precedents: Vec<Precedent> = alike.filter(|ruling| !ruling.unasked).map(told).collect();
        if let Some(at) = precedents.iter().position(|precedent| precedent.table_rule) {
            let standing = precedents.remove(at);
            precedents.insert(0, standing);
        }
        precedents.truncate(5);
        precedents
    }

    /// Remembers the rulings of an action that is done.
    pub(crate) fn keep_rulings<F>(&mut self, log: &[Entry<F>]) {
        for entry in log {
            if let Entry::Ruling(ruling) = entry {
                self.rulings.push(ruling.clone());
            }
        }
    }

    /// Forgets the rulings of an action that is taken back.
    pub(crate) fn forget_rulings<F>(&mut self, log: &[Entry<F>]) {
        for entry in log {
            if let Entry::Ruling(ruling) = entry
                && let Some(at) = self.rulings.iter().rposition(|known| known == ruling)
            {
                self.rulings.remove(at);
            }
        }
    }

    /// Notes dice that were drawn, so that none is ever drawn again.
    pub(crate) fn note_drawn(&mut self, groups: &[ThrownGroup], how: HowThrown) {
        let HowThrown::Drawn { stretch, secret, from } = how else {
            return;
        };
        let Some(record) = self.stretches.get_mut(stretch as usize) else {
            return;
        };
        let next = &mut record.next[usize::from(secret)];
        // The same throw is told twice: when the action begins to wait, and when it is done.
        if from < *next {
            return;
        }
        *next = from;
        for group in groups {
            for &face in &group.faces {
                if !record.forgotten {
                    record.drawn.push((secret, *next, group.sides, face));
                }
                *next = next.saturating_add(1);
            }
        }
    }
}
