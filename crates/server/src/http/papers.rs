//! Pictures on papers: they are too large for a socket's messages, so they come and go by requests of their
//! own. Everything else about papers is an `Op`.

use std::sync::Arc;

use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use boneyard_table::Seat;
use boneyard_table::table::{Media, Op, PaperBody, Picture};

use super::Fault;
use super::body::taken;
use super::caller::Caller;
use crate::doors::Stands;
use crate::house::House;
use crate::protocol::PictureQuery;
use crate::room::Ask;

/// The game master draws on a paper, a new one or an old one.
pub(super) async fn draw(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path((id, paper)): Path<(String, String)>,
    Query(query): Query<PictureQuery>,
    request: Request,
) -> Result<(), Fault> {
    caller.must_be_gm(&house, &id)?;
    let file = taken(&house, request, house.limits.file_bytes).await?;
    let media = kind(&file).ok_or_else(|| {
        let say = "This page cannot show that file. Send a PNG, JPEG, WebP or GIF.";
        Fault::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", say)
    })?;
    let picture = Picture { media, data: STANDARD.encode(&file), alt: query.alt };
    let op = Op::Write { paper, title: query.title, body: PaperBody::Picture(picture) };
    Ok(house.ask(&id, |answer| Ask::Do(Seat::GM, op.clone(), answer)).await??)
}

/// A picture, for whoever was shown it. To anybody else it is not there.
pub(super) async fn picture(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path((id, paper)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let Stands::Seated(seat) = caller.stands(&house, &id) else { return Err(Fault::no_table()) };
    let found = house.ask(&id, |answer| Ask::Paper(seat, paper.clone(), answer)).await?;
    let gone = || Fault::new(StatusCode::NOT_FOUND, "not-found", "This picture was not shown to you.");
    let found = found.ok_or_else(gone)?;
    let PaperBody::Picture(picture) = &found.body else { return Err(gone()) };
    let file = STANDARD.decode(&picture.data).map_err(|_| gone())?;
    let media = match picture.media {
        Media::Png => "image/png",
        Media::Jpeg => "image/jpeg",
        Media::Webp => "image/webp",
        Media::Gif => "image/gif",
    };
    Ok(([(CONTENT_TYPE, media), (CACHE_CONTROL, "no-store")], file).into_response())
}

/// What a file is, by how it begins; what it is called does not count.
fn kind(file: &[u8]) -> Option<Media> {
    match file {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some(Media::Png),
        [0xff, 0xd8, 0xff, ..] => Some(Media::Jpeg),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Media::Webp),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Media::Gif),
        _ => None,
    }
}
