//! Packs of a group's own content, written in tests.

use boneyard_table::table::{AnyGame, GameOf, PackName};
use boneyard_table::{Playable, stage::Stage};

use crate::test_table::seeds;

/// The pack of a group called Tuesday, with these files.
pub fn tuesday(files: &[(&str, &str)]) -> PackName {
    let header =
        "name = \"tuesday\"\ntitle = \"Tuesday\"\nauthor = \"The Tuesday group\"\nlicence = \"CC0-1.0\"\n";
    let own = files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
    PackName {
        name: "tuesday".into(),
        files: [("pack.toml".to_owned(), header.to_owned())].into_iter().chain(own).collect(),
    }
}

/// Each text, as this file of a pack, is refused: by book and table alike, told with the file, the line (`:4:`) and
/// the field.
///
/// # Panics
/// If one is taken, or refused without saying where.
pub fn broken_packs_are_refused<G: Playable + 'static>(file: &str, broken: &[(String, &str, &str)]) {
    for (text, line, field) in broken {
        let pack = tuesday(&[(file, text)]);
        let opened = GameOf::<G>::new().stage("Never", &Stage::default(), vec![pack.clone()], seeds(1));
        let table = opened.expect_err("no table opens with a broken pack").to_string();
        let told = G::book(&[pack]).err().expect("a broken pack is refused").to_string();
        let place = told.lines().next().unwrap_or_default();
        assert!(place.starts_with(&format!("tuesday/{file}{line}")), "{text}\n{told}");
        assert!(place.contains(field) && table.contains(place), "{text}\n{told}\n{table}");
    }
}
