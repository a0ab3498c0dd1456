//! The lab on a fight whose odds everybody knows: one hero, one wolf, a coin.

use boneyard_lab::{Go, Head, Plan, Verdict, html, run, text, without};
use boneyard_table::Who;
use boneyard_table::encounter::{AnyEncounter, Condition, End, Fighter, Fought, Standing};
use boneyard_table::lookahead::Effort;
use serde_json::Value;
use smallvec::smallvec;

/// The hero lives if the dice are kind so many times in a hundred.
#[derive(Debug)]
struct Coin {
    kind: u64,
    fighters: Vec<Fighter>,
}

fn condition(standing: Standing, hp: i32) -> Condition {
    Condition { standing, pools: smallvec![hp] }
}

fn coin(kind: u64) -> Coin {
    let fighter = |who, name: &str, side| Fighter {
        who: Who(who),
        name: name.into(),
        side,
        hero: side == 0,
        before: condition(Standing::Up, 4),
    };
    Coin { kind, fighters: vec![fighter(0, "Brack <the Lucky>", 0), fighter(1, "Wolf", 1)] }
}

impl AnyEncounter for Coin {
    fn pools(&self) -> &'static [&'static str] {
        &["HP"]
    }

    fn fighters(&self) -> &[Fighter] {
        &self.fighters
    }

    fn best_now(&self, _who: Who, _effort: Effort) -> Option<Value> {
        None
    }

    fn fight_strongly(&self, seed: u64, _side: u8, _effort: Effort) -> Fought {
        self.fight(seed)
    }

    fn fight(&self, seed: u64) -> Fought {
        let lives = seed % 100 < self.kind;
        let (hero, wolf) = if lives {
            (condition(Standing::Up, 3), condition(Standing::Dead, 0))
        } else {
            (condition(Standing::Dead, 0), condition(Standing::Up, 4))
        };
        Fought { after: smallvec![hero, wolf], rounds: 1 + (seed % 3) as u16, acts: 2, end: End::Over }
    }
}

fn plan(fights: u64) -> Plan {
    Plan { fights, seed: 7, threads: 1, sure: None, strong: None }
}

fn on(_: boneyard_lab::Progress<'_>) -> Go {
    Go::On
}

#[test]
fn the_share_of_victories_is_the_coins_within_what_it_says_of_itself() {
    for kind in [3, 30, 97] {
        let tally = run(&coin(kind), plan(20_000), &mut on).tally;
        let (low, high) = tally.share(tally.won).interval();
        // One in 20 intervals misses; these seeds do not.
        assert!(low <= kind as f64 / 100.0 && kind as f64 / 100.0 <= high, "{low} to {high}");
        assert_eq!(tally.won + tally.wiped, 20_000);
        assert_eq!(tally.death, tally.wiped);
        assert_eq!(tally.survivors.values().sum::<u64>(), 20_000);
        assert_eq!(tally.fighters[0].pools[0].lost as u64, tally.won + 4 * tally.wiped);
    }
}

#[test]
fn the_same_seed_gives_the_same_result_over_any_number_of_threads() {
    let once = run(&coin(40), plan(5_300), &mut on);
    for threads in [2, 3, 8] {
        assert_eq!(run(&coin(40), Plan { threads, ..plan(5_300) }, &mut on), once);
    }
    assert_ne!(run(&coin(40), Plan { seed: 8, ..plan(5_300) }, &mut on), once);
}

#[test]
fn it_stops_by_itself_once_every_share_is_sure_enough() {
    let ran = run(&coin(50), Plan { sure: Some(0.01), ..plan(1_000_000) }, &mut on);
    assert!(!ran.cancelled);
    assert!(ran.tally.error() <= 0.01);
    assert!((9_000..=11_000).contains(&ran.tally.fights), "{}", ran.tally.fights);
    // What hardly ever happens is known sooner.
    let sooner = run(&coin(1), Plan { sure: Some(0.01), ..plan(1_000_000) }, &mut on);
    assert!(sooner.tally.fights < ran.tally.fights);
}

#[test]
fn whoever_stops_it_keeps_what_was_counted() {
    let mut stretches = 0;
    let ran = run(&coin(50), plan(100_000), &mut |progress| {
        // The first look is early, so that the one who waits learns something soon.
        assert_eq!(progress.tally.fights, 200 + stretches * 1_000);
        stretches += 1;
        if stretches == 3 { Go::Stop } else { Go::On }
    });
    assert!(ran.cancelled);
    assert_eq!(ran.tally.fights, 2_200);
}

