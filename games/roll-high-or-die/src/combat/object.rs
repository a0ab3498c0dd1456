//! Attacks on things: doors, crates, walls. They have a Defense of 5 and Armoring by what they are made of, and leave
//! rubble or a way through.

use boneyard_board::DoorAt;
use boneyard_table::{At, Cx, Flow, Judgement, Refusal, Ruling, RulingOption, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arms::{Weapon, ability, degree, weapon};
use super::legal::{has, in_encounter, pay};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::modifier;
use crate::book::{Book, ObjectRow};
use crate::check::{Against, Sums, Throw, check, everything};
use crate::fact::BoardFact;
use crate::hurt::roll_dice;
use crate::passive::Situation;
use crate::rules;
use crate::state::{DamageType, Floor, Spot, Stance, State};

/// An Attack on a thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Batter {
    /// Who.
    pub who: Who,
    /// Where it stands.
    pub at: Spot,
    /// With what; the first weapon at hand if nothing is said.
    #[serde(default)]
    pub with: Option<String>,
}

const RULE: boneyard_table::RuleId = rules::RH_HOUSE_12H;
/// The Defense of every thing.
const DEFENSE: i16 = 5;

/// What a thing there is made of, and whether it is a door.
fn made_of<'b>(state: &State, book: &'b Book, at: Spot) -> Option<(&'b ObjectRow, bool)> {
    let board = state.board.as_ref()?;
    let door = board.grid.doors().find(|(_, door, _)| door.at == DoorAt::Square(at.square()));
    let material = match door {
        Some((_, _, true)) => return None,
        Some(_) => "wood",
        None if board.grid.bars(at.square()).is_some() => {
            book.terrain.named(board.floor(at)).and_then(|row| row.object.as_deref()).unwrap_or("stone")
        }
        None => book.terrain.named(board.floor(at))?.object.as_deref()?,
    };
    let row = book.objects.iter().find(|row| row.made_of == material)?;
    Some((row, door.is_some()))
}

/// Whether somebody may attack a thing.
pub fn check_batter(at: At<'_, RollHighOrDie>, batter: &Batter) -> Result<Weapon, Refusal> {
    let (state, book, who) = (at.state, at.book, batter.who);
    in_encounter(state, book, who, 0)?;
    has(state, who, "attack")?;
    let weapon = weapon(state, book, who, batter.with.as_deref())?;
    in_encounter(state, book, who, weapon.w)?;
    let told = |code: &str, sentence: String| Err(Refusal::new(RULE, code, sentence));
    if made_of(state, book, batter.at).is_none() {
        return told("no-thing", format!("Nothing stands at {} that could be broken.", batter.at));
    }
    if weapon.arms.shoots() {
        return told("not-at-range", "Things are broken by hand.".into());
    }
    let far = state
        .live(who)
        .at
        .map_or(0, |own| crate::sight::metric(state).distance(own.footprint(1), batter.at.footprint(1)) * 5);
    if far > u32::from(weapon.arms.reach()) {
        return told("out-of-range", format!("It is {far} feet away."));
    }
    Ok(weapon)
}

/// Attacks a thing, if the Referee has nothing against it.
pub fn batter(cx: &mut Cx<'_, RollHighOrDie>, batter: &Batter) -> Flow {
    let weapon = check_batter(cx.at(), batter)?;
    let (who, at) = (batter.who, batter.at);
    let name = cx.state().name(who).to_owned();
    let judgement = || Judgement {
        rule: RULE,
        tag: "attack on a thing".into(),
        question: format!("{name} attacks what stands at {at}. May that be?"),
        about: Vec::new(),
        options: vec![RulingOption::new("yes", "Let it be tried"), RulingOption::new("no", "Not that")],
        proposal: 0,
        why: "Nothing speaks against it.".into(),
        precedents: Vec::new(),
    };
    if !matches!(cx.judge(RULE, 0, &judgement)?, Ruling::Listed(0)) {
        return Ok(());
    }
    cx.cite(rules::RH_GM_01);
    pay(cx, who, weapon.w, RULE);
    let (state, book) = (cx.state(), cx.book());
    let own = ability(state, who, &weapon, None)?;
    let mut sums = Sums::default();
    sums.add(own.name(), modifier(state, who, own), rules::RH_ACT_01);
    let (by, skill) = degree(state, who, &weapon, false);
    sums.add(skill, by, rules::RH_WPN_06);
    if state.live(who).stance == Stance::HighReady {
        sums.add("High Ready", 2, rules::RH_STANCE_02);
    }
    everything(state, book, who, &["attack", "attack-melee", skill], Situation::default(), &mut sums);
    let own_blow = modifier(state, who, own);
    let roll = Throw::new(who, &weapon.name, sums, RULE);
    if !cx.within((who, at), |cx| check(cx, roll, Against { dc: DEFENSE, hidden: false }))? {
        return Ok(());
    }
    let dice = weapon.arms.dice.unwrap_or_default();
    let amount = cx.within((who, at), |cx| roll_dice(cx, RULE, who, dice, "damage"))? + own_blow;
    let kind = weapon.arms.kind.unwrap_or(DamageType::Bludgeoning);
    if amount <= 0 || matches!(kind, DamageType::Psychic | DamageType::Necrotic) {
        return Ok(());
    }
    wear_down(cx, at, amount.unsigned_abs());
    Ok(())
}

fn wear_down(cx: &mut Cx<'_, RollHighOrDie>, at: Spot, amount: u16) {
    let Some((row, door)) = made_of(cx.state(), cx.book(), at) else { return };
    let (most, leaves) = (row.armoring, row.leaves.clone());
    let before = cx.state().board.iter().flat_map(|board| &board.battered).find(|(spot, _)| *spot == at);
    let lost = before.map_or(0, |(_, lost)| *lost).saturating_add(amount);
    record(cx, RULE, BoardFact::Battered { at, lost: lost.min(most) }.into());
    if lost < most {
        return;
    }
    let wall = cx.state().board.as_ref().is_some_and(|board| board.grid.bars(at.square()).is_some());
    if door || wall {
        record(cx, RULE, BoardFact::Wrecked { at }.into());
    }
    if !door && !wall {
        let is = leaves.unwrap_or_else(|| "Rubble".to_owned());
        record(cx, RULE, BoardFact::Floor(Floor { at, is, rounds: None }).into());
    }
}
