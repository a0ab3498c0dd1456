//! Looking whether something may be done. Simulation looks a million times a second and reads no words, so those are
//! made only where somebody will read them; the check itself is written once.

use std::fmt;

use crate::cx::Stop;
use crate::{At, Game, Refusal, Seat};

/// What a check looks at, for whom, and whether somebody will read why not.
pub struct May<'a, G: Game> {
    /// What is true now.
    pub state: &'a G::State,
    /// Content.
    pub book: &'a G::Book,
    /// Who wants to.
    pub by: Seat,
    words: bool,
}

impl<G: Game> Clone for May<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for May<'_, G> {}

impl<G: Game> fmt::Debug for May<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("May").field("by", &self.by).field("words", &self.words).finish_non_exhaustive()
    }
}

/// Something bars it; the words are there if somebody reads them.
#[derive(Debug)]
pub struct Barred {
    words: Option<Box<Refusal>>,
    /// Whether it is barred whatever is picked.
    outright: bool,
}

/// What a check returns: what it found out, or that something bars it.
pub type Lawful<T = ()> = Result<T, Barred>;

impl<'a, G: Game> May<'a, G> {
    /// Somebody reads why not.
    #[inline]
    pub fn told(at: At<'a, G>, by: Seat) -> Self {
        Self { state: at.state, book: at.book, by, words: true }
    }

    /// Nobody reads why not.
    #[inline]
    pub fn quiet(at: At<'a, G>, by: Seat) -> Self {
        Self { state: at.state, book: at.book, by, words: false }
    }

    /// The same look at how things would stand.
    #[inline]
    pub fn supposing<'b>(self, state: &'b G::State) -> May<'b, G>
    where
        'a: 'b,
    {
        May { state, book: self.book, by: self.by, words: self.words }
    }

    /// State and book together.
    #[inline]
    pub fn at(self) -> At<'a, G> {
        At { state: self.state, book: self.book }
    }

    /// Bars it.
    #[cold]
    pub fn no<T>(self, why: impl FnOnce() -> Refusal) -> Lawful<T> {
        Err(Barred { words: self.words.then(|| Box::new(why())), outright: false })
    }

    /// Bars it whatever is picked: it is not their turn, the table switched it off. A form asks no further. The check may
    /// look at nothing but the table and at who acts.
    #[cold]
    pub fn outright<T>(self, why: impl FnOnce() -> Refusal) -> Lawful<T> {
        Err(Barred { words: self.words.then(|| Box::new(why())), outright: true })
    }

    /// Bars it whatever is picked, where this is so.
    #[inline(always)]
    pub fn outright_if(self, barred: bool, why: impl FnOnce() -> Refusal) -> Lawful {
        if barred { self.outright(why) } else { Ok(()) }
    }

    /// Bars it where this is so.
    #[inline(always)]
    pub fn not_if(self, barred: bool, why: impl FnOnce() -> Refusal) -> Lawful {
        if barred { self.no(why) } else { Ok(()) }
    }
}

impl Barred {
    /// The words, as those read them who asked for words.
    pub fn refusal(self) -> Refusal {
        match self.words {
            Some(refusal) => *refusal,
            None => Refusal::by_table("barred", "That cannot be done now."),
        }
    }

    /// Whether it is barred whatever is picked.
    #[must_use]
    pub fn is_outright(&self) -> bool {
        self.outright
    }
}

impl From<Refusal> for Barred {
    fn from(refusal: Refusal) -> Self {
        Self { words: Some(Box::new(refusal)), outright: false }
    }
}

impl From<Barred> for Stop {
    fn from(barred: Barred) -> Self {
        Stop::from(barred.refusal())
    }
}
