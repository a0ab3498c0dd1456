//! Dice that can be verified: a commitment before play, contributions of the seats mixed in, each die derived
//! by a counter, a proof on demand. Pure: seeds are given to it, never drawn here.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

use crate::bits;

/// 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes32(pub [u8; 32]);

/// Which dice a seed makes. Opening one stream says nothing about the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stream {
    /// Dice everyone sees.
    Open,
    /// Dice rolled in secret.
    Secret,
}

/// What is published before the first die: one digest per stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commitments {
    /// The digest of the open seed.
    pub open: Bytes32,
    /// The digest of the secret seed.
    pub secret: Bytes32,
}

/// A text a seat mixed in, so that nobody who only knows the seed knows the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// Who gave it.
    pub who: String,
    /// What they typed.
    pub text: String,
}

/// One die as it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// Its number in the stream.
    pub counter: u64,
    /// How many sides it has.
    pub sides: u8,
    /// What it showed.
    pub face: u8,
}

/// A stretch of play: two seeds, and what the seats mixed in before its first die.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    open: Bytes32,
    secret: Bytes32,
    contributions: Vec<Contribution>,
    begun: bool,
}

/// Everything needed to check the dice of one stream without us.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// Which stream is opened.
    pub stream: Stream,
    /// What was published before the first die.
    pub commitment: Bytes32,
    /// The seed behind it.
    pub seed: Bytes32,
    /// What the seats mixed in, in order.
    pub contributions: Vec<Contribution>,
    /// The dice as they were shown.
    pub draws: Vec<Draw>,
}

/// A proof that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// The stream it speaks of.
    pub stream: Stream,
    /// How many dice were checked.
    pub draws: usize,
}

/// A contribution that comes after the first die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Too late for this stretch: its first die is rolled. Your words go into the next one.")]
pub struct TooLate;

/// What is wrong with a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The seed is not the one promised.
    #[error("The seed does not fit the commitment: published was {published}, this seed gives {given}.")]
    Seed {
        /// What was published.
        published: Bytes32,
        /// What the seed gives.
        given: Bytes32,
    },
    /// A die that no die can be.
    #[error("Entry {entry} (counter {counter}) is a die without sides.")]
    NoSides {
        /// Its place in the list, from 1.
        entry: usize,
        /// Its counter.
        counter: u64,
    },
    /// A die that showed something else.
    #[error("Entry {entry} (counter {counter}, d{sides}) says {shown}, but the seed gives {derived}.")]
    Face {
        /// Its place in the list, from 1.
        entry: usize,
        /// Its counter.
        counter: u64,
        /// Its sides.
        sides: u8,
        /// What the proof says it showed.
        shown: u8,
        /// What it must have shown.
        derived: u8,
    },
    /// A counter used twice, or out of order.
    #[error("Entry {entry} has counter {counter}, which does not come after {before}.")]
    Order {
        /// Its place in the list, from 1.
        entry: usize,
        /// Its counter.
        counter: u64,
        /// The counter before it.
        before: u64,
    },
}

impl Stretch {
    /// A stretch with these two seeds, which must be independent and unpredictable.
    pub fn new(open: [u8; 32], secret: [u8; 32]) -> Self {
        Stretch { open: Bytes32(open), secret: Bytes32(secret), contributions: Vec::new(), begun: false }
    }

    /// What to publish before the first die.
    pub fn commitments(&self) -> Commitments {
        Commitments {
            open: commitment(Stream::Open, &self.open),
            secret: commitment(Stream::Secret, &self.secret),
        }
    }

    /// Mixes in what a seat typed. After the first die it is refused, or the server could pick and choose.
    pub fn contribute(&mut self, who: &str, text: &str) -> Result<(), TooLate> {
        if self.begun {
            return Err(TooLate);
        }
        self.contributions.push(Contribution { who: who.to_owned(), text: text.to_owned() });
        Ok(())
    }

    /// What has been mixed in so far.
    pub fn contributions(&self) -> &[Contribution] {
        &self.contributions
    }

    /// The die with this number in its stream.
    pub fn face(&mut self, stream: Stream, counter: u64, sides: u8) -> u8 {
        self.begun = true;
        derive(self.seed(stream), &digest(&self.contributions), stream, counter, sides)
    }

