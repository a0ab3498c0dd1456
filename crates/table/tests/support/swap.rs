//! A test game of one roll: dice that two sides reroll in turns until both are content. The hero's
//! new faces stand; the foe keeps the old face or the new one.

use boneyard_table::view::{Domain, PromptKind, Stakes};
use boneyard_table::{
    Address, Ask, At, Awaits, By, Choices, Cx, Flow, Form, Game, Group, Lane, Question, Refusal, RuleId,
    Seat, Stance, Who,
};
use serde::{Deserialize, Serialize};

pub const ROLL: RuleId = RuleId::of("TS-ROLL-01");
pub const TURNS: RuleId = RuleId::of("TS-ROLL-02");

/// The one who rolls, and the one who is against it.
pub const HERO: Who = Who(1);
pub const FOE: Who = Who(2);

#[derive(Clone, Copy, Debug)]
pub struct Swap;

/// Dice on the table, the lowest first; 0 is no die. All that an exchange depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tray {
    pub dice: [u8; 5],
    pub left: [u8; 2],
    pub turn: u8,
    pub passes: u8,
}

impl Tray {
    /// These dice, with so many rerolls for each side.
    pub fn new(faces: &[u8], left: [u8; 2]) -> Self {
        let mut dice = [0; 5];
        dice.iter_mut().zip(faces).for_each(|(die, face)| *die = *face);
        dice.sort_unstable();
        Self { dice, left, turn: 0, passes: 0 }
    }

    /// The same with one die turned.
    pub fn turned(mut self, old: u8, new: u8) -> Self {
        if let Some(die) = self.dice.iter_mut().find(|die| **die == old) {
            *die = new;
        }
        self.dice.sort_unstable();
        self
    }

