//! What each game has ready to be played: a scene stands, there is something to read aloud, and heroes wait.

use boneyard::KeptTable;
use boneyard::games::GAMES;
use boneyard_store::blocking::Store;
use boneyard_table::Seat;
use boneyard_table::frame::Seeds;
use boneyard_table::table::Op;

#[test]
fn whoever_plays_at_once_finds_a_scene_and_what_is_known_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path().join("save")).expect("opens");
    for entry in GAMES {
        let name = entry.game.name();
        let ready = entry.ready.unwrap_or_else(|| panic!("{name} has nothing ready"));
        let start = (entry.starts)().into_iter().find(|(title, _)| *title == ready.start);
        let (title, stage) = start.unwrap_or_else(|| panic!("{name} has no start called {}", ready.start));
        assert!(!stage.heroes.is_empty(), "{name}: nobody waits for a player");
        let seeds = Seeds { open: [1; 32], secret: [2; 32] };
        let mut kept = KeptTable::create(&store, entry, title, &stage, Vec::new(), seeds).expect("begins");
        if let Some(opening) = ready.opening {
            let command = serde_json::from_str(opening).expect("a command");
            kept.act(Seat::GM, Op::Command(command)).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let view = serde_json::to_value(kept.table().view(Seat::GM)).expect("views can be written");
        assert!(view["scene"]["say"]["text"].as_str().is_some_and(|say| say.len() > 20), "{name}: {view}");
        let pages = view["sheets"].as_array().into_iter().flatten();
        let mut blocks = pages.flat_map(|page| page["blocks"].as_array().into_iter().flatten());
        assert!(blocks.any(|block| block["key"] == "known"), "{name} tells nobody what is known");
    }
}
