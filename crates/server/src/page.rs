//! The page's files, which were put into the program when it was built. Every other address is the page's
//! own affair and gets its first file.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::house::House;
use crate::http::Fault;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Boneyard</title>\
    <h1>Boneyard runs, without its page</h1><p>This program was built without the page. \
    Build it with <code>cargo xtask play</code>, or talk to <a href=\"/api/openapi.json\">the interface</a>.</p>";

/// A file of the page, or the page.
pub(crate) async fn serve(
    State(house): State<Arc<House>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path();
    if path.starts_with("/api/") || !matches!(method, Method::GET | Method::HEAD) {
        return Fault::new(StatusCode::NOT_FOUND, "no-such-address", "There is nothing at this address.")
            .into_response();
    }
    let named = |name: &str| FILES.iter().find(|(known, _)| *known == name);
    // A file that is not there must not come back as the page.
    let a_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let Some((name, bytes)) = named(path).or_else(|| named("/index.html").filter(|_| !a_file)) else {
        return match FILES.is_empty() && !a_file {
            true => Html(NO_PAGE).into_response(),
            false => StatusCode::NOT_FOUND.into_response(),
        };
    };
    // Files below assets have their digest in their name.
    if name.starts_with("/assets/") {
        let headers = [(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
        return (headers, *bytes).into_response();
    }
    let bytes = match *name == "/index.html" {
        true => below(house.front.base(), bytes),
        false => Cow::Borrowed(*bytes),
    };
    let tag = tag(&bytes);
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers =
        [(CONTENT_TYPE, kind(name).to_owned()), (CACHE_CONTROL, "no-cache".to_owned()), (ETAG, tag)];
    (headers, bytes).into_response()
}

/// The first file of a page that lies below `base`: all it names lies there too.
fn below(base: &str, file: &'static [u8]) -> Cow<'static, [u8]> {
    match std::str::from_utf8(file) {
        Ok(text) if !base.is_empty() => text.replace("=\"/", &format!("=\"{base}/")).into_bytes().into(),
        _ => Cow::Borrowed(file),
    }
}

fn tag(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let short: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{short}\"")
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_below_a_base_names_everything_below_it() {
        let page =
            br#"<meta name="base" content="/" /><script src="/assets/a.js"></script><a href="https://x/y">"#;
        let told = below("/tables", page);
        let told = std::str::from_utf8(&told).expect("text");
        assert_eq!(
            told,
            r#"<meta name="base" content="/tables/" /><script src="/tables/assets/a.js"></script><a href="https://x/y">"#
        );
        assert_eq!(&*below("", page), page);
    }
}
