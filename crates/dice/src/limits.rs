//! How much a text may ask for. Every limit is refused by name, before any work is done.

/// The bounds on what may be parsed, rolled and asked for odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Characters of text.
    pub text: usize,
    /// Brackets within brackets.
    pub depth: u32,
    /// Numbers, dice, operators and modifiers in one text.
    pub parts: usize,
    /// Dice on the table after one roll, rerolls and explosions included.
    pub dice: u32,
    /// Sides of a die.
    pub sides: u32,
    /// The largest number that may be typed.
    pub number: u32,
    /// How often a roll may be repeated.
    pub repeats: u32,
    /// Extra dice one exploding die may bring; the last one counts its face and stops.
    pub explosions: u32,
    /// Different totals an odds question may have.
    pub outcomes: usize,
    /// Steps an odds question may take.
    pub work: u64,
    /// Bytes an odds question may take while it is worked out, its answer included.
    pub memory: u64,
}

impl Limits {
    /// What a table allows unless it says otherwise.
    pub const DEFAULT: Limits = Limits {
        text: 500,
        depth: 32,
        parts: 200,
        dice: 1_000,
        sides: 10_000,
        number: 1_000_000_000,
        repeats: 100,
        explosions: 10,
        outcomes: 500_000,
        work: 300_000_000,
        memory: 64 << 20,
    };
}

/// Totals beyond this are refused, in rolls and in odds.
pub(crate) const LARGEST_TOTAL: i64 = 1_000_000_000_000_000;

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
