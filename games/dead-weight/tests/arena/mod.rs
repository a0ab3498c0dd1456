//! The tables of this game that its tests try things on.

pub mod deed;
pub mod sound;

pub use boneyard_testkit::{Chance, answer, by_instinct, filled, moves, said, seeds};

use boneyard_table::Seat;
use boneyard_table::stage::{Seating, Stage};
use boneyard_table::table::GameOf;
use dead_weight::DeadWeight;

pub static GAME: GameOf<DeadWeight> = GameOf::new();

pub const GM: Seat = Seat::GM;
pub const ANN: Seat = Seat(1);
pub const CY: Seat = Seat(2);

pub type Arena = boneyard_testkit::TestTable<DeadWeight>;

/// A ready fight with Ann playing half the party.
pub fn start(number: usize) -> Stage {
    let fights: Vec<_> =
        dead_weight::starts().into_iter().filter(|(_, stage)| !stage.creatures.is_empty()).collect();
    let (_, mut stage) = fights[number % fights.len()].clone();
    let half: Vec<String> = stage.heroes.keys().take(2).cloned().collect();
    stage.seats.insert("Ann".into(), Seating::Creatures(half));
    stage
}
