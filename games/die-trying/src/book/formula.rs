//! Numbers in content: dice, the Power and Magic Dice of a casting, and plain arithmetic with them. Rolling
//! is the caller's: a formula only says which dice it wants.

use serde::Deserialize;

/// A number such as `1 + P/4`, `up(P/2)`, `min(5*P, 40)` or `2d6 + 1`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Formula(Term);

/// What the letters of a formula stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Letters {
    /// Power of the casting.
    pub power: i32,
    /// Magic Dice put into it.
    pub dice: i32,
    /// Strength of who does it.
    pub strength: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Number(i32),
    Dice {
        count: u8,
        sides: u8,
    },
    Power,
    MagicDice,
    Strength,
    Add(Box<Term>, Box<Term>),
    Subtract(Box<Term>, Box<Term>),
    Times(Box<Term>, Box<Term>),
    /// Divided, rounded down.
    Part(Box<Term>, Box<Term>),
    /// Divided, rounded up.
    PartUp(Box<Term>, Box<Term>),
    Min(Box<Term>, Box<Term>),
    Max(Box<Term>, Box<Term>),
}

/// Sides of the dice this game knows (DT-CORE-05).
const SIDES: [u8; 5] = [2, 3, 6, 10, 100];
/// Formulas come from packs: brackets nest no deeper.
const DEEPEST: u8 = 8;

impl Formula {
    /// A plain number.
    pub fn number(value: i32) -> Self {
        Self(Term::Number(value))
    }

    /// The number, with `roll` giving the sum of so many dice of so many sides.
    pub fn value<E>(
        &self,
        letters: Letters,
        roll: &mut impl FnMut(u8, u8) -> Result<i32, E>,
    ) -> Result<i32, E> {
        self.0.value(letters, roll)
    }

    /// The number, if it needs no dice.
    pub fn fixed(&self, letters: Letters) -> Option<i32> {
        self.value(letters, &mut |_, _| Err(())).ok()
    }

    /// The least it can be: every die shows 1.
    pub fn least(&self, letters: Letters) -> i32 {
        let least: Result<i32, ()> = self.value(letters, &mut |count, _| Ok(i32::from(count)));
        least.unwrap_or_default()
    }
}

impl Term {
    fn value<E>(&self, letters: Letters, roll: &mut impl FnMut(u8, u8) -> Result<i32, E>) -> Result<i32, E> {
        let mut both = |one: &Term, other: &Term| -> Result<(i32, i32), E> {
            Ok((one.value(letters, roll)?, other.value(letters, roll)?))
        };
        Ok(match self {
            Self::Number(value) => *value,
            Self::Power => letters.power,
            Self::MagicDice => letters.dice,
            Self::Strength => letters.strength,
            Self::Dice { count, sides } => roll(*count, *sides)?,
            Self::Add(one, other) => both(one, other).map(|(a, b)| a.saturating_add(b))?,
            Self::Subtract(one, other) => both(one, other).map(|(a, b)| a.saturating_sub(b))?,
            Self::Times(one, other) => both(one, other).map(|(a, b)| a.saturating_mul(b))?,
            Self::Part(one, other) => both(one, other).map(|(a, b)| a.checked_div_euclid(b).unwrap_or(0))?,
            Self::PartUp(one, other) => both(one, other)
                .map(|(a, b)| a.checked_neg().map_or(0, |a| -a.checked_div_euclid(b).unwrap_or(0)))?,
            Self::Min(one, other) => both(one, other).map(|(a, b)| a.min(b))?,
            Self::Max(one, other) => both(one, other).map(|(a, b)| a.max(b))?,
        })
    }
}

impl TryFrom<String> for Formula {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut reader = Reader { left: &text, depth: 0 };
        let term = reader.sum()?;
        match reader.left.trim() {
            "" => Ok(Self(term)),
            rest => Err(format!("`{rest}` does not belong into the number `{text}`")),
        }
    }
}

struct Reader<'a> {
    left: &'a str,
    depth: u8,
}

