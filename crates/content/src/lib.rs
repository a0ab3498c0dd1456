//! Content as text: packs of TOML files read into a game's own types, merged into catalogs, with mistakes told
//! by file, line, column and field. What an entry means is the game's; files are read from disk elsewhere.

mod amount;
mod book;
mod catalog;
mod error;
mod joined;
mod like;
mod limits;
mod outline;
mod pack;
mod random_table;
mod read;
mod shelf;

pub use amount::Amount;
pub use book::{Book, known_keys, merge_rows, read_book};
pub use catalog::{Catalog, Entry, Origin};
pub use error::{ContentError, Fields};
pub use joined::Joined;
pub use limits::Limits;
pub use pack::{Pack, PackFile};
pub use random_table::{NoEffect, RandomRow, RandomTable, RowFault, Then};
pub use read::{read, read_within, written};
pub use shelf::Shelf;
