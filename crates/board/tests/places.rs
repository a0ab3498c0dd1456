//! A small keep: who gets where, and what they are told when they do not.

use boneyard_board::{Link, Pass, Path, Place, PlaceFault, PlaceId, Places};
use proptest::prelude::*;

const YARD: PlaceId = PlaceId(1);
const HALL: PlaceId = PlaceId(2);
const CELLAR: PlaceId = PlaceId(3);
const VAULT: PlaceId = PlaceId(4);
const TOWER: PlaceId = PlaceId(5);

fn keep() -> Places {
    let mut keep = Places::default();
    for (id, name) in [(TOWER, "Tower"), (YARD, "Yard"), (HALL, "Hall"), (CELLAR, "Cellar"), (VAULT, "Vault")]
    {
        keep.add(Place { id, name: name.to_owned(), flags: ["roofed".to_owned()].into() }).expect("new");
    }
    for link in [
        Link::open(HALL, YARD, 1),
        Link::open(HALL, CELLAR, 2),
        Link { locked: true, ..Link::open(CELLAR, VAULT, 1) },
        Link { hidden: true, ..Link::open(YARD, VAULT, 10) },
    ] {
        keep.link(link).expect("new");
    }
    keep
}

fn finder(link: &Link) -> Pass {
    if link.locked { Pass::Shut } else { Pass::Open }
}

#[test]
fn a_stranger_sees_open_and_locked_ways_but_no_hidden_one() {
    let keep = keep();
    let seen = |from| {
        let ways = keep.ways(from, &Link::to_stranger);
        ways.iter().map(|way| (way.to.name.clone(), way.open)).collect::<Vec<_>>()
    };
    assert_eq!(seen(CELLAR), [("Hall".to_owned(), true), ("Vault".to_owned(), false)]);
    assert_eq!(seen(YARD), [("Hall".to_owned(), true)]);
}

#[test]
fn who_cannot_go_is_told_which_ways_there_are() {
    let keep = keep();
    assert_eq!(
        keep.step(HALL, VAULT, &Link::to_stranger).expect_err("not linked").to_string(),
        "There is no way from Hall to Vault. From Hall ways lead to: Yard, Cellar."
    );
    assert_eq!(
        keep.step(CELLAR, VAULT, &Link::to_stranger).expect_err("locked").to_string(),
        "The way from Cellar to Vault is locked. From Cellar ways lead to: Hall, Vault."
    );
    assert_eq!(
        keep.path(YARD, TOWER, &|_| Pass::Open).expect_err("no link at all").to_string(),
        "There is no way from Yard to Tower. From Yard ways lead to: Hall, Vault."
    );
    assert_eq!(
        keep.step(TOWER, YARD, &Link::to_stranger).expect_err("no link at all").to_string(),
        "There is no way from Tower to Yard. No way leads on from Tower."
    );
    assert_eq!(keep.path(YARD, PlaceId(9), &Link::to_stranger), Err(PlaceFault::NoPlace(PlaceId(9))));
}

#[test]
fn a_hidden_way_is_refused_as_if_it_were_not_there() {
    let mut without = Places::default();
    for place in keep().iter() {
        without.add(place.clone()).expect("new");
    }
    for link in keep().links().filter(|link| !link.hidden) {
        without.link(*link).expect("new");
    }
    for from in keep().iter().map(|place| place.id) {
        for to in keep().iter().map(|place| place.id) {
            assert_eq!(keep().path(from, to, &Link::to_stranger), without.path(from, to, &Link::to_stranger));
            assert_eq!(
                keep().step(from, to, &Link::to_stranger).map_err(|fault| fault.to_string()),
                without.step(from, to, &Link::to_stranger).map_err(|fault| fault.to_string())
            );
        }
    }
}

#[test]
fn the_cheapest_way_goes_round_a_lock_or_stops_at_it() {
    let mut keep = keep();
    let told = keep.path(YARD, VAULT, &Link::to_stranger).expect_err("locked").to_string();
    assert_eq!(told, "The way from Cellar to Vault is locked. From Cellar ways lead to: Hall, Vault.");
    assert_eq!(keep.path(YARD, VAULT, &finder), Ok(Path { places: vec![YARD, VAULT], cost: 10 }));
    keep.set_locked(CELLAR, VAULT, false).expect("linked");
    let through = Path { places: vec![YARD, HALL, CELLAR, VAULT], cost: 4 };
    assert_eq!(keep.path(YARD, VAULT, &finder), Ok(through));
    assert_eq!(keep.path(YARD, YARD, &finder), Ok(Path { places: vec![YARD], cost: 0 }));
}

#[test]
fn a_secret_door_that_was_found_is_a_way_like_any_other() {
    let mut keep = keep();
    keep.set_hidden(VAULT, YARD, false).expect("linked");
    assert_eq!(keep.step(YARD, VAULT, &Link::to_stranger).map(|link| link.cost), Ok(10));
    assert!(keep.set_hidden(TOWER, YARD, false).is_err());
}

