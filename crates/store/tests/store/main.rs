//! What the store promises, as stories: one module per promise.

mod crash;
mod damage;
mod group;
mod journal;
mod keeping;
mod opening;
mod room;
mod scene;
mod transfer;
mod two_handles;
