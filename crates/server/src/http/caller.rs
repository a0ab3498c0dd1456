//! Who calls: the cookie of a browser, the address, and whether the request comes from our own page.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use serde::de::DeserializeOwned;

use super::Fault;
use crate::doors::{Stands, VisitorId};
use crate::house::House;

/// Whoever calls.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) visitor: Option<VisitorId>,
    pub(crate) owner: bool,
    pub(crate) from: SocketAddr,
    pub(crate) host: Option<String>,
    /// "phone" or "computer".
    pub(crate) device: &'static str,
}

impl FromRequestParts<Arc<House>> for Caller {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Fault> {
        let from = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|from| from.0);
        let from = from.ok_or_else(|| Fault::unreadable("Nobody calls."))?;
        let token = cookie(&parts.headers, &cookie_name(house));
        let visitor = token.and_then(|token| house.doors.known(token));
        let owner = visitor.as_ref().is_some_and(|visitor| house.doors.is_owner(visitor));
        let text = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let phone = text(USER_AGENT).is_some_and(|agent| agent.contains("Mobi") || agent.contains("Android"));
        let device = if phone { "phone" } else { "computer" };
        Ok(Self { visitor, owner, from, host: text(HOST).map(str::to_owned), device })
    }
}

impl Caller {
    pub(crate) fn must_own(&self) -> Result<(), Fault> {
        if self.owner { Ok(()) } else { Err(Fault::only("whoever runs this server")) }
    }

    /// How this browser stands at a table's door.
    pub(crate) fn stands(&self, house: &House, table: &str) -> Stands {
        self.visitor.as_ref().map_or(Stands::Stranger, |visitor| house.doors.stands(table, visitor))
    }

    /// The game master of a table; to anybody else it is not there, or forbidden if they sit at it.
    pub(crate) fn must_be_gm(&self, house: &House, table: &str) -> Result<(), Fault> {
        match self.stands(house, table) {
            Stands::Seated(seat) if seat.is_gm() => Ok(()),
            Stands::Seated(_) => Err(Fault::only("the GM")),
            _ => Err(Fault::no_table()),
        }
    }
}

/// Cookies know no ports: two servers on one machine must not share theirs.
pub(crate) fn cookie_name(house: &House) -> String {
    format!("boneyard_{}", house.address.port())
}

/// The header that gives a browser its cookie.
pub(crate) fn set_cookie(house: &House, token: &str) -> String {
    const YEAR: u32 = 365 * 24 * 60 * 60;
    format!("{}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Strict", cookie_name(house))
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut each = all.flat_map(|value| value.split(';')).filter_map(|one| one.trim().split_once('='));
    each.find(|(known, _)| *known == name).map(|(_, token)| token)
}

/// Whether a request comes from a page of this server. Only browsers send an origin, and always do where
/// it matters; what has none is no page.
pub(crate) fn from_our_page(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(ORIGIN), text(HOST)) else { return false };
    let site = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    site.is_some_and(|site| site.eq_ignore_ascii_case(host)) && !headers.contains_key(AUTHORIZATION)
}

/// A body of JSON, read whole and checked.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self, Fault> {
        let bytes = Bytes::from_request(request, house).await.map_err(|_| too_large())?;
        let read = serde_json::from_slice(&bytes);
        read.map(Self).map_err(|error| Fault::unreadable(format!("This request cannot be read: {error}.")))
    }
}

pub(crate) fn too_large() -> Fault {
    Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "That is more than this server takes at once.")
}
