//! The picture of a map: what kind it is and how large, read from its first bytes. It is never decoded here.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::MOST_PIXELS;
use crate::fault::VttFault;

/// A picture as it came.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// What it is.
    pub kind: PictureKind,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// The file itself.
    pub bytes: Vec<u8>,
}

/// The kinds map editors write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureKind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
}

impl PictureKind {
    /// As browsers name it.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
        }
    }
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { kind, width, height, bytes } = self;
        write!(f, "Picture({kind:?}, {width} by {height}, {} bytes)", bytes.len())
    }
}

impl Picture {
    /// Reads it from base64, with or without the head of a data address.
    pub(crate) fn of_base64(text: &str) -> Result<Self, VttFault> {
        let wrong = |why: &str| VttFault::Picture { why: why.to_owned() };
        let text = match text.strip_prefix("data:") {
            Some(rest) => rest.split_once(";base64,").ok_or_else(|| wrong("its address holds no base64"))?.1,
            None => text,
        };
        Self::of_bytes(STANDARD.decode(text.trim()).map_err(|_| wrong("it is not written in base64"))?)
    }

    /// What the bytes of a picture are.
    pub fn of_bytes(bytes: Vec<u8>) -> Result<Self, VttFault> {
        let wrong = |why: &str| VttFault::Picture { why: why.to_owned() };
        let (kind, size) = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            (PictureKind::Png, png(&bytes))
        } else if bytes.starts_with(b"\xff\xd8") {
            (PictureKind::Jpeg, jpeg(&bytes))
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            (PictureKind::Webp, webp(&bytes))
        } else {
            return Err(wrong("it is neither PNG nor JPEG nor WebP"));
        };
        let (width, height) = size.ok_or_else(|| wrong("it ends before it says how large it is"))?;
        if !(1..=MOST_PIXELS).contains(&width) || !(1..=MOST_PIXELS).contains(&height) {
            let why = format!("it is {width} by {height} pixels; a side has 1 to {MOST_PIXELS}");
            return Err(VttFault::Picture { why });
        }
        Ok(Self { kind, width, height, bytes })
    }
}

fn big(bytes: &[u8], at: usize, many: usize) -> Option<u32> {
    Some(bytes.get(at..at + many)?.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn little(bytes: &[u8], at: usize, many: usize) -> Option<u32> {
    Some(bytes.get(at..at + many)?.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    let first = bytes.get(12..16).filter(|name| *name == b"IHDR");
    first.and_then(|_| Some((big(bytes, 16, 4)?, big(bytes, 20, 4)?)))
}

/// The first frame header among the segments.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        if big(bytes, at, 1)? != 0xff {
            return None;
        }
        match big(bytes, at + 1, 1)? {
            0xff => at += 1,
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
            }
            0x01 | 0xd0..=0xd8 => at += 2,
            _ => at += 2 + big(bytes, at + 2, 2)? as usize,
        }
    }
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        b"VP8L" => {
            let packed = little(bytes, 21, 4)?;
            Some(((packed & 0x3fff) + 1, (packed >> 14 & 0x3fff) + 1))
        }
        b"VP8 " => Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff)),
        _ => None,
    }
}
