//! Adventures for several games at once, which belong to none of them.

/// Path and text.
pub static SHARED: &[(&str, &str)] = &[("marrow-lock.toml", include_str!("../adventures/marrow-lock.toml"))];
