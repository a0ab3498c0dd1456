//! Content packs of a table in play: which there are, and adding one. A pack with a mistake is refused with
//! the file, line and field, and the table stays as it was.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use boneyard_table::Seat;
use boneyard_table::table::Op;

use super::Fault;
use super::body::{read, taken};
use super::caller::Caller;
use crate::house::House;
use crate::protocol::{Mistake, Pack, PackRow};
use crate::room::{Ask, NotDone};

pub(super) async fn list(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Vec<PackRow>>, Fault> {
    caller.must_be_gm(&house, &id)?;
    Ok(Json(house.ask(&id, Ask::Packs).await?))
}

pub(super) async fn add(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Vec<PackRow>>, Fault> {
    caller.must_be_gm(&house, &id)?;
    let pack: Pack = read(&taken(&house, request, house.limits.file_bytes).await?)?;
    let op = Op::AddPack { name: pack.name, files: pack.files };
    match house.ask(&id, |answer| Ask::Do(Seat::GM, op.clone(), answer)).await? {
        Ok(()) => {}
        Err(NotDone::Refused(refusal)) if refusal.code() == "pack" => {
            return Err(bad_pack(&refusal.to_string()));
        }
        Err(other) => return Err(other.into()),
    }
    Ok(Json(house.ask(&id, Ask::Packs).await?))
}

/// The refusal of a pack. Mistakes that have a place are told there, and once: the sentence above them only counts them.
fn bad_pack(say: &str) -> Fault {
    let mistakes = mistakes(say);
    let say = match mistakes.len() {
        0 => say.to_owned(),
        1 => "This pack cannot be used: it has a mistake.".to_owned(),
        many => format!("This pack cannot be used: it has {many} mistakes."),
    };
    Fault::new(StatusCode::UNPROCESSABLE_ENTITY, "pack", say).with_mistakes(mistakes)
}

/// Every mistake that has a place in a file.
pub(super) fn mistakes(say: &str) -> Vec<Mistake> {
    say.lines().filter_map(mistake).collect()
}

/// Mistakes in content are told as `file:line:column: field: what`, with the line itself below.
fn mistake(line: &str) -> Option<Mistake> {
    let (place, say) = line.split_once(": ")?;
    let mut parts = place.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    Some(Mistake { file: file.to_owned(), line, column, say: say.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_mistake_is_read_from_its_words() {
        let told = "mine/weapons.toml:3:8: weapon[1].damage: this is no dice; allowed: 1d6\n  |\n3 | damage = \"much\"";
        let found = mistakes(told);
        let say = "weapon[1].damage: this is no dice; allowed: 1d6".to_owned();
        assert_eq!(found, [Mistake { file: "mine/weapons.toml".into(), line: 3, column: 8, say }]);
        assert_eq!(mistake("table 3: two rows for 1"), None);
    }
}
