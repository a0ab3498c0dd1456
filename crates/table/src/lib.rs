//! The kernel: durable actions. Rules are plain functions over [`Cx`]; live play, simulation,
//! exact odds, stories and replay run the same rules behind different hosts.
//!
//! No I/O, clock, thread or hidden randomness lives here. Files and sockets are above.

pub mod asks;
mod audience;
pub mod chain;
mod circumstance;
pub mod clock;
mod cx;
pub mod encounter;
pub mod frame;
mod game;
mod host;
mod ids;
pub mod judge;
mod kept;
pub mod live;
pub mod moment;
mod numbers;
pub mod odds;
pub mod order;
mod pick;
mod pilot;
mod playable;
mod probe;
mod question;
mod refusal;
mod roll;
mod rule;
pub mod sabotage;
mod sim;
pub mod stage;
pub mod story;
pub mod strong;
pub mod table;
pub mod tracker;
pub mod undertaking;
pub mod upshot;
pub mod view;
mod vocabulary;
mod vote;

pub use audience::{Audience, Sees};
pub use cx::{Cx, Ended, First, Flow, Stop, counted, refuse, run};
pub use game::{Address, At, Awaits, By, Game, Lane, Stored};
pub use host::{Ahead, Decided, Host, Round};
pub use ids::{Party, Role, Seat, Who};
pub use judge::{Judgement, Ruling, RulingOption};
pub use kept::Kept;
pub use live::{ActionId, Entry};
pub use numbers::Numbers;
pub use pick::{Asked, Pick};
pub use pilot::{Pilot, Plays};
pub use playable::{BadPack, Playable, Switch};
pub use probe::probe;
pub use question::{Ask, Choices, Form, Question, Stance, Unreadable};
pub use refusal::{Reason, Refusal};
pub use roll::{Alike, Faces, Group, HowThrown, Roll, Thrown, ThrownGroup};
pub use rule::RuleId;
pub use sim::{ByInstinct, Policy, Sim};
pub use vocabulary::{NotOfFamily, no_such_command, of_family};
pub use vote::{majority, vote};
