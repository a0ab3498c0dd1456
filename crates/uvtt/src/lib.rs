//! Maps in the Universal VTT format: bytes in, a map out, or the reason why not. No files are opened here, and
//! what a wall or a light means is a rule of each game.

mod colour;
mod fault;
mod image;
mod map;
mod shape;

pub use colour::Colour;
pub use fault::VttFault;
pub use image::{Picture, PictureKind};
pub use map::{Barrier, Light, Portal, VttMap};

/// No larger file is read.
pub const MOST_BYTES: usize = 64 << 20;
/// No picture is wider or taller.
pub const MOST_PIXELS: u32 = 16_384;
/// A map has no more segments of wall.
pub const MOST_SEGMENTS: usize = boneyard_board::MOST_WALLS;
/// A map has no more portals, and no more lights.
pub const MOST_THINGS: usize = 2_000;
