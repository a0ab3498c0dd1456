//! Writing an expression in its one canonical spelling. Reading it again gives the same expression.

use std::fmt;

use super::{Amount, Condition, Dice, Expression, Kind, Modifier, Pick, Step, Test};

/// How tightly a piece of text holds together: what binds less needs brackets inside what binds more.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binds {
    Sum,
    Product,
    Sign,
    Tight,
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces: Vec<(String, Binds)> = Vec::new();
        for step in &self.steps {
            let mut take = || pieces.pop().unwrap_or((String::new(), Binds::Tight));
            let piece = match *step {
                Step::Number(number) => (number.to_string(), Binds::Tight),
                Step::Variable(word) => (self.word(word).to_owned(), Binds::Tight),
                Step::Dice(dice) => {
                    let sides = if dice.sides == Amount::Worked { take().0 } else { String::new() };
                    let count = if dice.count == Amount::Worked { take().0 } else { String::new() };
                    (self.dice_text(&dice, &count, &sides), Binds::Tight)
                }
                Step::Pool { members, modifiers } => {
                    let from = pieces.len().saturating_sub(usize::from(members));
                    let members: Vec<String> = pieces.drain(from..).map(|piece| piece.0).collect();
                    let mut text = format!("{{{}}}", members.join(", "));
                    self.modifiers(modifiers).iter().for_each(|m| modifier_text(&mut text, m));
                    (text, Binds::Tight)
                }
                Step::Negate => (format!("-{}", bracketed(take(), Binds::Sign)), Binds::Sign),
                Step::Add => binary(" + ", &mut take, Binds::Sum, Binds::Product),
                Step::Subtract => binary(" - ", &mut take, Binds::Sum, Binds::Product),
                Step::Multiply => binary(" * ", &mut take, Binds::Product, Binds::Sign),
                Step::Divide => binary(" / ", &mut take, Binds::Product, Binds::Sign),
                Step::Label(word) => {
                    (format!("{}[{}]", bracketed(take(), Binds::Tight), self.word(word)), Binds::Tight)
                }
                Step::Repeat(times) => (format!("{times}x({})", take().0), Binds::Sum),
            };
            pieces.push(piece);
        }
        pieces.iter().try_for_each(|piece| f.write_str(&piece.0))
    }
}

fn binary(
    sign: &str,
    take: &mut impl FnMut() -> (String, Binds),
    binds: Binds,
    right_binds: Binds,
) -> (String, Binds) {
    let right = bracketed(take(), right_binds);
    let left = bracketed(take(), binds);
    (format!("{left}{sign}{right}"), binds)
}

fn bracketed((text, binds): (String, Binds), least: Binds) -> String {
    if binds < least { format!("({text})") } else { text }
}

impl Expression {
    fn dice_text(&self, dice: &Dice, count: &str, sides: &str) -> String {
        let count = match dice.count {
            Amount::Fixed(count) => count.to_string(),
            Amount::Worked => format!("({count})"),
        };
        let mut text = match (dice.kind, dice.sides) {
            (Kind::Usage, Amount::Fixed(sides)) => format!("Ud{sides}"),
            (Kind::Risk, _) => format!("{count}d!"),
            (Kind::Fate, _) => format!("{count}dF"),
            (_, Amount::Fixed(sides)) => format!("{count}d{sides}"),
            (_, Amount::Worked) => format!("{count}d({sides})"),
        };
        self.modifiers(dice.modifiers).iter().for_each(|m| modifier_text(&mut text, m));
        text
    }
}

fn modifier_text(text: &mut String, modifier: &Modifier) {
    let condition = |on: &Condition| {
        let sign = match on.test {
            // A bare negative number would read as a subtraction.
            Test::Equal if on.than < 0 => "=",
            Test::Equal => "",
            Test::NotEqual => "<>",
            Test::Less => "<",
            Test::AtMost => "<=",
            Test::Greater => ">",
            Test::AtLeast => ">=",
        };
        format!("{sign}{}", on.than)
    };
    let piece = match modifier {
        Modifier::Reroll { until: true, on } => format!("rr{}", condition(on)),
        Modifier::Reroll { until: false, on } => format!("ro{}", condition(on)),
        Modifier::Explode { how, on } => {
            let sign = match (how.once, how.compound, how.penetrate) {
                (true, ..) => "xo",
                (_, true, true) => "!!p",
                (_, true, false) => "!!",
                (_, false, true) => "!p",
                (_, false, false) => "!",
            };
            format!("{sign}{}", on.as_ref().map(condition).unwrap_or_default())
        }
        Modifier::AtLeast(bound) => format!("mi{bound}"),
        Modifier::AtMost(bound) => format!("ma{bound}"),
        Modifier::Pick(pick, count) => {
            let letters = match pick {
                Pick::KeepHighest => "kh",
                Pick::KeepLowest => "kl",
                Pick::DropHighest => "dh",
                Pick::DropLowest => "dl",
            };
            format!("{letters}{count}")
        }
        // `k3` keeps the highest 3; the dice that show 3 are `k=3`.
        Modifier::Filter(on) if on.test == Test::Equal => format!("k={}", on.than),
        Modifier::Filter(on) => format!("k{}", condition(on)),
        Modifier::Success(on) => format!("cs{}", condition(on)),
        Modifier::Failure(on) => format!("cf{}", condition(on)),
        Modifier::Sort { descending: true } => "sd".to_owned(),
        Modifier::Sort { descending: false } => "sa".to_owned(),
    };
    text.push_str(&piece);
}
