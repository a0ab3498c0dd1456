//! All squares one token sees on a map of 60 by 60 with 2,000 segments of wall, by the relief and by trying every
//! line against every wall, in turn. Prints a Markdown report; ends with an error if a bar is missed.

#[path = "../../../crates/board/tests/every_line/mod.rs"]
#[allow(dead_code, reason = "the tests of the board ask it for more")]
mod every_line;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use boneyard_bench::timing::{Times, machine};
use boneyard_board::{Cover, Relief, Square, Squares, Stand, Wall};
use every_line::Scene;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

const SIDE: i16 = 60;
const WALLS: usize = 2_000;
const ROUNDS: usize = 5;
const BAR: f64 = 20.0;
/// A token that is dragged has its sight drawn within this; the page takes the rest.
const DRAGGED: f64 = 100.0;

/// Where a wall begins and ends.
type Ends = ((i32, i32), (i32, i32));

/// A kind of map, by what its walls are like.
struct Kind {
    name: &'static str,
    wall: fn(&mut SmallRng) -> Ends,
}

const KINDS: [Kind; 3] = [
    Kind { name: "rooms on the lines of the grid", wall: on_lines },
    Kind { name: "caves in short pieces", wall: in_pieces },
    Kind { name: "a few long walls at any angle", wall: long },
];

fn on_lines(rng: &mut SmallRng) -> ((i32, i32), (i32, i32)) {
    let (x, y) = (rng.random_range(0..60) * 1000, rng.random_range(0..60) * 1000);
    if rng.random() { ((x, y), (x + 1000, y)) } else { ((x, y), (x, y + 1000)) }
}

fn in_pieces(rng: &mut SmallRng) -> ((i32, i32), (i32, i32)) {
    let (x, y) = (rng.random_range(0..60_000), rng.random_range(0..60_000));
    ((x, y), (x + rng.random_range(50..400), y + rng.random_range(-400..400)))
}

fn long(rng: &mut SmallRng) -> ((i32, i32), (i32, i32)) {
    let (x, y) = (rng.random_range(0..60_000), rng.random_range(0..60_000));
    ((x, y), (x + rng.random_range(500..6_000), y + rng.random_range(-6_000..6_000)))
}

fn map(kind: &Kind, rng: &mut SmallRng) -> Option<(Relief, Stand)> {
    let mut relief = Relief::open(0, SIDE, SIDE, 5).ok()?;
    let mut walls = Vec::new();
    while walls.len() < WALLS {
        let (from, to) = (kind.wall)(rng);
        walls.extend(Wall::new(from.into(), to.into(), Cover::Full, 10).ok());
    }
    relief.build(walls).ok()?;
    let eye = relief.upright(Square::new(rng.random_range(20..40), rng.random_range(20..40)));
    Some((relief, eye))
}

/// Every pair of squares, every line until one is unbroken, every wall until one breaks it.
fn slowly(scene: &Scene, relief: &Relief, eye: Stand) -> Squares {
    let mut seen = Squares::none(0, SIDE, SIDE);
    for square in relief.squares() {
        if eye.at.covers(square) || scene.sees(eye, relief.upright(square)) {
            seen.add(square);
        }
    }
    seen
}

fn main() -> ExitCode {
    println!("## Sight\n\n{}\n", machine());
    println!(
        "All squares one token sees on {SIDE} by {SIDE} squares with {WALLS} segments of wall, 81 lines a pair of squares;"
    );
    println!(
        "medians of {ROUNDS} maps, both on each map in turn, the same squares found on every one. The slow way stops at"
    );
    println!("the first wall that breaks a line and at the first line that is unbroken.\n");
    println!(
        "| walls | squares seen | relief, ms | every line against every wall, ms | times | relief made, ms |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    let (mut holds, mut rng) = (true, SmallRng::seed_from_u64(20_261_115));
    for kind in &KINDS {
        let (mut fast, mut slow, mut made, mut seen) =
            (Times::default(), Times::default(), Times::default(), Vec::new());
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let Some((relief, eye)) = map(kind, &mut rng) else { return ExitCode::FAILURE };
            made.note(start.elapsed().as_nanos() as f64);
            let scene = Scene::of(&relief);
            fast.batch(|| black_box(&relief).seen_from(eye));
            let start = Instant::now();
            let reference = slowly(black_box(&scene), &relief, eye);
            slow.note(start.elapsed().as_nanos() as f64);
            let found = relief.seen_from(eye);
            if found != reference {
                println!("\nThe two disagree on {}.", kind.name);
                return ExitCode::FAILURE;
            }
            seen.push(found.len());
        }
        seen.sort_unstable();
        let ms = |times: &Times| times.median().unwrap_or(f64::NAN) / 1e6;
        let times = ms(&slow) / ms(&fast);
        holds &= times >= BAR && ms(&fast) + ms(&made) <= DRAGGED;
        println!(
            "| {} | {} | {:.2} | {:.0} | {times:.0} | {:.2} |",
            kind.name,
            seen[ROUNDS / 2],
            ms(&fast),
            ms(&slow),
            ms(&made)
        );
    }
    println!("\nThe bar ({BAR} times, {DRAGGED} ms) {}.", if holds { "holds" } else { "is missed" });
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
