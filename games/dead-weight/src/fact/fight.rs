//! Facts of a fight.

use std::sync::Arc;

use boneyard_table::Who;
use boneyard_table::view::Direction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{
    Battle, Fighter, Help, Morale, Opening, Phase, Place, Span, SpentAction, SpentUntil, State, Struck, Tile,
    Tokens, Turn,
};

/// Something that became true of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightFact {
    /// A fight is set up.
    Began {
        /// Everything about it.
        #[schemars(with = "serde_json::Value")]
        battle: Box<Battle>,
    },
    /// Somebody is put on a tile, or moved there by something else than their own feet.
    Put {
        /// Who.
        who: Who,
        /// Where.
        at: Tile,
    },
    /// Somebody joins in.
    Came {
        /// Who, and where.
        fighter: Fighter,
        /// The phase they act in; none for pets, and during setup.
        phase: Option<Phase>,
        /// They act from the next round on.
        late: bool,
    },
    /// An adventurer is fast or slow.
    Initiative {
        /// Who.
        who: Who,
        /// Whether they are fast.
        fast: bool,
    },
    /// Morale of a side stands so.
    Morale {
        /// 0 the adventurers', 1 the enemies'.
        side: u8,
        /// How it stood.
        from: Morale,
        /// How it stands.
        to: Morale,
    },
    /// A round begins.
    Round {
        /// Which.
        number: u16,
        /// Who acts in it, where it is the first.
        order: Vec<(Who, Phase)>,
    },
    /// Somebody's turn begins.
    Turn {
        /// Whose.
        who: Who,
        /// With so many actions.
        actions: u8,
        /// A pet or servant, in its owner's turn.
        pet: bool,
    },
    /// Somebody's turn is over.
    TurnOver {
        /// Whose.
        who: Who,
    },
    /// Actions were spent, or gained.
    Actions {
        /// By whom.
        who: Who,
        /// What is left.
        left: u8,
        /// On what.
        on: Effort,
    },
    /// Somebody attacks somebody.
    Attacks {
        /// Who.
        who: Who,
        /// Whom.
        target: Who,
        /// With what.
        with: String,
    },
    /// Somebody was hit.
    Hit(Struck),
    /// An attack failed or was avoided.
    Missed {
        /// Who attacked.
        who: Who,
        /// Whom.
        target: Who,
    },
    /// Somebody goes from tile to tile.
    Moved {
        /// Who.
        who: Who,
        /// From.
        from: Tile,
        /// To.
        to: Tile,
    },
    /// Somebody looks another way.
    Faces {
        /// Who.
        who: Who,
        /// Where to.
        facing: Direction,
    },
    /// Somebody left the chart.
    Left {
        /// Who.
        who: Who,
    },
    /// Somebody gave up the fight.
    Surrendered {
        /// Who.
        who: Who,
    },
    /// A surrender was refused.
    NoQuarter {
        /// The side that offered it.
        side: u8,
    },
    /// Broken enemies run from now on, or no longer.
    Fleeing {
        /// Whether they do.
        fleeing: bool,
    },
    /// Somebody has these tokens now.
    Tokens {
        /// Who.
        who: Who,
        /// All of them.
        tokens: Tokens,
    },
    /// Somebody is held, or free.
    Held {
        /// Who.
        who: Who,
        /// By whom.
        by: Option<Who>,
        /// Wounds that cut the hold; 0 where cutting is no help.
        cut: u8,
    },
    /// Somebody promised to help somebody through their next turn.
    Helps(Help),
    /// An action of an enemy may not be used now.
    SpentAction(SpentAction),
    /// A door stands open or closed.
    Door {
        /// Its number.
        door: u16,
        /// Whether it is open.
        open: bool,
    },
    /// A thing lies on a tile.
    Fell {
        /// Whose it was.
        who: Who,
        /// Which.
        item: u8,
        /// Where it lies.
        at: Tile,
    },
    /// A thing lies there no longer.
    PickedUp {
        /// Whose it was.
        who: Who,
        /// Which.
        item: u8,
    },
    /// The fight is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// After so many rounds.
        #[serde(default)]
        rounds: u16,
        /// Heroes who fell.
        #[serde(default)]
        fell: Vec<Who>,
        /// Others who were beaten.
        #[serde(default)]
        beaten: Vec<Who>,
    },
}

/// What actions were spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// Moving.
    Move,
    /// Something else.
    Act,
    /// They were gained.
    Gain,
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// No enemy is left to fight.
    Won,
    /// No adventurer is.
    Lost,
    /// The adventurers got away.
    Escaped,
    /// They got away, and the enemies follow.
    Pursued,
    /// The adventurers gave up.
    Surrendered,
    /// Both sides ran.
    BothRetreat,
    /// The GM ended it.
    Stopped,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Won,
        Self::Lost,
        Self::Escaped,
        Self::Pursued,
        Self::Surrendered,
        Self::BothRetreat,
        Self::Stopped,
    ];

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Escaped => "escaped",
            Self::Pursued => "pursued",
            Self::Surrendered => "surrendered",
            Self::BothRetreat => "both retreat",
            Self::Stopped => "stopped",
        }
    }
}

