//! A simulated action allocates nothing: not for a roll, not for a question, not for a fact.
#![allow(unsafe_code)]

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use boneyard_table::{Seat, Sim, run};
use support::duel::{Command, Duel, State};
use support::rules::{contest, haggle, strike};
use support::{BRACK, RAIDER, TestTable};

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged; counting touches only a
// thread-local number that needs no allocation and no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn state() -> State {
    let state = TestTable::yard().table.state().expect("a state can be written");
    serde_json::from_value(state).expect("a state can be read")
}

/// How often the body allocates.
fn allocations(body: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    body();
    COUNT.get() - before
}

#[test]
fn the_count_is_a_real_one() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(7)))), 1);
}

#[test]
fn rolls_questions_and_facts_in_simulation_allocate_nothing() {
    let mut state = state();
    let mut sim = Sim::new(5);
    let count = allocations(|| {
        for _ in 0..2_000 {
            run::<Duel>(&mut state, &(), &mut sim, |cx| {
                strike(cx, BRACK, RAIDER)?;
                contest(cx, BRACK, RAIDER)?;
                haggle(cx, BRACK)
            });
            state.duelists[2].hp = 5;
            state.duelists[2].parries = 1;
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn a_whole_command_in_simulation_allocates_nothing() {
    let mut state = state();
    let mut sim = Sim::new(6);
    let count = allocations(|| {
        for _ in 0..2_000 {
            state.turn = None;
            sim.act::<Duel>(&mut state, &(), Seat::GM, Command::Attack { who: BRACK, target: RAIDER });
            sim.act::<Duel>(&mut state, &(), Seat::GM, Command::Brood { who: BRACK });
            state.duelists[2].hp = 5;
        }
    });
    assert_eq!(count, 0);
}
