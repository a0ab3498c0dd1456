//! Whose move it is in a fight.

use boneyard_table::{At, Awaits, Seat, Who};

use super::legal::{candidates, phase};
use crate::DeadWeight;
use crate::instinct::may_stalk;
use crate::state::Phase;

/// Who is waited for in a fight; nothing where there is none.
pub fn awaits(at: At<'_, DeadWeight>) -> Option<Awaits> {
    let battle = at.state.battle.as_ref()?;
    if battle.setup {
        let everybody = battle.fighters.iter().map(|fighter| fighter.who);
        let foe = everybody.clone().find(|who| at.state.sheet(*who).side == 1);
        let stalkers = everybody.filter(|who| at.state.sheet(*who).is_hero() && may_stalk(at, *who));
        let creatures: Vec<Who> = stalkers.chain(foe).collect();
        let why = "The fight is set up: the GM starts it.".into();
        return Some(Awaits { creatures, seats: vec![Seat::GM], why });
    }
    let (creatures, why) = match battle.acting() {
        Some(who) => (vec![who], format!("{} acts.", at.state.name(who))),
        None => {
            let phase = phase(at.state).map_or("nobody", Phase::name);
            (candidates(at.state), format!("The {phase} act, in any order."))
        }
    };
    Some(Awaits { creatures, seats: Vec::new(), why })
}
