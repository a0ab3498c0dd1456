//! A test game: duelists with a few hit points, and one small rule for everything the kernel offers.
//! Here: state, facts, commands. Rules, questions and what people see are beside it.

use boneyard_table::{Address, At, Awaits, By, Cx, Flow, Game, Lane, Pilot, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::questions::{Amount, Reroll, Whom, YesOrNo};
use super::rules;

/// An attack, its die, its harm.
pub const HIT: RuleId = RuleId::of("TT-HIT-01");
/// Only somebody who stands there can be attacked.
pub const TARGET: RuleId = RuleId::of("TT-HIT-02");
/// The reaction window.
pub const PARRY: RuleId = RuleId::of("TT-PARRY-01");
/// Whose turn it is.
pub const TURN: RuleId = RuleId::of("TT-TURN-01");
/// The sealed bid.
pub const BID: RuleId = RuleId::of("TT-BID-01");
/// Judgement.
pub const TRY: RuleId = RuleId::of("TT-TRY-01");
/// The exchange of rerolls.
pub const EXCHANGE: RuleId = RuleId::of("TT-SWAP-01");
/// The contest with ties rerolled.
pub const CONTEST: RuleId = RuleId::of("TT-TIE-01");
/// Waiting for luck.
pub const HAGGLE: RuleId = RuleId::of("TT-WAIT-01");
/// The secret count.
pub const DOOM: RuleId = RuleId::of("TT-DOOM-01");
/// A hero's own practice.
pub const TRAIN: RuleId = RuleId::of("TT-TRAIN-01");
/// Notes.
pub const NOTE: RuleId = RuleId::of("TT-NOTE-01");
/// The lasting effect.
pub const SHAKEN: RuleId = RuleId::of("TT-SHAKE-01");
/// What lurks may pounce.
pub const POUNCE: RuleId = RuleId::of("TT-LURK-01");
/// Lifting something, with help and snags.
pub const LIFT: RuleId = RuleId::of("TT-LIFT-01");
/// Help is announced before the die falls.
pub const HELP: RuleId = RuleId::of("TT-LIFT-02");
/// So are snags.
pub const SNAG: RuleId = RuleId::of("TT-LIFT-03");
/// The party decides to camp.
pub const CAMP: RuleId = RuleId::of("TT-CAMP-01");
/// Somebody watches over another.
pub const GUARD: RuleId = RuleId::of("TT-GUARD-01");
/// The game master is above the rules.
pub const OVERRULE: RuleId = RuleId::of("TT-GM-01");

#[derive(Clone, Copy, Debug)]
pub struct Duel;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub duelists: Vec<Duelist>,
    pub turn: Option<Who>,
    pub last: Option<bool>,
    pub tray: Tray,
    /// For the game master alone.
    pub doom: u8,
    pub note: String,
    pub lift: Lift,
}

/// What was said before the die of a lift fell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lift {
    pub helpers: Vec<Who>,
    pub snag: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Duelist {
    pub name: String,
    pub seat: Seat,
    pub hero: bool,
    pub hp: u8,
    pub parries: u8,
    pub coins: u8,
    pub skill: u8,
    /// Lasts until its own turn begins.
    pub shaken: bool,
    /// Nobody but the game master knows of it.
    pub hidden: bool,
}

/// Dice two sides quarrel over; 0 is no die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Tray {
    pub dice: [u8; 3],
    pub left: [u8; 2],
    pub passes: u8,
    pub turn: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    Hurt { who: Who, from: u8, to: u8 },
    Parried { who: Who, left: u8 },
    Turn { to: Who },
    Paid { who: Who, left: u8 },
    Laid { tray: Tray },
    Outcome { success: bool },
    Doom { to: u8 },
    Trained { who: Who, skill: u8 },
    Noted { text: String },
    Shaken { who: Who, on: bool },
    Helps { who: Who },
    Snag { by: u8 },
    Lifted,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// One die, a window, harm.
    Attack { who: Who, target: Who },
    /// The foe is easier to hurt until its turn.
    Shake { who: Who, target: Who },
    /// Everybody bids for the turn, sealed.
    Bid,
    /// Something the game master judges.
    Try { who: Who, what: String },
    /// Dice that both sides may reroll.
    Exchange { who: Who, foe: Who, dice: u8, own: u8, other: u8 },
    /// Ties are rolled again.
    Contest { who: Who, foe: Who },
    /// Go now, or wait for luck as often as one likes.
    Haggle { who: Who },
    /// A secret roll: the doom grows.
    Brood { who: Who },
    /// Everybody sees that it is rolled, the game master what.
    Search { who: Who },
    /// What lurks may pounce on the one who whistles.
    Whistle { who: Who },
    /// One die of five or more; others may help, the game master may name a snag, before it falls.
    Lift { who: Who },
    /// Somebody proposes to camp, and the party decides.
    Camp { who: Who },
    /// What the night brings, as the game master judges: openly, noticed, or in secret.
    Omen { seen: Seen },
    /// Watches over somebody.
    Guard { who: Who },
    /// In the hero's own lane: two questions and a die.
    Train { who: Who },
    /// In no lane.
    Note { text: String },
    /// In no lane, but waits: a fault in the rules.
    Hum { who: Who },
    /// Rules that catch a stop by mistake.
    Careless { who: Who },
}

/// How much players see of an omen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    Open,
    Noticed,
    Secret,
}

/// Every question.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Prompt {
    YesOrNo(YesOrNo),
    Amount(Amount),
    Reroll(Reroll),
    Whom(Whom),
}

