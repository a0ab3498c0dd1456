//! Tables over the network.

pub mod protocol;
