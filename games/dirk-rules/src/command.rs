//! What a seat may ask for, the lane each command runs in, and who may give it.

use boneyard_table::{Address, By, Cx, Flow, Lane, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DirkRules;
use crate::check::{CallSave, Contender, call_save, contest, referee};
use crate::combat::{self, Begin, Move, Strike};
use crate::fact::Fact;
use crate::hero::{self, Slots};
use crate::house::SWITCHES;
use crate::rules;
use crate::state::{Place, With};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Sets a house switch.
    House {
        /// Which.
        switch: String,
        /// To what.
        value: String,
    },
    /// Brings a creature or a ready hero into the scene.
    Add {
        /// The id or name of its entry; a creature without one has every number at its default.
        #[serde(default)]
        like: Option<String>,
        /// What it is called here.
        name: String,
        /// Who plays it, if it is a ready hero; the referee if nobody is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Gives a creature a proper name.
    Name {
        /// Who.
        who: Who,
        /// The name.
        name: String,
    },
    /// Says how far two creatures stand apart.
    Apart {
        /// One.
        one: Who,
        /// The other.
        other: Who,
        /// Feet.
        feet: u16,
    },
    /// Calls for a save.
    Save(CallSave),
    /// Calls for a contest.
    Contest {
        /// Two or more sides.
        sides: Vec<Contender>,
    },
    /// Begins a battle.
    Begin(Begin),
    /// Comes into a battle under way.
    Join {
        /// Who.
        who: Who,
    },
    /// Moves.
    Move(Move),
    /// Attacks.
    Attack {
        /// Who.
        who: Who,
        /// With what.
        with: With,
        /// Whom.
        target: Who,
        /// Lets the weapon break instead of paying for a top face.
        #[serde(default)]
        let_break: bool,
    },
    /// FULL DEFENSE.
    FullDefense {
        /// Who.
        who: Who,
    },
    /// GRAPPLE!
    Grapple {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// Stands up.
    Stand {
        /// Who.
        who: Who,
        /// For the action instead of the move.
        #[serde(default)]
        with_action: bool,
    },
    /// Takes a thing in hand, puts it on or puts it away.
    Hold {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// Where to.
        place: Place,
    },
    /// Ends the turn.
    EndTurn {
        /// Whose.
        who: Who,
    },
    /// Ends the battle.
    EndBattle,
    /// Begins a hero.
    Draft {
        /// Their name.
        name: String,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Rolls the five totals.
    RollTotals {
        /// Whose.
        who: Who,
    },
    /// Assigns the five totals.
    Assign {
        /// Whose.
        who: Who,
        /// How.
        slots: Slots,
    },
    /// Buys a background.
    Learn {
        /// Who.
        who: Who,
        /// Which kind.
        kind: String,
        /// In what.
        #[serde(default)]
        of: Option<String>,
    },
    /// Buys a thing.
    Buy {
        /// Who.
        who: Who,
        /// What.
        thing: String,
    },
    /// Finishes a hero.
    Ready {
        /// Who.
        who: Who,
    },
}

/// Where a command runs and who may give it.
pub fn address(command: &Command) -> Address {
    let (lane, by) = match command {
        // The referee's: the rules say so themselves, each by its own name.
        Command::House { .. }
        | Command::Save(_)
        | Command::Contest { .. }
        | Command::Begin(_)
        | Command::Join { .. }
        | Command::EndBattle => (Lane::Scene, By::Anyone),
        Command::Add { .. } | Command::Name { .. } | Command::Apart { .. } => (Lane::Scene, By::Anyone),
        Command::Move(Move { who, .. })
        | Command::Attack { who, .. }
        | Command::FullDefense { who }
        | Command::Grapple { who, .. }
        | Command::Stand { who, .. }
        | Command::Hold { who, .. }
        | Command::EndTurn { who } => (Lane::Scene, By::Actor(*who)),
        Command::Draft { .. } => (Lane::Scene, By::Anyone),
        Command::RollTotals { who }
        | Command::Assign { who, .. }
        | Command::Learn { who, .. }
        | Command::Buy { who, .. }
        | Command::Ready { who } => (Lane::Hero(*who), By::Actor(*who)),
    };
    Address { lane, by }
}

/// Carries out a command.
pub fn resolve(cx: &mut Cx<'_, DirkRules>, by: Seat, command: Command) -> Flow {
    match command {
        Command::House { switch, value } => house(cx, by, &switch, &value),
        Command::Add { like, name, seat } => hero::add(cx, by, like.as_deref(), &name, seat),
        Command::Name { who, name } => hero::name(cx, by, who, &name),
        Command::Apart { one, other, feet } => apart(cx, by, one, other, feet),
        Command::Save(call) => {
            referee(by, rules::DK_CHECK_01, "call for a save")?;
            call_save(cx, &call)
        }
        Command::Contest { sides } => {
            referee(by, rules::DK_CHECK_07, "call for a contest")?;
            contest(cx, &sides)
        }
        Command::Begin(begin) => {
            referee(by, rules::DK_BATTLE_01, "begin a battle")?;
            combat::begin(cx, &begin)
        }
        Command::Join { who } => {
            referee(by, rules::DK_BATTLE_02, "bring somebody into a battle")?;
            combat::join(cx, who)
        }
        Command::Move(step) => combat::moves(cx, step),
        Command::Attack { who, with, target, let_break } => {
            combat::attack(cx, who, Strike { with, target }, let_break)
        }
        Command::FullDefense { who } => combat::full_defense(cx, who),
        Command::Grapple { who, target } => combat::grapple(cx, who, target),
        Command::Stand { who, with_action } => combat::stand(cx, who, with_action),
        Command::Hold { who, item, place } => combat::hold(cx, who, item, place),
        Command::EndTurn { who } => combat::end_turn(cx, who),
        Command::EndBattle => combat::end_battle(cx, by),
        Command::Draft { name, seat } => hero::draft(cx, by, &name, seat),
        Command::RollTotals { who } => hero::roll_totals(cx, who),
        Command::Assign { who, slots } => hero::assign(cx, who, slots),
        Command::Learn { who, kind, of } => hero::learn(cx, who, &kind, of.as_deref()),
        Command::Buy { who, thing } => hero::buy(cx, who, &thing),
        Command::Ready { who } => hero::ready(cx, who),
    }
}

fn house(cx: &mut Cx<'_, DirkRules>, by: Seat, switch: &str, value: &str) -> Flow {
    referee(by, rules::DK_BASIC_02, "set house rules")?;
    let Some(known) = SWITCHES.iter().find(|known| known.name == switch) else {
        let names: Vec<&str> = SWITCHES.iter().map(|known| known.name).collect();
        let sentence = format!("There is no switch {switch}. There are {}.", names.join(", "));
        return refuse(Refusal::new(rules::DK_BASIC_02, "no-such-switch", sentence));
    };
    if !known.values.contains(&value) {
        let sentence = format!("{switch} can be {}, not {value}.", known.values.join(", "));
        return refuse(Refusal::new(known.rule, "no-such-value", sentence));
    }
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(
            known.rule,
            "in-battle",
            "House rules are not changed in the middle of a battle.",
        ));
    }
    cx.record(known.rule, Fact::House { switch: switch.into(), value: value.into() });
    Ok(())
}

fn apart(cx: &mut Cx<'_, DirkRules>, by: Seat, one: Who, other: Who, feet: u16) -> Flow {
    let rule = rules::DK_RANGE_01H;
    referee(by, rule, "place creatures")?;
    if one == other || cx.state().creature(one).is_none() || cx.state().creature(other).is_none() {
        return refuse(Refusal::new(rule, "no-such-creature", "Name two different creatures that are here."));
    }
    if feet > 10_000 {
        return refuse(Refusal::new(rule, "too-far", "Distances go up to 10,000 feet.").with("feet", feet));
    }
    cx.record(rule, Fact::Apart { one, other, feet });
    Ok(())
}
