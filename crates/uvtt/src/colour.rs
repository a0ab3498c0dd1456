//! Colours as these files write them: hexadecimal, the opacity first.

use std::fmt;
use std::str::FromStr;

use crate::fault::VttFault;

/// A colour of light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// How strong it is, 255 being opaque.
    pub opacity: u8,
}

impl FromStr for Colour {
    type Err = VttFault;

    /// Six digits, or eight with the opacity first; a leading `#` is forgiven.
    fn from_str(text: &str) -> Result<Self, VttFault> {
        let bad = || VttFault::Colour { text: text.chars().take(20).collect() };
        let digits = text.strip_prefix('#').unwrap_or(text);
        let number = u32::from_str_radix(digits, 16)
            .ok()
            .filter(|_| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let [first, red, green, blue] = number.ok_or_else(bad)?.to_be_bytes();
        match digits.len() {
            8 => Ok(Self { red, green, blue, opacity: first }),
            6 => Ok(Self { red, green, blue, opacity: u8::MAX }),
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for Colour {
    /// As a style sheet writes it: the opacity last, and only where there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)?;
        if self.opacity < u8::MAX { write!(f, "{:02x}", self.opacity) } else { Ok(()) }
    }
}
