//! Keeping tables: backups and restores as people type them, one server at a time, and a stop that leaves one file.

use std::fs;
use std::path::{Path, PathBuf};

use boneyard_store::Seq;
use boneyard_store::blocking::Store;

use crate::support::{boneyard, typing};

/// Begins a table in a terminal.
fn begin(data: &str, title: &str) {
    let told = typing(&["play", "--data", data], &format!("new {title}\n1\nwolves\nquit\n")).well();
    assert!(told.contains(&format!("You sit at \"{title}\"")), "{told}");
}

/// A folder with one table in it.
fn played() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data").display().to_string();
    begin(&data, "Wolves tonight");
    (folder, data)
}

fn save(data: &str) -> PathBuf {
    Path::new(data).join("tables.boneyard")
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
    names.sort();
    names
}

#[test]
fn every_command_leaves_one_file_that_is_the_whole_save() {
    let (_folder, data) = played();
    let wal = save(&data).with_extension("boneyard-wal");
    assert!(!wal.exists(), "after playing");
    let copy = Path::new(&data).join("copy.boneyard");
    fs::copy(save(&data), &copy).expect("the file alone is copied");
    let copy = Store::open(copy).expect("it opens");
    let tables = copy.tables().expect("it reads");
    assert_eq!(tables.len(), 1);
    assert!(
        copy.read(&tables[0].id, Seq(1)).expect("every checksum fits").len() == tables[0].last.0 as usize
    );
    boneyard(&["tables", "--data", &data]).well();
    boneyard(&["export", "nothing like it", "x", "--data", &data]).badly();
    assert!(!wal.exists(), "after a command that went wrong too");
}

#[cfg(unix)]
#[test]
fn interrupted_in_the_middle_of_a_table_it_leaves_one_file_too() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let (_folder, data) = played();
    let mut child = Command::new(env!("CARGO_BIN_EXE_boneyard"))
        .args(["play", "--data", &data])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut typed = child.stdin.take().expect("its input is ours");
    typed.write_all(b"new Crows tonight\n1\nwolves\n").expect("it listens");
    typed.flush().expect("it listens");
    let mut lines = BufReader::new(child.stdout.take().expect("its output is ours")).lines();
    let sits = lines.by_ref().map_while(Result::ok).any(|line| line.contains("You sit at \"Crows tonight\""));
    assert!(sits, "the table was begun");
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("`kill` runs");
    assert!(asked.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop((typed, lines));
    let left = fs::metadata(save(&data).with_extension("boneyard-wal")).map_or(0, |file| file.len());
    assert_eq!(left, 0, "nothing is left in the log");
    let copy = Path::new(&data).join("copy.boneyard");
    fs::copy(save(&data), &copy).expect("the file alone is copied");
    assert_eq!(Store::open(copy).expect("it opens").tables().expect("it reads").len(), 2);
}

#[test]
fn backups_are_dated_rotated_and_brought_back() {
    let (_folder, data) = played();
    let backups = Path::new(&data).join("backups");
    for _ in 0..3 {
        let told = boneyard(&["backup", "--data", &data, "--keep", "2"]).well();
        assert!(told.starts_with("All tables are copied to ") && told.contains("tables-20"), "{told}");
    }
    let kept = names(&backups);
    assert_eq!(kept.len(), 2, "{kept:?}");
    let elsewhere = Path::new(&data).join("elsewhere");
    let told = boneyard(&["backup", "--data", &data, "--backups", &elsewhere.display().to_string()]).well();
    assert!(told.contains("elsewhere"), "{told}");
    let refused = boneyard(&["backup", "one.boneyard", "--keep", "2", "--data", &data]).badly();
    assert!(refused.contains("cannot be used with"), "{refused}");

    let before = boneyard(&["tables", "--data", &data]).well();
    begin(&data, "Wolves again");
    assert_ne!(boneyard(&["tables", "--data", &data]).well(), before, "another table was begun");
    let backup = backups.join(&kept[1]).display().to_string();
    let told = boneyard(&["restore", &backup, "--data", &data]).well();
    assert!(told.contains("1 table is back from") && told.contains("The old save is now"), "{told}");
    assert_eq!(boneyard(&["tables", "--data", &data]).well(), before);
    let refused = boneyard(&["restore", "nowhere.boneyard", "--data", &data]).badly();
    assert!(refused.contains("there is no such file"), "{refused}");
}

#[test]
fn a_damaged_table_is_named_when_a_backup_is_made() {
    let (_folder, data) = played();
    let mut bytes = fs::read(save(&data)).expect("it reads");
    // Every copy of the first record that the file holds.
    let begins = b"{\"opened\":{\"game\"";
    let places: Vec<usize> =
        (0..bytes.len() - begins.len()).filter(|at| &bytes[*at..*at + begins.len()] == begins).collect();
    for at in places {
        bytes[at + 3] ^= 1;
    }
    fs::write(save(&data), bytes).expect("the disk rots");
    let ran = boneyard(&["backup", "--data", &data]);
    assert!(!ran.status.success(), "{}", ran.out);
    assert!(ran.out.contains("is not whole") && ran.out.contains("record 1, is damaged"), "{}", ran.out);
    let backup = Path::new(&data).join("backups").join(&names(&Path::new(&data).join("backups"))[0]);
    let refused = boneyard(&["restore", &backup.display().to_string(), "--data", &data]).badly();
    assert!(refused.contains("Try an older backup"), "{refused}");
}
