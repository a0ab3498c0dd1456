//! Requests over HTTP: which there are, what guards them, and the headers of every answer.

mod body;
mod caller;
mod door;
mod fault;
mod look_up;
mod packs;
mod papers;
mod past;
mod start;

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use tower_http::compression::CompressionLayer;

pub(crate) use caller::{Caller, Whom};
pub(crate) use fault::Fault;

use crate::house::House;
use crate::protocol::openapi;
use crate::{page, socket};

/// A page may load from its own server and nowhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// So much is read of what somebody else says about a request.
const SAID: usize = 2_000;

/// Everything the server answers.
pub(crate) fn router(house: &Arc<House>) -> Router {
    let api = Router::new()
        .route("/api/openapi.json", get(described))
        .route("/api/enter", post(start::enter))
        .route("/api/me", get(start::me))
        .route("/api/sessions", get(start::sessions))
        .route("/api/sessions/{session}", delete(start::end_session))
        .route("/api/games", get(start::games))
        .route("/api/tables", get(start::tables).post(start::new_table))
        .route("/api/tables/import", post(start::import))
        .route("/api/tables/{table}/export", get(start::export))
        .route("/api/tables/{table}/fork", post(start::fork))
        .route("/api/tables/{table}/archive", post(start::archive))
        .route("/api/backup", post(start::backup))
        .route("/api/tables/{table}/door", get(door::door))
        .route("/api/door", post(door::key))
        .route("/api/knock", post(door::knock))
        .route("/api/tables/{table}/knock", delete(door::go_away))
        .route("/api/tables/{table}/invitation", get(door::invite).post(door::invite_anew))
        .route("/api/tables/{table}/knocks/{knock}", post(door::answer))
        .route("/api/tables/{table}/seats/{seat}/revoke", post(door::revoke))
        .route("/api/tables/{table}/published", get(look_up::values))
        .route("/api/tables/{table}/waiting", get(start::waiting))
        .route("/api/tables/{table}/survey", get(look_up::survey))
        .route("/api/tables/{table}/house", get(past::house_rules))
        .route("/api/tables/{table}/story", get(past::story))
        .route("/api/tables/{table}/times", get(past::times))
        .route("/api/tables/{table}/proof/{stretch}", get(look_up::proof))
        .route("/api/tables/{table}/packs", get(packs::list).post(packs::add))
        .route("/api/tables/{table}/papers/{paper}/picture", get(papers::picture).post(papers::draw))
        .route("/api/verify", post(look_up::check))
        .route("/api/rules/{game}", get(look_up::rules))
        .route("/api/odds", get(look_up::odds))
        .layer(middleware::map_response(worded))
        .layer(CompressionLayer::new())
        .route("/api/tables/{table}/socket", get(socket::open))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(page::serve);
    api.layer(middleware::from_fn_with_state(Arc::clone(house), guarded)).with_state(Arc::clone(house))
}

/// What changes something must come from our own page; every answer carries what keeps a browser careful.
async fn guarded(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let api = request.uri().path().starts_with("/api/");
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|from| from.0.ip());
    let https = peer.is_some_and(|peer| house.front.is_https(peer, request.headers()));
    let mut response = if reads || house.front.way(request.headers()).is_some() {
        worded(next.run(request).await).await
    } else {
        house.metrics.turned_away.up();
        Fault::new(
            StatusCode::FORBIDDEN,
            "elsewhere",
            "This request does not come from a page of this server.",
        )
        .into_response()
    };
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(CONTENT_SECURITY_POLICY, POLICY);
    if https {
        set(STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    set(REFERRER_POLICY, "no-referrer");
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if api {
        set(axum::http::header::CACHE_CONTROL, "no-store");
    }
    response
}

/// What is not answered as hoped is always said the same way, also where the words are not ours.
async fn worded(response: Response) -> Response {
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/json") {
        return response;
    }
    let said = match kind.starts_with("text/plain") && status.is_client_error() {
        true => to_bytes(response.into_body(), SAID).await.ok(),
        false => None,
    };
    let said = said.and_then(|said| String::from_utf8(said.to_vec()).ok()).filter(|said| !said.is_empty());
    Fault::of_status(status, said).into_response()
}

/// The page that describes every request; it takes a while to put together and never changes.
async fn described() -> impl IntoResponse {
    static PAGE: LazyLock<String> = LazyLock::new(|| openapi::page().to_string());
    ([(CONTENT_TYPE, "application/json")], PAGE.as_str())
}

async fn health(State(house): State<Arc<House>>) -> Result<String, Fault> {
    // Whether the save can be read is what matters. A damaged table is told, and the others can be played.
    house.store.tables().await?;
    Ok(house.care.health())
}

/// For whoever runs the server: this machine, or the owner.
async fn metrics(State(house): State<Arc<House>>, caller: Caller) -> Result<String, Fault> {
    if !caller.local {
        caller.must_own()?;
    }
    Ok(house.metrics.page())
}