#[test]
fn verdicts_go_by_how_often_the_party_falls() {
    let verdict = |kind| Verdict::of(&run(&coin(kind), plan(5_000), &mut on).tally);
    assert_eq!(verdict(99), Verdict::Safe);
    assert_eq!(verdict(95), Verdict::Risky);
    assert_eq!(verdict(80), Verdict::Deadly);
    assert_eq!(verdict(60), Verdict::Grim);
    assert_eq!(verdict(20), Verdict::Hopeless);
}

#[test]
fn words_follow_the_numbers_also_where_nobody_falls() {
    // They run every time: nobody dies, and nothing is won.
    assert_eq!(Verdict::by(0.0, 0.0, 0.0), Verdict::Hopeless);
    assert_eq!(Verdict::by(0.19, 0.05, 0.1), Verdict::Hopeless);
    assert_eq!(Verdict::by(0.3, 0.05, 0.1), Verdict::Grim);
    assert_eq!(Verdict::by(0.99, 0.0, 0.01), Verdict::Safe);
    for verdict in [Verdict::Grim, Verdict::Hopeless] {
        assert!(!verdict.sentence().contains("should win"), "{verdict:?}");
    }
}

#[test]
fn who_looks_ahead_takes_long_so_whoever_waits_hears_of_it_after_a_few_fights() {
    let ahead = Plan { strong: Some(0), ..plan(100) };
    let mut heard = Vec::new();
    let ran = run(&coin(60), ahead, &mut |progress| {
        heard.push(progress.tally.fights);
        if heard.len() == 3 { Go::Stop } else { Go::On }
    });
    assert_eq!((heard, ran.cancelled), (vec![2, 6, 10], true));
    let two = run(&coin(60), Plan { threads: 2, ..ahead }, &mut on);
    assert_eq!(two, run(&coin(60), ahead, &mut on), "the same whatever the number of threads");
}

#[test]
fn a_report_says_what_was_counted_and_needs_nothing_else() {
    let tally = run(&coin(60), plan(2_000), &mut on).tally;
    let change =
        without("without the wolf's luck", &coin(90), plan(2_000), &mut || Go::On).expect("not stopped");
    assert!(change.won.value() > tally.share(tally.won).value());
    let head = Head {
        game: "Coins",
        encounter: "A coin & a wolf",
        seed: 7,
        cancelled: false,
        strong: None,
        credits: None,
    };
    let plain = text(&head, &tally, std::slice::from_ref(&change));
    let page = html(&head, &tally, &[change]);
    for told in [&plain, &page] {
        assert!(told.contains("2000 fights") && told.contains("Grim") && told.contains("without the wolf"));
        assert!(told.contains("by instinct"));
    }
    assert!(page.contains("A coin &amp; a wolf") && page.contains("Brack &lt;the Lucky&gt;"));
    // One file: nothing is fetched, nothing runs.
    assert!(!page.contains("src=") && !page.contains("<script") && !page.contains("href="));
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
}

#[test]
fn what_changes_the_most_stands_first_and_what_changes_little_is_said() {
    let tally = run(&coin(60), plan(2_000), &mut on).tally;
    let head =
        Head { game: "Coins", encounter: "A coin", seed: 7, cancelled: false, strong: None, credits: None };
    let other =
        |what: &str, kind| without(what, &coin(kind), plan(2_000), &mut || Go::On).expect("not stopped");
    let changes = [other("with a pebble", 61), other("with a torch", 95), other("with a stick", 75)];
    for told in [text(&head, &tally, &changes), html(&head, &tally, &changes)] {
        let at = |what: &str| told.find(what).unwrap_or_else(|| panic!("{what} is told of"));
        assert!(at("What mattered most. The whole party falls") < at("as it is"));
        assert!(at("as it is") < at("with a torch") && at("with a torch") < at("with a stick"));
        assert!(at("with a stick") < at("with a pebble") && !told.contains("changes much"));
    }
    let same = [other("with a pebble", 60)];
    assert!(text(&head, &tally, &same).contains("None of this changes much"));
    assert!(html(&head, &tally, &same).contains("None of this changes much"));
}
