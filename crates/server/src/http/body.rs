//! Bodies of requests: how large they may be depends on who sends them, and they come in time or not at all.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::Fault;
use super::caller::Caller;
use crate::house::House;

/// A large body may come as slowly as this, in bytes per second.
const SLOWEST: u64 = 64 * 1024;

/// A body of JSON, read whole and checked. Somebody without a seat here has little to say.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self, Fault> {
        let (mut parts, body) = request.into_parts();
        let caller = Caller::from_request_parts(&mut parts, house).await?;
        let most = match caller.belongs(house) {
            true => house.limits.body_bytes,
            false => house.limits.stranger_bytes,
        };
        read(&taken(house, Request::from_parts(parts, body), most).await?).map(Self)
    }
}

/// What a body says.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(bytes)
        .map_err(|error| Fault::unreadable(format!("This request cannot be read: {error}.")))
}

/// A body of at most so many bytes. Whoever asks for it has made sure who sends it.
pub(super) async fn taken(house: &House, request: Request, most: usize) -> Result<Bytes, Fault> {
    let length = request.headers().get(CONTENT_LENGTH);
    let length: Option<u64> = length.and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let time = house.limits.body + Duration::from_secs(length.unwrap_or(0) / SLOWEST);
    match timeout(time, axum::body::to_bytes(request.into_body(), most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if error.to_string().contains("length limit") => Err(too_large()),
        Ok(Err(_)) => Err(Fault::unreadable("This request breaks off.")),
        Err(_) => {
            house.metrics.turned_away.up();
            Err(Fault::new(StatusCode::REQUEST_TIMEOUT, "too-slow", "This request did not come in time."))
        }
    }
}

fn too_large() -> Fault {
    Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "That is more than this server takes at once.")
}
