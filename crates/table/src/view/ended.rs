//! The end of a fight in a line: how long it took, who won, and who fell.

use super::msg::count;

/// What is told when a fight is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FightOver<'a> {
    /// What the game calls a fight; "fight" if nothing is said.
    pub what: &'a str,
    /// Rounds it took; nothing is told of them if they were not counted.
    pub rounds: u16,
    /// How it ended: "the heroes win".
    pub how: &'a str,
    /// Heroes who fell.
    pub fell: Vec<&'a str>,
    /// Others who were beaten.
    pub beaten: Vec<&'a str>,
}

impl FightOver<'_> {
    /// The line.
    pub fn line(&self) -> String {
        let what = if self.what.is_empty() { "fight" } else { self.what };
        let mut line = format!("The {what} is over");
        if self.rounds > 0 {
            line += &format!(" after {}", count(self.rounds, "round", "rounds"));
        }
        line += &if self.how.is_empty() { ".".to_owned() } else { format!(": {}.", self.how) };
        if !self.fell.is_empty() {
            line += &format!(" {} fell.", names(&self.fell));
        }
        if !self.beaten.is_empty() {
            line += &format!(" Beaten: {}.", self.beaten.join(", "));
        }
        line
    }
}

/// Names as they are said: "Ann, Bo and Cy".
pub fn names(all: &[&str]) -> String {
    match all {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// What a line says to the player of a hero who died.
pub const YOUR_HERO_DIED: &str = "You can watch on, or make a new hero.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_fight_says_who_won_and_who_fell() {
        let over =
            FightOver { rounds: 4, how: "the heroes win", fell: vec!["Quill"], ..FightOver::default() };
        assert_eq!(over.line(), "The fight is over after 4 rounds: the heroes win. Quill fell.");
        let lost = FightOver { what: "battle", fell: vec!["Ann", "Bo", "Cy"], ..over };
        assert_eq!(lost.line(), "The battle is over after 4 rounds: the heroes win. Ann, Bo and Cy fell.");
    }

    #[test]
    fn a_fight_that_was_broken_off_says_no_more_than_that() {
        assert_eq!(FightOver::default().line(), "The fight is over.");
    }
}
