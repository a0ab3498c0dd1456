//! The tables of this game that its tests try things on.

pub use boneyard_testkit::{Chance, answer, by_instinct, filled, moves, said};

use boneyard_table::Seat;
use boneyard_table::stage::{Seating, Stage};
use boneyard_table::table::GameOf;
use roll_high_or_die::RollHighOrDie;

pub static GAME: GameOf<RollHighOrDie> = GameOf::new();

pub const GM: Seat = Seat::GM;
pub const ANN: Seat = Seat(1);

pub type Arena = boneyard_testkit::TestTable<RollHighOrDie>;

/// A ready fight with Ann playing half the party.
pub fn start(number: usize) -> Stage {
    let fights: Vec<_> =
        roll_high_or_die::starts().into_iter().filter(|(_, stage)| !stage.creatures.is_empty()).collect();
    let (_, mut stage) = fights[number % fights.len()].clone();
    let half: Vec<String> = stage.heroes.keys().take(2).cloned().collect();
    stage.seats.insert("Ann".into(), Seating::Creatures(half));
    stage
}
