//! Requests over HTTP: which there are, what guards them, and the headers of every answer.

mod caller;
mod door;
mod fault;
mod look_up;
mod packs;
mod papers;
mod past;
mod start;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use tower_http::compression::CompressionLayer;

pub(crate) use caller::{Caller, from_our_page};
pub(crate) use fault::Fault;

use crate::house::House;
use crate::protocol::openapi;
use crate::{page, socket};

/// A page may load from its own server and nowhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Everything the server answers.
pub(crate) fn router(house: &Arc<House>) -> Router {
    let imports = post(start::import).layer(DefaultBodyLimit::max(house.limits.import_bytes));
    // A proof holds every die of an evening.
    let proofs = post(look_up::check).layer(DefaultBodyLimit::max(house.limits.import_bytes));
    let packs = get(packs::list).post(packs::add).layer(DefaultBodyLimit::max(house.limits.file_bytes));
    let pictures =
        get(papers::picture).post(papers::draw).layer(DefaultBodyLimit::max(house.limits.file_bytes));
    let api = Router::new()
        .route("/api/openapi.json", get(|| async { Json(openapi::page()) }))
        .route("/api/enter", post(start::enter))
        .route("/api/me", get(start::me))
        .route("/api/games", get(start::games))
        .route("/api/tables", get(start::tables).post(start::new_table))
        .route("/api/tables/import", imports)
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
        .route("/api/tables/{table}/published", get(look_up::published))
        .route("/api/tables/{table}/waiting", get(start::waiting))
        .route("/api/tables/{table}/survey", get(look_up::survey))
        .route("/api/tables/{table}/house", get(past::house_rules))
        .route("/api/tables/{table}/story", get(past::story))
        .route("/api/tables/{table}/times", get(past::times))
        .route("/api/tables/{table}/proof/{stretch}", get(look_up::proof))
        .route("/api/tables/{table}/packs", packs)
        .route("/api/tables/{table}/papers/{paper}/picture", pictures)
        .route("/api/verify", proofs)
        .route("/api/rules/{game}", get(look_up::rules))
        .route("/api/odds", get(look_up::odds))
        .layer(CompressionLayer::new())
        .route("/api/tables/{table}/socket", get(socket::open))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(page::serve);
    api.layer(DefaultBodyLimit::max(house.limits.body_bytes))
        .layer(middleware::from_fn_with_state(Arc::clone(house), guarded))
        .with_state(Arc::clone(house))
}

/// What changes something must come from our own page; every answer carries what keeps a browser careful.
async fn guarded(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let api = request.uri().path().starts_with("/api/");
    let mut response = if reads || from_our_page(request.headers()) {
        next.run(request).await
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
    set(REFERRER_POLICY, "no-referrer");
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if api {
        set(axum::http::header::CACHE_CONTROL, "no-store");
    }
    response
}

async fn health(State(house): State<Arc<House>>) -> Result<String, Fault> {
    // Whether the save can be read is what matters. A damaged table is told, and the others can be played.
    house.store.tables().await?;
    Ok(house.care.health())
}

/// For whoever runs the server: this machine, or the owner.
async fn metrics(State(house): State<Arc<House>>, caller: Caller) -> Result<String, Fault> {
    if !caller.from.ip().is_loopback() {
        caller.must_own()?;
    }
    Ok(house.metrics.page())
}
