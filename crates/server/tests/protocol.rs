//! The protocol as it is written down: types that are not stale, and a page of requests that is true.

use std::path::Path;

use boneyard_server::protocol::{openapi, typescript};

use crate::support::House;

#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/protocol");
    for (name, text) in typescript::files() {
        let written = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(written == text, "{name} is stale: run `cargo xtask protocol`");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_of_the_page_is_the_page_and_a_file_that_is_not_there_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut browser = house.browser();
    let (status, head, page) = browser.send("GET", "/", None).await;
    assert_eq!(status, 200);
    assert!(head.contains("content-type: text/html"), "{head}");
    assert!(String::from_utf8_lossy(&page).contains("Boneyard"));
    assert_eq!(browser.send("GET", "/t/t123/log", None).await.2, page);
    for path in ["/assets/none.js", "/favicon.none", "/..%2f..%2fetc/passwd.txt"] {
        assert_eq!(browser.send("GET", path, None).await.0, 404, "{path}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_that_is_described_is_answered_and_every_answer_that_is_named_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut owner = house.owner().await;
    let (_, page) = owner.get("/api/openapi.json").await;
    assert_eq!(page["openapi"], "3.1.0");
    for request in openapi::REQUESTS {
        let path = request.path.replace("{table}", "t1").replace("{game}", "dirk-rules");
        let path = path.replace("{knock}", "1").replace("{seat}", "1").replace("{stretch}", "0");
        let path = path.replace("{paper}", "p1").replace("{session}", "s1");
        let method = request.method.to_ascii_uppercase();
        let (status, _, body) = owner.send(&method, &path, (method != "GET").then_some(b"null")).await;
        let said = String::from_utf8_lossy(&body);
        assert!(status != 405 && !said.contains("no-such-address"), "{method} {path}: {status} {said}");
        assert!(page["paths"][request.path][request.method].is_object(), "{method} {path} is on the page");
    }
    let text = page.to_string();
    let schemas = page["components"]["schemas"].as_object().expect("schemas");
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schemas.contains_key(name), "{name} is described");
    }
    house.close().await;
}
