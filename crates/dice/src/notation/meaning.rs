//! Saying an expression in words, so that people see how it was understood where dialects differ.

use super::{Amount, Condition, Dice, Expression, Kind, Modifier, Pick, Step, Test};
use crate::usage::{self, After};

/// A part of the sentence: something to do, or a plain value.
struct Part {
    text: String,
    simple: bool,
}

pub(super) fn meaning(expression: &Expression) -> String {
    let mut parts: Vec<Part> = Vec::new();
    for step in &expression.steps {
        let mut take = || parts.pop().unwrap_or(Part { text: String::new(), simple: true });
        let part = match *step {
            Step::Number(number) => Part { text: number.to_string(), simple: true },
            Step::Variable(word) => Part { text: expression.word(word).to_owned(), simple: true },
            Step::Dice(dice) => {
                let sides = if dice.sides == Amount::Worked { Some(take()) } else { None };
                let count = if dice.count == Amount::Worked { Some(take()) } else { None };
                Part { text: dice_words(expression, &dice, count, sides), simple: false }
            }
            Step::Pool { members, modifiers } => {
                let from = parts.len().saturating_sub(usize::from(members));
                let members: Vec<String> = parts.drain(from..).map(inner).collect();
                let modifiers = expression.modifiers(modifiers);
                let many = if members.len() == 1 { "take the total of " } else { "take the totals of " };
                let text =
                    format!("{many}{}{}", members.join(" and "), modifier_words(modifiers, "total", 3));
                Part { text, simple: false }
            }
            Step::Negate => Part { text: format!("minus {}", inner(take())), simple: true },
            Step::Add => then(&mut take, "add", ""),
            Step::Subtract => then(&mut take, "take away", ""),
            Step::Multiply => then(&mut take, "multiply by", ""),
            Step::Divide => then(&mut take, "divide by", " and round down"),
            Step::Label(word) => {
                let part = take();
                Part { text: format!("{} for \u{201c}{}\u{201d}", part.text, expression.word(word)), ..part }
            }
            Step::Repeat(times) => {
                let text =
                    format!("{times} times over, each told by itself and the total of all: {}", take().text);
                Part { text, simple: false }
            }
        };
        parts.push(part);
    }
    let text = parts.pop().map(|part| part.text).unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn then(take: &mut impl FnMut() -> Part, verb: &str, after: &str) -> Part {
    let (right, left) = (take(), take());
    Part { text: format!("{}, then {verb} {}{after}", left.text, inner(right)), simple: false }
}

fn inner(part: Part) -> String {
    if part.simple { part.text } else { format!("({})", part.text) }
}

fn dice_words(expression: &Expression, dice: &Dice, count: Option<Part>, sides: Option<Part>) -> String {
    let modifiers = expression.modifiers(dice.modifiers);
    let one = dice.count == Amount::Fixed(1);
    let many = match (dice.count, count) {
        (Amount::Fixed(count), _) => count.to_string(),
        (Amount::Worked, count) => format!("as many as {}", count.map(inner).unwrap_or_default()),
    };
    let noun = if one { "die" } else { "dice" };
    let sided = match (dice.sides, sides) {
        (Amount::Fixed(sides), _) => sides_words(u32::from(sides)),
        (Amount::Worked, sides) => format!("{}-sided", sides.map(inner).unwrap_or_default()),
    };
    match (dice.kind, dice.sides) {
        (Kind::Risk, _) => {
            return format!("roll {many} six-sided risk {noun}: 1 if any shows 1, otherwise 0");
        }
        (Kind::Usage, Amount::Fixed(sides)) => {
            let becomes = match usage::after(u32::from(sides), 1) {
                Some(After::StepsTo(next)) => format!("steps down to Ud{next}"),
                _ => "is used up".to_owned(),
            };
            return format!("roll one {sided} usage die; on 1 or 2 it {becomes}");
        }
        _ => {}
    }
    let kind = if dice.kind == Kind::Fate { "Fate".to_owned() } else { sided };
    let faces = if dice.kind == Kind::Fate { " (-1, 0 or +1 each)" } else { "" };
    let mut text = format!("roll {many} {kind} {noun}{faces}");
    text.push_str(&modifier_words(modifiers, "die", expression.explosions));
    let adds = !modifiers.iter().any(|m| matches!(m, Modifier::Success(_)));
    let kept = match modifiers.iter().rfind(|m| matches!(m, Modifier::Pick(..))) {
        Some(Modifier::Pick(Pick::KeepHighest | Pick::KeepLowest, 1)) => 1,
        _ if one && !modifiers.iter().any(|m| matches!(m, Modifier::Explode { .. })) => 1,
        _ => 2,
    };
    if adds && kept > 1 {
        text.push_str(", add them up");
    }
    text
}

fn modifier_words(modifiers: &[Modifier], noun: &str, explosions: u32) -> String {
    let plural = if noun == "die" { "dice" } else { "totals" };
    let mut text = String::new();
    for modifier in modifiers {
        let phrase = match modifier {
            Modifier::Reroll { until: false, on } => {
                format!("reroll a {noun} showing {} once and keep the new face", condition_words(on))
            }
            Modifier::Reroll { until: true, on } => {
                format!("reroll a {noun} showing {} until it no longer does", condition_words(on))
            }
            Modifier::Explode { how, on } => {
                let on = on.as_ref().map_or("its highest face".to_owned(), condition_words);
                let times =
                    if how.once { "once".to_owned() } else { format!("at most {explosions} times per die") };
                let counts = if how.compound { "counts as part of the same die" } else { "is one more die" };
                let less = if how.penetrate { " and counts 1 less" } else { "" };
                format!("a die showing {on} explodes ({times}; the extra die {counts}{less})")
            }
            Modifier::AtLeast(bound) => format!("count any {noun} below {bound} as {bound}"),
            Modifier::AtMost(bound) => format!("count any {noun} above {bound} as {bound}"),
            Modifier::Pick(pick, count) => {
                let (verb, end) = match pick {
                    Pick::KeepHighest => ("keep", "highest"),
                    Pick::KeepLowest => ("keep", "lowest"),
                    Pick::DropHighest => ("drop", "highest"),
                    Pick::DropLowest => ("drop", "lowest"),
                };
                if *count == 1 { format!("{verb} the {end}") } else { format!("{verb} the {end} {count}") }
            }
            Modifier::Filter(on) => format!("keep only {plural} showing {}", condition_words(on)),
            Modifier::Success(on) => format!("count 1 for each {noun} showing {}", condition_words(on)),
            Modifier::Failure(on) => format!("take 1 away for each showing {}", condition_words(on)),
            Modifier::Sort { descending } => {
                format!(
                    "show them from {}",
                    if *descending { "highest to lowest" } else { "lowest to highest" }
                )
            }
        };
        text.push_str(", ");
        text.push_str(&phrase);
    }
    text
}

fn condition_words(on: &Condition) -> String {
    let than = on.than;
    match on.test {
        Test::Equal => format!("{than}"),
        Test::NotEqual => format!("anything but {than}"),
        Test::Less => format!("less than {than}"),
        Test::AtMost => format!("{than} or less"),
        Test::Greater => format!("more than {than}"),
        Test::AtLeast => format!("{than} or more"),
    }
}

fn sides_words(sides: u32) -> String {
    let word = match sides {
        2 => "two",
        3 => "three",
        4 => "four",
        6 => "six",
        8 => "eight",
        10 => "ten",
        12 => "twelve",
        20 => "twenty",
        100 => "hundred",
        _ => return format!("{sides}-sided"),
    };
    format!("{word}-sided")
}
