//! Parsing and rolling, side by side: Boneyard, rollcli and tyche read and roll the same dice in turn, in one run.
//! Each keeps a record of every die. Prints a Markdown report; ends with an error if a bar is missed.

use std::hint::black_box;
use std::process::ExitCode;

use boneyard_bench::timing::{Times, machine};
use boneyard_dice::{Expression, Record, Rng};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tyche::Expr;
use tyche::dice::roller::FastRand;

const ROUNDS: usize = 31;

/// The same dice in each spelling; rollcli has no exploding dice.
const DICE: [(&str, Option<&str>, &str); 3] = [
    ("4d6kh3", Some("4d6kh3"), "4d6kh3"),
    ("2d20kl1+5", Some("2d20kl1+5"), "2d20kl1 + 5"),
    ("6d10!", None, "6d10x"),
];

#[derive(Default)]
struct Row {
    ours: [Times; 3],
    rollcli: [Times; 2],
    tyche: [Times; 2],
}

fn main() -> ExitCode {
    let mut rows: Vec<Row> = DICE.iter().map(|_| Row::default()).collect();
    let mut rng = Rng::new(1);
    let mut small = SmallRng::seed_from_u64(1);
    let mut fast = FastRand::with_seed(1);
    for _ in 0..ROUNDS {
        for ((ours, rollcli, tyche), row) in DICE.iter().zip(&mut rows) {
            row.ours[0].batch(|| Expression::parse(black_box(ours)).ok().and_then(|e| e.roll(&mut rng).ok()));
            if let Some(text) = rollcli {
                row.rollcli[0].batch(|| {
                    roll::parse_expr(black_box(text)).ok().map(|e| roll::roll_once(&e, &mut small))
                });
            }
            row.tyche[0].batch(|| {
                let expr = black_box(tyche).parse::<Expr>().ok()?;
                expr.eval(&mut fast).ok().and_then(|e| e.calc().ok())
            });
            if let Ok(parsed) = Expression::parse(ours) {
                let mut record = Record::default();
                row.ours[1].batch(|| black_box(&parsed).roll(&mut rng));
                row.ours[2].batch(|| black_box(&parsed).roll_into(&mut rng, &mut record));
            }
            if let Some(Ok(parsed)) = rollcli.map(roll::parse_expr) {
                row.rollcli[1].batch(|| roll::roll_once(black_box(&parsed), &mut small));
            }
            if let Ok(parsed) = tyche.parse::<Expr>() {
                row.tyche[1].batch(|| black_box(&parsed).eval(&mut fast).ok().and_then(|e| e.calc().ok()));
            }
        }
    }
    println!("## Rollers\n\n{}\n", machine());
    println!(
        "Nanoseconds, medians of {ROUNDS} interleaved batches; every roll keeps a record of every die. \"Again\" rolls"
    );
    println!("into the same record each time.\n");
    println!(
        "| dice | Boneyard, text to total | rollcli | tyche | Boneyard, parsed | again | rollcli | tyche |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    let mut holds = true;
    for ((name, ..), row) in DICE.iter().zip(&rows) {
        let time = |times: &Times| times.median().map_or("–".to_owned(), |t| format!("{t:.0}"));
        println!(
            "| `{name}` | {} | {} | {} | {} | {} | {} | {} |",
            time(&row.ours[0]),
            time(&row.rollcli[0]),
            time(&row.tyche[0]),
            time(&row.ours[1]),
            time(&row.ours[2]),
            time(&row.rollcli[1]),
            time(&row.tyche[1])
        );
        let below = |ours: &Times, peer: &Times| {
            peer.median().is_none_or(|peer| ours.median().is_some_and(|ours| ours < peer))
        };
        holds &= below(&row.ours[0], &row.rollcli[0]) && below(&row.ours[1], &row.tyche[1]);
    }
    let verdict = if holds { "holds" } else { "is missed" };
    println!("\nThe bar (from text below rollcli, parsed below tyche) {verdict}.");
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
