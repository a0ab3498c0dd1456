//! What people at a table might do next, chosen by chance: everything that is offered, every
//! answer, and the referee's tools.

use std::collections::BTreeSet;

use boneyard_table::frame::{StandingAnswer, StandingUntil};
use boneyard_table::table::{AnyTable, Op};
use boneyard_table::view::{OfferCard, PromptCard};
use boneyard_table::{Playable, Seat, Who};
use boneyard_testkit::{Chance, answer, filled, said};
use dirk_rules::DirkRules;
use serde_json::{Value, json};

use super::{BO, DI, GM, TestTable};

/// Something that somebody does.
#[derive(Clone, Debug)]
pub struct Deed {
    pub seat: Seat,
    pub op: Op,
    /// A filled form may still be refused; everything else here is legal.
    pub may_be_refused: bool,
}

fn legal(seat: Seat, op: Op) -> Deed {
    Deed { seat, op, may_be_refused: false }
}

/// What the people of a scene like to try: each scene has a favourite heading, whose cards come up again and again, and an
/// order of its own for the rest, of which nothing is liked twice. So what is seldom possible, or takes two steps, is tried
/// in some scene, however many other cards there are.
#[derive(Debug)]
pub struct Taste {
    seed: u64,
    heading: &'static str,
    tried: BTreeSet<String>,
}

impl Taste {
    pub fn new(seed: u64) -> Self {
        let all = DirkRules::deeds();
        Self { seed, heading: all[seed as usize % all.len()].card.group, tried: BTreeSet::new() }
    }

    /// What of this is liked most and was not tried yet.
    fn best<'a>(&mut self, commands: &[&'a str], chance: &mut Chance) -> Option<&'a str> {
        let under = |command: &&&str| {
            DirkRules::deeds().iter().any(|row| row.name == **command && row.card.group == self.heading)
        };
        let favourites: Vec<&str> = commands.iter().filter(under).copied().collect();
        if let Some(favourite) = chance.pick(&favourites).filter(|_| !chance.clone().one_in(4)) {
            return Some(favourite);
        }
        let order = |command: &&&str| {
            let letters =
                command.bytes().fold(self.seed, |sum, letter| sum.wrapping_mul(257) + u64::from(letter));
            Chance::new(letters).number()
        };
        let new = commands.iter().filter(|command| !self.tried.contains(**command));
        let best = new.min_by_key(order).copied()?;
        self.tried.insert(best.to_owned());
        Some(best)
    }
}

/// What happens next at the table.
pub fn next(bench: &TestTable, chance: &mut Chance, taste: &mut Taste) -> Deed {
    let table = &*bench.table;
    if let Some((action, _)) = table.waits().into_iter().find(|(_, fits)| !fits) {
        let op = if chance.one_in(2) { Op::Afresh { action } } else { Op::Cancel { action } };
        return Deed { seat: GM, op, may_be_refused: true };
    }
    let cards = table.prompts(GM);
    if let Some(card) = chance.pick(&cards) {
        return answered(table, card, chance);
    }
    match chance.below(20) {
        0 => overrule(table, chance),
        1 => legal([GM, BO, DI][chance.below(3)], stand(chance)),
        2 => offered(table, [GM, BO, DI][chance.below(3)], None, chance, taste),
        3 => {
            let being_made =
                |who: &Who| table.offers(GM, Some(*who)).iter().any(|offer| offer.command == "roll_totals");
            let draft = table.creatures(GM).into_iter().map(|(who, _)| who).find(being_made);
            offered(table, GM, draft, chance, taste)
        }
        4..=9 => moved(table, chance).unwrap_or_else(|| offered(table, GM, None, chance, taste)),
        _ => {
            let acting = table.awaits().creatures.first().copied();
            let somebody = chance.pick(&table.creatures(GM)).map(|(who, _)| *who);
            let actor = if chance.one_in(4) { somebody } else { acting };
            let speaks = [BO, DI].into_iter().find(|seat| !table.offers(*seat, actor).is_empty());
            let seat = if actor.is_none() || chance.one_in(5) { GM } else { speaks.unwrap_or(GM) };
            offered(table, seat, actor, chance, taste)
        }
    }
}

