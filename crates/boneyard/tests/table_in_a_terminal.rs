//! The table in a terminal, typed through a pipe: beginning, playing, taking back, opening again.

use std::path::Path;

use crate::support::{self, boneyard, typing};

/// Types lines at a fresh or known table and returns all that was said.
fn play(folder: &Path, lines: &[&str]) -> String {
    let folder = folder.to_str().expect("a plain path");
    typing(&["play", "--data", folder], &lines.join("\n")).well()
}

/// A battle of everybody against everybody's wolves, with the bids and free attacks left to instinct.
const WOLVES: [&str; 13] = [
    "new Wolves tonight",
    "1",
    "wolves",
    "do 1",
    "acts",
    "do 1",
    "all",
    "auto Brack",
    "auto Isolde",
    "auto Ottilie",
    "auto Wolf",
    "auto Second wolf",
    "auto Third wolf",
];

#[test]
fn who_opens_the_program_is_told_what_can_be_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = play(folder.path(), &["help", "dance", "open 1", "quit"]);
    assert!(told.contains("Type `new` to start"), "{told}");
    assert!(told.contains("No tables yet"), "{told}");
    assert!(told.contains("`dance` means nothing here"), "{told}");
    assert!(told.contains("There is nothing to choose from."), "{told}");
}

#[test]
fn a_battle_begins_asks_everybody_and_rolls() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = play(folder.path(), &WOLVES);
    assert!(told.contains("You sit at \"Wolves tonight\""), "{told}");
    assert!(told.contains("`acts` lists what can be done"), "{told}");
    assert!(told.contains("A battle begins"), "{told}");
    assert!(told.contains("? Fenn: bid"), "{told}");
    assert!(told.ends_with("\"Wolves tonight\" is saved.\n"), "{told}");
}

#[test]
fn the_evening_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    play(folder.path(), &WOLVES);
    let told = play(folder.path(), &["open 1", "instinct", "quit"]);
    assert!(told.contains("1. Wolves tonight"), "{told}");
    let (before, after) = told.split_once("GM> instinct").expect("it was typed");
    assert!(before.contains("? Fenn: bid"), "{before}");
    assert!(after.contains("Turn order:"), "{after}");
}

#[test]
fn creatures_left_to_instinct_fight_to_the_end_and_their_dice_can_be_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof.json");
    let proof = proof.to_str().expect("a plain path");
    let reveal = format!("reveal {proof}");
    let mut lines = WOLVES.to_vec();
    lines.extend(["auto Fenn", "auto Third wolf ahead"]);
    // The GM says what becomes of those who lose their footing.
    lines.extend(["instinct"; 40]);
    lines.push(&reveal);
    let told = play(folder.path(), &lines);
    assert!(told.contains("The battle is over after"), "{told}");
    assert!(told.contains("dice are open for everybody to check"), "{told}");
    let held = boneyard(&["verify", proof]).well();
    assert!(held.contains("The proof holds."), "{held}");

    let mut tampered = support::json(&std::fs::read_to_string(proof).expect("the proof"));
    let face = &mut tampered["draws"][2]["face"];
    *face = (face.as_u64().expect("a face") % 4 + 1).into();
    let false_proof = folder.path().join("false.json");
    std::fs::write(&false_proof, tampered.to_string()).expect("written");
    let wrong = boneyard(&["verify", false_proof.to_str().expect("a plain path")]).badly();
    assert!(wrong.contains("does not hold") && wrong.contains("Entry 3"), "{wrong}");
    assert_eq!(wrong.trim_end().lines().count(), 1, "{wrong}");
}

#[test]
fn a_command_is_typed_with_names_and_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = play(
        folder.path(),
        &[
            "new",
            "1",
            "1",
            "attack who=Brack with=greatsword target=Bandit",
            "fly",
            "atack who=Brack",
            "save who=Brack ability=STR",
            "why 1",
        ],
    );
    assert!(told.contains("That is done in battle, and there is none."), "{told}");
    assert!(told.contains("This game has no command `fly`. `acts` lists"), "{told}");
    let slip = told.lines().find(|line| line.contains("`atack`")).expect("a sentence about the slip");
    assert!(slip.contains("Near it: attack") && slip.len() < 200, "a few commands, not all: {slip}");
    assert!(told.contains("Brack rolls 1d20"), "{told}");
    assert!(told.contains("DK-CHECK-01"), "{told}");
}

