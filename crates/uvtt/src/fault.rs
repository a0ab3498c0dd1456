//! Why a file is refused, in words for those who chose it.

use thiserror::Error;

/// Why a file is no map for us.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum VttFault {
    /// The file is too large.
    #[error("The file has {bytes} bytes; at most {most} are read.")]
    Bytes {
        /// How large it is.
        bytes: usize,
        /// The most.
        most: usize,
    },
    /// The file is not written in the format.
    #[error("This is not a Universal VTT file: {why}.")]
    Format {
        /// What the reader stumbled on.
        why: String,
    },
    /// The size of the map makes no sense or is too large.
    #[error("The map is {width} by {height} squares; a side has 1 to {most}.")]
    Size {
        /// Across.
        width: i64,
        /// Down.
        height: i64,
        /// The most.
        most: i16,
    },
    /// The squares have no size.
    #[error("A square is {pixels} pixels wide; 1 to {most} make sense.")]
    Pixels {
        /// As the file says.
        pixels: i64,
        /// The most.
        most: u32,
    },
    /// A point that is no point, or far from the map.
    #[error("{what} {number} lies outside the map: {at}.")]
    Away {
        /// "Wall", "portal", "light".
        what: &'static str,
        /// Which, from 1.
        number: usize,
        /// Where, as the file says.
        at: String,
    },
    /// Too much of something.
    #[error("The file has {many} {what}; at most {most} are read.")]
    Many {
        /// What.
        what: &'static str,
        /// How many.
        many: usize,
        /// The most.
        most: usize,
    },
    /// A colour that is none.
    #[error("`{text}` is no colour: six hexadecimal digits, or eight with the opacity first.")]
    Colour {
        /// As the file says.
        text: String,
    },
    /// A light that reaches nowhere, or too far.
    #[error("Light {number} reaches {range} squares; 0 to {most} make sense.")]
    Range {
        /// Which, from 1.
        number: usize,
        /// As the file says.
        range: String,
        /// The most.
        most: i16,
    },
    /// A picture that cannot be one.
    #[error("The picture cannot be used: {why}.")]
    Picture {
        /// Why.
        why: String,
    },
    /// The board refuses what was made of it.
    #[error(transparent)]
    Board(#[from] boneyard_board::BoardFault),
}