#[test]
fn of_equal_ways_the_one_with_fewer_links_and_then_lower_ids_is_taken() {
    let mut places = Places::default();
    for id in 1..=6 {
        places.add(Place { id: PlaceId(id), name: format!("P{id}"), flags: [].into() }).expect("new");
    }
    for (one, other, cost) in [(1, 4, 1), (1, 3, 1), (3, 6, 1), (4, 6, 1), (1, 2, 1), (2, 5, 0), (5, 6, 1)] {
        places.link(Link::open(PlaceId(one), PlaceId(other), cost)).expect("new");
    }
    let path = places.path(PlaceId(1), PlaceId(6), &Link::to_stranger).expect("a way");
    assert_eq!(path, Path { places: vec![PlaceId(1), PlaceId(3), PlaceId(6)], cost: 2 });
}

#[test]
fn flags_are_set_and_taken_by_name() {
    let mut keep = keep();
    assert!(keep.has_flag(HALL, "roofed") && !keep.has_flag(HALL, "dark"));
    keep.set_flag(HALL, "dark", true).expect("there");
    keep.set_flag(HALL, "roofed", false).expect("there");
    assert!(!keep.has_flag(HALL, "roofed") && keep.has_flag(HALL, "dark"));
    assert!(!keep.has_flag(PlaceId(9), "dark"));
    assert!(keep.set_flag(PlaceId(9), "dark", true).is_err());
}

#[test]
fn places_have_ids_and_names_of_their_own_and_links_join_two_of_them_once() {
    let mut keep = keep();
    let place = |id, name: &str| Place { id, name: name.to_owned(), flags: [].into() };
    assert_eq!(keep.add(place(HALL, "Attic")), Err(PlaceFault::IdTaken { name: "Hall".to_owned() }));
    assert!(matches!(keep.add(place(PlaceId(9), "hall")), Err(PlaceFault::NameTaken { .. })));
    assert!(matches!(keep.add(place(PlaceId(9), " ")), Err(PlaceFault::NameTaken { .. })));
    assert!(matches!(keep.link(Link::open(HALL, HALL, 1)), Err(PlaceFault::ToItself { .. })));
    assert!(matches!(keep.link(Link::open(YARD, HALL, 7)), Err(PlaceFault::LinkedAlready { .. })));
    assert_eq!(keep.link(Link::open(YARD, PlaceId(9), 7)), Err(PlaceFault::NoPlace(PlaceId(9))));
    assert_eq!(keep.named("hall").map(|place| place.id), Some(HALL));
    assert_eq!(keep, self::keep());
}

#[test]
fn a_save_is_read_back_the_same_and_a_broken_one_is_refused() {
    let saved = serde_json::to_string(&keep()).expect("saved");
    assert_eq!(serde_json::from_str::<Places>(&saved).expect("read"), keep());
    let broken = saved.replace("\"other\":1", "\"other\":8");
    assert_ne!(saved, broken);
    assert!(serde_json::from_str::<Places>(&broken).is_err());
}

proptest! {
    #[test]
    fn no_other_way_is_cheaper_than_the_path(links in proptest::collection::vec((0..7_u16, 0..7_u16, 0..5_u32), 0..14)) {
        let mut places = Places::default();
        for id in 0..7 {
            places.add(Place { id: PlaceId(id), name: format!("P{id}"), flags: [].into() }).expect("new");
        }
        for (one, other, cost) in links {
            // Double links and links to itself are refused, which is fine here.
            let _ = places.link(Link::open(PlaceId(one), PlaceId(other), cost));
        }
        // Costs by repeated relaxing, a second way to the same numbers.
        let mut cost = [None; 7];
        cost[0] = Some(0_u64);
        for _ in 0..7 {
            for link in places.links() {
                let (one, other) = (usize::from(link.one.0), usize::from(link.other.0));
                for (from, to) in [(one, other), (other, one)] {
                    if let Some(so_far) = cost[from] {
                        let there = so_far + u64::from(link.cost);
                        cost[to] = Some(cost[to].map_or(there, |known: u64| known.min(there)));
                    }
                }
            }
        }
        for to in 0..7_u16 {
            let path = places.path(PlaceId(0), PlaceId(to), &Link::to_stranger).ok();
            prop_assert_eq!(path.as_ref().map(|path| path.cost), cost[usize::from(to)]);
            if let Some(path) = path {
                let walked: u64 = path.places.windows(2)
                    .map(|step| u64::from(places.between(step[0], step[1]).expect("linked").cost)).sum();
                prop_assert_eq!(walked, path.cost);
                prop_assert_eq!((path.places[0], *path.places.last().expect("an end")), (PlaceId(0), PlaceId(to)));
            }
        }
    }
}
