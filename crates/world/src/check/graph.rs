//! Effects one by one, however deep they are in one another.

use crate::adventure::{Adventure, Effects, Then};
use crate::dialect::Dialect;

/// How an effect comes about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stands {
    /// At once, and not after some time.
    pub later: bool,
    /// Only if something holds, dice fall so, or somebody decides so.
    pub perhaps: bool,
}

/// Meets each effect and those in it.
pub(super) fn each<'a, G: Dialect>(
    effects: &'a Effects<G>,
    stands: Stands,
    see: &mut dyn FnMut(&'a Then<G>, Stands),
) {
    for then in effects.iter() {
        see(then, stands);
        let perhaps = Stands { perhaps: true, ..stands };
        match then {
            Then::Check { passed, failed, outcomes, .. } => {
                for inside in [passed, failed].into_iter().chain(outcomes.values()) {
                    each(inside, perhaps, see);
                }
            }
            Then::When { then, r#else, .. } => {
                each(then, perhaps, see);
                each(r#else, perhaps, see);
            }
            Then::Ask { options, .. } => options.iter().for_each(|option| each(&option.then, perhaps, see)),
            Then::Later { then, .. } => each(then, Stands { later: true, ..stands }, see),
            _ => {}
        }
    }
}

/// Meets each effect of a file, with the field of its list.
pub(super) fn all<'a, G: Dialect>(file: &'a Adventure<G>, see: &mut dyn FnMut(&'a Then<G>)) {
    let mut list = |effects: &'a Effects<G>| each(effects, Stands::default(), &mut |then, _| see(then));
    file.adventure.pace.iter().for_each(|pace| list(&pace.then));
    for way in &file.way {
        if let Some(pass) = &way.pass {
            list(&pass.failed);
            pass.outcomes.values().for_each(&mut list);
        }
    }
    file.person.iter().flat_map(|person| &person.tells).for_each(|tells| list(&tells.then));
    file.trap.iter().for_each(|trap| list(&trap.then));
    for one in &file.tries {
        list(&one.passed);
        list(&one.failed);
        one.outcomes.values().for_each(&mut list);
    }
    for tracker in &file.tracker {
        tracker.steps.iter().for_each(|step| list(&step.then));
        list(&tracker.over);
    }
    file.event.iter().for_each(|event| list(&event.then));
    file.table.iter().flat_map(|table| &table.rows).for_each(|row| list(&row.then));
    file.goal.iter().for_each(|goal| list(&goal.then));
    file.end.iter().for_each(|end| list(&end.then));
}
