//! What can be looked up: values and dice of a table, rules, odds, proofs.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use boneyard_dice::fair::{Proof, verify};
use boneyard_rulebook::{Kind, Rule};
use serde_json::Value;

use super::Fault;
use super::caller::{Body, Caller};
use crate::doors::Stands;
use crate::house::House;
use crate::odds::of_notation;
use crate::protocol::{Checked, NotationOdds, OddsQuery, RuleCard, RulesFound, RulesQuery, SurveyCard};
use crate::room::Ask;

type Here = State<Arc<House>>;

/// More than anybody reads; narrower words find less.
const SHOWN: usize = 50;

pub(super) async fn published(
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

pub(super) async fn check(Body(proof): Body<Proof>) -> Json<Checked> {
    Json(match verify(&proof) {
        Ok(verified) => Checked {
            holds: true,
            say: format!(
                "The seed is the one promised, and all {} dice are the ones it gives.",
                verified.draws
            ),
        },
        Err(wrong) => Checked { holds: false, say: wrong.to_string() },
    })
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

pub(super) async fn odds(Query(query): Query<OddsQuery>) -> Result<Json<NotationOdds>, Fault> {
    // Some rolls take their time, and nobody else may wait for it.
    let found = tokio::task::spawn_blocking(move || of_notation(&query.roll)).await;
    found
        .unwrap_or_else(|_| Err("These odds could not be computed.".into()))
        .map(Json)
        .map_err(Fault::unreadable)
}