/// Every answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Yes(bool),
    Number(u8),
    Face(Option<u8>),
    Whom(Who),
}

impl State {
    /// The duelist with this number; numbers begin at 1.
    pub fn get(&self, who: Who) -> Option<&Duelist> {
        usize::from(who.0).checked_sub(1).and_then(|at| self.duelists.get(at))
    }

    /// Everybody, with their numbers.
    pub fn all(&self) -> impl Iterator<Item = (Who, &Duelist)> {
        self.duelists.iter().enumerate().map(|(at, duelist)| (Who(at as u16 + 1), duelist))
    }

    /// Who can still act, openly.
    pub fn standing(&self) -> impl Iterator<Item = (Who, &Duelist)> {
        self.all().filter(|(_, duelist)| duelist.hp > 0 && !duelist.hidden)
    }

    fn at(&mut self, who: Who) -> Option<&mut Duelist> {
        usize::from(who.0).checked_sub(1).and_then(|at| self.duelists.get_mut(at))
    }
}

impl Duelist {
    /// The heroes' side is 0.
    pub fn side(&self) -> u8 {
        u8::from(!self.hero)
    }
}

impl Game for Duel {
    type State = State;
    type Book = ();
    type Fact = Fact;
    type Command = Command;
    type Prompt = Prompt;
    type Answer = Answer;

    fn apply(state: &mut State, fact: &Fact) {
        match fact {
            Fact::Hurt { who, to, .. } => set(state, *who, |duelist| duelist.hp = *to),
            Fact::Parried { who, left } => set(state, *who, |duelist| duelist.parries = *left),
            Fact::Paid { who, left } => set(state, *who, |duelist| duelist.coins = *left),
            Fact::Trained { who, skill } => set(state, *who, |duelist| duelist.skill = *skill),
            Fact::Shaken { who, on } => set(state, *who, |duelist| duelist.shaken = *on),
            Fact::Helps { who } => state.lift.helpers.push(*who),
            Fact::Snag { by } => state.lift.snag = *by,
            Fact::Lifted => state.lift = Lift::default(),
            Fact::Turn { to } => state.turn = Some(*to),
            Fact::Laid { tray } => state.tray = *tray,
            Fact::Outcome { success } => state.last = Some(*success),
            Fact::Doom { to } => state.doom = *to,
            Fact::Noted { text } => text.clone_into(&mut state.note),
        }
    }

    fn resolve(cx: &mut Cx<'_, Self>, by: Seat, command: Command) -> Flow {
        rules::resolve(cx, by, command)
    }

    fn address(command: &Command) -> Address {
        match command {
            Command::Train { who } => Address { lane: Lane::Hero(*who), by: By::Actor(*who) },
            Command::Note { .. } => Address { lane: Lane::Free, by: By::Anyone },
            Command::Hum { who } => Address { lane: Lane::Free, by: By::Actor(*who) },
            Command::Bid | Command::Omen { .. } => Address { lane: Lane::Scene, by: By::Gm },
            Command::Attack { who, .. }
            | Command::Shake { who, .. }
            | Command::Try { who, .. }
            | Command::Exchange { who, .. }
            | Command::Contest { who, .. }
            | Command::Haggle { who }
            | Command::Brood { who }
            | Command::Search { who }
            | Command::Whistle { who }
            | Command::Lift { who }
            | Command::Guard { who }
            | Command::Camp { who }
            | Command::Careless { who } => Address { lane: Lane::Scene, by: By::Actor(*who) },
        }
    }

    fn speaker(state: &State, who: Who) -> Seat {
        state.get(who).map_or(Seat::GM, |duelist| duelist.seat)
    }

    fn question(prompt: &Prompt) -> &dyn boneyard_table::Ask<Self> {
        match prompt {
            Prompt::YesOrNo(question) => question,
            Prompt::Amount(question) => question,
            Prompt::Reroll(question) => question,
            Prompt::Whom(question) => question,
        }
    }

    fn awaits(at: At<'_, Self>) -> Awaits {
        let creatures = at.state.turn.into_iter().collect();
        Awaits { creatures, seats: Vec::new(), why: "The one whose turn it is acts.".into() }
    }

    fn instinct(at: At<'_, Self>, who: Who) -> Option<Command> {
        let side = at.state.get(who)?.side();
        let foe = at.state.standing().find(|(_, foe)| foe.side() != side)?.0;
        Some(Command::Attack { who, target: foe })
    }

    fn fight(at: At<'_, Self>) -> Option<u16> {
        at.state.turn.map(|_| 1)
    }

    fn pilot(_at: At<'_, Self>, command: &Command) -> Pilot {
        match command {
            Command::Attack { .. } | Command::Shake { .. } => Pilot::Fight,
            Command::Lift { .. } => Pilot::Travel,
            Command::Bid => Pilot::Opens,
            _ => Pilot::Never,
        }
    }

    fn by_itself(at: At<'_, Self>, who: Who, led: &[Who]) -> Option<Command> {
        match Self::fight(at) {
            Some(_) => Self::instinct(at, who),
            None => led.first().map(|_| Command::Lift { who }),
        }
    }

    fn party(at: At<'_, Self>) -> Vec<Who> {
        at.state.standing().filter(|(_, duelist)| duelist.hero).map(|(who, _)| who).collect()
    }
}

fn set(state: &mut State, who: Who, change: impl FnOnce(&mut Duelist)) {
    if let Some(duelist) = state.at(who) {
        change(duelist);
    }
}
