//! Questions, offers and log lines as text: what is asked, from what one may choose, what it costs.

use super::super::block::Block;
use super::super::domain::{Candidate, Domain, Param};
use super::super::line::{Line, LineKind};
use super::super::msg::Msg;
use super::super::offer::{OfferCard, OfferOdds};
use super::super::prompt::{JudgeCard, PromptCard, PromptKind, ReadDie, Stakes};
use super::{Plain, indented};
use crate::Refusal;

impl Plain for PromptCard {
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.context.iter().flat_map(Plain::lines).collect();
        let stakes = match self.stakes {
            Stakes::None => "",
            Stakes::Costly => " (this may cost something rare)",
            Stakes::Mortal => " (a hero may die)",
        };
        let stands = self.stands.iter().map(|stands| format!("{}. ", stands.say)).collect::<String>();
        lines.push(format!("{}: {stands}{}{stakes}", self.name, self.question));
        if let Some(tray) = &self.tray {
            lines.extend(Block::from(tray.clone()).lines().into_iter().map(indented));
        }
        lines.extend(extras(&self.kind).into_iter().map(indented));
        if let Some(domain) = &self.domain {
            lines.extend(choices(domain).into_iter().map(indented));
        }
        lines.extend(self.odds.iter().map(|odds| indented(odds.sentence().to_string())));
        lines
    }
}

impl Plain for OfferCard {
    fn lines(&self) -> Vec<String> {
        let mut first = self.label.to_string();
        let costs: Vec<String> =
            self.cost.iter().map(|cost| format!("{} {}", cost.amount, cost.unit)).collect();
        if !costs.is_empty() {
            first.push_str(&format!(" [{}]", costs.join(", ")));
        }
        first.push_str(&not_now(self.refusal.as_ref()));
        let mut lines = vec![first];
        if let OfferOdds::Given { odds } = &self.odds {
            lines.push(indented(odds.sentence().to_string()));
        }
        lines.extend(self.danger.iter().map(|loss| indented(loss.to_string())));
        lines
    }
}

impl Plain for Line {
    fn lines(&self) -> Vec<String> {
        let mut line = match &self.kind {
            LineKind::Time => format!("── {} ──", self.say),
            _ => self.say.to_string(),
        };
        if self.entered {
            line.push_str(" (dice typed in)");
        }
        if self.provisional {
            line.push_str(" (not final yet)");
        }
        if let Some(struck) = &self.struck {
            line = format!("~ {line} ~ (taken back by {})", struck.by);
        }
        vec![if self.action.is_some() { indented(line) } else { line }]
    }
}

impl Plain for Domain {
    /// What can be chosen, one a line.
    fn lines(&self) -> Vec<String> {
        choices(self)
    }
}

/// Offers under the headings of their groups, in the order the groups first appear.
pub(super) fn offers(offers: &[OfferCard]) -> Vec<String> {
    let mut groups: Vec<&Msg> = Vec::new();
    for offer in offers {
        if !groups.contains(&&offer.group) {
            groups.push(&offer.group);
        }
    }
    groups
        .into_iter()
        .flat_map(|group| {
            let inside = offers.iter().filter(move |offer| offer.group == *group);
            std::iter::once(group.to_string()).chain(inside.flat_map(Plain::lines).map(indented))
        })
        .collect()
}

