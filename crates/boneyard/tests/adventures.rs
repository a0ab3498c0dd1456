//! Adventures through the real program: those that come with it, a first one, and every example of the guide.

use std::fs;
use std::path::Path;

use boneyard::adventures::{ADVENTURES, Adventures};
use boneyard_world::SHARED;
use boneyard_world::check::Findings;

use crate::support::{boneyard, json};

fn of(game: &str) -> &'static Adventures {
    ADVENTURES.iter().find(|one| one.dialect.game() == game).expect("a game")
}

fn found(game: &str, file: &str, text: &str) -> Findings {
    let adventures = of(game);
    adventures.dialect.check(file, text, &adventures.dictionary()).findings
}

fn shown(found: &Findings) -> String {
    let all = [&found.mistakes, &found.warnings, &found.undecided];
    all.iter().flat_map(|all| all.iter()).map(|one| format!("{}\n", one.render())).collect()
}

#[test]
fn every_adventure_that_comes_with_it_is_sound() {
    let mut files = 0;
    for adventures in ADVENTURES {
        let game = adventures.dialect.game();
        assert!(!adventures.bundled.is_empty(), "{game} comes with an adventure");
        let shared = SHARED.iter().filter(|(_, text)| text.contains(&format!("\"{game}\"")));
        for (file, text) in adventures.bundled.iter().chain(shared) {
            files += 1;
            let found = found(game, file, text);
            assert_eq!(found, Findings::default(), "{game}\n{}", shown(&found));
        }
    }
    assert_eq!(files, 10, "nine files, one of them for two games");
}

#[test]
fn the_first_adventure_of_every_game_is_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    for adventures in ADVENTURES {
        let game = adventures.dialect.game();
        let text = boneyard(&["adventure", "new", game]).well();
        let found = found(game, "new.toml", &text);
        assert_eq!(found, Findings::default(), "{game}\n{}", shown(&found));
        let file = folder.path().join(format!("{game}.toml"));
        fs::write(&file, &text).expect("it can be written");
        let told = boneyard(&["adventure", "check", &file.to_string_lossy()]).well();
        assert!(
            told.contains(&format!("for {game}; 3 places")) && told.ends_with("No mistakes.\n"),
            "{told}"
        );
    }
}

#[test]
fn a_mistake_is_told_with_its_place_and_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mill.toml");
    let good = boneyard(&["adventure", "new", "dirk-rules"]).well();
    fs::write(&file, good.replace("is = \"rust jelly\"", "is = \"rust jely\"")).expect("it can be written");
    let path = file.to_string_lossy();
    let ran = boneyard(&["adventure", "check", &path]);
    assert!(!ran.status.success());
    assert!(
        ran.out
            .contains("person[2].is: dirk-rules has no creature `rust jely`; allowed: perhaps `rust jelly`"),
        "{}",
        ran.out
    );
    let ran = boneyard(&["adventure", "check", &path, "--json"]);
    assert!(!ran.status.success());
    let told = json(&ran.out);
    assert_eq!(told["files"][0]["mistakes"][0]["field"], "person[2].is");
    assert_eq!(told["files"][0]["games"][0], "dirk-rules");
    let schema = json(&boneyard(&["adventure", "schema", "dirk-rules"]).well());
    assert_eq!(schema["$defs"]["Way"]["properties"]["between"]["items"]["x-refers"], "place", "{schema:#}");
}

#[test]
fn what_is_no_adventure_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).expect("it can be written");
        file.to_string_lossy().into_owned()
    };
    for (name, bytes, wanted) in [
        ("empty.toml", &b""[..], "adventure: this field is missing"),
        ("broken.toml", &b"[adventure\n"[..], "broken.toml:1:"),
        ("game.toml", &b"[adventure]\nid = \"a\"\nname = \"A\"\ngames = [\"chess\"]\nstart = \"p\"\n[[place]]\nid = \"p\"\nname = \"P\"\n"[..], "there is no game `chess`"),
    ] {
        let ran = boneyard(&["adventure", "check", &write(name, bytes)]);
        assert!(!ran.status.success() && ran.out.contains(wanted), "{name}: {}{}", ran.out, ran.err);
    }
    let said = boneyard(&["adventure", "check", &write("bytes.toml", b"\xff\xfe")]).badly();
    assert!(said.contains("is no text in UTF-8"), "{said}");
    assert!(boneyard(&["adventure", "check", "nowhere.toml"]).badly().contains("cannot be read"));
    assert!(boneyard(&["adventure", "new", "chess"]).badly().contains("There is no game"));
}

#[test]
fn files_beside_it_are_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = boneyard(&["adventure", "new", "dirk-rules"]).well();
    let text = format!("{good}\n[[map]]\nid = \"m\"\npicture = {{ file = \"m.png\", pixels = 70 }}\n");
    let file = folder.path().join("mill.toml");
    fs::write(&file, text).expect("it can be written");
    let path = file.to_string_lossy();
    let ran = boneyard(&["adventure", "check", &path]);
    assert!(ran.out.contains("map[1].picture.file") && ran.out.contains("cannot be read"), "{}", ran.out);
    fs::write(folder.path().join("m.png"), b"no picture").expect("it can be written");
    let ran = boneyard(&["adventure", "check", &path]);
    assert!(ran.out.contains("m.png is refused.") && ran.out.contains("neither PNG nor JPEG"), "{}", ran.out);
}

#[test]
fn every_example_of_the_guide_is_sound() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/adventures.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    let (mut whole, mut steps, mut files) = (String::new(), 0, 0);
    for block in guide.split("\n```toml").skip(1) {
        let (head, rest) = block.split_once('\n').expect("a block");
        let text = rest.split("\n```").next().unwrap_or_default();
        if let Some(games) = head.trim().strip_prefix("file ") {
            for game in games.split(' ') {
                files += 1;
                let found = found(game, "guide.toml", text);
                assert_eq!(found, Findings::default(), "{game}\n{}", shown(&found));
            }
            continue;
        }
        // Each step belongs to the one adventure of the guide.
        steps += 1;
        whole.push_str(text);
        whole.push('\n');
    }
    let found = found("dirk-rules", "guide.toml", &whole);
    assert_eq!(found, Findings::default(), "{}", shown(&found));
    assert!(steps >= 7 && files >= 3, "{steps} steps, {files} files");
}