#[test]
fn what_was_done_can_be_taken_back_overruled_and_forked() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = play(
        folder.path(),
        &[
            "new",
            "1",
            "1",
            "overrule Brack.hp 3 he fell off the cart",
            "look Brack",
            "overrule \"Second bandit.hp\" 1",
            "undo",
            "undo",
            "fork Another day",
            "leave",
            "open Another",
        ],
    );
    assert!(told.contains("The GM set Brack.hp from 8 to 3: he fell off the cart"), "{told}");
    assert!(told.contains("Hit points 3 of 8"), "{told}");
    assert!(told.contains("Overruling needs a reason"), "{told}");
    assert!(told.contains("Taken back."), "{told}");
    assert!(told.contains("There is nothing to undo."), "{told}");
    assert!(told.contains("You sit at \"Another day\""), "{told}");
}

#[test]
fn real_dice_are_typed_in_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = play(
        folder.path(),
        &["new", "1", "1", "dice typed", "save who=Brack ability=STR", "21", "x y", "7", "dice drawn"],
    );
    assert!(told.contains("Roll 1d20 and type what they show."), "{told}");
    assert!(told.contains("21 is not on a d20"), "{told}");
    assert!(told.contains("Type the faces of the dice"), "{told}");
    assert!(told.contains("dice typed in"), "{told}");
}

#[test]
fn odds_are_exact() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = play(
        folder.path(),
        &["new", "1", "1", "odds save who=Brack ability=STR for last.outcome=pass", "odds x"],
    );
    assert!(told.contains("3/5 (60.00 %)"), "{told}");
    assert!(told.contains("Name the action and the result"), "{told}");
}

#[test]
fn a_player_sees_and_does_what_is_theirs() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = play(
        folder.path(),
        &[
            "new",
            "1",
            "1 Bo=Brak",
            "new",
            "1",
            "1 Bo=Brack",
            "seats",
            "seat Bo",
            "overrule Brack.hp 9 please",
            "odds save who=Brack ability=STR for last.outcome=pass",
            "begin fighters=[\"Brack\", \"Bandit\"]",
            "reveal",
            "fork Mine",
            "seat nobody",
        ],
    );
    assert!(told.contains("nobody here is called Brak"), "{told}");
    assert!(told.contains("You see the table as Bo."), "{told}");
    let (_, as_bo) = told.split_once("You see the table as Bo.").expect("they sat down");
    assert!(!as_bo.contains("A battle begins"), "{as_bo}");
    for refused in [
        "Only the GM may overrule.",
        "Only the referee may call for a save.",
        "Only the GM may open the dice.",
        "Only the GM may fork",
        "`nobody` is not among them",
    ] {
        assert!(as_bo.contains(refused), "{refused}: {as_bo}");
    }
}

#[test]
fn heroes_and_creatures_can_be_picked() {
    let folder = tempfile::tempdir().expect("a folder");
    let told =
        play(folder.path(), &["new", "1", "choice", "99", "heroes", "1, is", "grey wolf, grey wolf", "look"]);
    assert!(told.contains("-- Brack --") && told.contains("-- Isolde --"), "{told}");
    assert!(told.contains("-- Grey wolf 1 --") && told.contains("-- Grey wolf 2 --"), "{told}");
}

#[test]
fn a_table_travels_as_a_file() {
    let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let file = here.path().join("wolves.jsonl");
    let file = file.to_str().expect("a plain path");
    let folder = |path: &Path| path.to_str().expect("a plain path").to_owned();
    play(here.path(), &WOLVES);
    boneyard(&["export", "Wolves tonight", file, "--data", &folder(here.path())]).well();
    let again = boneyard(&["export", "Wolves tonight", file, "--data", &folder(here.path())]).badly();
    assert!(again.contains("cannot be written"), "{again}");
    boneyard(&["import", file, "--data", &folder(there.path())]).well();
    let tables = support::json(&boneyard(&["tables", "--json", "--data", &folder(there.path())]).well());
    assert_eq!(tables[0]["title"], "Wolves tonight");
    assert!(play(there.path(), &["open 1"]).contains("? Fenn: bid"));

    let text = std::fs::read_to_string(file).expect("the export");
    std::fs::write(file, &text[..text.len() / 2]).expect("cut short");
    let wrong = boneyard(&["import", file, "--data", &folder(there.path())]).badly();
    assert!(wrong.contains("Nothing was imported"), "{wrong}");
    let wrong = boneyard(&["export", "Nobody's", file, "--data", &folder(there.path())]).badly();
    assert!(wrong.contains("There is no table \"Nobody's\""), "{wrong}");
}

#[test]
fn a_backup_is_a_save_of_its_own() {
    let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    play(here.path(), &WOLVES);
    let copy = there.path().join("tables.boneyard");
    let here = here.path().to_str().expect("a plain path");
    boneyard(&["backup", copy.to_str().expect("a plain path"), "--data", here]).well();
    assert!(play(there.path(), &["open 1"]).contains("? Fenn: bid"));
}