fn choices(domain: &Domain) -> Vec<String> {
    match domain {
        Domain::Creature { among } => among.iter().map(candidate).collect(),
        Domain::Seat { among } => among.iter().map(candidate).collect(),
        Domain::Die { among, least, most, .. } => std::iter::once(format!("{} dice:", range(*least, *most)))
            .chain(among.iter().map(candidate))
            .collect(),
        Domain::Item { among } | Domain::Place { among } | Domain::Ranking { of: among } => {
            among.iter().map(candidate).collect()
        }
        Domain::OneOf { options } => options.iter().map(candidate).collect(),
        Domain::Square { among } => vec![among.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")],
        Domain::Path { from, reach, most } => {
            let squares: Vec<String> =
                reach.iter().map(|reach| format!("{} ({})", reach.square, reach.cost)).collect();
            vec![format!("from {from}, at most {most}: {}", squares.join(" "))]
        }
        Domain::Direction { among } => {
            among.iter().map(|direction| direction.name().replace('_', "-")).collect()
        }
        Domain::Area { origins, directions, .. } => {
            let origins: Vec<String> = origins.iter().map(ToString::to_string).collect();
            let directions = directions.iter().map(|direction| direction.name().replace('_', "-"));
            std::iter::once(format!("from {}", origins.join(" "))).chain(directions).collect()
        }
        Domain::Amount { least, most, unit } => {
            let unit = unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
            vec![format!("{least} to {most}{unit}")]
        }
        Domain::Points { total, all, to } => {
            let how = if *all { "exactly" } else { "at most" };
            let bins = to.iter().map(|bin| format!("{} {}", candidate(&bin.to), range(bin.least, bin.most)));
            std::iter::once(format!("{how} {total} points:")).chain(bins).collect()
        }
        Domain::Assign { values, slots } => {
            let names =
                |list: &[Candidate<String>]| list.iter().map(candidate).collect::<Vec<_>>().join(", ");
            vec![format!("put {}", names(values)), format!("into {}", names(slots))]
        }
        Domain::Subset { of, least, most, budget } => {
            let budget = budget.map(|budget| format!(", for {budget} together")).unwrap_or_default();
            let things = of.iter().map(|thing| format!("{} {}", candidate(&thing.what), thing.cost));
            std::iter::once(format!("{}{budget}:", range(*least, *most))).chain(things).collect()
        }
        Domain::Text { least, most } => vec![format!("{} characters", range(*least, *most))],
        Domain::YesNo { yes, no } => vec![yes.to_string(), no.to_string()],
        Domain::Form { params } => params.iter().flat_map(param).collect(),
    }
}

fn param(param: &Param) -> Vec<String> {
    let optional = if param.optional { " (may be left out)" } else { "" };
    let inside = choices(&param.domain).into_iter().map(indented);
    std::iter::once(format!("{}{optional}", param.label)).chain(inside).collect()
}

fn candidate<K>(candidate: &Candidate<K>) -> String {
    let odds = candidate.odds.as_ref().map(|odds| format!(" {}", odds.sentence())).unwrap_or_default();
    let say = candidate.say.as_ref().map(|say| format!(": {say}")).unwrap_or_default();
    format!("{}{}{say}{odds}", candidate.name, not_now(candidate.refusal.as_ref()))
}

fn extras(kind: &PromptKind) -> Vec<String> {
    match kind {
        PromptKind::KeepOldOrNew { old, new } => vec![format!("old {}, new {}", old.shown(), new.shown())],
        PromptKind::Declare { parts, .. } => parts
            .iter()
            .map(|part| format!("{}: {}", part.label, if part.ready { "ready" } else { "open" }))
            .collect(),
        PromptKind::Judge(judge) => judged(judge),
        PromptKind::ReadDice { judge, dice } => dice.iter().map(read).chain(judged(judge)).collect(),
        PromptKind::Vote { tie, outcome, .. } => {
            let outcome = outcome.iter().map(ToString::to_string);
            std::iter::once(format!("On a tie: {tie}")).chain(outcome).collect()
        }
        PromptKind::Review { facts } => facts.iter().flat_map(Plain::lines).collect(),
        PromptKind::Confirm { losing } => losing.iter().map(ToString::to_string).collect(),
        PromptKind::Requests { wish, .. } => vec![wish.to_string()],
        _ => Vec::new(),
    }
}

fn judged(judge: &JudgeCard) -> Vec<String> {
    let about = judge.about.iter().map(ToString::to_string);
    let earlier = judge.precedents.iter().map(|ruling| match ruling.table_rule {
        true => format!("Rule of this table: {}", ruling.say),
        false => format!("Earlier: {}", ruling.say),
    });
    about.chain([format!("Proposed, because: {}", judge.reason)]).chain(earlier).collect()
}

fn read(read: &ReadDie) -> String {
    let changes: Vec<&str> = read.changes.iter().map(|change| change.text()).collect();
    let changes = if changes.is_empty() { String::new() } else { format!(" ({})", changes.join(", ")) };
    format!("{}{changes} = {}: {}", read.die.shown(), read.value, read.result)
}

fn range(least: u32, most: u32) -> String {
    if least == most { most.to_string() } else { format!("{least} to {most}") }
}

fn not_now(refusal: Option<&Refusal>) -> String {
    refusal.map(|refusal| format!(" (not now: {refusal})")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::*;
    use crate::{Seat, Who};

    #[test]
    fn a_reading_shows_each_die_the_proposal_and_what_was_ruled_before() {
        let die = Die::new("1", 6, 4);
        let judge = JudgeCard {
            reason: "Successes outweigh failures.".into(),
            precedents: vec![EarlierRuling { say: "near success".into(), table_rule: true }],
            ..JudgeCard::default()
        };
        let dice =
            vec![ReadDie { die, changes: vec!["+1 by rope".into()], value: 5, result: "success".into() }];
        let kind = PromptKind::ReadDice { judge, dice };
        assert_eq!(
            PromptCard::new("1", "reading", Seat::GM, kind, "How does it read?").lines(),
            [
                "reading: How does it read?",
                "  4 (+1 by rope) = 5: success",
                "  Proposed, because: Successes outweigh failures.",
                "  Rule of this table: near success",
            ]
        );
    }

    #[test]
    fn a_reroll_shows_the_dice_it_is_about() {
        let card = PromptCard::new("1", "reroll", Seat(1), PromptKind::PickDice, "Reroll a die, Bo?");
        let tray =
            DiceTray::new("dice", "Dice", [Die::new("1", 6, 2), Die::new("2", 6, 5).fate(DieFate::Locked)]);
        let card = PromptCard { tray: Some(tray), stakes: Stakes::Costly, ..card };
        assert_eq!(
            card.lines(),
            ["reroll: Reroll a die, Bo? (this may cost something rare)", "  [2] <5> Dice: 2, 5.",]
        );
    }

    #[test]
    fn a_line_taken_back_stays_readable_and_says_by_whom() {
        let line = Line::change("Brack falls.").who(Who(1));
        let struck = Some(Struck { by: Seat::GM, reason: None });
        assert_eq!(Line { struck, ..line }.lines(), ["~ Brack falls. ~ (taken back by the GM)"]);
    }

    #[test]
    fn offers_stand_under_their_groups_with_their_price_and_their_danger() {
        let list = [
            OfferCard::new("attack", "Attack", "Fight").cost(1, "action").danger("The sword may break."),
            OfferCard::new("rest", "Rest", "Camp"),
            OfferCard::new("dodge", "Dodge", "Fight"),
        ];
        let lines = ["Fight", "  Attack [1 action]", "    The sword may break.", "  Dodge", "Camp", "  Rest"];
        assert_eq!(offers(&list), lines);
    }
}
