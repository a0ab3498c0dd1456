//! Who calls: the cookie of a browser, the address, and whether the request comes from our own page.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{COOKIE, HOST, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};

use super::Fault;
use crate::doors::{Stands, VisitorId};
use crate::front::Way;
use crate::house::House;
use crate::limits::Address;

/// Whoever calls.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) visitor: Option<VisitorId>,
    pub(crate) owner: bool,
    /// Their address, as far as a proxy that is trusted says so.
    pub(crate) from: IpAddr,
    /// Whether they call from this machine itself.
    pub(crate) local: bool,
    pub(crate) https: bool,
    /// Which of our pages they call from, if it is one.
    pub(crate) way: Option<Way>,
    pub(crate) host: Option<String>,
    /// "phone" or "computer".
    pub(crate) device: &'static str,
}

/// By whom limits count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Whom {
    Visitor(VisitorId),
    Somebody(Address),
}

impl FromRequestParts<Arc<House>> for Caller {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Fault> {
        let from = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|from| from.0);
        let peer = from.ok_or_else(|| Fault::unreadable("Nobody calls."))?.ip();
        let (front, headers) = (&house.front, &parts.headers);
        let token = cookie(&parts.headers, &cookie_name(house));
        let visitor = token.and_then(|token| house.doors.known(token));
        let owner = visitor.as_ref().is_some_and(|visitor| house.doors.is_owner(visitor));
        let text = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let phone = text(USER_AGENT).is_some_and(|agent| agent.contains("Mobi") || agent.contains("Android"));
        let device = if phone { "phone" } else { "computer" };
        Ok(Self {
            visitor,
            owner,
            from: front.client(peer, headers),
            local: front.is_local(peer, headers),
            https: front.is_https(peer, headers),
            way: front.way(headers),
            host: text(HOST).map(str::to_owned),
            device,
        })
    }
}

impl Caller {
    pub(crate) fn must_own(&self) -> Result<(), Fault> {
        if self.owner { Ok(()) } else { Err(Fault::only("the person who runs this server")) }
    }

    /// Whether they are more than a stranger: they run this server, or have a seat at some table.
    pub(crate) fn belongs(&self, house: &House) -> bool {
        self.owner || self.visitor.as_ref().is_some_and(|visitor| !house.doors.seats(visitor).is_empty())
    }

    /// By whom limits count what they ask: a browser that belongs here by itself, anybody else by address.
    pub(crate) fn counts_as(&self, house: &House) -> Whom {
        match &self.visitor {
            Some(visitor) if self.belongs(house) => Whom::Visitor(visitor.clone()),
            _ => Whom::Somebody(self.from.into()),
        }
    }

    /// The header that gives this browser its cookie.
    pub(crate) fn set_cookie(&self, house: &House, token: &str) -> String {
        const YEAR: u32 = 365 * 24 * 60 * 60;
        let bounds = house.front.cookie_bounds(self.way, self.https);
        format!("{}={token}; Max-Age={YEAR}; HttpOnly; SameSite=Strict{bounds}", cookie_name(house))
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

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut each = all.flat_map(|value| value.split(';')).filter_map(|one| one.trim().split_once('='));
    each.find(|(known, _)| *known == name).map(|(_, token)| token)
}
