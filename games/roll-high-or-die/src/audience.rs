//! Who is told of a fact. What somebody does whom the players do not know of is the Referee's; so is what happens
//! where nobody of the players' side looks. Every rule records through here.

use boneyard_table::{Audience, Cx, RuleId, Who};

use crate::RollHighOrDie;
use crate::book::Book;
use crate::fact::{
    BoardFact, CheckFact, ConditionFact, Fact, FightFact, GearFact, HurtFact, InventoryFact, LivingFact,
    TableFact,
};
use crate::remembered;
use crate::sight;
use crate::state::{Condition, Spot, State};

/// What it takes to know of something that happens to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// That one knows of them at all.
    Known,
    /// That one sees them.
    Sight,
    /// That one would see them if they were not Hidden.
    Line,
    /// That one sees them where they come to.
    At(Spot, i16),
}

/// Records a fact for the one who may know of it.
pub fn record(cx: &mut Cx<'_, RollHighOrDie>, rule: RuleId, fact: Fact) {
    // Who would be told need not be found out where nobody is. Of the map it decides what is remembered.
    if !cx.keeps() && !matches!(fact, Fact::Board(_)) {
        cx.record(rule, fact);
        return;
    }
    let audience = told_to(cx.state(), cx.book(), &fact);
    if audience == Audience::GM
        && let Fact::Board(change) = &fact
        && let Some(was) = remembered::keeps(cx.state(), change)
    {
        cx.record_for(Audience::GM, rule, BoardFact::Remembered(was).into());
    }
    cx.record_for(audience, rule, fact);
}

/// Who may know of something about somebody.
pub fn audience(state: &State, book: &Book, who: Who, needs: Needs) -> Audience {
    let Some(one) = state.creature(who) else { return Audience::ALL };
    if one.live.unseen {
        return Audience::GM;
    }
    if one.sheet.side == 0 {
        return Audience::ALL;
    }
    let (at, lift) = (one.live.at, one.live.lift);
    let seen = match (needs, at) {
        (Needs::Known, _) => true,
        (Needs::At(spot, lift), _) => sight::in_view_at(state, book, who, spot, lift, true),
        (Needs::Line, Some(spot)) => sight::in_view_at(state, book, who, spot, lift, false),
        (Needs::Sight, Some(spot)) => sight::in_view_at(state, book, who, spot, lift, true),
        (Needs::Line | Needs::Sight, None) => true,
    };
    if seen { Audience::ALL } else { Audience::GM }
}

fn told_to(state: &State, book: &Book, fact: &Fact) -> Audience {
    if let Fact::Table(TableFact::Came { creature, .. } | TableFact::Overruled { creature, .. }) = fact {
        return if creature.live.unseen { Audience::GM } else { Audience::ALL };
    }
    if let Fact::Living(LivingFact::Visited { .. }) = fact {
        return Audience::GM;
    }
    if let Fact::Board(BoardFact::Trap(trap)) = fact {
        return if trap.noticed { Audience::ALL } else { Audience::GM };
    }
    if let Fact::Board(BoardFact::TrapGone { at }) = fact {
        let found = state.board.iter().flat_map(|board| &board.traps).find(|trap| trap.at == *at);
        return if found.is_some_and(|trap| !trap.noticed) { Audience::GM } else { Audience::ALL };
    }
    if let (Fact::Board(fact), Some(board)) = (fact, &state.board) {
        let spots = remembered::changed(board, fact);
        if !spots.is_empty() && !remembered::any_in_view(state, book, &spots) {
            return Audience::GM;
        }
    }
    match about(fact) {
        Some((who, needs)) => audience(state, book, who, needs),
        None => Audience::ALL,
    }
}

