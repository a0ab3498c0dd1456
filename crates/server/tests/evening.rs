//! An evening through real sockets: people come, fight, drop out, come back.

mod support;

use serde_json::json;
use support::{Evening, fight};

#[tokio::test(flavor = "multi_thread")]
async fn two_players_and_a_gm_play_an_attack_with_a_reaction() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let (gm, bo, di) = (&mut evening.gm, &mut evening.bo, &mut evening.di);
    println!("{}", serde_json::to_string_pretty(&bo.desk).unwrap_or_default());
    bo.does(json!({ "end_turn": { "who": "Brack" } })).await;
    let _ = (gm, di);
}