    /// Opens one stream: the seed, and the dice it made as the table remembers them.
    pub fn reveal(&self, stream: Stream, draws: Vec<Draw>) -> Proof {
        let seed = *self.seed(stream);
        Proof {
            stream,
            commitment: commitment(stream, &seed),
            seed,
            contributions: self.contributions.clone(),
            draws,
        }
    }

    fn seed(&self, stream: Stream) -> &Bytes32 {
        match stream {
            Stream::Open => &self.open,
            Stream::Secret => &self.secret,
        }
    }
}

/// Checks every die of a proof, and names the first that is wrong.
pub fn verify(proof: &Proof) -> Result<Verified, VerifyError> {
    let given = commitment(proof.stream, &proof.seed);
    if given != proof.commitment {
        return Err(VerifyError::Seed { published: proof.commitment, given });
    }
    let mixed = digest(&proof.contributions);
    let mut before = None;
    for (index, draw) in proof.draws.iter().enumerate() {
        let (entry, Draw { counter, sides, face }) = (index + 1, *draw);
        if let Some(before) = before
            && counter <= before
        {
            return Err(VerifyError::Order { entry, counter, before });
        }
        before = Some(counter);
        if sides == 0 {
            return Err(VerifyError::NoSides { entry, counter });
        }
        let derived = derive(&proof.seed, &mixed, proof.stream, counter, sides);
        if derived != face {
            return Err(VerifyError::Face { entry, counter, sides, shown: face, derived });
        }
    }
    Ok(Verified { stream: proof.stream, draws: proof.draws.len() })
}

fn tag(stream: Stream) -> u8 {
    match stream {
        Stream::Open => 0,
        Stream::Secret => 1,
    }
}

fn commitment(stream: Stream, seed: &Bytes32) -> Bytes32 {
    let mut hash = Sha256::new();
    hash.update(b"boneyard dice commitment 1\0");
    hash.update([tag(stream)]);
    hash.update(seed.0);
    Bytes32(hash.finalize().into())
}

/// Lengths go in before texts, so that no two lists of contributions run together into the same bytes.
fn digest(contributions: &[Contribution]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"boneyard dice contributions 1\0");
    for Contribution { who, text } in contributions {
        for part in [who, text] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
    }
    hash.finalize().into()
}

fn derive(seed: &Bytes32, mixed: &[u8; 32], stream: Stream, counter: u64, sides: u8) -> u8 {
    let mut words = [0u8; 32];
    let (mut block, mut used) = (0u64, 4);
    let next = || {
        if used == 4 {
            let mut mac = <Hmac<Sha256> as KeyInit>::new(&seed.0.into_key());
            mac.update(b"boneyard dice draw 1\0");
            mac.update(mixed);
            mac.update(&[tag(stream)]);
            mac.update(&counter.to_be_bytes());
            mac.update(&block.to_be_bytes());
            words = mac.finalize().into_bytes().into();
            (block, used) = (block + 1, 0);
        }
        let word = words[used * 8..used * 8 + 8].iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        used += 1;
        word
    };
    // A u8 went in as sides, so a u8 comes out.
    bits::face(next, u32::from(sides)) as u8
}

trait IntoKey {
    fn into_key(self) -> hmac::digest::Key<Hmac<Sha256>>;
}

impl IntoKey for [u8; 32] {
    /// A key shorter than a block is filled up with zeros; that is part of HMAC itself.
    fn into_key(self) -> hmac::digest::Key<Hmac<Sha256>> {
        let mut key = hmac::digest::Key::<Hmac<Sha256>>::default();
        key[..32].copy_from_slice(&self);
        key
    }
}

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Seeds stay out of logs.
impl fmt::Debug for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stretch").field("contributions", &self.contributions).finish_non_exhaustive()
    }
}

impl std::str::FromStr for Bytes32 {
    type Err = NotBytes32;
    fn from_str(text: &str) -> Result<Self, NotBytes32> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(NotBytes32);
        }
        let value = |digit: u8| (digit as char).to_digit(16).ok_or(NotBytes32);
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = (value(pair[0])? << 4 | value(pair[1])?) as u8;
        }
        Ok(Bytes32(bytes))
    }
}

/// The text is not 32 bytes in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A seed or commitment is 64 hexadecimal digits.")]
pub struct NotBytes32;

impl Serialize for Bytes32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}