fn answered(table: &dyn AnyTable, card: &PromptCard, chance: &mut Chance) -> Deed {
    if chance.one_in(40) {
        return legal(GM, Op::Cancel { action: table.waits()[0].0 });
    }
    if chance.one_in(30) {
        return overrule(table, chance);
    }
    let seat = if chance.one_in(6) { GM } else { card.asks.first().copied().unwrap_or(GM) };
    let by_instinct = card.default.clone().filter(|_| chance.one_in(3));
    let say = by_instinct.or_else(|| said(card, chance)).unwrap_or(Value::Null);
    legal(seat, answer(&card.id, say))
}

/// The next move by instinct, so that fights get somewhere.
fn moved(table: &dyn AnyTable, chance: &mut Chance) -> Option<Deed> {
    let who = table.awaits().creatures.first().copied()?;
    let command = table.instinct(who)?;
    let seat = if chance.one_in(2) {
        GM
    } else {
        [BO, DI].into_iter().find(|seat| speaks(table, *seat, who)).unwrap_or(GM)
    };
    Some(legal(seat, Op::Command(command)))
}

fn speaks(table: &dyn AnyTable, seat: Seat, who: Who) -> bool {
    !table.offers(seat, Some(who)).is_empty()
}

fn offered(
    table: &dyn AnyTable,
    seat: Seat,
    actor: Option<Who>,
    chance: &mut Chance,
    taste: &mut Taste,
) -> Deed {
    let offers = table.offers(seat, actor);
    let open: Vec<_> = offers.iter().filter(|offer| offer.refusal.is_none() || chance.one_in(8)).collect();
    let fights = |offer: &&&OfferCard| offer.command == "begin";
    // A scene without a battle is soon told.
    let offer = open
        .iter()
        .find(fights)
        .filter(|_| chance.one_in(2))
        .copied()
        .or_else(|| one_of(&open, chance, taste));
    let command = offer.and_then(|offer| filled(offer, chance));
    let op = Op::Command(command.unwrap_or_else(|| json!("end_battle")));
    Deed { seat, op, may_be_refused: true }
}

/// One of the cards: first what to do, then which card, so that what has twenty cards is not chosen twenty times as often.
fn one_of<'a>(open: &[&'a OfferCard], chance: &mut Chance, taste: &mut Taste) -> Option<&'a OfferCard> {
    let commands: BTreeSet<&str> = open.iter().map(|offer| offer.command.as_str()).collect();
    let commands: Vec<&str> = commands.into_iter().collect();
    let liked = if chance.one_in(2) { taste.best(&commands, chance) } else { None };
    let command = liked.or_else(|| chance.pick(&commands).copied())?;
    let cards: Vec<_> = open.iter().filter(|offer| offer.command == command).copied().collect();
    chance.pick(&cards).copied()
}

fn stand(chance: &mut Chance) -> Op {
    if chance.one_in(2) {
        return Op::StandNoMore { creature: None };
    }
    let answers = [
        StandingAnswer::Instinct,
        StandingAnswer::Pass { even_if_mortal: chance.one_in(2) },
        StandingAnswer::Proposal,
    ];
    let untils = [StandingUntil::MyTurn, StandingUntil::EndOfBattle, StandingUntil::Revoked];
    Op::Stand { creature: None, answer: answers[chance.below(3)], until: untils[chance.below(3)] }
}

fn overrule(table: &dyn AnyTable, chance: &mut Chance) -> Deed {
    let everybody = table.creatures(GM);
    let name = chance.pick(&everybody).map_or("nobody", |(_, name)| name.as_str());
    let (key, value) = match chance.below(10) {
        0 => ("hp", json!(chance.below(12))),
        1 => ("str", json!(chance.below(20))),
        2 => ("dex", json!(chance.below(20))),
        3 => ("wil", json!(chance.below(20))),
        4 => ("down", json!(chance.one_in(2))),
        5 => ("passed_out", json!(chance.one_in(2))),
        6 => ("dead", json!(chance.one_in(2))),
        7 => ("hands", json!(["laser pistol"])),
        8 => ("laser pistol.charges", json!(0)),
        _ => ("ARM", json!("injured")),
    };
    let op = Op::Overrule { path: format!("{name}.{key}"), value, reason: "the dice fell so".into() };
    Deed { seat: GM, op, may_be_refused: true }
}
