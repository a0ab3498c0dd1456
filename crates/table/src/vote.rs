//! The party decides: everyone concerned answers sealed, more than half carries it, and the game
//! master breaks a tie. Who may propose and who is concerned is the rules' business.

use crate::{Cx, Flow, Game, Party, Question, Seat};

/// What more than half of those concerned want; on a tie they are asked once more, and then the
/// game master decides by answering `tie`.
///
/// `said` holds answers that need not be asked for, such as the proposer's own: one player alone
/// decides at once, and nobody is waited for once the matter is decided.
pub fn vote<G: Game, Q: Question<G> + Clone>(
    cx: &mut Cx<'_, G>,
    said: &[Q::Answer],
    asked: &[(Party, Q)],
    tie: Q,
) -> Flow<Q::Answer> {
    for _ in 0..2 {
        if let Some(agreed) = majority(cx, said, asked)? {
            return Ok(agreed);
        }
    }
    cx.ask(Seat::GM, tie)
}

/// What more than half of those concerned want, or `None` on a tie. All answers stay sealed until
/// it is decided.
pub fn majority<G: Game, Q: Question<G> + Clone>(
    cx: &mut Cx<'_, G>,
    said: &[Q::Answer],
    asked: &[(Party, Q)],
) -> Flow<Option<Q::Answer>> {
    let voters = said.len() + asked.len();
    let said: Vec<G::Answer> = said.iter().map(|answer| answer.clone().into()).collect();
    let agreed = |answers: &[Option<G::Answer>]| {
        let cast = || said.iter().chain(answers.iter().flatten());
        let carries = |answer: &&G::Answer| 2 * cast().filter(|other| other == answer).count() > voters;
        cast().find(carries).cloned()
    };
    let winner = match agreed(&[]) {
        Some(winner) => Some(winner),
        None => {
            let answers = cx.ask_until(asked.iter().cloned(), |answers| agreed(answers).is_some())?;
            let answers: Vec<Option<G::Answer>> =
                answers.into_iter().map(|answer| answer.map(Into::into)).collect();
            agreed(&answers)
        }
    };
    winner.map(|winner| cx.answer_to::<Q>(winner)).transpose()
}
