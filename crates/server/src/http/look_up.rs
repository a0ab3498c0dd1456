//! What can be looked up: values and dice of a table, rules, odds, proofs.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use boneyard_dice::fair::{Proof, verify};
use boneyard_rulebook::{Kind, Rule};
use serde_json::Value;

use super::Fault;
use super::body::{read, taken};
use super::caller::Caller;
use crate::doors::Stands;
use crate::house::{House, NotNow};
use crate::odds::{Reach, of_notation};
use crate::protocol::{Checked, NotationOdds, OddsQuery, RuleCard, RulesFound, RulesQuery, SurveyCard};
use crate::room::Ask;

type Here = State<Arc<House>>;

/// More than anybody reads; narrower words find less.
const SHOWN: usize = 50;

pub(super) async fn values(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Fault> {
    caller.must_be_gm(&house, &id)?;
    Ok(Json(house.ask(&id, Ask::Published).await?))
}

/// What an encounter could be made of.
pub(super) async fn survey(
    State(house): Here,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<SurveyCard>, Fault> {
    caller.must_be_gm(&house, &id)?;
    Ok(Json(house.ask(&id, Ask::Survey).await?))
}

pub(super) async fn proof(
    State(house): Here,
    caller: Caller,
    Path((id, stretch)): Path<(String, usize)>,
) -> Result<Json<Proof>, Fault> {
    let Stands::Seated(_) = caller.stands(&house, &id) else { return Err(Fault::no_table()) };
    let proof = house.ask(&id, |answer| Ask::Proof(stretch, answer)).await?;
    proof.map(Json).ok_or_else(|| {
        Fault::new(StatusCode::NOT_FOUND, "not-found", "These dice are not opened yet. The GM can open them.")
    })
}

/// Whether dice are the ones promised. A proof holds every die of an evening: a stranger's may be as long as
/// anything else they say.
pub(super) async fn check(
    State(house): Here,
    caller: Caller,
    request: Request,
) -> Result<Json<Checked>, Fault> {
    let limits = house.limits;
    let most = if caller.belongs(&house) { limits.proof_bytes } else { limits.stranger_bytes };
    let bytes = taken(&house, request, most).await?;
    let worked =
        house.works_out(caller.counts_as(&house), move || read::<Proof>(&bytes).map(|proof| checked(&proof)));
    worked.await?.map(Json)
}

fn checked(proof: &Proof) -> Checked {
    match verify(proof) {
        Ok(verified) => Checked {
            holds: true,
            say: format!(
                "The seed is the one promised, and all {} dice are the ones it gives.",
                verified.draws
            ),
        },
        Err(wrong) => Checked { holds: false, say: wrong.to_string() },
    }
}

pub(super) async fn rules(
    State(house): Here,
    Path(game): Path<String>,
    Query(query): Query<RulesQuery>,
) -> Result<Json<RulesFound>, Fault> {
    let entry = house.game(&game).ok_or_else(|| {
        Fault::new(StatusCode::NOT_FOUND, "not-found", format!("There is no game \"{game}\" here."))
    })?;
    let words = query.q.trim();
    let found = match entry.rulebook.get(&words.to_ascii_uppercase()) {
        Some(rule) => vec![rule],
        None if words.is_empty() => entry.rulebook.rules().collect(),
        None => entry.rulebook.search(words),
    };
    let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
    let shown = if words.is_empty() { found.len() } else { SHOWN };
    let rules = found.into_iter().take(shown).map(|rule| rule_card(entry.game.name(), rule)).collect();
    Ok(Json(RulesFound { total, rules }))
}

fn rule_card(game: &str, rule: &Rule) -> RuleCard {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    RuleCard {
        game: game.to_owned(),
        id: rule.id.to_owned(),
        title: rule.title.to_owned(),
        section: rule.section.to_owned(),
        text: rule.text.to_owned(),
        source: owned(rule.source),
        asked: owned(rule.asked),
        refused: owned(rule.refused),
        example: owned(rule.example),
        ruling: owned(rule.ruling),
        switches: rule.switches.iter().map(|one| (one.name.to_owned(), one.values.to_owned())).collect(),
        entry_of: match rule.kind {
            Kind::Rule => None,
            Kind::Entry { table, .. } => Some(table.to_owned()),
        },
    }
}

/// Odds of a roll. What takes long is worked out for those who have a seat.
pub(super) async fn odds(
    State(house): Here,
    caller: Caller,
    Query(query): Query<OddsQuery>,
) -> Result<Json<NotationOdds>, Fault> {
    let reach = if caller.belongs(&house) { Reach::Seated } else { Reach::Anybody };
    let worked = house.works_out(caller.counts_as(&house), move || of_notation(&query.roll, reach));
    worked.await?.map(Json).map_err(Fault::unreadable)
}

impl From<NotNow> for Fault {
    fn from(why: NotNow) -> Self {
        match why {
            NotNow::TooFast => {
                let say = "Too much was asked at once. Wait a moment, then ask again.";
                Self::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", say)
            }
            NotNow::Failed => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", "That took too long to work out.")
            }
        }
    }
}
