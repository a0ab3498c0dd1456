//! Whether a command is legal, without carrying it out: rules refuse before their first
//! request, so they are run against a host that stops there. No second copy of the rules.

use smallvec::SmallVec;

use crate::{
    At, Audience, Ended, Faces, Game, Host, Judgement, Party, Refusal, Roll, RuleId, Ruling, Seat, run,
};

/// Refuses what the rules would refuse; the state is not changed.
pub fn probe<G: Game>(at: At<'_, G>, by: Seat, command: G::Command) -> Result<(), Refusal> {
    let mut state = at.state.clone();
    match run::<G>(&mut state, at.book, &mut Silent, |cx| G::resolve(cx, by, command)) {
        Ended::Refused(refusal) | Ended::RefusedLate(refusal) => Err(*refusal),
        Ended::Done | Ended::Stopped => Ok(()),
    }
}

/// Knows nothing.
struct Silent;

impl<G: Game> Host<G> for Silent {
    fn roll(&mut self, _: At<'_, G>, _: &Roll<'_>, _: &mut [Faces]) -> Option<()> {
        None
    }

    fn ask(&mut self, _: At<'_, G>, _: Party, _: &G::Prompt) -> Option<G::Answer> {
        None
    }

    fn ask_each(&mut self, _: At<'_, G>, _: &[(Party, G::Prompt)]) -> Option<SmallVec<[G::Answer; 4]>> {
        None
    }

    fn judge(
        &mut self,
        _: At<'_, G>,
        _: Audience,
        _: RuleId,
        _: u8,
        _: &dyn Fn() -> Judgement,
    ) -> Option<Ruling> {
        None
    }
}
