//! Long commands at a terminal: they show how far they are, and Ctrl+C has them tell what they have.

use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};

/// Runs the program on a terminal of its own, presses Ctrl+C once this is on it, and gives what was on it in the end.
fn stopped_at(args: &str, shown: &str) -> (String, ExitStatus) {
    let program = format!("exec {} {args}", env!("CARGO_BIN_EXE_boneyard"));
    let mut terminal = Command::new("script")
        .args(["-qefc", &program, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`script` of util-linux makes a terminal");
    let mut keys = terminal.stdin.take().expect("its keys are ours");
    let mut screen = terminal.stdout.take().expect("its screen is ours");
    let mut seen = Vec::new();
    let mut pressed = false;
    let mut bytes = [0; 4096];
    loop {
        let read = screen.read(&mut bytes).expect("the screen can be read");
        if read == 0 {
            break;
        }
        seen.extend(&bytes[..read]);
        if !pressed && String::from_utf8_lossy(&seen).contains(shown) {
            keys.write_all(b"\x03").expect("a key");
            keys.flush().expect("a key");
            pressed = true;
        }
    }
    let seen = String::from_utf8_lossy(&seen).into_owned();
    assert!(pressed, "{shown} was never shown: {seen}");
    (seen, terminal.wait().expect("it ends"))
}

#[test]
fn bots_that_are_stopped_tell_the_fights_so_far() {
    let (seen, status) = stopped_at("bots dirk-rules --seeds 1000000", " of 1000000 fights, about ");
    assert!(status.success(), "{seen}");
    assert!(seen.contains("fights of 1000000, then stopped") && seen.contains("stuck: 0"), "{seen}");
}

#[test]
fn a_simulation_that_is_stopped_tells_what_it_saw() {
    let (seen, status) =
        stopped_at("sim dirk-rules 'wolves at the ring' --fights 1000000000", " fights, within ");
    assert!(status.success(), "{seen}");
    assert!(seen.contains("Wolves at the ring of stones"), "{seen}");
}