/// Whom a fact is about, and what it takes to know of it; nobody where it is everybody's.
fn about(fact: &Fact) -> Option<(Who, Needs)> {
    match fact {
        Fact::Fight(fact) => fight(fact),
        Fact::Hurt(HurtFact::Died { who }) => Some((*who, Needs::Known)),
        Fact::Hurt(fact) => Some((hurt(fact), Needs::Sight)),
        Fact::Condition(fact) => Some(condition(fact)),
        Fact::Gear(fact) => Some((gear(fact), Needs::Sight)),
        Fact::Board(fact) => board(fact),
        Fact::Check(CheckFact::Contested { who, .. } | CheckFact::GaveIn { who, .. }) => {
            Some((*who, Needs::Known))
        }
        Fact::Check(CheckFact::Learned { who, .. } | CheckFact::Deed { who, .. }) => {
            Some((*who, Needs::Sight))
        }
        Fact::Inventory(InventoryFact::Interacts { who, .. } | InventoryFact::Unlocked { who, .. }) => {
            Some((*who, Needs::Sight))
        }
        Fact::Table(fact) => table(fact),
        Fact::Check(_) | Fact::Hero(_) | Fact::Inventory(_) | Fact::Living(_) => None,
    }
}

fn fight(fact: &FightFact) -> Option<(Who, Needs)> {
    Some(match fact {
        FightFact::Initiative { who, .. }
        | FightFact::Turn { who }
        | FightFact::TurnOver { who }
        | FightFact::Attacks { who, .. }
        | FightFact::Struck { who, .. }
        | FightFact::Left { who }
        | FightFact::Forced { who, .. } => (*who, Needs::Known),
        FightFact::Ap { who, .. }
        | FightFact::Stance { who, .. }
        | FightFact::Maneuvers { who }
        | FightFact::Fizzled { who, .. } => (*who, Needs::Sight),
        FightFact::Moved { who, to, lift } | FightFact::Pushed { who, to, lift } => {
            (*who, Needs::At(*to, *lift))
        }
        FightFact::Called { .. } | FightFact::Round { .. } | FightFact::Ended { .. } => return None,
    })
}

fn hurt(fact: &HurtFact) -> Who {
    match fact {
        HurtFact::Unhurt { who }
        | HurtFact::Armor { who, .. }
        | HurtFact::Lost { who, .. }
        | HurtFact::Regained { who, .. }
        | HurtFact::Wounded { who, .. }
        | HurtFact::Mended { who, .. }
        | HurtFact::HitDice { who, .. }
        | HurtFact::DeathCall { who, .. }
        | HurtFact::Died { who }
        | HurtFact::Air { who, .. } => *who,
    }
}

fn condition(fact: &ConditionFact) -> (Who, Needs) {
    match fact {
        ConditionFact::Gains { who, ailment, .. } | ConditionFact::Ends { who, ailment, .. } => {
            let hidden = ailment.what == Condition::Hidden;
            (*who, if hidden { Needs::Line } else { Needs::Sight })
        }
        ConditionFact::Eases { who, .. } | ConditionFact::Passed { who, .. } => (*who, Needs::Sight),
    }
}

fn gear(fact: &GearFact) -> Who {
    match fact {
        GearFact::Got { who, .. }
        | GearFact::Placed { who, .. }
        | GearFact::Count { who, .. }
        | GearFact::Charges { who, .. }
        | GearFact::Step { who, .. }
        | GearFact::Loaded { who, .. }
        | GearFact::Jammed { who, .. }
        | GearFact::Lit { who, .. }
        | GearFact::Fuse { who, .. }
        | GearFact::Poisoned { who, .. }
        | GearFact::Spent { who, .. }
        | GearFact::Rebuilt { who, .. }
        | GearFact::Coins { who, .. } => *who,
    }
}

fn board(fact: &BoardFact) -> Option<(Who, Needs)> {
    match fact {
        BoardFact::Put { who, at: Some(at), lift } => Some((*who, Needs::At(*at, *lift))),
        BoardFact::Put { who, at: None, .. } => Some((*who, Needs::Known)),
        _ => None,
    }
}

fn table(fact: &TableFact) -> Option<(Who, Needs)> {
    match fact {
        TableFact::Went { who } | TableFact::Joined { who } | TableFact::Regards { who, .. } => {
            Some((*who, Needs::Known))
        }
        TableFact::Used { who, .. } | TableFact::Fresh { who, .. } => Some((*who, Needs::Sight)),
        _ => None,
    }
}