    /// Equal dice are one choice.
    pub fn faces(&self) -> impl Iterator<Item = u8> + '_ {
        let first = |at: usize| at == 0 || self.dice[at - 1] != self.dice[at];
        (0..self.dice.len()).filter(move |at| first(*at)).map(|at| self.dice[at]).filter(|face| *face > 0)
    }

    /// A side that has nothing left has passed; otherwise the other is asked next.
    pub fn handed_on(mut self, rerolled: bool) -> Self {
        self.passes = if rerolled { 0 } else { self.passes + 1 };
        for _ in 0..2 {
            self.turn = 1 - self.turn;
            if self.passes < 2 && self.left[usize::from(self.turn)] == 0 {
                self.passes += 1;
            } else {
                break;
            }
        }
        self
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Fact {
    Laid(Tray),
}

#[derive(Clone, Copy, Debug)]
pub struct Command {
    pub dice: u8,
    pub left: [u8; 2],
}

#[derive(Clone, Copy, Debug)]
pub enum Prompt {
    Reroll(Reroll),
    Keep(Keep),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    Face(Option<u8>),
    New(bool),
}

/// Which die to reroll, if any.
#[derive(Clone, Copy, Debug)]
pub struct Reroll {
    pub side: u8,
}

/// Whether the new face of a rerolled die is kept.
#[derive(Clone, Copy, Debug)]
pub struct Keep {
    pub old: u8,
    pub new: u8,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Face(pub Option<u8>);

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct New(pub bool);

impl Game for Swap {
    type State = Tray;
    type Book = ();
    type Fact = Fact;
    type Command = Command;
    type Prompt = Prompt;
    type Answer = Answer;

    fn apply(state: &mut Tray, Fact::Laid(tray): &Fact) {
        *state = *tray;
    }

    fn resolve(cx: &mut Cx<'_, Self>, _: Seat, command: Command) -> Flow {
        exchange(cx, command.dice, command.left)
    }

    fn address(_: &Command) -> Address {
        Address { lane: Lane::Scene, by: By::Actor(HERO) }
    }

    fn speaker(_: &Tray, who: Who) -> Seat {
        if who == HERO { Seat(1) } else { Seat::GM }
    }

    fn side(_: &Tray, who: Who) -> u8 {
        u8::from(who == FOE)
    }

    fn question(prompt: &Prompt) -> &dyn Ask<Self> {
        match prompt {
            Prompt::Reroll(question) => question,
            Prompt::Keep(question) => question,
        }
    }

    fn awaits(_: At<'_, Self>) -> Awaits {
        Awaits::default()
    }

    fn instinct(_: At<'_, Self>, _: Who) -> Option<Command> {
        None
    }
}

/// All dice, then rerolls in turns until neither side can or wants to.
pub fn exchange(cx: &mut Cx<'_, Swap>, dice: u8, left: [u8; 2]) -> Flow {
    let thrown = cx.dice(ROLL, HERO, Group::new(dice, 6))?;
    let tray = Tray { turn: 1, ..Tray::new(thrown.as_slice(), left) }.handed_on(true);
    cx.record(ROLL, Fact::Laid(tray));
    loop {
        cx.mark(TURNS, ())?;
        let mut tray = *cx.state();
        if tray.passes == 2 {
            return Ok(());
        }
        let side = tray.turn;
        let asked = if side == 0 { HERO } else { FOE };
        let Face(chosen) = cx.ask(asked, Reroll { side })?;
        if let Some(old) = chosen {
            let new = cx.die(TURNS, asked, 6)?;
            let New(kept) = if side == 0 { New(true) } else { cx.ask(asked, Keep { old, new })? };
            tray.left[usize::from(side)] -= 1;
            if kept {
                tray = tray.turned(old, new);
            }
        }
        cx.record(TURNS, Fact::Laid(tray.handed_on(chosen.is_some())));
    }
}

impl From<Reroll> for Prompt {
    fn from(question: Reroll) -> Self {
        Self::Reroll(question)
    }
}

impl From<Keep> for Prompt {
    fn from(question: Keep) -> Self {
        Self::Keep(question)
    }
}

impl From<Face> for Answer {
    fn from(answer: Face) -> Self {
        Self::Face(answer.0)
    }
}

impl From<New> for Answer {
    fn from(answer: New) -> Self {
        Self::New(answer.0)
    }
}

impl TryFrom<Answer> for Face {
    type Error = Answer;

    fn try_from(answer: Answer) -> Result<Self, Answer> {
        if let Answer::Face(face) = answer { Ok(Self(face)) } else { Err(answer) }
    }
}

impl TryFrom<Answer> for New {
    type Error = Answer;

    fn try_from(answer: Answer) -> Result<Self, Answer> {
        if let Answer::New(new) = answer { Ok(Self(new)) } else { Err(answer) }
    }
}

fn form(name: &'static str, kind: PromptKind, domain: Domain) -> Form {
    Form { name, rule: TURNS, question: format!("{name}?"), kind, domain, stakes: Stakes::None }
}

impl Question<Swap> for Reroll {
    type Answer = Face;

    fn form(&self, _: At<'_, Swap>) -> Form {
        form("reroll", PromptKind::PickDice, Domain::amount(1, 6))
    }

    fn check(&self, at: At<'_, Swap>, answer: &Face) -> Result<(), Refusal> {
        match answer.0 {
            Some(face) if !at.state.faces().any(|known| known == face) => {
                Err(Refusal::new(TURNS, "no-such-die", format!("No die shows {face}.")))
            }
            _ => Ok(()),
        }
    }

    fn choices(&self, at: At<'_, Swap>) -> Choices<Face> {
        Choices::Every([None].into_iter().chain(at.state.faces().map(Some)).map(Face).collect())
    }

    fn instinct(&self, _: At<'_, Swap>) -> Face {
        Face(None)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<Face> {
        Some(Face(None))
    }
}

impl Question<Swap> for Keep {
    type Answer = New;

    fn form(&self, _: At<'_, Swap>) -> Form {
        form("keep", PromptKind::YesOrNo, Domain::yes_no())
    }

    fn check(&self, _: At<'_, Swap>, _: &New) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _: At<'_, Swap>) -> Choices<New> {
        Choices::Every(if self.old == self.new { vec![New(false)] } else { vec![New(false), New(true)] })
    }

    fn instinct(&self, _: At<'_, Swap>) -> New {
        New(self.new < self.old)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}