impl Reader<'_> {
    fn sum(&mut self) -> Result<Term, String> {
        let mut term = if self.takes('-') {
            Term::Subtract(Box::new(Term::Number(0)), Box::new(self.product()?))
        } else {
            self.takes('+');
            self.product()?
        };
        loop {
            if self.takes('+') {
                term = Term::Add(Box::new(term), Box::new(self.product()?));
            } else if self.takes('-') {
                term = Term::Subtract(Box::new(term), Box::new(self.product()?));
            } else {
                return Ok(term);
            }
        }
    }

    fn product(&mut self) -> Result<Term, String> {
        let mut term = self.single()?;
        loop {
            if self.takes('*') {
                term = Term::Times(Box::new(term), Box::new(self.single()?));
            } else if self.takes('/') {
                term = Term::Part(Box::new(term), Box::new(self.single()?));
            } else {
                return Ok(term);
            }
        }
    }

    fn single(&mut self) -> Result<Term, String> {
        if self.takes('(') {
            return self.bracketed(Self::sum);
        }
        let word = self.word();
        match word {
            "" => Err(format!("a number is missing before `{}`", self.left)),
            "P" => Ok(Term::Power),
            "n" => Ok(Term::MagicDice),
            "str" => Ok(Term::Strength),
            "up" => self.function(|reader| match reader.product()? {
                Term::Part(one, other) => Ok(Term::PartUp(one, other)),
                _ => Err("`up` rounds a division, as in `up(P/2)`".to_owned()),
            }),
            "min" => self.function(|reader| reader.pair(Term::Min)),
            "max" => self.function(|reader| reader.pair(Term::Max)),
            _ => number(word),
        }
    }

    fn function(&mut self, inner: impl FnOnce(&mut Self) -> Result<Term, String>) -> Result<Term, String> {
        if self.takes('(') { self.bracketed(inner) } else { Err("a bracket is missing".to_owned()) }
    }

    fn bracketed(&mut self, inner: impl FnOnce(&mut Self) -> Result<Term, String>) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("brackets nest deeper than {DEEPEST}"));
        }
        let term = inner(self)?;
        self.depth -= 1;
        if self.takes(')') { Ok(term) } else { Err("a closing bracket is missing".to_owned()) }
    }

    fn pair(&mut self, of: impl FnOnce(Box<Term>, Box<Term>) -> Term) -> Result<Term, String> {
        let one = self.sum()?;
        if !self.takes(',') {
            return Err("two numbers are compared, as in `min(P, 12)`".to_owned());
        }
        Ok(of(Box::new(one), Box::new(self.sum()?)))
    }

    fn takes(&mut self, mark: char) -> bool {
        self.left = self.left.trim_start();
        match self.left.strip_prefix(mark) {
            Some(rest) => {
                self.left = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> &str {
        self.left = self.left.trim_start();
        let end = self.left.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.left.len());
        let (word, rest) = self.left.split_at(end);
        self.left = rest;
        word
    }
}

fn number(word: &str) -> Result<Term, String> {
    let unknown =
        || format!("`{word}` is no number; allowed: 3, 2d6, P, n, str, up(a/b), min(a, b), max(a, b)");
    if let Ok(value) = word.parse::<u16>() {
        return Ok(Term::Number(i32::from(value)));
    }
    let (count, sides) = word.split_once('d').ok_or_else(unknown)?;
    let (count, sides): (u8, u8) =
        (count.parse().map_err(|_| unknown())?, sides.parse().map_err(|_| unknown())?);
    if !SIDES.contains(&sides) || count == 0 {
        return Err(format!("`{word}`: this game rolls d2, d3, d6, d10 and d100, at least one"));
    }
    Ok(Term::Dice { count, sides })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Formula, String> {
        Formula::try_from(text.to_owned())
    }

    #[test]
    fn numbers_of_a_casting() {
        let letters = Letters { power: 7, dice: 2, strength: 3 };
        for (text, value) in [
            ("1 + P/4", 2),
            ("up(P/2)", 4),
            ("P/2", 3),
            ("min(5*P, 40)", 35),
            ("max(P/3, 4)", 4),
            ("P + n", 9),
            ("5 * up(P/2)", 20),
            ("P - 14", -7),
            ("max(-4, min(1, P - 14))", -4),
            ("up(str/2)", 2),
            ("-10", -10),
        ] {
            assert_eq!(read(text).expect("a number").fixed(letters), Some(value), "{text}");
        }
    }

    #[test]
    fn dice_are_asked_for_in_order() {
        let mut asked = Vec::new();
        let value =
            read("2d6 + 1d3 + 2").expect("a number").value(Letters::default(), &mut |count, sides| {
                asked.push((count, sides));
                Ok::<_, ()>(4)
            });
        assert_eq!((value, asked), (Ok(10), vec![(2, 6), (1, 3)]));
        assert_eq!(read("1d6 + 3").expect("a number").least(Letters::default()), 4);
    }

    #[test]
    fn what_is_no_number_is_told() {
        for text in ["", "1d7", "0d6", "Q", "1 +", "min(1)", "up(P)", "(1", "1)", "((((((((((1))))))))))"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