pub(super) fn apply(state: &mut State, fact: &FightFact) {
    match fact {
        FightFact::Began { battle } => state.battle = Some(battle.clone()),
        FightFact::Put { who, at } | FightFact::Moved { who, to: at, .. } => {
            fighter(state, *who, |fighter| {
                fighter.at = Some(*at);
            });
        }
        FightFact::Came { fighter, phase, late } => {
            change(state, |battle| {
                battle.fighters.push(*fighter);
                match phase {
                    Some(phase) if *late => battle.late.push((fighter.who, *phase)),
                    Some(phase) => battle.order.enter(fighter.who, *phase),
                    None => {}
                }
            });
            live(state, fighter.who, |live| live.away = false);
        }
        FightFact::Initiative { .. } | FightFact::Attacks { .. } | FightFact::Missed { .. } => {}
        FightFact::NoQuarter { .. } => {}
        FightFact::Morale { side, to, .. } => change(state, |battle| {
            if let Some(morale) = battle.morale.get_mut(usize::from(*side)) {
                *morale = *to;
            }
        }),
        FightFact::Round { order, .. } => change(state, |battle| {
            if battle.setup {
                battle.setup = false;
                order.iter().for_each(|(who, phase)| battle.order.enter(*who, *phase));
                battle.fighters.iter_mut().for_each(|fighter| fighter.unaware = false);
            } else {
                battle.order.begin_round();
                for (who, phase) in std::mem::take(&mut battle.late) {
                    battle.order.enter(who, phase);
                }
            }
            battle.struck.clear();
        }),
        FightFact::Turn { who, actions, pet } => {
            change(state, |battle| {
                if *pet {
                    battle.pet = Some(*who);
                } else {
                    battle.order.begin(*who);
                }
                battle.helps.iter_mut().filter(|help| help.ally == *who).for_each(|help| help.now = true);
            });
            live(state, *who, |live| live.turn = Turn { actions: *actions, ..Turn::default() });
        }
        FightFact::TurnOver { who } => turn_over(state, *who),
        FightFact::Actions { who, left, on } => live(state, *who, |live| {
            live.turn.actions = *left;
            live.turn.moved |= *on == Effort::Move;
            live.turn.acted |= *on == Effort::Act;
        }),
        FightFact::Hit(blow) => change(state, |battle| {
            if !battle.struck.contains(blow) {
                battle.struck.push(*blow);
            }
        }),
        FightFact::Faces { who, facing } => fighter(state, *who, |fighter| fighter.facing = Some(*facing)),
        FightFact::Left { who } | FightFact::Surrendered { who } => {
            fighter(state, *who, |fighter| fighter.at = None);
            live(state, *who, |live| live.away = true);
        }
        FightFact::Fleeing { fleeing } => change(state, |battle| battle.fleeing = *fleeing),
        FightFact::Tokens { who, tokens } => live(state, *who, |live| live.tokens = *tokens),
        FightFact::Held { who, by, cut } => live(state, *who, |live| {
            (live.held_by, live.cut_loose_by) = (*by, *cut);
        }),
        FightFact::Helps(help) => change(state, |battle| battle.helps.push(*help)),
        FightFact::SpentAction(spent) => change(state, |battle| {
            battle.spent.retain(|known| (known.who, known.action) != (spent.who, spent.action));
            if spent.until != SpentUntil::Reloaded(0) {
                battle.spent.push(*spent);
            }
        }),
        FightFact::Door { door, open } => change(state, |battle| {
            // A number that is no door changes nothing; rules ask before.
            let _ = battle.chart.change().grid.set_open(boneyard_board::DoorId(*door), *open);
        }),
        FightFact::Fell { who, item, at } => {
            live(state, *who, |live| {
                if let Some(item) = live.items.get_mut(usize::from(*item)) {
                    (item.place, item.wielded) = (Place::Gone, false);
                }
            });
            change(state, |battle| battle.lying.push((*who, *item, *at)));
        }
        FightFact::PickedUp { who, item } => change(state, |battle| {
            battle.lying.retain(|(of, thing, _)| (*of, *thing) != (*who, *item));
        }),
        FightFact::Ended { .. } => ended(state),
    }
}

fn change(state: &mut State, change: impl FnOnce(&mut Battle)) {
    if let Some(battle) = &mut state.battle {
        change(battle);
    }
}

fn fighter(state: &mut State, who: Who, with: impl FnOnce(&mut Fighter)) {
    change(state, |battle| {
        if let Some(fighter) = battle.fighter_mut(who) {
            with(fighter);
        }
    });
}

fn turn_over(state: &mut State, who: Who) {
    change(state, |battle| {
        if battle.pet == Some(who) {
            battle.pet = None;
        } else {
            battle.order.finish();
        }
        battle.helps.retain(|help| help.ally != who || !help.now);
        battle.spent.retain(|spent| spent.who != who || spent.until != SpentUntil::Turn);
    });
    live(state, who, |live| {
        live.turn = Turn::default();
        live.lasting.retain(|lasting| lasting.ends != Span::Turn);
        live.used.retain(|used| used.until != Span::Turn);
    });
}

/// Tokens, holds and what lasts for a fight go with it.
fn ended(state: &mut State) {
    let Some(battle) = state.battle.take() else { return };
    for fighter in &battle.fighters {
        live(state, fighter.who, |live| {
            live.tokens = Tokens::default();
            live.turn = Turn::default();
            (live.held_by, live.cut_loose_by) = (None, 0);
            live.lasting.retain(|lasting| !matches!(lasting.ends, Span::Turn | Span::Combat));
            live.used.retain(|used| !matches!(used.until, Span::Turn | Span::Combat));
        });
    }
    let heroes: Vec<Who> = state.heroes().collect();
    for who in heroes {
        // Those who left the chart are with the party again.
        live(state, who, |live| live.away = false);
    }
    let party = Arc::make_mut(&mut state.party);
    party.forget(Span::Combat);
}

impl Opening {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rolled => "initiative is rolled",
            Self::UpperHand => "the enemies are unaware",
            Self::Surprised => "the adventurers are caught off guard",
        }
    }
}
