//! A record as a line of text, such as `[6, 5, ~~2~~, 4] = 15`.

use std::fmt::Write;

use super::{Die, Record};
use crate::Expression;
use crate::notation::{Amount, Modifier, Step};

impl Record {
    /// The roll as people read it; struck dice do not count, `!` marks those that exploded, `→` rerolls.
    pub fn text(&self, of: &Expression) -> String {
        let mut terms = self.dice.chunk_by(|a, b| a.term == b.term).peekable();
        let mut next_term = 0u16;
        let mut lines = Vec::new();
        let steps = match of.steps.last() {
            Some(Step::Repeat(_)) => &of.steps[..of.steps.len() - 1],
            _ => &of.steps[..],
        };
        for total in &self.totals {
            // Text, and whether it needs brackets inside a product.
            let mut parts: Vec<(String, bool)> = Vec::new();
            for step in steps {
                let mut take = || parts.pop().unwrap_or_default();
                let part = match step {
                    Step::Number(number) => (number.to_string(), false),
                    Step::Variable(word) => (of.word(*word).to_owned(), false),
                    Step::Dice(dice) => {
                        for amount in [dice.count, dice.sides] {
                            if amount == Amount::Worked {
                                take();
                            }
                        }
                        let mine =
                            terms.next_if(|dice| dice.first().is_some_and(|die| die.term == next_term));
                        next_term = next_term.wrapping_add(1);
                        (dice_text(mine.unwrap_or(&[]), of.modifiers(dice.modifiers)), false)
                    }
                    Step::Pool { members, .. } => {
                        let from = parts.len().saturating_sub(usize::from(*members));
                        let members: Vec<String> = parts.drain(from..).map(|part| part.0).collect();
                        (format!("{{{}}}", members.join(", ")), false)
                    }
                    Step::Negate => (format!("-{}", bracketed(take())), true),
                    Step::Add => joined(" + ", &mut take, false),
                    Step::Subtract => joined(" - ", &mut take, true),
                    Step::Multiply => joined(" * ", &mut take, true),
                    Step::Divide => joined(" / ", &mut take, true),
                    Step::Label(word) => {
                        let part = take();
                        (format!("{} ({})", part.0, of.word(*word)), part.1)
                    }
                    Step::Repeat(_) => continue,
                };
                parts.push(part);
            }
            let text = parts.pop().unwrap_or_default().0;
            lines.push(if steps.len() == 1 && matches!(steps[0], Step::Number(_)) {
                text
            } else {
                format!("{text} = {total}")
            });
        }
        lines.join("\n")
    }
}

fn joined(sign: &str, take: &mut impl FnMut() -> (String, bool), tight: bool) -> (String, bool) {
    let (right, left) = (take(), take());
    let right = if tight { bracketed(right) } else { right.0 };
    let left = if tight && sign != " - " { bracketed(left) } else { left.0 };
    (format!("{left}{sign}{right}"), true)
}

fn bracketed((text, loose): (String, bool)) -> String {
    if loose { format!("({text})") } else { text }
}

fn dice_text(dice: &[Die], modifiers: &[Modifier]) -> String {
    let mut shown: Vec<&Die> = dice.iter().collect();
    if let Some(Modifier::Sort { descending }) = modifiers.last() {
        // Out of order, an arrow from a reroll would point at the wrong die.
        shown.retain(|die| !die.rerolled());
        shown.sort_by_key(|die| if *descending { -die.value } else { die.value });
    }
    let mut text = String::from("[");
    let mut after_reroll = false;
    for (place, die) in shown.iter().enumerate() {
        if place > 0 && !after_reroll {
            text.push_str(", ");
        }
        let mut face = die.face.to_string();
        if i32::from(die.face) != die.value {
            let _ = write!(face, " as {}", die.value);
        }
        if die.exploded() {
            face.push('!');
        }
        if !die.kept() {
            face = format!("~~{face}~~");
        }
        text.push_str(&face);
        after_reroll = die.rerolled();
        if after_reroll {
            text.push_str(" → ");
        }
    }
    text.push(']');
    text
}
