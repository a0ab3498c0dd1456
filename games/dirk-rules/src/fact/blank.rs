//! A creature with nothing but a name.

use boneyard_table::RuleId;

use crate::state::{Creature, Live, PartState, Shared, Sheet, Turn};

/// A creature with nothing but a name: every number at its default.
pub(crate) fn blank(name: &str, like: Option<RuleId>) -> Creature {
    let live = Live {
        scores: [10; 3],
        hp: 0,
        temp_hp: 0,
        ap: 0,
        reactions: 1,
        lost_reactions: 0,
        lost_actions: 0,
        parts: [PartState::Whole; 6],
        dead: false,
        down: false,
        passed_out: false,
        ambushed: false,
        defending: false,
        turn: Turn::default(),
        holds: None,
        held_by: None,
        hurt_by: None,
        want: Default::default(),
        rides: None,
        counters: Default::default(),
        afflicted: Default::default(),
        lasting: Default::default(),
        rallied_by: None,
        surrendered: false,
        special_round: None,
        burned: false,
        used_charges: 0,
        items: Default::default(),
    };
    let sheet = Sheet {
        name: name.to_owned(),
        named: false,
        hero: false,
        side: 1,
        seat: boneyard_table::Seat::GM,
        like,
        full: [10; 3],
        full_hp: 0,
        full_ap: 0,
        speed: 1,
        gems: 0,
        tags: Vec::new(),
        backgrounds: Vec::new(),
        items: Vec::new(),
        knows: Vec::new(),
        taken: Vec::new(),
        has_done: Vec::new(),
        draft: None,
    };
    Creature { live, sheet: Shared::new(sheet) }
}
